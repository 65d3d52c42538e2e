import type { ApprovalRow } from '../store/port.ts';
import { type AnswerReport, answerRequest } from './answer-request.ts';
import { type PendingRequest, toPending } from './approval-row.ts';
import { Asking } from './asking.ts';
import { ApprovalDesk, type ApprovalQuestion, type ApprovalsOptions, type AskApprovalOptions } from './desk.ts';
import type { ApprovalReply, ArgumentsPreview, Settlement } from './request.ts';

export type { ApprovalQuestion, AskApprovalOptions } from './desk.ts';

export interface Approvals {
  /** Whether someone can be asked, here or from elsewhere. */
  readonly interactive: boolean;
  /** Pauses until someone answers, the time is over or the signal fires. Never throws, never falls open. */
  ask(question: ApprovalQuestion, options: AskApprovalOptions): Promise<Settlement>;
  /** The requests that can be answered, newest first. */
  list(): Promise<readonly PendingRequest[]>;
  get(id: string): Promise<ApprovalRow | undefined>;
  /** Answers a request. Throws for an unknown or settled request, and for an answer that is none. */
  answer(id: string, reply: ApprovalReply, by: string): Promise<AnswerReport>;
  /** A preview of a call that waits here, with other arguments; undefined where no call waits for the request here. */
  preview(id: string, args: Readonly<Record<string, unknown>>): Promise<ArgumentsPreview | undefined>;
  /** Ends every wait. The requests stay: a yes then counts for the next time. */
  close(): void;
}

/** Asking people: durable requests, whoever answers first, grants for later, and what "always" saves. */
export function createApprovals(options: ApprovalsOptions): Approvals {
  const { store, now } = options;
  const desk = new ApprovalDesk(options);
  return {
    interactive: options.interactive || options.approver !== undefined,
    ask: (question, asked) => new Asking(question, asked, desk).toEnd(),
    answer: (id, reply, by) => answerRequest(id, { reply, by }, desk),
    get: id => store.approvals.get(id),
    async list() {
      const rows = await store.approvals.list({ status: 'pending' });
      return rows.filter(row => row.expiresAt > now()).map(toPending);
    },
    preview: async (id, args) => desk.waiting.get(id)?.preview?.(args),
    close: () => desk.closing.abort(),
  };
}
