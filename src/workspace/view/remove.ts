import { ToolError } from '../../tool/error.ts';
import type { SeenState, Staging } from '../change/staging.ts';
import { joinBelow } from '../disk/open-dir.ts';
import { createPace } from '../pace.ts';
import { isClosed } from '../paths/lookup.ts';
import { invalidPath, showPath } from '../paths/parse-path.ts';
import type { Walk } from '../paths/walk.ts';
import { type TreeEntry, treeEntries } from './list.ts';
import { kindAt, mayShow, type Sight, within } from './look.ts';
import { lookSeen } from './seen.ts';
import { expectEntry, forgetMove } from './stage.ts';

/** The entry that a path itself names: a link is not followed. */
export function topEntry(sight: Sight, path: string): Promise<TreeEntry> {
  const toEntry = (walk: Walk): TreeEntry => {
    expectEntry(sight, walk);
    const { resolved, name, stats, node, dir } = walk;
    const target = stats?.isSymbolicLink() ? dir?.readlink(name) : undefined;
    return { path: resolved.relative, name, stats, node, target };
  };
  return within(sight, path, toEntry, { keepLast: true });
}

/** An entry with all that lies below it, children before their folder, itself last. `keep` takes further fields. */
export async function wholeEntry<T>(sight: Sight, top: TreeEntry, keep: (entry: TreeEntry) => T) {
  // An entry has only the fields that a change needs: there may be very many.
  const all: { path: string; folder: boolean; before: SeenState; kept: T }[] = [];
  const pace = createPace('looked at', undefined, sight.report);
  const take = async (entry: TreeEntry): Promise<void> => {
    const before = await lookSeen(sight, entry, { stale: true });
    all.push({ path: entry.path, folder: isFolder(entry), before, kept: keep(entry) });
    await pace();
  };
  if (isFolder(top)) {
    for await (const entry of treeEntries(sight, top.path)) {
      if (isClosed(sight.root, joinBelow(sight.root.absolute, entry.path)))
        throw invalidPath(top.path, sight.root.absolute, 'holds what Toolgate keeps as its own state');
      await take(entry);
    }
  }
  await take(top);
  return all;
}

export const isFolder = ({ stats, node }: Pick<TreeEntry, 'stats' | 'node'>): boolean =>
  kindAt({ stats, node, missing: [] }) === 'directory';

export async function stageDelete(
  sight: Sight,
  staging: Staging,
  path: string,
  { recursive = false }: { recursive?: boolean } = {},
): Promise<readonly string[]> {
  const top = await topEntry(sight, path);
  if (!recursive) await refuseFilled(sight, top);
  const all = await wholeEntry(sight, top, () => undefined);
  for (const { path, before } of all) {
    forgetMove(staging, path);
    staging.put({ path, before, after: undefined });
  }
  const named = all.filter(entry => entry.path === top.path || mayShow(sight, entry.path));
  return [...named.filter(({ folder }) => !folder), ...named.filter(({ folder }) => folder)].map(({ path }) => path);
}

async function refuseFilled(sight: Sight, top: TreeEntry): Promise<void> {
  let entries = 0;
  if (isFolder(top)) for await (const _ of treeEntries(sight, top.path)) entries += 1;
  if (entries === 0) return;
  const count = entries === 1 ? 'one entry' : `${entries} entries`;
  throw new ToolError('NOT_A_FILE', `${showPath(top.path)} is a folder with ${count}. Nothing was deleted.`, {
    suggestion: 'Call again with recursive: true to delete it with all that is in it.',
    details: { path: top.path, workspace: sight.root.absolute },
  });
}
