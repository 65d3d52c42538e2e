import { join, relative } from 'node:path';
import { type Base, type BaseNode, lookOrAbsent, seenState, withDisk } from '../change/base.ts';
import type { SeenState, StagedChange, StagedNode } from '../change/staging.ts';
import { commitSet } from '../commit/commit.ts';
import { removeBelow, shaOf } from '../disk/disk.ts';
import type { GitCheckout } from '../git/git-checkout.ts';
import type { Ground } from '../ground.ts';
import type { CallIdentity } from '../port.ts';

interface TakeAwayOptions {
  readonly call: CallIdentity;
  readonly title: string;
  readonly maxImage: number;
  /** The time when the job began, in epoch milliseconds. */
  readonly since: number;
  /** The files as they were when the job began. */
  readonly was: Base;
  /** The files that git has put there, which are not the job's. */
  readonly checkedOut: GitCheckout;
}

/**
 * Puts back forbidden changes of a job, as one more change set: so they are kept, and a person can have them again. A
 * file that a call of ours has written meanwhile was judged by itself, and stays. Gives the workspace-relative paths.
 */
export async function takeAway(
  ground: Ground,
  absolutes: Iterable<string>,
  { call, title, maxImage, since, was, checkedOut }: TakeAwayOptions,
): Promise<readonly string[]> {
  const odd: string[] = [];
  const changes = await withDisk(ground, async (disk, folders) => {
    const going = new Map<string, StagedChange>();
    for (const path of pathsOf(ground, disk, absolutes)) {
      const node = lookOrAbsent(disk, path);
      // A pipe or a socket holds nothing that could be kept.
      if (node.kind === 'other' && lookOrAbsent(was, path).kind === 'absent') {
        removeBelow(folders, path);
        odd.push(path);
      }
      if (node.kind === 'other' || (await isOurs(ground, { path, node, disk }, since))) continue;
      if (checkedOut.has(path, node, disk)) continue;
      // A folder stays for the entries that are left in it.
      if (node.kind === 'directory' && disk.names(path).some(name => !going.has(join(path, name)))) continue;
      const before = seenState(node, () => shaOf(disk.read(path)));
      const old = lookOrAbsent(was, path);
      const kept = old.kind === 'absent' || old.kind === 'other' ? undefined : old;
      const after = kept?.kind === 'file' ? { kind: kept.kind, bytes: was.read(path), mode: kept.mode } : kept;
      if (!isSame(before, after)) going.set(path, { path, before, after });
    }
    return [...going.values()];
  });
  if (changes.length === 0) return odd;
  await commitSet(ground, {
    call,
    title,
    changes,
    maxImage,
    claims: [],
    observed: () => [],
    approve: () => {},
    asOwner: true,
  });
  return [...odd, ...changes.map(({ path }) => path)];
}

/** Paths with content that no call of ours has written, nor git. */
export function notOurs(
  ground: Ground,
  absolutes: Iterable<string>,
  { since, checkedOut }: Pick<TakeAwayOptions, 'since' | 'checkedOut'>,
): Promise<readonly string[]> {
  return withDisk(ground, async disk => {
    const found: string[] = [];
    for (const path of pathsOf(ground, disk, absolutes)) {
      const node = lookOrAbsent(disk, path);
      const isFilled = node.kind === 'directory' && disk.names(path).length > 0;
      if (node.kind === 'absent' || isFilled || checkedOut.has(path, node, disk)) continue;
      if (!(await isOurs(ground, { path, node, disk }, since))) found.push(path);
    }
    return found;
  });
}

const pathsOf = ({ root }: Ground, disk: Base, absolutes: Iterable<string>): ReadonlySet<string> =>
  new Set([...absolutes].flatMap(path => withBelow(disk, relative(root.absolute, path))));

/** A path with all below it, content first, for a folder is removed when it is empty. */
function withBelow(disk: Base, path: string): readonly string[] {
  if (lookOrAbsent(disk, path).kind !== 'directory') return [path];
  return [...disk.names(path).flatMap(name => withBelow(disk, join(path, name))), path];
}

async function isOurs(
  { store }: Ground,
  { path, node, disk }: { path: string; node: BaseNode; disk: Base },
  since: number,
): Promise<boolean> {
  const [last] = await store.journal.changesOf(path, 1);
  if (!last || last.set.at < since || (last.after?.kind ?? 'absent') !== node.kind) return false;
  if (node.kind === 'symlink') return last.after?.target === node.target;
  return node.kind !== 'file' || last.after?.sha === shaOf(disk.read(path));
}

/** Whether the path was there before, just so. */
function isSame(before: SeenState, after: StagedNode | undefined): boolean {
  if (before.kind === 'symlink') return after?.kind === 'symlink' && before.target === after.target;
  if (before.kind === 'file') return after?.kind === 'file' && before.sha === shaOf(after.bytes);
  return before.kind === after?.kind;
}
