import type { Rule } from '../policy/types.ts';
import type { ApprovalRow } from '../store/port.ts';
import { isDead, isLost } from '../system/process-identity.ts';
import { isWaitedFor, stepOf } from './approval-row.ts';
import { type ApprovalDesk, type ApprovalsOptions, GRANT_TIME } from './desk.ts';
import { isYes, parseAnswer } from './parse-answer.ts';
import { alreadySettled, unknownRequest } from './rejections.ts';
import type { ApprovalAnswer, ApprovalReply } from './request.ts';
import { settleRow, takeAnswer } from './take-answer.ts';

/** The effect of an answer. */
export interface AnswerReport extends ApprovalAnswer {
  readonly id: string;
  readonly by: string;
  readonly saved: readonly Rule[];
  /** Whether the identical call passes once, since no call waits any more. */
  readonly granted: boolean;
  /** The reason why no rule was saved. */
  readonly note?: string;
}

/** Settles a request with a person's answer; the first answer counts. */
export async function answerRequest(
  id: string,
  { reply, by }: { readonly reply: ApprovalReply; readonly by: string },
  desk: ApprovalDesk,
): Promise<AnswerReport> {
  const { options, waiting } = desk;
  const { store, now, grantTime = GRANT_TIME } = options;
  const given = parseAnswer(reply);
  const row = await store.approvals.get(id);
  if (!row) throw unknownRequest(id);
  if (row.status !== 'pending') throw alreadySettled(row);
  if (now() >= row.expiresAt) throw alreadySettled((await settleRow(row, { status: 'expired' }, options)).row);
  const taken = await takeAnswer(row, { answer: given, by }, options);
  if (!taken.first) throw alreadySettled(taken.row);
  const waiter = waiting.get(id);
  const left = !waiter && (await isLeft(row, options));
  // A process that goes on with lasting work and waits finds the answer itself; a grant would count a second time.
  const granted = left && isYes(given.answer) && (stepOf(row) === undefined || !isWaitedFor(row));
  if (granted) await store.approvals.grant(row.grantKey, id, now() + grantTime);
  if (left) desk.tellResolved(taken.row, row, { granted });
  waiter?.settle(taken.row);
  return { ...given, id, by, saved: taken.saved, granted, note: taken.note };
}

/** Whether no call waits for the request any more. If unknown, one does: no grant is left, and it asks again. */
async function isLeft(row: ApprovalRow, { isAlive, store, self }: ApprovalsOptions): Promise<boolean> {
  if (!isWaitedFor(row) || row.processID === self.id) return true;
  try {
    if (isAlive) return !(await isAlive(row.processID));
    const process = (await store.processes.list()).find(({ id }) => id === row.processID);
    return process === undefined || isDead(process, self) || isLost(process, self);
  } catch {
    return false;
  }
}
