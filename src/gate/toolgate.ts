import type { ActivityListener, ActivityStream } from '../activity/activity-stream.ts';
import type { Approvals } from '../approval/approvals.ts';
import type { Approver } from '../approval/request.ts';
import type { CallRequest } from '../pipeline/call.ts';
import type { Explanation } from '../pipeline/explain.ts';
import type { Session } from '../pipeline/session.ts';
import type { RuntimePolicy } from '../policy/types.ts';
import type { ToolRegistry } from '../registry/registry.ts';
import type { Store } from '../store/port.ts';
import type { Outcome } from '../tool/outcome.ts';
import type { Plan, Recovered, Workspace } from '../workspace/port.ts';
import type { Journal } from './journal.ts';

/** Who asks, where it matters. */
export interface CallOptions {
  readonly sessionID?: string;
  /** The round that the call belongs to; without one each request is a turn of its own. */
  readonly turn?: number;
  readonly agent?: string;
  readonly messageID?: string;
  readonly abort?: AbortSignal;
  /** Asked before the gate's own; `undefined` leaves the answer to that one. */
  readonly approver?: Approver;
  /** The events of these calls alone, all of them before the outcome. */
  readonly onEvent?: ActivityListener;
}

/** What one call of a queue brings along, beside what holds for all of them. */
export type OwnOptions = Pick<CallOptions, 'abort' | 'approver' | 'onEvent'>;

/** The assembled runtime. */
export interface Toolgate {
  readonly workspace: Workspace;
  readonly registry: ToolRegistry;
  readonly activity: ActivityStream;
  readonly approvals: Approvals;
  readonly journal: Journal;
  readonly plan: Plan;
  readonly store: Store;
  /** What the start found half done and set right. */
  readonly recovered: Recovered & { readonly calls: readonly string[] };
  /** The policy in force, saved rules included. */
  policy(): RuntimePolicy;
  session(id?: string): Session;
  execute(call: CallRequest, options?: CallOptions): Promise<Outcome>;
  /** Side by side where nothing conflicts; the outcomes in the order of the calls. */
  executeAll(calls: readonly CallRequest[], options?: CallOptions): Promise<readonly Outcome[]>;
  /** A queue of calls of one turn: each starts as soon as nothing added earlier conflicts with it. */
  queue(options?: CallOptions): { add(call: CallRequest, own?: OwnOptions): Promise<Outcome> };
  /** What would be decided; nothing runs. */
  explain(call: CallRequest, options?: CallOptions): Promise<Explanation>;
  /** The calls as batches: all of one may run side by side. */
  groupToolCallsIntoBatches(
    calls: readonly CallRequest[],
    options?: CallOptions,
  ): Promise<readonly (readonly CallRequest[])[]>;
  /** A few lines of an outcome for people. */
  preview(outcome: Outcome, maxLines?: number): readonly string[];
  close(): Promise<void>;
}
