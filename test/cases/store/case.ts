import type { Store } from '../../../src/store/port.ts';

/** One fact that holds for every store. It throws where the fact does not hold; any test runner can run it. */
export interface ConformanceCase {
  readonly name: string;
  /** It opens the same state more than once, which a store in memory cannot do. */
  readonly shared?: true;
  /** Every case begins with empty state; `open` gives a handle on it and the case closes what it opened. */
  run(open: () => Promise<Store>): Promise<void>;
}

/** A case with one handle. */
export const withStore = (name: string, run: (store: Store) => Promise<void>): ConformanceCase => ({
  name,
  async run(open) {
    const store = await open();
    try {
      await run(store);
    } finally {
      await store.close();
    }
  },
});

/** A case with two handles on the same state, as two processes have them. */
export const withTwo = (name: string, run: (one: Store, other: Store) => Promise<void>): ConformanceCase => ({
  name,
  shared: true,
  async run(open) {
    const one = await open();
    const other = await open();
    try {
      await run(one, other);
    } finally {
      await one.close();
      await other.close();
    }
  },
});
