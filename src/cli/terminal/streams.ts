import { EXIT } from '../exit-codes.ts';

const gone = new AbortController();
let failed = false;

/** Fires when nobody reads standard output any more. */
export const outputGone: AbortSignal = gone.signal;

/** Standard output could not be written, and somebody wanted it. */
export const outputFailed = (): boolean => failed;

/** A reader that went away (`| head -1`) is no failure; a full disk is. Neither is a stack trace. */
export function guardStreams(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    gone.abort();
    if (error.code === 'EPIPE' || failed) return;
    failed = true;
    process.exitCode = EXIT.failed;
    process.stderr.write(`toolgate: standard output cannot be written: ${error.message}\n`);
  });
  process.stderr.on('error', () => {});
}
