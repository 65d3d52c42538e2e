import { chmodSync, closeSync, linkSync, lstatSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isBelow } from '../../system/is-below.ts';
import { tryOr } from '../../system/try-or.ts';
import { toNameBytes } from '../../tool/text/name-bytes.ts';
import { joinWithNul } from '../job/check-job.ts';
import type { SandboxJob } from '../port.ts';
import type { JobFolder } from './job-folder.ts';

/**
 * Hides the paths below the workspace that are not to be seen, and on the real files holds those not to be changed;
 * gives whether mounts are to cover them.
 */
export function hideInside(folder: JobFolder, job: SandboxJob, whiteout: () => string): boolean {
  const { view, root, hidden, covered = [] } = job;
  const inside = topmost(hidden.filter(path => isBelow(path, root) && path !== root));
  if (view.kind === 'overlay') {
    folder.maskParents(root, inside);
    const left = inside.map(path => relative(root, path)).filter(path => !linked(whiteout(), join(folder.mask, path)));
    if (left.length > 0) folder.file('hidden', joinWithNul(left));
    const blank = topmost([...inside, ...covered]).filter(path => !inside.includes(path));
    folder.maskParents(root, blank);
    for (const path of blank) writeFileSync(join(folder.mask, relative(root, path)), '', { mode: 0o444 });
    return false;
  }
  const sockets = listeningBelow(root);
  const present = [...inside, ...sockets].filter(path => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
  const covers = [...present.map(path => ({ path, kind: 'hidden' })), ...keptFrom(job, present)];
  // Mounts go from the outside in: a later mount on a folder lies over those made in it before.
  const ordered = covers.sort((a, b) => depthOf(a.path) - depthOf(b.path));
  // Not every name is text.
  const names = toNameBytes(joinWithNul(ordered.map(({ path, kind }) => `${kind} ${relative(root, path)}`)));
  folder.file('covers', Buffer.from(names as string));
  if (covers.length === 0) return false;
  const blank = join(folder.path, 'blank');
  mkdirSync(join(blank, 'folder'), { recursive: true });
  chmodSync(join(blank, 'folder'), 0);
  closeSync(openSync(join(blank, 'file'), 'wx', 0));
  return true;
}

/**
 * Paths that are not to be changed, and the folders above: a folder that could get another name would make room for a
 * new one with whatever in it, and a folder with a mount on it can get none.
 */
function keptFrom({ root, readOnly = [], pinned = [] }: SandboxJob, hidden: readonly string[]) {
  const seen = (path: string) => !hidden.some(other => isBelow(path, other));
  const frozen = topmost(readOnly.filter(seen));
  const inside = (path: string) => isBelow(path, root) && path !== root;
  const held = new Set(pinned.filter(seen));
  for (const path of [...frozen, ...held]) for (let up = dirname(path); inside(up); up = dirname(up)) held.add(up);
  const free = [...held].filter(path => !frozen.some(other => isBelow(path, other)));
  return [...frozen.map(path => ({ path, kind: 'frozen' })), ...free.map(path => ({ path, kind: 'pinned' }))];
}

/** Sockets with a name below a folder: whoever listens there is outside, so they are a way out. */
function listeningBelow(root: string): readonly string[] {
  const lines = tryOr(() => readFileSync('/proc/net/unix', 'utf8'), '').split('\n');
  const paths = lines.flatMap(line => /^\S+: \S+ \S+ \S+ \S+ \S+ +\d+ (\/.*)$/.exec(line)?.[1] ?? []);
  return [...new Set(paths)].filter(path => isBelow(path, root));
}

const depthOf = (path: string): number => path.split('/').length;

/** Links a whiteout, since one more name for it costs nothing. */
const linked = (whiteout: string, place: string): boolean =>
  tryOr(() => {
    linkSync(whiteout, place);
    return true;
  }, false);

/** Paths without those that lie in other ones, and each but once. */
function topmost(paths: readonly string[]): readonly string[] {
  const known = new Set(paths);
  return [...known].filter(path => {
    for (let above = dirname(path); above.length > 1; above = dirname(above)) if (known.has(above)) return false;
    return true;
  });
}

/** The merged paths with the hidden ones: files that the job could not see are still there. */
export const withHidden = (merged: ReadonlySet<string>, { root, hidden }: SandboxJob): ReadonlySet<string> =>
  new Set([...merged, ...hidden.filter(path => isBelow(path, root)).map(path => relative(root, path))]);
