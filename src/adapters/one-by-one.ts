import type { Toolgate } from '../index.ts';

const last = new WeakMap<Toolgate, Promise<unknown>>();

/** Work on state kept with a gate, one after the other: the same conversation may come twice at the same time. */
export function oneByOne<Result>(gate: Toolgate, work: () => Promise<Result>): Promise<Result> {
  const done = (last.get(gate) ?? Promise.resolve()).then(work);
  const settled = done.catch(() => {});
  last.set(gate, settled);
  return done;
}
