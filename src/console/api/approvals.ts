import type { AnswerReport } from '../../approval/answer-request.ts';
import type { PendingRequest } from '../../approval/approval-row.ts';
import type { ApprovalAnswer, ArgumentsPreview } from '../../approval/request.ts';
import type { JsonSchema } from '../../schema/schema.ts';
import type { Person } from './person.ts';

type AskedFields = 'id' | 'tool' | 'args' | 'unsaid' | 'effects' | 'danger' | 'diff' | 'root' | 'cwd' | 'reason';

export interface SettledApproval extends Pick<PendingRequest, AskedFields | 'agent' | 'createdAt'> {
  /** The call that asked. */
  readonly callID: string;
  readonly sentence: string;
  readonly status: 'answered' | 'expired' | 'withdrawn';
  readonly answer?: ApprovalAnswer;
  readonly answeredBy?: string;
  readonly answeredAt?: number;
}

/** GET /api/approvals */
export interface ApprovalList {
  readonly pending: readonly PendingApproval[];
  /** The last settled approvals, newest first. */
  readonly settled: readonly SettledApproval[];
}

export interface PendingApproval extends PendingRequest {
  /** The question as a sentence. */
  readonly sentence: string;
  /** The schema of the tool's arguments, for the form. */
  readonly schema?: JsonSchema;
}

/** POST /api/approvals/ID/preview with `{ args }`: the same question for changed arguments. */
export interface PreviewResult extends Omit<ArgumentsPreview, 'key'> {
  /** The key that an answer with these arguments sends back as `preview`. */
  readonly preview: string;
}

/** POST /api/approvals/ID: `by` is the name that the person goes by. 409 where someone else was first, with who. */
export interface AnswerBody extends ApprovalAnswer, Person {
  /** The key of the preview that the person saw; needed with `modifiedArgs`, and good only for those very arguments. */
  readonly preview?: string;
}
export type AnswerResult = AnswerReport;
