import type { Worker } from 'node:worker_threads';

/** Milliseconds between two looks. */
const EVERY = 100;

/**
 * Calls back once a thread holds more than so many bytes outside of its heap. The limits of a thread count its heap
 * alone, and what is unpacked lies beside it. Gives what ends the watch.
 */
export function watchMemory(thread: Worker, most: number, onTooMuch: () => void): () => void {
  let asking = false;
  const look = async () => {
    if (asking) return;
    asking = true;
    // A thread that is gone holds nothing.
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
