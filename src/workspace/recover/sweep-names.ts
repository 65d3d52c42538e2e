import { tryOr } from '../../system/try-or.ts';
import { survivingFolder } from '../commit/kept-aside.ts';
import { dropKept, removeTemp } from '../commit/rollback.ts';
import { withFolders } from '../disk/folders.ts';
import type { Ground } from '../ground.ts';

const BOOT = 'journal.boot';
/** Milliseconds after which every file system has written its names down. */
const WINDOW = 60_000;
const MOST_SETS = 1000;

/**
 * Removes names again, at the first start after a boot: after a power cut the names that were removed last may be back,
 * although their set is finished and its process may have ended in peace.
 */
export async function sweepNames(ground: Ground, boot: string): Promise<void> {
  const { journal, state } = ground.store;
  if (boot === 'unknown' || (await state.get(BOOT)) === boot) return;
  const sets = await journal.sets({ limit: MOST_SETS });
  const since = (sets[0]?.at ?? 0) - WINDOW;
  await withFolders(ground.root, { asOwner: true }, async folders => {
    for (const { id, status, at } of sets) {
      if (at < since || (status !== 'committed' && status !== 'rolled_back')) continue;
      const rows = await journal.changes(id);
      for (const row of rows) {
        // Names in a folder that is closed to this user by now stay.
        tryOr(() => {
          removeTemp(folders, row);
          // A roll-back leaves an old file aside where someone else's work took its place: it may be the only copy.
          const isOnlyCopy = row.before?.kind === 'file' && row.before.sha === undefined;
          if (status === 'committed' || !isOnlyCopy) dropKept(folders, row, survivingFolder(rows));
        }, undefined);
      }
    }
  });
  await state.set(BOOT, boot);
}
