import type { ApprovalRow } from '../store/port.ts';
import { isYes, parseAnswer } from './parse-answer.ts';
import { approvalAborted, approvalTimedOut, rejected } from './rejections.ts';
import type { ApprovalRequest, Settlement } from './request.ts';

/** A request that can be answered. */
export interface PendingRequest extends ApprovalRequest {
  readonly sessionID: string;
  readonly agent: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Whether a call is paused for the request; otherwise a yes lets the same call through the next time. */
  readonly waiting: boolean;
}

/** The request as it was stored; its row also says whether a call waits. */
export function requestOf(row: ApprovalRow): ApprovalRequest {
  const { waiting: _, step: __, ...request } = row.request;
  return Object.freeze(request) as unknown as ApprovalRequest;
}

/** The step of lasting work that the request was made for. */
export const stepOf = (row: ApprovalRow): unknown => row.request.step;

export const isWaitedFor = (row: ApprovalRow): boolean => row.request.waiting !== false;

export function toPending(row: ApprovalRow): PendingRequest {
  const { sessionID, agent, createdAt, expiresAt } = row;
  return { ...requestOf(row), sessionID, agent, createdAt, expiresAt, waiting: isWaitedFor(row) };
}

/** The meaning of a settled row for the call. */
export function conclude(row: ApprovalRow): Settlement {
  if (row.status === 'expired') return approvalTimedOut(row);
  if (row.status !== 'answered') return approvalAborted(row.id);
  const { rule: _, ...answer } = parseAnswer(row.answer);
  if (!isYes(answer.answer)) return rejected(row, answer);
  return { ...answer, approved: true, id: row.id, by: row.answeredBy ?? 'unknown' };
}
