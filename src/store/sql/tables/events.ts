import type { EventRow, EventStore } from '../../port.ts';
import { query, queryAll, type SqlDriver, type SqlValue, type SqlWork, type Statement } from '../driver.ts';
import { deleteInSteps, inChunks, select } from '../select.ts';
import { defineTable, integer, json, keptTexts, text } from '../table.ts';

export const events = defineTable<EventRow>('event', {
  ...integer('seq'),
  ...text('type'),
  ...integer('at'),
  ...text('sessionID', 'agent', 'callID'),
  ...json('data'),
});

export const sqlEvents = (driver: SqlDriver): EventStore => ({
  gather: append => driver.gather(append),
  async append(rows) {
    if (rows.length === 0) return [];
    const params = rows.map(row => events.params({ seq: 0, ...row }));
    const insert = driver.clock ? insertAtOnce : insertNumbered;
    return driver.write(() => insert(params), { beside: true, counts: 'event' });
  },
  since(seq, { limit, type, except, callID, sessionID } = {}) {
    const asked = { 'type = ?': type, 'type <> ?': except, 'call_id = ?': callID, 'session_id = ?': sessionID };
    return driver.read(() => select(events, { where: { 'seq > ?': seq, ...asked }, order: 'seq', limit }));
  },
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

/** Inserts events. Their numbers are taken inside the transaction: whoever commits first has the smaller ones. */
export function* insertNumbered(params: readonly SqlValue[][]): SqlWork<readonly number[]> {
  const sql = `update counter set value = value + ? where name = 'event' returning value`;
  const [counter] = yield* query(sql, [params.length]);
  const first = (counter?.value as number) - params.length + 1;
  yield* queryAll(params.map(([, ...values], index) => ({ sql: events.insert, params: [first + index, ...values] })));
  return params.map((_, index) => first + index);
}

const columnTypes = ['bigint', 'text', 'bigint', 'text', 'text', 'text', 'text'];
/** Few lengths, so that the server knows the statements. */
const lengths = [1, 4, 16, 64, 256];
const longest = 256;

/**
 * Inserts events in one statement, for a database behind a network: nobody else gets a number until the commit, so each
 * answer that is waited for before that keeps all others waiting.
 */
function* insertAtOnce(params: readonly SqlValue[][]): SqlWork<readonly number[]> {
  const statements: Statement[] = [];
  for (const chunk of inChunks(params, longest)) {
    const length = lengths.find(each => each >= chunk.length)!;
    const rows = chunk.map(([, ...values], index) => [index + 1 - chunk.length, ...values]);
    const empty = Array.from<null>({ length: (length - chunk.length) * columnTypes.length }).fill(null);
    statements.push({ sql: statementFor(length), params: [chunk.length, ...rows.flat(), ...empty] });
  }
  const [last] = yield statements;
  return params.map((_, index) => Number(last?.seq) - params.length + 1 + index);
}

/** The statement for so many rows, which leaves out rows without a place and gives the last number. */
const statementFor = keptTexts(length => {
  const row = `(${columnTypes.map(type => `cast(? as ${type})`).join(', ')})`;
  return `with counted as (update counter set value = value + cast(? as bigint) where name = 'event' returning value),
    added as (insert into event ("seq", "type", "at", "session_id", "agent", "call_id", "data")
      select counted.value + each.place, each.type, each.at, each.session_id, each.agent, each.call_id, each.data
      from counted, (values ${Array.from({ length }, () => row).join(', ')})
        as each (place, type, at, session_id, agent, call_id, data)
      where each.place is not null)
    select value as seq from counted`;
});
