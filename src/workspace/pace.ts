import { setImmediate as turn } from 'node:timers/promises';

/** The progress of a long piece of work. */
export interface WorkProgress {
  /** The word for the work on the paths, such as `wrote`. */
  readonly did: string;
  readonly done: number;
  /** The number of all paths; left out while nobody knows it. */
  readonly of?: number | undefined;
}

export type Report = (progress: WorkProgress) => void;

/** Milliseconds of work before others get their turn. */
const AT_ONCE = 20;

/** Makes a function to call after each path. A promise that it gives is to be awaited: others have their turn then. */
export function createPace(did: string, of: number | undefined, report?: Report): () => Promise<void> | undefined {
  let done = 0;
  let since = performance.now();
  return () => {
    done += 1;
    if (performance.now() - since < AT_ONCE) return undefined;
    report?.({ did, done, of });
    return turn().then(() => {
      since = performance.now();
    });
  };
}
