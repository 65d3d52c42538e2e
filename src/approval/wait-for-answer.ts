import { setTimeout as sleep } from 'node:timers/promises';
import type { ApprovalRow } from '../store/port.ts';
import { conclude, requestOf } from './approval-row.ts';
import type { ApprovalDesk, AskApprovalOptions } from './desk.ts';
import { parseAnswer } from './parse-answer.ts';
import { approvalAborted } from './rejections.ts';
import type { ApprovalAnswer, Approver, Settlement } from './request.ts';
import { settleRow, takeAnswer } from './take-answer.ts';

const POLL = 200;
const FAILED_LOOKS = 10;

/** Waits until a request is settled, here or elsewhere, or nobody waits any more; `left`: nobody here has an answer. */
export async function waitForAnswer(
  row: ApprovalRow,
  asked: AskApprovalOptions,
  desk: ApprovalDesk,
): Promise<Settlement | 'left'> {
  const done = new AbortController();
  const here = Promise.withResolvers<ApprovalRow>();
  desk.waiting.set(row.id, { settle: here.resolve, preview: asked.preview });
  try {
    const ended = await Promise.race([
      here.promise,
      askApprovers(row, asked.approver, desk, done.signal),
      watch(row, desk, done.signal),
      fired(asked.signal, done.signal).then(() => 'aborted' as const),
      fired(desk.closing.signal, done.signal).then(() => 'closed' as const),
    ]);
    if (ended === 'closed' || (ended === 'aborted' && (await isOthers(row, asked, desk))))
      return approvalAborted(row.id);
    const gone = ended === 'aborted' || ended === 'left';
    const settled = gone ? (await settleRow(row, { status: 'withdrawn' }, desk.options)).row : ended;
    await desk.heedRules(settled);
    desk.tellResolved(settled, row);
    if (ended === 'left' && settled.status === 'withdrawn') return 'left';
    return ended === 'aborted' ? approvalAborted(row.id) : conclude(settled);
  } finally {
    desk.waiting.delete(row.id);
    done.abort();
  }
}

/** Whether another process goes on with the work that the request belongs to, and waits for the answer. */
async function isOthers({ id }: ApprovalRow, { step, isLeft }: AskApprovalOptions, { options }: ApprovalDesk) {
  if (step === undefined) return false;
  return isLeft?.() === true || (await options.store.approvals.get(id))?.processID !== options.self.id;
}

/** Asks one approver after the other: an approver without an answer leaves it to the next. */
async function askApprovers(row: ApprovalRow, own: Approver | undefined, desk: ApprovalDesk, done: AbortSignal) {
  const { approver: ofAll, interactive } = desk.options;
  for (const approver of [own, ofAll]) {
    if (!approver) continue;
    const answer = await answerOf(row, approver, done);
    if (done.aborted) return never();
    if (answer) return (await takeAnswer(row, { answer, by: approver.by ?? 'approver' }, desk.options)).row;
  }
  return interactive ? never() : ('left' as const);
}

/** The answer of an approver; one that throws, or gives no valid answer, has said no. */
async function answerOf(row: ApprovalRow, approver: Approver, done: AbortSignal): Promise<ApprovalAnswer | undefined> {
  try {
    const reply = await approver(requestOf(row), { signal: done });
    return reply === undefined ? undefined : parseAnswer(reply);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { answer: 'reject_once', message: `the approver failed: ${why}` };
  }
}

/** Looks whether another process has answered, until the time runs out. */
async function watch(row: ApprovalRow, { options }: ApprovalDesk, done: AbortSignal): Promise<ApprovalRow> {
  const { store, now, poll = POLL } = options;
  for (let failures = 0; ; ) {
    const wait = Math.min(poll, Math.max(0, row.expiresAt - now()));
    await sleep(wait, undefined, { signal: done }).catch(() => {});
    if (done.aborted) return never();
    try {
      if (now() >= row.expiresAt) return (await settleRow(row, { status: 'expired' }, options)).row;
      const stored = await store.approvals.get(row.id);
      if (stored && stored.status !== 'pending') return stored;
      failures = 0;
    } catch (error) {
      if (++failures >= FAILED_LOOKS) throw error;
    }
  }
}

/** Resolves when the signal fires; listens no longer than until `done` does. */
function fired(signal: AbortSignal | undefined, done: AbortSignal): Promise<void> {
  if (!signal) return never();
  if (signal.aborted) return Promise.resolve();
  return new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true, signal: done }));
}

const never = (): Promise<never> => new Promise(() => {});
