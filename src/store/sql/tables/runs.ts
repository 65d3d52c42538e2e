import { addAll } from '../../../tool/lists/long-lists.ts';
import type { RunEnd, RunHandle, RunRow, RunStatus, RunStore, StepRow } from '../../port.ts';
import {
  meetsOne,
  query,
  queryAll,
  type SqlDriver,
  type SqlRow,
  type SqlValue,
  type SqlWork,
  type Statement,
} from '../driver.ts';
import { inChunks, marks, olderThan, select, selectOne, withStatuses } from '../select.ts';
import { defineTable, integer, json, text } from '../table.ts';

const runs = defineTable<RunRow>('run', {
  ...text('id', 'rootID', 'parentID', 'kind', 'status'),
  ...integer('epoch'),
  ...text('jobID', 'processID'),
  ...json('spec', 'result', 'error'),
  ...integer('createdAt', 'changedAt'),
});

const statuses: readonly RunStatus[] = ['queued', 'running', 'done', 'failed', 'cancelled'];
const isOpen = `status in ('queued', 'running')`;
/** The condition for open runs in words that use no index: of very many open runs, few are named. */
const isOpenBesides = `coalesce(status, '') in ('queued', 'running')`;
/** The most rows in one statement. */
const chunkSize = 200;

/** The option for writes of ends: a power cut must not bring back a run that has ended. */
const durable = { durable: true };
/** A write that locks the rows it is about, so that others may be beside it. */
const byItself = { durable: true, beside: true };

export const sqlRuns = (driver: SqlDriver): RunStore => ({
  async add(rows) {
    if (rows.every(row => row.parentID === undefined)) {
      await driver.write(() => insertAll(rows), byItself);
      return { refused: [] };
    }
    return driver.write(() => addBelow(rows), durable);
  },
  get: id => driver.read(() => selectOne(runs, { 'id = ?': id })),
  list: ({ status, ids, parentID, rootID, processID, before, limit } = {}) =>
    driver.read(function* () {
      if (ids) return yield* byIds(ids);
      const where = {
        ...withStatuses(status, statuses),
        'parent_id = ?': parentID,
        'root_id = ?': rootID,
        'process_id = ?': processID,
        [olderThan('run')]: before,
      };
      return yield* select(runs, { where, order: 'seq desc', limit });
    }),
  claim: (jobs, processID, now) =>
    driver.write(function* () {
      const claimed: SqlRow[] = [];
      for (const chunk of inChunks(jobs, chunkSize)) {
        const rows = yield* query(
          `update run set status = 'running', epoch = epoch + 1, process_id = ?, changed_at = ?
           where ${isOpenBesides} and id in (${marks(chunk)}) and job_id in (${marks(chunk)}) returning ${runs.columns()}`,
          [processID, now, ...chunk.map(job => job.id), ...chunk.map(job => job.jobID)],
        );
        addAll(claimed, rows);
      }
      return claimed.map(row => runs.row(row));
    }, byItself),
  async reopen({ id, epoch }, processID, now) {
    const sql = `update run set status = 'running', epoch = epoch + 1, process_id = ?, result = null, error = null,
             changed_at = ? where id = ? and epoch = ? returning ${runs.columns()}`;
    const [row] = await driver.write(() => query(sql, [processID, now, id, epoch]), byItself);
    return row && runs.row(row);
  },
  end: (ends, now) => driver.write(() => queryAll(endAll(ends, now)), { ...byItself, blind: true }),
  release({ id, epoch }, jobID, now) {
    const sql = `update run set status = 'queued', job_id = ?, process_id = null, changed_at = ?
           where id = ? and epoch = ? and ${isOpen} returning id`;
    return meetsOne(driver, { sql, params: [jobID, now, id, epoch] }, byItself);
  },
  cancel: (id, now) => driver.write(() => cancel(id, now), durable),
  lost: held =>
    driver.read(function* () {
      const epochs = new Map<unknown, unknown>();
      for (const chunk of inChunks(held, chunkSize)) {
        const sql = `select id, epoch from run where status = 'running' and id in (${marks(chunk)})`;
        const ids = chunk.map(run => run.id);
        for (const { id, epoch } of yield* query(sql, ids)) epochs.set(id, epoch);
      }
      return held.filter(run => epochs.get(run.id) !== run.epoch).map(run => run.id);
    }),
  ...sqlRunProgress(driver),
});

function endAll(ends: readonly RunEnd[], now: number): readonly Statement[] {
  const each = '(cast(? as text), cast(? as bigint), cast(? as text), cast(? as text), cast(? as text))';
  return [...inChunks(ends, chunkSize)].map(chunk => ({
    sql: `with ended (id, epoch, status, result, error) as (values ${chunk.map(() => each).join(', ')})
      update run set status = ended.status, result = ended.result, error = ended.error, changed_at = ?
      from ended where run.id = ended.id and run.epoch = ended.epoch and run.status = 'running'`,
    params: [
      ...chunk.flatMap(({ id, epoch, status, result, error }) => [id, epoch, status, toText(result), toText(error)]),
      now,
    ],
  }));
}

