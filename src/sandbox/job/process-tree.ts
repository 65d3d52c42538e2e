import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { tryOr } from '../../system/try-or.ts';
import { addAll } from '../../tool/lists/long-lists.ts';

export interface Process {
  readonly pid: number;
  /** Bytes in memory. */
  readonly memory: number;
}

const PAGE = 4096;

/** Text that the kernel tells of a process; empty where there is no such process, or it does not let itself be read. */
const told = (pid: number | string, file: string): string =>
  tryOr(() => readFileSync(`/proc/${pid}/${file}`, 'latin1'), '');

/** A process and all that come of it, not many more than `most`; in a namespace orphans go to its first process. */
export function processTree(first: number, most = Number.POSITIVE_INFINITY): readonly Process[] {
  const found = new Map<number, Process>();
  const waiting = [first];
  for (let pid = waiting.pop(); pid !== undefined && found.size <= most; pid = waiting.pop()) {
    const memory = found.has(pid) ? undefined : residentBytes(pid);
    if (memory === undefined) continue;
    found.set(pid, { pid, memory });
    addAll(waiting, childrenOf(pid));
  }
  return [...found.values()];
}

/** Bytes that a process holds for itself; files of programs that are mapped by many do not count each time. */
export function residentBytes(pid: number): number | undefined {
  const text = told(pid, 'statm');
  const [, resident = 0, shared = 0] = text.split(' ').map(Number);
  return text === '' ? undefined : (resident - shared) * PAGE;
}

/** The first process of a namespace that was made below `launcher`, by its number one namespace further out. */
export function findInside(launcher: number, number: number): number | undefined {
  const outer = childrenOf(launcher).flatMap(childrenOf);
  return outer.flatMap(childrenOf).find(pid => {
    // The numbers of the process in each namespace, ours first.
    const numbers = /^NSpid:\s+(.+)$/m.exec(told(pid, 'status'))?.[1]?.split('\t').map(Number);
    return numbers?.at(-1) === 1 && numbers.at(-2) === number;
  });
}

export const childrenOf = (pid: number): readonly number[] =>
  tryOr(() => {
    const lists = readdirSync(`/proc/${pid}/task`).map(task =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8'),
    );
    return lists.flatMap(list => list.split(' ').filter(Boolean).map(Number));
  }, []);

/** The machine's memory, in bytes; `shared`: what several processes share or belongs to none, as files in memory. */
export function machineMemory(): { readonly shared: number; readonly available: number; readonly total: number } {
  const text = tryOr(() => readFileSync('/proc/meminfo', 'utf8'), '');
  return {
    shared: kilobytes(text, /^Shmem: +(\d+) kB$/m),
    available: kilobytes(text, /^MemAvailable: +(\d+) kB$/m),
    total: kilobytes(text, /^MemTotal: +(\d+) kB$/m),
  };
}

/** Shared bytes that the processes of a job hold, as far as can be told; some may be counted twice. */
export function sharedBy(processes: readonly Process[]): number {
  const files = new Map(processes.flatMap(({ pid }) => [...namelessFiles(pid)]));
  const mapped = processes.map(({ pid }) => kilobytes(told(pid, 'status'), /^RssShmem:\s+(\d+) kB$/m));
  return [...files.values(), ...mapped].reduce((sum, size) => sum + size, 0);
}

/** Files that a process holds and that have no name any more, each with its bytes. */
export function namelessFiles(pid: number): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  try {
    for (const fd of readdirSync(`/proc/${pid}/fd`)) {
      const place = `/proc/${pid}/fd/${fd}`;
      if (!readlinkSync(place).endsWith(' (deleted)')) continue;
      const { dev, ino, blocks } = statSync(place);
      found.set(`${dev}:${ino}`, blocks * 512);
    }
  } catch {
    // The process has ended, or does not let itself be looked at.
  }
  return found;
}

/** What stands in a `stat` file behind the program's name, which is in brackets and may hold anything. */
export const statFields = (text: string): readonly string[] => text.slice(text.lastIndexOf(')') + 2).split(' ');

/** The letter by which the kernel tells what a process is doing; nothing where there is none. */
const stateLetter = (pid: number): string => statFields(told(pid, 'stat'))[0]!;

export const isStopped = (pid: number): boolean => stateLetter(pid) === 'T';

/** Whether a process runs, or waits for something to run on: it is not stopped, traced or dead. */
export const isLively = (pid: number): boolean => ['R', 'S', 'D'].includes(stateLetter(pid));

/** The beginning of a process, also of one that has just ended; none where there is no `/proc`. */
export const beginningOf = (pid: number): string => statFields(told(pid, 'stat'))[19] ?? '';

/** Bytes that a process and those it has outlived have sent to a disk; endless where the process does not say. */
export function bytesWritten(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/io`, 'utf8');
    const bytes = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
    return Math.max(0, bytes('write_bytes') - bytes('cancelled_write_bytes'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? Number.POSITIVE_INFINITY : 0;
  }
}

const kilobytes = (text: string, line: RegExp): number => Number(line.exec(text)?.[1] ?? 0) * 1024;

/** Sends a signal, unless the process has ended by itself or has become somebody else's. */
export const sendTo = (pid: number, signal: NodeJS.Signals): boolean => tryOr(() => process.kill(pid, signal), false);
