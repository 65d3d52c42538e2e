import { query, type SqlDriver, type SqlWork } from '../driver.ts';

/** Sets handled in one transaction, so that other writers get their turn. */
const setsInOneStep = 50;

/** Forgets the images of finished sets, oldest first; an image that a newer or an unfinished set needs stays. */
export async function pruneImages(driver: SqlDriver, bytes: number): Promise<void> {
  let pruned = false;
  while (await driver.write(() => pruneStep(bytes))) pruned = true;
  if (pruned) await driver.reclaim();
}

/** Forgets some images; true when something was forgotten and there may be more. */
function* pruneStep(bytes: number): SqlWork<boolean> {
  const [total] = yield* query('select coalesce(sum(size), 0) as "size" from blob');
  let excess = (total?.size as number) - bytes;
  if (excess <= 0) return false;
  const oldest = yield* query(
    `select id from change_set where status in ('committed', 'rolled_back')
       and exists (select 1 from image where image.set_id = change_set.id) order by seq limit ${setsInOneStep}`,
  );
  for (const { id } of oldest) {
    if (excess <= 0) break;
    excess -= yield* forgetImages(id as string);
  }
  return oldest.length > 0;
}

/** Forgets the images of one set, but for those that other sets need, and gives back how many bytes they had. */
export function* forgetImages(setID: string): SqlWork<number> {
  const removed = yield* query(
    `delete from blob where sha in (select sha from image where set_id = ?)
       and not exists (select 1 from image other where other.sha = blob.sha and other.set_id <> ?)
     returning size`,
    [setID, setID],
  );
  yield* query('delete from image where set_id = ?', [setID]);
  return removed.reduce((sum, { size }) => sum + (size as number), 0);
}
