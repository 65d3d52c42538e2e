import type { EventRow, EventStore } from '../port.ts';
import { query, type SqlDriver, type SqlValue, type Work } from './driver.ts';
import { defineTable } from './table.ts';
import { limited, where } from './where.ts';

const events = defineTable<EventRow>('event', {
  seq: 'integer',
  type: 'text',
  at: 'integer',
  sessionID: 'text',
  agent: 'text',
  callID: 'text',
  data: 'json',
});

/** Rows removed in one transaction, so that others are not held up for long. */
const pruneStep = 5000;

export const sqlEvents = (driver: SqlDriver): EventStore => ({
  async append(rows) {
    if (rows.length === 0) return [];
    const params = rows.map(row => events.params({ seq: 0, ...row }));
    return driver.write(() => insertNumbered(params));
  },
  async since(seq, { limit, type, callID, sessionID } = {}) {
    const conditions = where({
      'seq > ?': seq,
      'type = ?': type,
      'call_id = ?': callID,
      'session_id = ?': sessionID,
    });
    const sql = `select ${events.columns()} from event${conditions.sql} order by seq${limited(limit)}`;
    return (await driver.read(() => query(sql, conditions.params))).map(row => events.row(row));
  },
  async last() {
    const [row] = await driver.read(() => query(`select value from counter where name = 'event'`));
    return row?.value as number;
  },
  async prune(keep) {
    const last = await this.last();
    for (;;) {
      const rows = await driver.write(() =>
        query(
          `delete from event where seq <= ? and seq < (select min(seq) from event) + ${pruneStep} returning 1 as "one"`,
          [last - keep],
        ),
      );
      if (rows.length < pruneStep) break;
    }
    await driver.reclaim();
  },
});

/** The numbers are taken inside the transaction: whoever commits first has the smaller ones. */
function* insertNumbered(params: readonly SqlValue[][]): Work<readonly number[]> {
  const [counter] = yield* query(`update counter set value = value + ? where name = 'event' returning value`, [
    params.length,
  ]);
  const first = (counter?.value as number) - params.length + 1;
  for (const [index, [, ...values]] of params.entries()) yield* query(events.insert, [first + index, ...values]);
  return params.map((_, index) => first + index);
}
