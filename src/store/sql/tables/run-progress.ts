import type { RunHandle, RunStore, StepRow } from '../../port.ts';
import {
  query,
  queryAll,
  type SqlDriver,
  type SqlRow,
  type SqlValue,
  type SqlWork,
  type Statement,
} from '../driver.ts';

/** A write locks the row of its run, so others may be beside it. */
const byItself = { durable: true, beside: true };

type RunProgress = Pick<RunStore, 'history' | 'saveHistory' | 'beginStep' | 'endStep' | 'step'>;

/** How far each run has come: its history and its steps. */
export function sqlRunProgress(driver: SqlDriver): RunProgress {
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
