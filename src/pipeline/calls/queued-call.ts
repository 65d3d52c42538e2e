import { goOn, type MaybePromise, orElse } from '../../tool/maybe-promise.ts';
import type { Outcome } from '../../tool/outcome.ts';
import type { EarlyQuestion } from '../ask/ahead.ts';
import { askAhead } from '../ask/ask-ahead.ts';
import type { Assessed, Incoming, Validated } from '../call-states.ts';
import { assessCall } from '../judge/assess.ts';
import { withinLimits } from '../run/within-limits.ts';
import type { EarlyWork } from '../run-call.ts';
import { EMPTY, EVERYTHING, type Footprint, footprintOf } from '../schedule/footprint.ts';
import type { ScheduledCall, Seat } from '../schedule/scheduler.ts';
import { prepare } from '../stages.ts';

type RunEarly = (call: Incoming, early: EarlyWork) => MaybePromise<Outcome>;

/** A call that waits for its turn among others. What is found out of it meanwhile, its run goes on with. */
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
    // Not the call as it came: thousands may run at once, and each is past that soon.
    this.#trail = call.trail;
    this.#run = run;
    this.signal = signal;
  }

  /**
   * The footprint of the call; one whose arguments are wrong touches nothing. What depends on the calls before it (an
   * undo, or what cannot be said while they are under way) waits for all of them. Asked again, it is worked out anew.
   */
  footprint(): MaybePromise<Footprint> {
    return goOn(this.#prepare(), prepared => (prepared ? this.#assess(prepared) : EMPTY));
  }

  #assess(prepared: Validated): MaybePromise<Footprint> {
    this.#assessed = undefined;
    return orElse(
      () =>
        goOn(withinLimits(this.#trail.at, assessCall({ ...prepared })), assessed => {
          this.#assessed = assessed;
          return assessed.looksBack ? EVERYTHING : footprintOf(assessed.effects);
        }),
      // The call's own turn finds out again, and says so.
      () => EVERYTHING,
    );
  }

  /** Resolves, coerces and validates, and nothing else; undefined where it fails. */
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

  /** Its time begins not to count; a person is asked already. */
  waits(): void {
    this.#goOn = this.#trail.wait();
    if (this.#assessed) this.#asked = this.#askAhead(this.#assessed);
  }

  async #askAhead(call: Assessed): Promise<EarlyQuestion | undefined> {
    await call.scope.session.loading;
    return askAhead(call);
  }

  run(seat?: Seat): MaybePromise<Outcome> {
    this.#goOn?.();
    this.#trail.readClock();
    // The question is put, not answered.
    return this.#asked ? this.#asked.then(ahead => this.#runWith(seat, ahead)) : this.#runWith(seat, undefined);
  }

  #runWith(seat: Seat | undefined, ahead: EarlyQuestion | undefined): MaybePromise<Outcome> {
    const prepared = this.#assessed ?? this.#prepared;
    // Its run has these from here on, and thousands may run at once: nobody keeps them beside it.
    this.#prepared = undefined;
    this.#assessed = undefined;
    return this.#run(this.#trail.at, { prepared, failed: this.#failed, seat, ahead });
  }
}
