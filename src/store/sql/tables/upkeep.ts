import type { UpkeepStore } from '../../port.ts';
import { query, type SqlDriver, type SqlWork } from '../driver.ts';
import { forgetImages } from './prune-images.ts';

/** Rows that one transaction looks at, so that other writers get their turn. */
const PAGE = 500;
const SETS = 50;

interface Records {
  readonly table: string;
  /** The column that says when a row was over. */
  readonly time: string;
  /** The condition for rows that nobody needs any more; others stay, however old. */
  readonly over: string;
  /** Tables whose rows belong to a row of this one. */
  readonly parts?: readonly string[];
}

/** Records that age. Tasks, saved rules, the journal's rows and what sessions know stay: they are small, and used. */
const RECORDS: readonly Records[] = [
  {
    table: 'event',
    time: 'at',
    // The task graph can be made again from its events.
    over: `type <> 'task_changed' and not exists
      (select 1 from call where call.id = event.call_id and call.status <> 'settled')`,
  },
  {
    table: 'call',
    time: 'coalesce(settled_at, prepared_at)',
    over: `status = 'settled' and not exists
      (select 1 from change_set where change_set.call_id = call.id and change_set.status in ('intent', 'planned', 'pending'))`,
  },
  {
    table: 'approval',
    time: 'coalesce(answered_at, created_at)',
    over: `status <> 'pending' and not exists
      (select 1 from approval_grant where approval_grant.approval_id = approval.id)`,
  },
  { table: 'dead_letter', time: 'at', over: `status <> 'open'` },
  // A script that nobody has gone on with in that time is never gone on with.
  { table: 'script_step', time: 'at', over: '1 = 1' },
  {
    table: 'run',
    time: 'changed_at',
    over: `status in ('done', 'failed', 'cancelled') and not exists
      (select 1 from run other where other.root_id = run.root_id and other.status in ('queued', 'running'))`,
    parts: ['run_head', 'run_message', 'run_step'],
  },
];

export const sqlUpkeep = (driver: SqlDriver, isSqlite: boolean): UpkeepStore => ({
  async *forget({ records, images }) {
    const steps = RECORDS.map(each => (from: number) => forgetPage(each, from, records));
    for (const step of [...steps, (from: number) => forgetOldImages(from, images)]) {
      for (let after: number | undefined = 0; after !== undefined; ) {
        const from: number = after;
        after = await driver.write(() => step(from));
        yield;
      }
    }
  },
  reclaim: () => driver.reclaim(),
  async bytes() {
    if (!isSqlite) return undefined;
    const [row] = await driver.read(() =>
      query(`select (page_count - freelist_count) * page_size as "bytes"
        from pragma_page_count(), pragma_freelist_count(), pragma_page_size()`),
    );
    return Number(row?.bytes);
  },
});

/** Forgets a page of rows and gives where to go on, until nothing old is left. Rows stand in their order of coming. */
function* forgetPage(records: Records, after: number, before: number): SqlWork<number | undefined> {
  const { table, time, over, parts = [] } = records;
  const [page] = yield* query(
    `select count(*) as "rows", max(seq) as "last", min(ended) as "oldest"
       from (select seq, ${time} as ended from ${table} where seq > ? order by seq limit ${PAGE}) as page`,
    [after],
  );
  const [rows, last, oldest] = [Number(page?.rows), Number(page?.last), Number(page?.oldest)];
  if (rows === 0 || oldest >= before) return undefined;
  const gone = yield* query(
    `delete from ${table} where seq > ? and seq <= ? and ${time} < ? and ${over} returning ${parts.length > 0 ? 'id' : 'seq'}`,
    [after, last, before],
  );
  for (const part of parts)
    for (const { id } of gone) yield* query(`delete from ${part} where run_id = ?`, [id as string]);
  return rows < PAGE ? undefined : last;
}

function* forgetOldImages(after: number, before: number): SqlWork<number | undefined> {
  const sets = yield* query(
    `select id, seq from change_set where seq > ? and at < ? and status in ('committed', 'rolled_back')
       order by seq limit ${SETS}`,
    [after, before],
  );
  for (const { id } of sets) yield* forgetImages(id as string);
  return sets.length < SETS ? undefined : Number(sets.at(-1)?.seq);
}
