import type { ActivityListener } from '../../activity/activity-stream.ts';
import type { Approver } from '../../approval/request.ts';
import type { PrintedListener } from '../../tool/context.ts';
import type { Outcome } from '../../tool/outcome.ts';
import type { CallRequest, EarlyRefusal } from '../call.ts';
import type { Explanation } from '../explain.ts';
import type { Step } from '../run/step.ts';
import type { Session } from '../session/session.ts';

/** Options of a call: who asks, where it matters. */
export interface CallOptions {
  /** Whose call it is; default the gate's own session. */
  readonly sessionID?: string;
  /** The round that the call belongs to; without one each request is a turn of its own. */
  readonly turn?: number;
  /** The name in events and changes; default the gate's. */
  readonly agent?: string;
  /** The message of the model that asked for it; told to the tool. */
  readonly messageID?: string;
  /** Ends the call when it fires. */
  readonly abort?: AbortSignal;
  /** An approver that is asked before the gate's own; `undefined` leaves the answer to that one. */
  readonly approver?: Approver;
  /** A person's no, given already, elsewhere: the call is judged and recorded, and runs in no case. */
  readonly refused?: EarlyRefusal;
  /** Whether a person was asked about it elsewhere, as `explain` told the question: it is not rehearsed then. */
  readonly answered?: boolean;
  /** Hears the events of these calls alone, all of them before the outcome. */
  readonly onEvent?: ActivityListener;
  /** The step of work that outlives this process, which the call is. */
  readonly step?: Step;
  /** The model's own id of the call, for traces, where the request has another as its id. */
  readonly toolCallID?: string;
  /** Awaited when all is decided, right before the tool runs: whoever asks says when. A rejection ends the call. */
  readonly hold?: () => Promise<void>;
  /** Hears what a command prints, stream by stream, as bytes; only the values of secrets are taken out. */
  readonly onPrinted?: PrintedListener;
}

interface ExplainOptions extends CallOptions {
  /** Whether to tell also what a person would be asked, with its diff. Costs a rehearsal. */
  readonly question?: boolean;
}

export interface QueueOptions extends CallOptions {
  /**
   * Whether the calls are requests that stand alone. Calls of all such queues of a session are kept apart where they
   * change the same; reads and commands pass each other, and what waits for a person holds up nobody. Default false:
   * what calls come to is what one after the other would give.
   */
  readonly apart?: boolean;
}

/** Of all the ways to make calls. */
export const CALL_OPTIONS: Readonly<Record<keyof (QueueOptions & ExplainOptions), true>> = {
  sessionID: true,
  turn: true,
  agent: true,
  messageID: true,
  abort: true,
  approver: true,
  refused: true,
  answered: true,
  onEvent: true,
  step: true,
  toolCallID: true,
  hold: true,
  onPrinted: true,
  apart: true,
  question: true,
};

/** What of a context a call takes; a context may hold much else. */
export const toCallOptions = (ctx: Readonly<Record<string, unknown>>): CallOptions =>
  Object.fromEntries(Object.entries(ctx).filter(([key]) => Object.hasOwn(CALL_OPTIONS, key)));

/** What one call of a queue brings along, beside what holds for all of them. */
export type OwnOptions = Pick<
  CallOptions,
  'abort' | 'approver' | 'refused' | 'answered' | 'onEvent' | 'step' | 'toolCallID'
>;

/** The ways to make calls, all over the same stages. */
export interface Calls {
  /** What a session holds: its turn, working directory, budget. */
  session(id?: string): Session;
  /** One call, through all stages to its outcome. Throws for no mistake of a model. */
  execute(call: CallRequest, options?: CallOptions): Promise<Outcome>;
  /** Runs calls side by side where nothing conflicts; the outcomes in the order of the calls. */
  executeAll(calls: readonly CallRequest[], options?: CallOptions): Promise<readonly Outcome[]>;
  /** Makes a queue of calls of one turn: each starts as soon as nothing added earlier conflicts with it. */
  queue(options?: QueueOptions): { add(call: CallRequest, own?: OwnOptions): Promise<Outcome> };
  /** Explains what would be decided, and with `question` what a person would be asked; nothing runs. */
  explain(call: CallRequest, options?: ExplainOptions): Promise<Explanation>;
  /** Groups calls into batches: all of one may run side by side. */
  groupToolCallsIntoBatches(
    calls: readonly CallRequest[],
    options?: CallOptions,
  ): Promise<readonly (readonly CallRequest[])[]>;
  /** A few lines of an outcome for people. */
  preview(outcome: Outcome, maxLines?: number): readonly string[];
}
