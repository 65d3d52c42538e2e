import type { MaybePromise } from '../tool/maybe-promise.ts';
import type { Incoming, Standing } from './call-states.ts';
import { withinLimits } from './run/within-limits.ts';
import type { Stage } from './stage.ts';

/** Work that stays sync as long as its steps do: a call that waits costs more than a small tool. It yields what it waits for. */
export type Steps<T> = Generator<Promise<unknown>, T, unknown>;

/** Takes a call through one stage. */
export function* pass<From extends Incoming, To extends object>(
  stage: Stage<From, To>,
  call: NoInfer<From>,
): Steps<To> {
  const { trail } = call;
  if (stage.name !== undefined) trail.mark(stage.name);
  const made = stage.run(call);
  const next = made instanceof Promise ? yield* wait(stage.bounded ? withinLimits(call, made) : made) : made;
  if (made instanceof Promise) trail.readClock();
  if ('trail' in next) trail.reach(next as unknown as Standing);
  return next;
}

export function* wait<T>(work: MaybePromise<T>): Steps<T> {
  return work instanceof Promise ? ((yield work) as T) : work;
}

/** Runs the steps to their end. */
export function runSteps<T>(steps: Steps<T>): MaybePromise<T> {
  const first = steps.next();
  return first.done ? first.value : follow(steps, first.value);
}

async function follow<T>(steps: Steps<T>, first: Promise<unknown>): Promise<T> {
  for (let waited = first; ; ) {
    const goOn = await waited.then(
      value => () => steps.next(value),
      error => () => steps.throw(error),
    );
    const step = goOn();
    if (step.done) return step.value;
    waited = step.value;
  }
}