function* insertAll(rows: readonly RunRow[]): SqlWork<void> {
  const statements = [...inChunks(rows, chunkSize)].map((chunk): Statement => {
    const params = chunk.map(row => runs.params(row));
    const more = `, (${marks(params[0] ?? [])})`.repeat(chunk.length - 1);
    return { sql: `${runs.insert}${more} on conflict (id) do nothing`, params: params.flat() };
  });
  yield* queryAll(statements);
}

function* addBelow(rows: readonly RunRow[]): SqlWork<{ refused: readonly string[] }> {
  const parents = [...new Set(rows.flatMap(row => (row.parentID === undefined ? [] : [row.parentID])))];
  const alive = new Set<string>();
  for (const chunk of inChunks(parents, chunkSize)) {
    const found = yield* query(`select id from run where ${isOpen} and id in (${marks(chunk)})`, chunk);
    for (const row of found) alive.add(row.id as string);
  }
  const mayStart = (row: RunRow) => row.parentID === undefined || alive.has(row.parentID);
  yield* insertAll(rows.filter(mayStart));
  return { refused: rows.filter(row => !mayStart(row)).map(row => row.id) };
}

function* cancel(id: string, now: number): SqlWork<readonly string[]> {
  const rows = yield* query(
    `with recursive below (id) as (
      select id from run where id = ? union select run.id from run join below on run.parent_id = below.id)
    update run set status = 'cancelled', changed_at = ? where ${isOpen} and id in (select id from below) returning id`,
    [id, now],
  );
  return rows.map(row => row.id as string);
}

function* byIds(ids: readonly string[]): SqlWork<RunRow[]> {
  const found: SqlRow[] = [];
  for (const chunk of inChunks(ids, chunkSize))
    addAll(found, yield* query(`select ${runs.columns()}, seq from run where id in (${marks(chunk)})`, chunk));
  return found.sort((a, b) => Number(b.seq) - Number(a.seq)).map(row => runs.row(row));
}

const toText = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

type RunProgress = Pick<RunStore, 'history' | 'saveHistory' | 'beginStep' | 'endStep' | 'step'>;

/** How far each run has come: its history and its steps. */
function sqlRunProgress(driver: SqlDriver): RunProgress {
  const writeHeld = (run: RunHandle, statements: readonly Statement[]) =>
    driver.write(() => whileHeld(run, statements), byItself);
  return {
    history: id =>
      driver.read(function* () {
        const [head] = yield* query('select head from run_head where run_id = ?', [id]);
        if (!head) return undefined;
        const rows = yield* query('select message from run_message where run_id = ? order by place', [id]);
        return { head: parsed(head.head), messages: rows.map(row => parsed(row.message)) };
      }),
    saveHistory: (run, { head, messages, length }) =>
      writeHeld(run, [
        {
          sql: `insert into run_head (run_id, head) values (?, ?)
            on conflict (run_id) do update set head = excluded.head`,
          params: [run.id, JSON.stringify(head ?? null)],
        },
        { sql: 'delete from run_message where run_id = ? and place >= ?', params: [run.id, length] },
        ...messages.map(([place, message]) => ({
          sql: `insert into run_message (run_id, place, message) values (?, ?, ?)
            on conflict (run_id, place) do update set message = excluded.message`,
          params: [run.id, place, JSON.stringify(message ?? null)],
        })),
      ]),
    beginStep(run, { key, callID, repeatable }) {
      const sql = `insert into run_step (run_id, name, call_id, repeatable) values (?, ?, ?, ?)
            on conflict (run_id, name) do update set call_id = excluded.call_id,
              repeatable = excluded.repeatable, outcome = null`;
      return writeHeld(run, [{ sql, params: [run.id, key, callID, repeatable ? 1 : 0] }]);
    },
    endStep(run, key, outcome) {
      const sql = 'update run_step set outcome = ? where run_id = ? and name = ?';
      return writeHeld(run, [{ sql, params: [JSON.stringify(outcome), run.id, key] }]);
    },
    async step(runID, key) {
      const sql = 'select * from run_step where run_id = ? and name = ?';
      const [found] = await driver.read(() => query(sql, [runID, key]));
      return found && toStep(found);
    },
  };
}

/** Writes while a run is held. Its row stays locked until all is written: whoever takes the run over waits for that. */
function* whileHeld({ id, epoch }: RunHandle, statements: readonly Statement[]): SqlWork<boolean> {
  const held = yield* query(
    `update run set epoch = epoch where id = ? and epoch = ? and status = 'running' returning id`,
    [id, epoch],
  );
  if (held.length === 0) return false;
  yield* queryAll(statements);
  return true;
}

const parsed = (value: SqlValue | undefined): unknown => JSON.parse(String(value));

function toStep(row: SqlRow): StepRow {
  const step = { key: row.name as string, callID: row.call_id as string, repeatable: Number(row.repeatable) !== 0 };
  return row.outcome === null ? step : { ...step, outcome: parsed(row.outcome) as Record<string, unknown> };
}
