import { counters, type SqlRow, type SqlWork, type Statement } from '../sql/driver.ts';
import { lastWork, type WaitingWrite } from '../sql/waiting-writes.ts';
import { allOrFirstError, type PostgresConnection } from './connection.ts';
import { mergeRows } from './merge-rows.ts';

export type BatchValues = Map<WaitingWrite, unknown>;

/** How far back the numbers of a transaction are looked for: others may have taken some since. */
const recent = 1_000_000;

interface BatchPlan {
  /** Groups of writes that go out together, step by step; a write that nobody may be beside is alone. */
  readonly body: readonly (readonly WaitingWrite[])[];
  /** Writes that go out with the commit: of one step, with results known or to be found again without an answer. */
  readonly tail: readonly WaitingWrite[];
}

/** Plans a batch. Rows with counters come last in each group: all writers need them, and a commit unlocks them. */
export function planBatch(batch: readonly WaitingWrite[]): BatchPlan {
  const body: (readonly WaitingWrite[])[] = [];
  for (let from = 0, to = 1; from < batch.length; from = to, to += 1) {
    while (batch[from]!.beside && batch[to]?.beside) to += 1;
    const group = batch.slice(from, to);
    for (const counts of [undefined, ...counters]) body.push(group.filter(write => write.counts === counts));
  }
  const end = body.findLastIndex(part => !part.every(write => write.beside && (write.counts || write.blind))) + 1;
  return { body: body.slice(0, end).filter(part => part.length > 0), tail: body.slice(end).flat() };
}

export async function runBatchBody(connection: PostgresConnection, { body }: BatchPlan, values: BatchValues) {
  for (const part of body) await runPart(connection, part, values);
}

async function runPart(connection: PostgresConnection, part: readonly WaitingWrite[], values: BatchValues) {
  const begun = part.map(write => {
    const work = lastWork(write);
    return { work, first: work.next() };
  });
  const rows = mergeRows(begun.map(({ first }) => (first.done ? undefined : first.value)));
  const running = begun.map(({ work, first }, index) => {
    const merged = rows.places.has(index);
    return merged ? rows.sent(connection).then(() => connection.run(work, work.next([]))) : connection.run(work, first);
  });
  for (const [index, value] of (await allOrFirstError(running)).entries()) values.set(part[index]!, value);
}

/** Runs the tail and commits in one go: who waits for a counter's row does not wait for us to hear of it. */
export async function commitWithTail(connection: PostgresConnection, { tail }: BatchPlan, values: BatchValues) {
  const works = tail.map(lastWork);
  const steps = works.map(work => work.next());
  const merged = mergeRows(steps.map(({ value }) => value as Statement | undefined));
  const answers = steps.map(({ done, value }, index) => {
    if (done) return Promise.resolve([]);
    return merged.places.has(index) ? merged.sent(connection) : connection.answer(value as Statement);
  });
  const [said, ...rows] = await allOrFirstError<unknown>([connection.exec('commit'), ...answers]);
  if (said !== 'COMMIT') throw new Error(`the commit was answered with ${said}`);
  for (const [index, work] of works.entries())
    values.set(tail[index]!, endOf(work, steps[index]!, rows[index] as readonly SqlRow[]));
}

/** The results of the tail of a batch that was committed and never answered: its events are its transaction's last. */
export async function recallTail(
  connection: PostgresConnection,
  { tail }: BatchPlan,
  { writer, values }: { readonly writer: string; readonly values: BatchValues },
): Promise<void> {
  const [found] = await connection.all({
    sql: `select max(seq) as "seq" from event where xmin::text = (select xmin::text from writer where id = ?)
      and seq > (select value from counter where name = 'event') - ${recent}`,
    params: [writer],
  });
  let seq = found?.seq as number | null;
  for (const write of tail.toReversed()) {
    const work = lastWork(write);
    if (write.counts === 'event' && seq === null) throw new Error('The numbers of events are not known');
    const value = endOf(work, work.next(), [{ seq }]);
    values.set(write, value);
    if (write.counts === 'event') seq! -= (value as readonly number[]).length;
  }
}

function endOf(work: SqlWork<unknown>, step: ReturnType<typeof work.next>, rows: readonly SqlRow[]): unknown {
  const end = step.done ? step : work.next(rows);
  if (!end.done) throw new Error('A write that goes out with the commit has one step');
  return end.value;
}
