import { goOn, type MaybePromise, orElse } from '../../tool/maybe-promise.ts';
import type { Outcome } from '../../tool/outcome.ts';
import { askAhead } from '../ask/ask-ahead.ts';
import type { Assessed, Incoming, Validated } from '../call-states.ts';
import { assessCall } from '../judge/assess.ts';
import type { EarlyQuestion } from '../record/trail.ts';
import { withinLimits } from '../run/within-limits.ts';
import type { EarlyWork } from '../run-call.ts';
import { EMPTY, EVERYTHING, type Footprint, footprintOf } from '../schedule/footprint.ts';
import type { ScheduledCall, Seat } from '../schedule/scheduler.ts';
import { prepare } from '../stages.ts';

type RunEarly = (call: Incoming, early: EarlyWork) => MaybePromise<Outcome>;

/** A call that waits for its turn among others. Its run goes on with what was found out about it meanwhile. */
export class QueuedCall implements ScheduledCall<Outcome> {
  readonly signal: AbortSignal | undefined;
  readonly #trail: Incoming['trail'];
  readonly #run: RunEarly;
  #prepared: Validated | undefined;
  #assessed: Assessed | undefined;
  #failed: { readonly error: unknown } | undefined;
  #asked: Promise<EarlyQuestion | undefined> | undefined;
  #goOn: (() => void) | undefined;

  constructor(call: Incoming, run: RunEarly, signal?: AbortSignal) {
    // The trail is kept, and not the call as it came: thousands may run at once, and each is past that soon.
    this.#trail = call.trail;
    this.#run = run;
    this.signal = signal;
  }

  /**
   * The footprint of the call; a call with wrong arguments touches nothing. A call that depends on those before it (an
   * undo, or one that cannot tell while they run) waits for all of them. Asked for again, it is worked out anew.
   */
  footprint(): MaybePromise<Footprint> {
    return goOn(this.#prepare(), prepared => (prepared ? this.#assess(prepared) : EMPTY));
  }

  #assess(prepared: Validated): MaybePromise<Footprint> {
    this.#assessed = undefined;
    return orElse(
      () =>
        goOn(withinLimits(this.#trail.at, assessCall(prepared)), assessed => {
          this.#assessed = assessed;
          return assessed.looksBack ? EVERYTHING : footprintOf(assessed.effects);
        }),
      // A failure here is found again, and told, in the call's own turn.
      () => EVERYTHING,
    );
  }

  /** Resolves, coerces and validates the call, and nothing else; undefined where that fails. */
  #prepare(): MaybePromise<Validated | undefined> {
    if (this.#prepared || this.#failed) return this.#prepared;
    this.#trail.readClock();
    return orElse(
      () =>
        goOn(prepare(this.#trail.at), prepared => {
          this.#prepared = prepared;
          return prepared;
        }),
      error => {
        this.#failed = { error };
        return undefined;
      },
    );
  }

  /** The time of the call stops counting from here; a person is asked already. */
  waits(): void {
    this.#goOn = this.#trail.wait();
    const call = this.#assessed;
    if (call) this.#asked = Promise.resolve(call.scope.session.loading).then(() => askAhead(call));
  }

  run(seat?: Seat): MaybePromise<Outcome> {
    this.#goOn?.();
    this.#trail.readClock();
    // The question is put by now, but perhaps not answered.
    return this.#asked ? this.#asked.then(ahead => this.#runWith(seat, ahead)) : this.#runWith(seat, undefined);
  }

  #runWith(seat: Seat | undefined, ahead: EarlyQuestion | undefined): MaybePromise<Outcome> {
    const prepared = this.#assessed ?? this.#prepared;
    // The run has these from here on, and thousands may run at once: the queued call does not keep them as well.
    this.#prepared = undefined;
    this.#assessed = undefined;
    return this.#run(this.#trail.at, { prepared, failed: this.#failed, seat, ahead });
  }
}
