import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { plainRequire } from './plain-require.ts';

/**
 * Starts a thread with neither the environment nor the host's standard output, which may carry a protocol. The thread's
 * prints are not read: reading would keep the process alive.
 */
export const openThread = (code: URL, options: WorkerOptions): Worker =>
  new Worker(installed(code), { env: {}, execArgv: [], stdout: true, stderr: true, ...options });

/** The place of a thread's code: as named, or in the installed package where a bundler took the caller away from it. */
function installed(code: URL): URL {
  try {
    const { resolve } = plainRequire();
    if (isThere(resolve, fileURLToPath(code))) return code;
    const name = code.pathname.slice(code.pathname.lastIndexOf('/') + 1);
    return new URL(`./dist/${name}`, pathToFileURL(resolve('toolgate/package.json')));
  } catch {
    return code;
  }
}

function isThere(resolve: (path: string) => string, path: string): boolean {
  try {
    return resolve(path) !== '';
  } catch {
    return false;
  }
}
