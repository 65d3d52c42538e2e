import type { MaybePromise } from '../tool/maybe-promise.ts';
import type { Incoming } from './call-states.ts';

/** Makes of a call its next state, or throws. `run` is a property, so that an order without sense does not compile. */
export interface Stage<From extends Incoming, To extends object> {
  /** The name; undefined: the stage is part of the one before it. */
  readonly name: string | undefined;
  /** Whether the stage may take as long as a tool's own functions before the run; otherwise it ends by itself. */
  readonly bounded: boolean;
  readonly run: (call: From) => MaybePromise<To>;
}
