import type { WorkerOptions } from 'node:worker_threads';

// The build puts the threads' code beside the file that holds this one.
export const CODE = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './search-worker.js', import.meta.url);

/** Neither the environment nor the host's standard output, which may carry a protocol. */
export const LIMITS = {
  resourceLimits: { stackSizeMb: 16, maxOldGenerationSizeMb: 1024 },
  env: {},
  execArgv: [],
  stdout: true,
  stderr: true,
} satisfies WorkerOptions;
