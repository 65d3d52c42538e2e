import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { ToolError } from '../../tool/error.ts';
import { importUnseen } from '../../tool/loading/optional-package.ts';

interface RipgrepOptions {
  readonly cwd: string;
  /** A descriptor or bytes to search; nothing is read otherwise. */
  readonly stdin?: number | Uint8Array;
  readonly signal?: AbortSignal;
}

export type RipgrepRun = ReturnType<typeof startRipgrep>;

const MAX_MESSAGE = 8 * 1024;

/** Arguments of every run: no configuration of the user's, no output for eyes, rules of git also without git. */
export const COMMON = ['--no-config', '--color=never', '--no-messages', '--no-require-git', '--no-ignore-global'];

let found: Promise<string> | undefined;

/** The path of the ripgrep that comes with the package, else of the one on PATH. */
export function ripgrepPath(): Promise<string> {
  found ??= importUnseen('@vscode/ripgrep').then(
    module => {
      const { rgPath } = module as typeof import('@vscode/ripgrep');
      return existsSync(rgPath) ? rgPath : 'rg';
    },
    () => 'rg',
  );
  return found;
}

/** Starts ripgrep without a shell and with nothing of our environment but PATH. */
export function startRipgrep(program: string, args: readonly string[], options: RipgrepOptions) {
  const { stdin, signal } = options;
  if (signal?.aborted) throw abortError(signal);
  const child = launch(program, args, options);
  let message = '';
  let failure: Error | undefined;
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (message.length < MAX_MESSAGE) message += text.slice(0, MAX_MESSAGE - message.length);
  });
  const closed = new Promise<number | null>(resolve => {
    child.on('error', error => {
      failure = error;
      resolve(null);
    });
    child.on('close', resolve);
  });
  if (stdin instanceof Uint8Array) child.stdin?.on('error', () => {}).end(stdin);
  const stop = () => {
    signal?.removeEventListener('abort', stop);
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    child.stdout?.destroy();
  };
  signal?.addEventListener('abort', stop, { once: true });
  return {
    /** The output as it comes; ripgrep waits while nobody reads, and is killed when the reader leaves early. */
    output: read(child.stdout as Readable, stop),
    /** Resolves after the output with the way the run ended. Throws when the run was aborted or could not be started. */
    async ended() {
      const code = await closed;
      signal?.removeEventListener('abort', stop);
      if (signal?.aborted) throw abortError(signal);
      if (failure) throw cannotRun(failure);
      return { code, message: message.trim() };
    },
  };
}

function launch(program: string, args: readonly string[], { cwd, stdin }: RipgrepOptions): ChildProcess {
  const input = typeof stdin === 'number' ? stdin : stdin ? 'pipe' : 'ignore';
  const env = { PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin' };
  try {
    return spawn(program, args, { cwd, env, stdio: [input, 'pipe', 'pipe'] });
  } catch (error) {
    throw cannotRun(error as Error);
  }
}

async function* read(stream: Readable, stop: () => void): AsyncGenerator<Buffer> {
  let whole = false;
  try {
    yield* stream as AsyncIterable<Buffer>;
    whole = true;
  } catch (error) {
    // The stream is cut off when the run is aborted; `ended` says why.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    if (!whole) stop();
  }
}

function cannotRun(error: NodeJS.ErrnoException): ToolError {
  if (error.code === 'ENOENT') {
    return new ToolError('EXECUTION_ERROR', 'Searching needs ripgrep (rg), and none was found.', {
      suggestion: 'Ask the user to run "npm install @vscode/ripgrep", or to put rg on PATH.',
      cause: error,
    });
  }
  if (error.code === 'E2BIG' || error.code === 'ERR_INVALID_ARG_VALUE') {
    return new ToolError('INVALID_ARGUMENTS', 'The pattern is too long or contains a NUL character.', { cause: error });
  }
  return new ToolError('EXECUTION_ERROR', `ripgrep could not be started: ${error.message}`, { cause: error });
}

function abortError(signal: AbortSignal): ToolError {
  const { reason } = signal;
  return reason instanceof ToolError ? reason : new ToolError('ABORTED', 'The search was stopped.', { cause: reason });
}
