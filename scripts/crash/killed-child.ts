import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
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

export interface ChildRun extends Place {
  readonly scenario: string;
  /** The operation itself, or the start of a gate. */
  readonly part: 'operation' | 'start';
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
  const { killed, calls } = await traceChild(run, tracee, rule);
  return { killed, call: calls.at(-1) ?? '' };
}

/** How often the child makes each call, when it is let be. */
export async function countCalls(run: ChildRun, tracee: Tracee): Promise<ReadonlyMap<string, number>> {
  const { calls } = await traceChild(run, tracee, ['-e', `trace=${CALLS.map(name => `?${name}`).join(',')}`]);
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
}

async function traceChild(
  { workspace, store, scenario, part }: ChildRun,
  tracee: Tracee,
  rule: string[],
): Promise<Traced> {
  const { syscallChild } = await programs();
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', syscallChild, workspace, store, scenario, part],
    { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...COMPILED, UV_THREADPOOL_SIZE: '1' } },
  );
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const said = textOf(child.stderr!);
  await Promise.race([once(child.stdout!, 'data'), ended]);
  if (child.exitCode !== null) throw new Error(`${scenario}: ${await said}`);
  const trace = await attach(tracee === 'main' ? child.pid! : poolThread(child.pid!), rule);
  child.stdin!.on('error', () => {});
  child.stdin!.end('\n');
  const [code, signal] = await ended;
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`${scenario}: ${await said}`);
  const lines = (await trace.ended).split('\n');
  return { killed: signal === 'SIGKILL', calls: lines.filter(line => /^\w+\(/.test(line)) };
}

/** Resolves when strace watches the thread. */
async function attach(thread: number, rule: readonly string[]): Promise<{ ended: Promise<string> }> {
  const tracer = spawn('strace', ['-y', '-s', '24', '-p', String(thread), ...rule], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lines: string[] = [];
  const reader = createInterface(tracer.stderr);
  const closed = new Promise<string>((resolve, reject) => {
    tracer.once('error', error => reject(new Error(`strace is needed (apt-get install strace): ${error.message}`)));
    tracer.once('close', () => resolve(lines.join('\n')));
  });
  const attached = new Promise<void>(resolve => {
    reader.on('line', line => {
      lines.push(line);
      if (line.includes('attached')) resolve();
    });
  });
  await Promise.race([
    attached,
    closed.then(text => {
      throw new Error(`strace could not watch the process: ${text}`);
    }),
  ]);
  return { ended: closed };
}

/** The one thread that libuv does asynchronous file work on. */
function poolThread(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).filter(
    thread => readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim() === 'libuv-worker',
  );
  if (threads.length !== 1) throw new Error(`Process ${pid} has ${threads.length} threads for file work, not 1`);
  return Number(threads[0]);
}

async function textOf(stream: NonNullable<ChildProcess['stderr']>): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += chunk;
  return text;
}
