import type { WorkerOptions } from 'node:worker_threads';

// The build puts the threads' code beside the file that holds this one.
export const CODE = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './search-worker.js', import.meta.url);

export const LIMITS = {
  resourceLimits: { stackSizeMb: 16, maxOldGenerationSizeMb: 1024 },
} satisfies WorkerOptions;
