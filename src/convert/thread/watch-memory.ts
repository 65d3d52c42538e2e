import type { Worker } from 'node:worker_threads';

/** Milliseconds between two looks at the memory. */
const EVERY = 100;

/**
 * Calls back once a thread holds more than `most` bytes outside of its heap. The limits of a thread count its heap
 * alone, and unpacked data lies beside the heap. Gives back the function that ends the watch.
 */
export function watchMemory(thread: Worker, most: number, onTooMuch: () => void): () => void {
  let asking = false;
  const look = async () => {
    if (asking) return;
    asking = true;
    // A thread that has ended holds nothing.
    const held = await thread.getHeapStatistics().catch(() => undefined);
    asking = false;
    if (watching && held && held.external_memory > most) onTooMuch();
  };
  let watching = true;
  const timer = setInterval(look, EVERY).unref();
  return () => {
    watching = false;
    clearInterval(timer);
  };
}
