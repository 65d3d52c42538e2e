import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { COMPILED, programs } from './programs.ts';
import type { Place } from './run-scenario.ts';

/** Every call by which a process can change what others see: names, content, modes, and the order of all that. */
const CALLS = [
  ...['open', 'openat', 'openat2', 'creat', 'write', 'writev', 'pwrite64', 'pwritev', 'pwritev2', 'sendfile'],
  ...['copy_file_range', 'truncate', 'ftruncate', 'fallocate', 'fsync', 'fdatasync', 'sync_file_range', 'msync'],
  ...['rename', 'renameat', 'renameat2', 'link', 'linkat', 'symlink', 'symlinkat', 'unlink', 'unlinkat'],
  ...['mkdir', 'mkdirat', 'rmdir', 'chmod', 'fchmod', 'fchmodat', 'chown', 'fchown', 'fchownat', 'lchown'],
];

/** Node works with files on its main thread and on threads of a pool, which here has one. */
export type Tracee = 'main' | 'pool';

/** Calls that can fail, beside those by which something is changed. */
const FAILING = ['close', 'fcntl', 'read', 'pread64', 'statx', 'newfstatat', 'readlink', 'getdents64', 'lseek'];

export interface ChildRun extends Place {
  readonly scenario: string;
  /** The operation itself, the same with a word on how it ended, or the start of a gate. */
  readonly part: 'operation' | 'start' | 'told';
}

/** The nth call of that name in that thread; strace counts each name by itself. */
export interface KillPoint {
  readonly tracee: Tracee;
  readonly name: string;
  readonly at: number;
}

export interface Killed {
  /** False when the process came to its end first. */
  readonly killed: boolean;
  /** The call at which it was killed, as strace writes it. */
  readonly call: string;
}

/** Runs the child and lets strace kill it at one system call. */
export async function killChild(run: ChildRun, { tracee, name, at }: KillPoint): Promise<Killed> {
  const rule = ['-e', `trace=${name}`, '-e', `inject=${name}:signal=SIGKILL:when=${at}`];
  const { killed, calls } = await traceChild(run, tracee, { rule, env: COMPILED });
  return { killed, call: calls.at(-1) ?? '' };
}

export interface Failed {
  /** False when the process came to its end without that call. */
  readonly reached: boolean;
  /** The call that failed, as strace writes it. */
  readonly call: string;
  /** What the process has said of its work; nothing when it did not come to that. */
  readonly said: string;
}

/** Runs the child and lets one system call fail, or where the error ends with `+` all of that name from there on. */
export async function failCall(run: ChildRun, { tracee, name, at }: KillPoint, error: string): Promise<Failed> {
  const when = error.endsWith('+') ? `${at}+` : at;
  const rule = ['-e', `trace=${name}`, '-e', `inject=${name}:error=${error.replace('+', '')}:when=${when}`];
  const { calls, said } = await traceChild(run, tracee, { rule, env: COMPILED, mayFail: true });
  const call = calls.find(each => each.includes('(INJECTED)'));
  return { reached: call !== undefined, call: call ?? '', said };
}

/** How often the child makes each call, when it is let be. */
export async function countCalls(
  run: ChildRun,
  tracee: Tracee,
  { failing = false }: { failing?: boolean } = {},
): Promise<ReadonlyMap<string, number>> {
  const names = failing ? [...CALLS, ...FAILING] : CALLS;
  const rule = ['-e', `trace=${names.map(name => `?${name}`).join(',')}`];
  // Writing down what it has compiled would count as calls that no later run makes.
  const { calls } = await traceChild(run, tracee, { rule, env: { NODE_DISABLE_COMPILE_CACHE: '1' } });
  const counts = new Map<string, number>();
  for (const call of calls) {
    const name = call.slice(0, call.indexOf('('));
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

interface Traced {
  readonly killed: boolean;
  readonly calls: readonly string[];
  readonly said: string;
}

async function traceChild(
  { workspace, store, scenario, part }: ChildRun,
  tracee: Tracee,
  { rule, env, mayFail = false }: { rule: readonly string[]; env: NodeJS.ProcessEnv; mayFail?: boolean },
): Promise<Traced> {
  const { syscallChild } = await programs();
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', syscallChild];
  const shell = spawn('sh', ['-c', UNDER_STRACE, 'sh', ...node, workspace, store, scenario, part], {
    stdio: ['pipe', 'ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env, UV_THREADPOOL_SIZE: '1', RULE: rule.join(' ') },
  });
  const ended = once(shell, 'close');
  const [input, output, errors] = shell.stdio.slice(3) as [Writable, Readable, Readable];
  for (const stream of [input, shell.stdin!]) stream.on('error', () => {});
  const said = textOf(errors);
  const { lines, attached } = readTrace(shell.stderr!);
  const failed = async (what: string) => new Error(`${scenario}: ${what}: ${lines.join('\n')} ${await said}`);
  const [pid] = await Promise.race([once(output.setEncoding('utf8'), 'data'), ended.then(() => [])]);
  if (pid === undefined) throw await failed('the process ended before it was ready');
  let word = '';
  output.on('data', text => {
    word += text;
  });
  shell.stdin!.end(`${tracee === 'main' ? Number(pid) : poolThread(Number(pid))}\n`);
  const watched = await Promise.race([attached, ended.then(() => false)]);
  input.end('\n');
  await ended;
  if (!watched) throw await failed('strace could not watch the process (is it installed?)');
  const killed = lines.includes('+++ killed by SIGKILL +++');
  if (!killed && !mayFail && !lines.includes('+++ exited with 0 +++')) throw await failed('the process failed');
  return { killed, calls: lines.filter(line => /^\w+\(/.test(line)), said: word };
}

/**
 * Starts the process, reads which of its threads to watch, and becomes strace: many systems let only a parent watch.
 * The process talks on 3, 4 and 5.
 */
const UNDER_STRACE = `
  "$@" <&3 >&4 2>&5 3<&- 4>&- 5>&- &
  exec 3<&- 4>&- 5>&-
  read -r thread
  set -f
  exec strace -y -s 24 -p "$thread" $RULE`;

/** `attached` resolves when strace watches the thread. */
function readTrace(stream: Readable): { lines: readonly string[]; attached: Promise<true> } {
  const lines: string[] = [];
  const attached = new Promise<true>(resolve => {
    createInterface(stream).on('line', line => {
      lines.push(line);
      if (line.includes('attached')) resolve(true);
    });
  });
  return { lines, attached };
}

/** The one thread that libuv does asynchronous file work on. */
function poolThread(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).filter(
    thread => readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim() === 'libuv-worker',
  );
  if (threads.length !== 1) throw new Error(`Process ${pid} has ${threads.length} threads for file work, not 1`);
  return Number(threads[0]);
}

async function textOf(stream: Readable): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
}
