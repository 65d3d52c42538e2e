import type { MaybePromise } from '../tool/maybe-promise.ts';
import type { Incoming, Standing } from './call-states.ts';
import type { Trail } from './record/trail.ts';
import { withinLimits } from './run/within-limits.ts';

/** The states of a call among all that stages make: these go on; anything else ends the row. */
type StateIn<Made> = Extract<Made, Incoming>;

/**
 * Stages one after the other, each of which takes what the one before it makes; a stage that ends the call, or sends it
 * back, ends the row. It stays sync as long as its stages do: a call that waits costs more than a small tool.
 */
export class StageRow<From extends Incoming, Made extends object> {
  readonly #stages: readonly Stage<never, object>[];

  private constructor(stages: readonly Stage<never, object>[]) {
    this.#stages = stages;
  }

  static from<First extends Incoming, Made extends object>(stage: Stage<First, Made>): StageRow<First, Made> {
    return new StageRow([stage]);
  }

  /** The row with one more stage; a stage that wants another state than there is does not compile. */
  to<Next extends object>(stage: Stage<StateIn<Made>, Next>): StageRow<From, Next | Exclude<Made, Incoming>> {
    return new StageRow([...this.#stages, stage]);
  }

  pass(call: From): MaybePromise<Made> {
    return this.#passFrom(0, call) as MaybePromise<Made>;
  }

  #passFrom(first: number, call: Incoming): MaybePromise<object> {
    const { trail } = call;
    let made: object = call;
    for (let place = first; place < this.#stages.length; place++) {
      const stage = this.#stages[place] as Stage<Incoming, object>;
      if (stage.name !== undefined) trail.enter(stage.name);
      const making = stage.run(made as Incoming);
      if (making instanceof Promise)
        return this.#wait(place, trail, stage.bounded ? withinLimits(call, making) : making);
      if (!isState(making)) return making;
      trail.reach(making);
      made = making;
    }
    return made;
  }

  /** Goes on when what a stage makes has come. Thousands of calls may wait: none keeps an earlier state. */
  #wait(place: number, trail: Trail<Standing>, making: Promise<object>): Promise<object> {
    return making.then(made => {
      trail.readClock();
      if (!isState(made)) return made;
      trail.reach(made);
      return this.#passFrom(place + 1, made);
    });
  }
}

const isState = (made: object): made is Standing => 'trail' in made;

/** Makes of a call its next state, or throws. `run` is a property, so that an order without sense does not compile. */
export interface Stage<From extends Incoming, To extends object> {
  /** The name; undefined: the stage is part of the one before it. */
  readonly name: string | undefined;
  /** Whether the stage may take as long as a tool's own functions before the run; otherwise it ends by itself. */
  readonly bounded: boolean;
  readonly run: (call: From) => MaybePromise<To>;
}
