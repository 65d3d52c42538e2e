import { existsSync, writeFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { isRunning } from '../../hosts/is-running.ts';

export interface ChangeMeanwhile {
  /** What must be there, and the command that must run in the folder, before the file is written. */
  readonly there: string;
  readonly line: string;
  readonly folder: string;
  readonly file: string;
  readonly text: string;
}

/** Writes a file while a command runs. In a thread of its own: a busy one would look again when that has ended. */
const { there, line, folder, file, text } = workerData as ChangeMeanwhile;
const between = new Int32Array(new SharedArrayBuffer(4));
for (const end = Date.now() + 180_000; Date.now() < end; Atomics.wait(between, 0, 0, 20)) {
  if (!existsSync(there) || !isRunning(line, folder)) continue;
  writeFileSync(file, text);
  break;
}
