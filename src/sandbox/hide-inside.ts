import { chmodSync, closeSync, linkSync, lstatSync, mkdirSync, openSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { joined } from './check-job.ts';
import { isBelow } from './is-below.ts';
import type { JobFolder } from './job-folder.ts';
import { listeningBelow } from './listening-below.ts';
import type { Job } from './port.ts';

/** Prepares what is not to be seen below the workspace; true where it is to be covered by mounts. */
export function hideInside(folder: JobFolder, { view, root, hidden }: Job, whiteout: string): boolean {
  const inside = topmost(hidden.filter(path => isBelow(path, root) && path !== root));
  if (view.kind === 'overlay') {
    folder.maskParents(root, inside);
    const left = inside.map(path => relative(root, path)).filter(path => !linked(whiteout, join(folder.mask, path)));
    folder.file('hidden', joined(left));
    return false;
  }
  const sockets = listeningBelow(root);
  const present = [...inside, ...sockets].filter(path => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
  folder.file('hidden', joined(present.map(path => relative(root, path))));
  if (present.length === 0) return false;
  mkdirSync(join(folder.path, 'blank', 'folder'), { recursive: true });
  chmodSync(join(folder.path, 'blank', 'folder'), 0);
  closeSync(openSync(join(folder.path, 'blank', 'file'), 'wx', 0));
  return true;
}

/** One more name for a whiteout costs nothing; making one takes a program. */
function linked(whiteout: string, place: string): boolean {
  try {
    linkSync(whiteout, place);
    return true;
  } catch {
    return false;
  }
}

/** Without what lies in something else that is hidden, and each but once. */
function topmost(paths: readonly string[]): readonly string[] {
  const known = new Set(paths);
  return [...known].filter(path => {
    for (let above = dirname(path); above.length > 1; above = dirname(above)) if (known.has(above)) return false;
    return true;
  });
}

/** What the job could not see is not gone for that: it is still there. */
export const withHidden = (merged: ReadonlySet<string>, { root, hidden }: Job): ReadonlySet<string> =>
  new Set([...merged, ...hidden.filter(path => isBelow(path, root)).map(path => relative(root, path))]);
