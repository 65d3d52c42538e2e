import type { ActivityListener } from '../../activity/activity-stream.ts';
import type { Approver } from '../../approval/request.ts';
import type { PrintedListener } from '../../tool/context.ts';
import type { Outcome } from '../../tool/outcome.ts';
import type { CallRequest, EarlyRefusal, Step } from '../call.ts';
import type { Explanation } from '../explain.ts';
import type { Session } from '../session/session.ts';

/** Options of a call: who asks, where that matters. */
export interface CallOptions {
  /** The session that the call belongs to; default the gate's own session. */
  readonly sessionID?: string;
  /** The round that the call belongs to; without one each request is a turn of its own. */
  readonly turn?: number;
  /** The agent's name in events and changes; default the gate's. */
  readonly agent?: string;
  /** The message of the model that asked for the call; told to the tool. */
  readonly messageID?: string;
  /** A signal that ends the call. */
  readonly abort?: AbortSignal;
  /** An approver that is asked before the gate's own; with `undefined` it leaves the answer to the gate's. */
  readonly approver?: Approver;
  /** A person's no, given elsewhere before: the call is judged and recorded, and runs in no case. */
  readonly refused?: EarlyRefusal;
  /** Whether a person was asked about the call elsewhere, as `explain` told the question: it is not rehearsed then. */
  readonly answered?: boolean;
  /** Hears the events of these calls alone, all of them before the outcome. */
  readonly onEvent?: ActivityListener;
  /** The step of work that outlives this process, where the call is one. */
  readonly step?: Step;
  /** The model's own id of the call, for traces, where the request has another as its id. */
  readonly toolCallID?: string;
  /** A wait after all is decided, right before the tool runs: whoever asks says when. A rejection ends the call. */
  readonly hold?: () => Promise<void>;
  /** Hears what a command prints, stream by stream, as bytes; only the values of secrets are taken out. */
  readonly onPrinted?: PrintedListener;
}

interface ExplainOptions extends CallOptions {
  /** Whether to tell also the question that a person would be asked, with its diff. Costs a rehearsal. */
  readonly question?: boolean;
}

export interface QueueOptions extends CallOptions {
  /**
   * Whether the calls are requests that stand alone. Calls of all such queues of a session are kept apart where they
   * change the same; reads and commands pass each other, and a call that waits for a person holds up nobody. Default
   * false: the calls come to what running one after the other would give.
   */
  readonly apart?: boolean;
}

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

/** The options of a call in a context, which may hold much else. */
export const toCallOptions = (ctx: Readonly<Record<string, unknown>>): CallOptions =>
  Object.fromEntries(Object.entries(ctx).filter(([key]) => Object.hasOwn(CALL_OPTIONS, key)));

/** The options that one call of a queue brings along, beside those that hold for all of its calls. */
export type OwnOptions = Pick<
  CallOptions,
  'abort' | 'approver' | 'refused' | 'answered' | 'onEvent' | 'step' | 'toolCallID'
>;

/** The ways to make calls, all over the same stages. */
export interface Calls {
  /** A session: it holds its turn, working directory and budget. */
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
