import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Starts a program of this package that outlives the process, with no environment, no input and no output. */
export function startDetached(program: URL, input: unknown): number | undefined {
  const file = fileURLToPath(program);
  const child = spawn(process.execPath, [file, JSON.stringify(input)], {
    cwd: dirname(file),
    detached: true,
    env: {},
    stdio: 'ignore',
  });
  // A program that cannot be started is just not there: nobody waits for it.
  child.on('error', () => {});
  child.unref();
  return child.pid;
}
