import type { MaybePromise } from '../tool/maybe-promise.ts';
import type { Incoming, Standing } from './call-states.ts';
import type { Trail } from './record/trail.ts';
import { withinLimits } from './run/within-limits.ts';
import type { Stage } from './stage.ts';

/** Work that stays sync as long as its steps do: a call that waits costs more than a small tool. It yields what it waits for. */
export type Steps<T> = Generator<Promise<unknown>, T, unknown>;

/**
 * One step of such work, for `yield*`: a value that is there, or one that is waited for. It is its own iterator and its
 * own result, since a generator for each stage would cost more than most stages.
 */
class Step<T> {
  done: boolean;
  value: unknown;
  #isWaited = false;
  readonly #trail: Trail<Standing> | undefined;

  /** Makes a step; a trail hears how far the call has come with it. */
  constructor(made: MaybePromise<T>, trail?: Trail<Standing>) {
    this.done = !(made instanceof Promise);
    this.value = made;
    this.#trail = trail;
    if (this.done && trail) reach(trail, made);
  }

  [Symbol.iterator](): Iterator<Promise<unknown>, T, unknown> {
    return this as unknown as Iterator<Promise<unknown>, T, unknown>;
  }

  next(came: unknown): this {
    if (!this.#isWaited) {
      this.#isWaited = !this.done;
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

/** Takes a call through one stage. */
export function pass<From extends Incoming, To extends object>(stage: Stage<From, To>, call: NoInfer<From>): Step<To> {
  const { trail } = call;
  if (stage.name !== undefined) trail.mark(stage.name);
  const made = stage.run(call);
  return new Step(stage.bounded ? withinLimits(call, made) : made, trail);
}

/** Some stages end a call, or send it back: what they give is no state of it. */
function reach(trail: Trail<Standing>, made: unknown): void {
  if ((made as Partial<Standing>).trail) trail.reach(made as Standing);
}

export const wait = <T>(work: MaybePromise<T>): Step<T> => new Step(work);

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
