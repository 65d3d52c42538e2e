import type { ActivityListener } from '../activity/activity-stream.ts';
import type { Approver, ArgumentsPreview } from '../approval/request.ts';
import type { PrintedListener } from '../tool/context.ts';
import type { Step } from './run/step.ts';
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

/** The scope of a call: who asks. */
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
  /** Tells what a call of such a scope would do. */
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
  /** Whether the call is still wanted. */
  readonly stop: CallStop;
  readonly runtime: Runtime;
}
