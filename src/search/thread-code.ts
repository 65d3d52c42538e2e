import type { WorkerOptions } from 'node:worker_threads';

// The build puts the threads' code beside the file that holds this one.
export const CODE = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './search-worker.js', import.meta.url);

/** Limits of a thread. Few objects are young, and a heap that grows freely keeps hundreds of megabytes of dead ones. */
const STACK_AND_YOUNG = { stackSizeMb: 16, maxYoungGenerationSizeMb: 8 };

export const INDEX_LIMITS = {
  resourceLimits: { ...STACK_AND_YOUNG, maxOldGenerationSizeMb: 1024 },
} satisfies WorkerOptions;

/** The limits for outlines: a file of the largest size has 15 MB of words. */
export const OUTLINE_LIMITS = {
  resourceLimits: { ...STACK_AND_YOUNG, maxOldGenerationSizeMb: 192 },
} satisfies WorkerOptions;
