import { join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isRepository, REPOSITORY_PARTS } from '../../tool/folders/repository-kind.ts';
import { showNameBytes } from '../../tool/text/name-bytes.ts';
import { lookOrAbsent, withDisk } from '../change/base.ts';
import { createGitCheckout } from '../git/git-checkout.ts';
import type { Ground } from '../ground.ts';
import { takeSnapshot, type WorkspaceSnapshot } from '../layer/snapshot.ts';
import type { FilesWatch, JobHold } from '../port.ts';
import { entryIdentityAt } from './find-held.ts';
import { recordWritten } from './observe-files.ts';
import { notOurs, takeAway } from './take-away.ts';
import { type HeldWatch, watchHeld } from './watch-held.ts';

/** The most waits for git while it is at work, and the milliseconds between two looks. */
const LONGEST_WAIT = 100;
const PAUSE = 100;

/** Watches over a job that writes to the real files: forbidden files are taken away, the rest is put on record. */
export async function watchFiles(
  ground: Ground,
  holding: JobHold | undefined,
  /** Bytes of all copies and of one image; the paths that alone are watched. */
  limits: { readonly disk: number; readonly image: number; readonly only?: readonly string[] | undefined },
): Promise<FilesWatch> {
  const since = ground.now();
  const snapshot = await takeSnapshot(ground, { maxBytes: limits.disk, only: limits.only });
  // The writes of a job, while it runs, prove nothing of the state before.
  ground.working.add(snapshot.begun);
  const watch = holding && watchHeld(holding.held, snapshot.begun);
  const checkedOut = createGitCheckout(ground.root.absolute, holding);
  let waited = 0;
  const told = (path: string) => relative(ground.root.absolute, path);
  return {
    async look() {
      if (!watch || !holding) return undefined;
      const replaced = (await watch.look()).find(path => entryIdentityAt(path) !== undefined);
      const [made, ...more] = await notOurs(ground, watch.made, { since, checkedOut });
      // Git writes files first and its index in the end.
      if (made !== undefined && waited < LONGEST_WAIT && checkedOut.isUnderWay([made, ...more])) {
        waited++;
        return undefined;
      }
      if (made !== undefined) return `it made ${showNameBytes(made)}, which the policy does not let it write`;
      if (replaced === undefined || holding.by !== 'mounts') return undefined;
      return `${showNameBytes(told(replaced))} was replaced from outside, and nothing would keep the command from it now; start it again`;
    },
    async settle(call, title) {
      if (!watch || !holding) return [];
      await watch.look();
      await lookIntoClosed(ground, watch);
      for (let looked = 0; looked < LONGEST_WAIT && checkedOut.isUnderWay([...watch.made].map(told)); looked++)
        await setTimeout(PAUSE);
      const changed = holding.by === 'nothing' ? await heldChanges(ground, snapshot, holding) : [];
      return takeAway(ground, [...watch.made, ...changed], {
        call,
        since,
        was: snapshot.base,
        maxImage: limits.image,
        checkedOut,
        title: `Taken away, for the policy does not let it be written: ${title}`,
      });
    },
    record: (call, title) => recordWritten(ground, snapshot, { call, title, maxImage: limits.image }),
    close() {
      ground.working.delete(snapshot.begun);
      snapshot.close();
    },
  };
}

/** Looks into folders that a job has closed to its own user, when it has ended and nobody opens or closes them. */
async function lookIntoClosed(ground: Ground, watch: HeldWatch): Promise<void> {
  const { absolute: root } = ground.root;
  await withDisk(ground, async disk => {
    const waiting = [...watch.closed].map(folder => relative(root, folder));
    for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
      for (const name of disk.names(folder)) {
        const path = join(folder, name);
        const { kind } = lookOrAbsent(disk, path);
        if (watch.holds(join(root, path), kind === 'symlink')) watch.made.add(join(root, path));
        else if (kind === 'directory') waiting.push(path);
      }
      const parts = disk.names(folder).filter(name => REPOSITORY_PARTS.has(name.toLowerCase()));
      if (isRepository(part => parts.some(name => name.toLowerCase() === part)))
        for (const name of parts) watch.made.add(join(root, folder, name));
    }
  });
}

/** Paths that are different now and may not be, where nothing kept the job from them. */
async function heldChanges({ root }: Ground, snapshot: WorkspaceSnapshot, { held }: JobHold) {
  const { entries } = await snapshot.compare();
  return entries.flatMap(({ path, node }) => {
    const absolute = join(root.absolute, path);
    const hold = held.of(absolute);
    return hold === 'write' || (hold === 'delete' && node === undefined) ? [absolute] : [];
  });
}
