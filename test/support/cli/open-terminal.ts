import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { onTestFinished } from 'vitest';
import { MAIN, type OpenCli } from './open-cli.ts';

export interface TerminalOptions {
  /** Without it the terminal tells no size, as one that a program opened for another often does. */
  readonly size?: { readonly columns: number; readonly rows: number };
  readonly env?: Readonly<Record<string, string>>;
  /** A program that runs the command. */
  readonly through?: readonly string[];
}

export interface OpenTerminal {
  /** Resolves when this has been drawn, after what was waited for last. */
  until(text: string): Promise<void>;
  type(keys: string): void;
  /** The person makes the window larger or smaller. */
  resize(size: { readonly columns: number; readonly rows: number }): void;
  /** What was drawn, without the codes. */
  screen(): string;
  /** What was drawn, with them. */
  bytes(): string;
  /** The command's exit code. */
  ended(): Promise<number | string | null>;
}

/** Said after the command, if the terminal is as it was before. */
export const AS_BEFORE = 'the terminal is as before';

/** Keeps the shell alive on Ctrl-C, for it has to tell how the command left the terminal. */
const SHELL = `trap : INT; before=$(stty -g); "$@"; code=$?
[ "$(stty -g)" = "$before" ] && echo '${AS_BEFORE}' || echo 'the terminal is changed'; exit $code`;

const PATIENCE = 120_000;

/** The command line at a real terminal, which `script` of util-linux makes. */
export function openTerminal(cli: OpenCli, args: readonly string[], options: TerminalOptions = {}): OpenTerminal {
  const { size, env = {}, through = [] } = options;
  const shell = size ? `stty rows ${size.rows} cols ${size.columns}; ${SHELL}` : SHELL;
  const words = ['sh', '-c', shell, 'sh', ...through, process.execPath, MAIN, ...args];
  const child = spawn('script', ['-qefc', `exec ${words.map(quoted).join(' ')}`, '/dev/null'], {
    cwd: cli.root,
    env: { ...cli.env, TERM: 'xterm-256color', SHELL: '/bin/sh', ...env },
    stdio: 'pipe',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return watch(child);
}

function watch(child: ChildProcess): OpenTerminal {
  const chunks: Buffer[] = [];
  const waiting = new Set<() => void>();
  const bytes = () => Buffer.concat(chunks).toString();
  const screen = () => stripVTControlCharacters(bytes());
  let from = 0;
  const ended = new Promise<number | string | null>((resolve, reject) => {
    child.on('close', (code, signal) => resolve(code ?? signal));
    child.on('error', error =>
      reject(
        new Error('These tests need the program `script` of util-linux (on Debian in bsdutils)', { cause: error }),
      ),
    );
  });
  ended.catch(() => {});
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      for (const look of waiting) look();
    });
  }
  const until = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer);
        waiting.delete(look);
      };
      const fail = (why: string, cause?: unknown) => {
        stop();
        reject(new Error(`${why} without ${JSON.stringify(text)}:\n${screen().slice(from)}`, { cause }));
      };
      const look = () => {
        const at = screen().indexOf(text, from);
        if (at < 0) return;
        from = at + text.length;
        stop();
        resolve();
      };
      const timer = setTimeout(() => fail('Long waited'), PATIENCE);
      waiting.add(look);
      look();
      ended.then(
        code => fail(`Ended (${code})`),
        error => fail('Not started', error),
      );
    });
  return {
    until,
    screen,
    bytes,
    type: keys => void child.stdin?.write(keys),
    resize: size => resize(child, size),
    ended: () => ended,
  };
}

/** The terminal is the one that the program below `script` has. */
function resize({ pid }: ChildProcess, { columns, rows }: { readonly columns: number; readonly rows: number }): void {
  const below = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0];
  execFileSync('stty', ['-F', readlinkSync(`/proc/${below}/fd/0`), 'rows', String(rows), 'cols', String(columns)]);
}

const quoted = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

const WIDE = { columns: 200, rows: 60 };

/** A person at a terminal who gives the command and says yes to what it asks. */
export async function sayYes(cli: OpenCli, args: readonly string[], options: TerminalOptions = {}) {
  const terminal = openTerminal(cli, args, { size: WIDE, ...options });
  await terminal.until('Yes / ');
  terminal.type('y');
  return { code: await terminal.ended(), screen: terminal.screen() };
}

/** The same, where nothing is asked. */
export async function atTerminal(cli: OpenCli, args: readonly string[], options: TerminalOptions = {}) {
  const terminal = openTerminal(cli, args, { size: WIDE, ...options });
  return { code: await terminal.ended(), screen: terminal.screen() };
}
