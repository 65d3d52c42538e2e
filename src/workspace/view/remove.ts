import { ToolError } from '../../tool/error.ts';
import type { SeenState, Staging } from '../change/staging.ts';
import { joinBelow } from '../disk/open-dir.ts';
import { createPace } from '../pace.ts';
import { isClosed } from '../paths/lookup.ts';
import { invalidPath, showPath } from '../paths/parse-path.ts';
import { type TreeEntry, treeEntries } from './list.ts';
import { kindAt, mayShow, type Sight, within } from './look.ts';
import { lookSeen } from './seen.ts';
import { expectEntry, forgetMove } from './stage.ts';

/** An entry with all that lies below it, children before their folder, itself last. */
export async function wholeEntry(sight: Sight, path: string): Promise<{ top: TreeEntry; all: TreeEntry[] }> {
  const top = await within(
    sight,
    path,
    walk => {
      expectEntry(sight, walk);
      const { resolved, name, stats, node, dir } = walk;
      const target = stats?.isSymbolicLink() ? { target: dir?.readlink(name) } : {};
      return { path: resolved.relative, name, stats, node, ...target };
    },
    { keepLast: true },
  );
  const inside = isFolder(top) ? await treeEntries(sight, top.path) : [];
  const closed = inside.find(entry => isClosed(sight.root, joinBelow(sight.root.absolute, entry.path)));
  if (closed) throw invalidPath(path, sight.root.absolute, 'holds what Toolgate keeps as its own state');
  return { top, all: [...inside, top] };
}

export const isFolder = ({ stats, node }: Pick<TreeEntry, 'stats' | 'node'>): boolean =>
  kindAt({ stats, node, missing: [] }) === 'directory';

export async function stageDelete(
  sight: Sight,
  staging: Staging,
  path: string,
  { recursive = false }: { recursive?: boolean } = {},
): Promise<readonly string[]> {
  const { top, all } = await wholeEntry(sight, path);
  if (all.length > 1 && !recursive) throw notEmpty(sight, top.path, all.length - 1);
  const before: SeenState[] = [];
  const pace = createPace('looked at', all.length, sight.report);
  for (const entry of all) {
    before.push(await lookSeen(sight, entry, { stale: true }));
    await pace();
  }
  for (const [index, entry] of all.entries()) {
    forgetMove(staging, entry.path);
    staging.put({ path: entry.path, before: before[index] as SeenState, after: undefined });
  }
  const named = all.filter(entry => entry === top || mayShow(sight, entry.path));
  return [...named.filter(entry => !isFolder(entry)), ...named.filter(isFolder)].map(entry => entry.path);
}

function notEmpty(sight: Sight, path: string, entries: number): ToolError {
  const count = entries === 1 ? 'one entry' : `${entries} entries`;
  return new ToolError('NOT_A_FILE', `${showPath(path)} is a folder with ${count}. Nothing was deleted.`, {
    suggestion: 'Call again with recursive: true to delete it with all that is in it.',
    details: { path, workspace: sight.root.absolute },
  });
}
