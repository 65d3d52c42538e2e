import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { hashText } from '../tool/crypto/sha-256.ts';
import { newId } from '../tool/id.ts';
import { pidSpace } from './pid-space.ts';
import { tryOr } from './try-or.ts';

/** One running (or dead) process that has used the workspace. */
export interface ProcessRow {
  readonly id: string;
  /** The host name and pid namespace: pids can be compared only within one. */
  readonly host: string;
  readonly boot: string;
  readonly pid: number;
  /** The start of the process, in the system's own count, so that a reused pid is told apart. */
  readonly started: string;
  readonly heartbeat: number;
}

export interface ProcessSighting extends ProcessRow {
  /**
   * Milliseconds without a sign of life, by the store's own clock; only where several machines share the store. The
   * time in which the store itself was away does not count.
   */
  readonly quiet?: number;
}

/** The row of this process. The fields that tell it apart never change while it runs. */
export function currentProcess(id: string = newId(), heartbeat: number = Date.now()): ProcessRow {
  const { pid } = process;
  const seen = startOf(pid);
  // Of a process that cannot see itself nothing will ever be proved.
  const started = seen.kind === 'running' ? seen.at : 'unknown';
  return { id, host: host(), boot: boot(), pid, started, heartbeat };
}

/** Whether a process is proved dead: the machine was started again, the pid is free, or it was given to another. */
export function isDead(row: ProcessRow, self: ProcessRow): boolean {
  if (row.host !== self.host || row.boot === 'unknown' || self.boot === 'unknown') return false;
  return row.boot !== self.boot || isGone(row);
}

/** A process that was seen: its pid, and its start in the system's own count. */
export type SeenProcess = Pick<ProcessRow, 'pid' | 'started'>;

/** Whether a process of this machine and start is proved to be gone: its pid is free, or was given to another. */
export function isGone({ pid, started }: SeenProcess): boolean {
  const seen = startOf(pid);
  if (seen.kind === 'gone') return true;
  return seen.kind === 'running' && started !== 'unknown' && seen.at !== started;
}

/** A process and those it came from, nearest first; not the first, which ends with the machine, nor hidden ones. */
export function ancestryOf(pid: number): readonly SeenProcess[] {
  const found: SeenProcess[] = [];
  for (let at = pid; at > 1; ) {
    const seen = startOf(at);
    if (seen.kind !== 'running' || found.some(each => each.pid === at)) break;
    found.push({ pid: at, started: seen.at });
    at = seen.parent;
  }
  return found;
}

/**
 * Milliseconds of silence after which a process is lost: thirty missed signs of life, one every ten seconds. It is
 * taken for dead although nobody can prove it: a person waits no longer for what it held. Should the process live, in a
 * frozen machine or behind a cut network, it does no harm when it comes back: its claims have other numbers by then, so
 * that it can write nothing under them, and it tells itself how its calls ended. Its files are left to its own machine.
 */
const lostAfter = 5 * 60_000;

/** Whether a process of another machine, or of another container, has been silent for too long. */
export const isLost = (row: ProcessSighting, self: ProcessRow): boolean =>
  row.host !== self.host && row.quiet !== undefined && row.quiet > lostAfter;

/** The machine and pid namespace in which pids mean the same. */
function host(): string {
  const machine = firstLine('/etc/machine-id') ?? '';
  const digest = hashText(`toolgate ${machine}`).slice(0, 12);
  // A space that nobody can know makes a text that is comparable with nothing, not even with itself.
  return `${hostname()} ${digest} ${pidSpace() ?? `unknown ${newId()}`}`;
}

function boot(): string {
  return firstLine('/proc/sys/kernel/random/boot_id') ?? output('sysctl', ['-n', 'kern.bootsessionuuid']) ?? 'unknown';
}

/** A few letters that tell the process of a pid from every other that has or had it; none where nobody can know. */
export function markOf(pid: number): string | undefined {
  const seen = startOf(pid);
  const booted = boot();
  if (seen.kind !== 'running' || booted === 'unknown') return undefined;
  return hashText(`${booted} ${seen.at}`).slice(0, 8);
}

type ProcessSight = { kind: 'running'; at: string; parent: number } | { kind: 'gone' } | { kind: 'unknown' };

function startOf(pid: number): ProcessSight {
  if (!isProcessAlive(pid)) return { kind: 'gone' };
  if (process.platform !== 'linux') {
    const [, parent, at] = /^(\d+)\s+(.+)$/.exec(output('ps', ['-o', 'ppid=,lstart=', '-p', String(pid)]) ?? '') ?? [];
    return at ? { kind: 'running', at, parent: Number(parent) } : { kind: 'unknown' };
  }
  const stat = tryOr(() => readFileSync(`/proc/${pid}/stat`, 'latin1'), undefined);
  if (stat !== undefined) return parseStat(stat);
  // The process has gone a moment ago, or is hidden from this user.
  return { kind: isProcessAlive(pid) ? 'unknown' : 'gone' };
}

/** Parses the stat. A name in parentheses may hold anything, so fields count from the last `)`: state is the third. */
export function parseStat(stat: string): ProcessSight {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, parent, threads, at] = [fields[0], Number(fields[1]), Number(fields[17]), fields[19]];
  if (!at || !/^\d+$/.test(at)) return { kind: 'unknown' };
  // A zombie waits for its parent only; a zombie that leads other threads still lives.
  if ((state === 'Z' || state === 'X') && threads <= 1) return { kind: 'gone' };
  return { kind: 'running', at, parent };
}

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

const firstLine = (file: string): string | undefined =>
  tryOr(() => readFileSync(file, 'utf8').trim() || undefined, undefined);

function output(program: string, args: readonly string[]): string | undefined {
  // The module costs more to load than all else here, and Linux does without.
  const { execFileSync } = process.getBuiltinModule('node:child_process');
  const env = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' };
  const run = () => execFileSync(program, args, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'ignore'] });
  return tryOr(run, '').trim() || undefined;
}
