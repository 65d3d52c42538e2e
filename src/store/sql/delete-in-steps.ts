import { query, type SqlDriver, type SqlValue } from './driver.ts';

const step = 5000;

/** Deletes the selected rows of a table, some in each transaction, so that other writers get their turn. */
export async function deleteInSteps(
  driver: SqlDriver,
  { table, key, where }: { readonly table: string; readonly key: string; readonly where: string },
  params: readonly SqlValue[],
): Promise<void> {
  const sql = `delete from ${table} where ${key} in
    (select ${key} from ${table} where ${where} order by ${key} limit ${step}) returning ${key}`;
  while ((await driver.write(() => query(sql, params))).length === step);
  await driver.reclaim();
}
