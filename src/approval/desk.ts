import type { ApprovalRow, ProcessRow, Store } from '../store/port.ts';
import type { MaybePromise } from '../tool/maybe-promise.ts';
import { stepOf } from './approval-row.ts';
import type { ApprovalRequest, Approver, ArgumentsPreview } from './request.ts';
import type { TakeOptions } from './take-answer.ts';

export interface ApprovalsOptions extends TakeOptions {
  readonly store: Pick<Store, 'approvals' | 'rules' | 'processes'>;
  /** Whoever is asked first, in this process. */
  readonly approver?: Approver;
  /** Whether someone may answer from elsewhere, so that an ask waits; else one that the approver leaves is rejected. */
  readonly interactive: boolean;
  /** Milliseconds until an unanswered ask is a rejection. */
  readonly timeout: number;
  /** Milliseconds between two looks for an answer from another process. */
  readonly poll?: number;
  /** Milliseconds that a request which no call waits for can be answered, and that the grant of a yes holds. */
  readonly grantTime?: number;
  readonly self: ProcessRow;
  readonly emit: (type: ApprovalEvent, who: ApprovalCaller, data: Record<string, unknown>) => void;
  /** Whether the process that asked still runs; by default it is looked up. */
  readonly isAlive?: (processID: string) => MaybePromise<boolean>;
}

type ApprovalEvent = 'approval_requested' | 'approval_resolved';
type ApprovalCaller = { readonly sessionID: string; readonly agent: string; readonly callID: string };

type PreviewArguments = (args: Readonly<Record<string, unknown>>) => Promise<ArgumentsPreview>;

export type ApprovalQuestion = Omit<ApprovalRequest, 'id'>;

export interface AskApprovalOptions {
  readonly sessionID: string;
  readonly agent: string;
  readonly grantKey: string;
  readonly signal?: AbortSignal;
  /** Whoever is asked before the approver of all calls. */
  readonly approver?: Approver;
  /** Tells what the call would do with other arguments. */
  readonly preview?: PreviewArguments;
  /** The name of the call in work that outlives this process: making the call again meets this question. */
  readonly step?: string;
  /** Whether this process has left that work to others: the question stays for the process that goes on with it. */
  readonly isLeft?: () => boolean;
}

/** Milliseconds for which a grant holds, unless the options say otherwise. */
export const GRANT_TIME = 24 * 60 * 60_000;

type WaitingCall = { readonly settle: (row: ApprovalRow) => void; readonly preview: PreviewArguments | undefined };

/** The things that all asks of one process share. */
export class ApprovalDesk {
  readonly options: ApprovalsOptions;
  /** Calls of this process that wait, by the request that each waits for. */
  readonly waiting = new Map<string, WaitingCall>();
  /** Fires when nobody shall wait any more. */
  readonly closing = new AbortController();

  constructor(options: ApprovalsOptions) {
    this.options = options;
  }

  /** Takes over rules that another process saved with its answer. */
  async heedRules({ answer }: ApprovalRow): Promise<void> {
    if (!String(answer?.answer).endsWith('_always')) return;
    try {
      await this.options.onRuleSaved?.();
    } catch {
      // The rules from before stay in force.
    }
  }

  tellRequested(row: ApprovalRow, data: Record<string, unknown>): void {
    const { id, tool } = row;
    this.#emit('approval_requested', row, { approvalID: id, toolName: tool, ...data, step: stepOf(row) });
  }

  tellResolved(row: ApprovalRow, who: ApprovalCaller, more?: { granted?: boolean; grantUsed?: boolean }): void {
    const { id, tool, status, answer, answeredBy } = row;
    const modified = answer && answer.modifiedArgs !== undefined;
    const said = { status, step: stepOf(row), answer: answer?.answer, modified, by: answeredBy };
    this.#emit('approval_resolved', who, { approvalID: id, toolName: tool, ...said, ...more });
  }

  /** Tells an event; a listener's trouble is no answer. */
  #emit(type: ApprovalEvent, { sessionID, agent, callID }: ApprovalCaller, data: Record<string, unknown>): void {
    try {
      this.options.emit(type, { sessionID, agent, callID }, data);
    } catch {
      // The stream reports its own failures.
    }
  }
}
