import type { EventRow, EventStore } from '../port.ts';
import { deleteInSteps } from './delete-in-steps.ts';
import { query, queryAll, type SqlDriver, type SqlValue, type Statement, type Work } from './driver.ts';
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
  // Over a network; and what is kept back for a moment is lost with a process that ends meanwhile.
  together: driver.clock !== undefined,
  async append(rows) {
    if (rows.length === 0) return [];
    const params = rows.map(row => events.params({ seq: 0, ...row }));
    return driver.write(() => insertNumbered(params), { beside: true, counts: true });
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

const sizes = [64, 16, 4, 1];

/** The numbers are taken inside the transaction: whoever commits first has the smaller ones. */
export function* insertNumbered(params: readonly SqlValue[][]): Work<readonly number[]> {
  const [counter] = yield* query(`update counter set value = value + ? where name = 'event' returning value`, [
    params.length,
  ]);
  const first = (counter?.value as number) - params.length + 1;
  const numbered = params.map(([, ...values], index) => [first + index, ...values]);
  const row = `, (${numbered[0]?.map(() => '?').join(', ')})`;
  const statements: Statement[] = [];
  for (let start = 0; start < numbered.length; ) {
    // Few lengths, so that the server knows the statement.
    const size = sizes.find(each => each <= numbered.length - start)!;
    const chunk = numbered.slice(start, start + size);
    statements.push({ sql: `${events.insert}${row.repeat(size - 1)}`, params: chunk.flat() });
    start += size;
  }
  yield* queryAll(statements);
  return params.map((_, index) => first + index);
}
