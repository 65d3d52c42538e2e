import type { EventRow, EventStore } from '../port.ts';
import { deleteInSteps } from './delete-in-steps.ts';
import { query, queryAll, type SqlDriver, type SqlValue, type Work } from './driver.ts';
import { select } from './select.ts';
import { defineTable } from './table.ts';

export const events = defineTable<EventRow>('event', {
  seq: 'integer',
  type: 'text',
  at: 'integer',
  sessionID: 'text',
  agent: 'text',
  callID: 'text',
  data: 'json',
});

export const sqlEvents = (driver: SqlDriver): EventStore => ({
  async append(rows) {
    if (rows.length === 0) return [];
    const params = rows.map(row => events.params({ seq: 0, ...row }));
    return driver.write(() => insertNumbered(params), { beside: true });
  },
  since: (seq, { limit, type, callID, sessionID } = {}) =>
    driver.read(() =>
      select(events, {
        where: { 'seq > ?': seq, 'type = ?': type, 'call_id = ?': callID, 'session_id = ?': sessionID },
        order: 'seq',
        limit,
      }),
    ),
  async last() {
    const [row] = await driver.read(() => query(`select value from counter where name = 'event'`));
    return row?.value as number;
  },
  async prune(keep) {
    // Numbers have no gaps.
    const last = await this.last();
    await deleteInSteps(driver, { table: 'event', key: 'seq', where: 'seq <= ?' }, [last - keep]);
  },
});

/** The numbers are taken inside the transaction: whoever commits first has the smaller ones. */
export function* insertNumbered(params: readonly SqlValue[][]): Work<readonly number[]> {
  const [counter] = yield* query(`update counter set value = value + ? where name = 'event' returning value`, [
    params.length,
  ]);
  const first = (counter?.value as number) - params.length + 1;
  yield* queryAll(params.map(([, ...values], index) => ({ sql: events.insert, params: [first + index, ...values] })));
  return params.map((_, index) => first + index);
}
