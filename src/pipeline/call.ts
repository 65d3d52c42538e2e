import type { ActivityListener } from '../activity/activity-stream.ts';
import type { Approver, ArgumentsPreview } from '../approval/request.ts';
import type { PrintedListener } from '../tool/context.ts';
import type { Outcome } from '../tool/outcome.ts';
import { shortenText } from '../tool/text/mask.ts';
import type { Runtime } from './runtime.ts';
import type { Session } from './session/session.ts';
import type { CallStop } from './stop/call-stop.ts';

/** A call as a model asks for it. */
export interface CallRequest {
  /** The caller's own id; a label, never a key. */
  readonly id?: string | number;
  readonly name: string;
  /** Arguments: an object, or the JSON text that a model wrote. */
  readonly args: unknown;
}

/** A person's no, given before the call came. */
export interface EarlyRefusal {
  /** Words from the person to the model. */
  readonly message?: string;
}

export interface CallScope {
  readonly session: Session;
  readonly agent: string;
  readonly turn: number;
  /** The message that asked for the call; undefined: the message of its turn. */
  readonly messageID: string | undefined;
  /** Fires when whoever asks no longer wants the call; a stop of this one call alone shows in its `stop`. */
  readonly abort?: AbortSignal;
  readonly approver?: Approver | undefined;
  readonly refused?: EarlyRefusal | undefined;
  /** Whether a person was asked about the call elsewhere, before it came. */
  readonly answered?: boolean | undefined;
  readonly onEvent?: ActivityListener | undefined;
  readonly step?: Step | undefined;
  /** The call whose script has made it. */
  readonly parent?: string | undefined;
  readonly preview?: (request: CallRequest, scope: CallScope) => Promise<ArgumentsPreview>;
  /** The model's own id of the call, for traces, where the request has another as its id. */
  readonly toolCallID?: string | undefined;
  readonly hold?: (() => Promise<void>) | undefined;
  readonly onPrinted?: PrintedListener | undefined;
}

/** Things that hold for a call from its coming to its end. */
export interface CallOrigin {
  readonly callID: string;
  readonly sessionID: string;
  readonly agent: string;
  readonly scope: CallScope;
  readonly stop: CallStop;
  readonly runtime: Runtime;
}

/** The caller's own id of a call, as it is written down. */
export const labelOf = ({ id }: Pick<CallRequest, 'id'>): string | undefined =>
  id === undefined ? undefined : shortenText(String(id), 200);

interface StepFacts {
  readonly callID: string;
  /** Whether the call may simply be made again, without a look at its earlier outcome. */
  readonly repeatable: boolean;
}

/**
 * A call as part of work that outlives its process. Whoever goes on with that work makes the call again under the same
 * key, and the call meets the question that was put for it before.
 */
export interface Step {
  /** A key, unique in its session. */
  readonly key: string;
  /**
   * The time, by `performance.now()`, when this process took a call that was asked for elsewhere. Only what others have
   * kept by then can have led to the call; it is read before the call is judged, perhaps for many at once.
   */
  readonly takenAt?: number;
  /**
   * Begins the step; awaited right before the tool runs, and once more before the changes of a rehearsal are written.
   * If it throws, the call has done nothing and will not. Left out where the maker of the call has only a name for it.
   */
  begin?(facts: StepFacts): Promise<void>;
  /** Whether this process has left the work to others: a question that was put stays to be answered. */
  isLeft?(): boolean;
  /** Hears that the call, where it was begun, has done all that it does, and is only written down from here on. */
  acted?(): void;
  /** Ends the step; awaited before the outcome is given, where it was begun. */
  end?(outcome: Outcome): Promise<void>;
}
