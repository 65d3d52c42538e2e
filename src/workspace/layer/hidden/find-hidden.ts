import { type BigIntStats, lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { tryOr } from '../../../system/try-or.ts';
import { ToolError } from '../../../tool/error.ts';
import { fromNameBytes, isNoText, toNameBytes } from '../../../tool/text/name-bytes.ts';
import { type EntryAt, eachFolder, entriesAt } from '../../disk/entries-at.ts';
import { showPath } from '../../paths/parse-path.ts';
import type { VisibilityTest } from '../../port.ts';
import type { Sight } from '../../view/look.ts';

/** The paths in the workspace that a call may not see: toolgate's own, and those that a rule hides. */
export async function findHidden({ root, visible, hides }: Sight): Promise<readonly string[]> {
  const own = root.closed.filter(folder => folder.startsWith(`${root.absolute}/`));
  return hides ? [...own, ...(await hiddenByRules(root.absolute, visible))] : own;
}

/** Paths that rules hide, the topmost of each, and other names of the same files. Looks at every folder. */
async function hiddenByRules(root: string, visible: VisibilityTest): Promise<readonly string[]> {
  const hidden: string[] = [];
  const names: string[] = [];
  const hide = (path: string): void => {
    if (isNoText(path)) throw unnameable(path);
    hidden.push(path);
  };
  const enter = (path: string, kind: EntryAt['kind']): readonly string[] => {
    names.push(path);
    if (visible(path)) return kind === 'folder' ? [path] : [];
    hide(path);
    return [];
  };
  await eachFolder(root, folder => {
    const entries = entriesAt(folder);
    // A closed folder is hidden: whoever made it may open it again, and a known name needs no listing.
    if (entries === 'closed') hide(folder);
    return entries === 'closed' ? [] : entries.flatMap(({ name, kind }) => enter(join(folder, name), kind));
  });
  for (const target of hidden.flatMap(path => targetOf(path, root))) hide(target);
  const inodes = new Set(hidden.map(statsOf).filter(isShared).map(inodeOf));
  if (inodes.size === 0) return hidden;
  const known = new Set(hidden);
  const others = names.filter(path => {
    const stats = known.has(path) ? undefined : statsOf(path);
    return isShared(stats) && inodes.has(inodeOf(stats));
  });
  for (const path of others) hide(path);
  return hidden;
}

/** The error for a name that is no text, which cannot be covered in a sandbox. */
export const unnameable = (path: string): ToolError =>
  new ToolError(
    'EXECUTION_ERROR',
    `${showPath(path)} is to be hidden from commands and cannot be: its name is not text (UTF-8). Nothing was run.`,
    { suggestion: 'Give the file or the folder another name.' },
  );

/** The target of a hidden link, if it is in the workspace: the target's content is what the rule hides. */
const targetOf = (path: string, root: string): readonly string[] =>
  tryOr(() => {
    if (!lstatSync(path).isSymbolicLink()) return [];
    const target = fromNameBytes(realpathSync(path, 'buffer'));
    return target.startsWith(`${root}/`) ? [target] : [];
  }, []);

const statsOf = (path: string): BigIntStats | undefined =>
  lstatSync(toNameBytes(path), { bigint: true, throwIfNoEntry: false });

/** Whether a file has other names. A hidden folder's files may too, but a rule on a folder is about the place. */
const isShared = (stats: BigIntStats | undefined): stats is BigIntStats => stats?.isFile() === true && stats.nlink > 1n;

const inodeOf = ({ dev, ino }: BigIntStats): string => `${dev}:${ino}`;
