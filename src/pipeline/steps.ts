import type { MaybePromise } from '../tool/maybe-promise.ts';
import type { Incoming, Standing } from './call-states.ts';
import type { Trail } from './record/trail.ts';
import { withinLimits } from './run/within-limits.ts';
import type { Stage } from './stage.ts';

/** Work that stays sync as long as its steps do: a call that waits costs more than a small tool. It yields what it waits for. */
export type Steps<T> = Generator<Promise<unknown>, T, unknown>;

/** One step of such work, to be given to `yield*` where it is made: a value that is there, or one that is waited for. */
interface Step<T> {
  [Symbol.iterator](): Iterator<Promise<unknown>, T, unknown>;
}

/**
 * A step whose value is there. It is its own iterator and its own result, and one serves all calls: `yield*` takes the value
 * out at once, and a generator or an object for each stage would cost more than most stages.
 */
const ready = {
  done: true,
  value: undefined as unknown,
  [Symbol.iterator]() {
    return this;
  },
  next() {
    return this;
  },
};

/** A step that is waited for. */
class WaitedStep {
  done = false;
  value: unknown;
  #isWaited = false;
  readonly #trail: Trail<Standing> | undefined;

  constructor(made: Promise<unknown>, trail: Trail<Standing> | undefined) {
    this.value = made;
    this.#trail = trail;
  }

  [Symbol.iterator](): this {
    return this;
  }

  next(came: unknown): this {
    if (!this.#isWaited) {
      this.#isWaited = true;
      return this;
    }
    this.done = true;
    this.value = came;
    this.#trail?.readClock();
    if (this.#trail) reach(this.#trail, came);
    return this;
  }

  throw(error: unknown): never {
    throw error;
  }
}

/** Makes a step; a trail hears how far the call has come with it. */
function toStep<T>(made: MaybePromise<T>, trail?: Trail<Standing>): Step<T> {
  if (made instanceof Promise) return new WaitedStep(made, trail) as Step<unknown> as Step<T>;
  if (trail) reach(trail, made);
  ready.value = made;
  return ready as Step<unknown> as Step<T>;
}

/** Takes a call through one stage. */
export function pass<From extends Incoming, To extends object>(stage: Stage<From, To>, call: NoInfer<From>): Step<To> {
  const { trail } = call;
  if (stage.name !== undefined) trail.mark(stage.name);
  const made = stage.run(call);
  return toStep(stage.bounded ? withinLimits(call, made) : made, trail);
}

/** Some stages end a call, or send it back: what they give is no state of it. */
function reach(trail: Trail<Standing>, made: unknown): void {
  if ((made as Partial<Standing>).trail) trail.reach(made as Standing);
}

export const wait = <T>(work: MaybePromise<T>): Step<T> => toStep(work);

/** Runs the steps to their end. */
export function runSteps<T>(steps: Steps<T>): MaybePromise<T> {
  const first = steps.next();
  return first.done ? first.value : follow(steps, first.value);
}

async function follow<T>(steps: Steps<T>, first: Promise<unknown>): Promise<T> {
  for (let waited = first; ; ) {
    let came: unknown;
    let failed: { readonly error: unknown } | undefined;
    try {
      came = await waited;
    } catch (error) {
      failed = { error };
    }
    const step = failed ? steps.throw(failed.error) : steps.next(came);
    if (step.done) return step.value;
    waited = step.value;
  }
}
