export { type ConnectOptions, connectWorkers, type Workers } from './connect-workers.ts';
export type { Worker } from './worker.ts';
