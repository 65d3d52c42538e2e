import { fstatSync, writeSync } from 'node:fs';
import { isatty } from 'node:tty';
import { EXIT } from '../exit-codes.ts';

const gone = new AbortController();
let failed = false;

/** Fires when nobody reads standard output any more. */
export const outputGone: AbortSignal = gone.signal;

/** Standard output could not be written, and somebody wanted it. */
export const outputFailed = (): boolean => failed;

/**
 * Guards the streams: a reader that went away (`| head -1`) is no failure, a full disk is, and neither shows a stack
 * trace. A stream is guarded when it is first used: most commands use one, and Node takes milliseconds to make one.
 */
export function guardStreams(): void {
  whenFirstUsed('stdout', stdout =>
    stdout.on('error', (error: NodeJS.ErrnoException) => {
      gone.abort();
      if (error.code === 'EPIPE' || failed) return;
      failed = true;
      process.exitCode = EXIT.failed;
      process.stderr.write(`toolgate: standard output cannot be written: ${error.message}\n`);
    }),
  );
  whenFirstUsed('stderr', stderr => stderr.on('error', () => {}));
}

function whenFirstUsed(name: 'stdout' | 'stderr', guard: (stream: NodeJS.WriteStream) => void): void {
  const own = Object.getOwnPropertyDescriptor(process, name);
  if (!own?.get) {
    guard(process[name]);
    return;
  }
  Object.defineProperty(process, name, {
    ...own,
    get() {
      Object.defineProperty(process, name, own);
      guard(process[name]);
      return process[name];
    },
  });
}

/** Half of the bytes that an empty pipe takes at once. */
const AT_ONCE = 32_768;

/**
 * Writes what a command says last to standard output, without a stream of Node's where none is needed. What could not
 * be written at once is left to the stream, and so is every error.
 */
export function writeLast(text: string): void {
  const bytes = Buffer.from(text);
  let done = 0;
  try {
    if (bytes.length <= AT_ONCE && !isTerminal(1)) while (done < bytes.length) done += writeSync(1, bytes, done);
  } catch {
    // The stream will tell of the error.
  }
  if (done < bytes.length) process.stdout.write(bytes.subarray(done));
}

/** Whether a descriptor is a terminal. Node, whose code for terminals loads slowly, is asked only of a device. */
export function isTerminal(fd: number): boolean {
  try {
    return fstatSync(fd).isCharacterDevice() && isatty(fd);
  } catch {
    return false;
  }
}
