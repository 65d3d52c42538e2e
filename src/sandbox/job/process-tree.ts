import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { addAll } from '../../tool/lists/long-lists.ts';

/** One process of a job as the machine sees it. */
export interface Process {
  readonly pid: number;
  /** Bytes in memory. */
  readonly memory: number;
}

const PAGE = 4096;

/**
 * A process and all that come of it; not many more than `most`. In a process namespace orphans go to the first
 * process in it, so none is missed.
 */
export function processTree(first: number, most = Number.POSITIVE_INFINITY): readonly Process[] {
  const found: Process[] = [];
  const waiting = [first];
  const seen = new Set<number>();
  for (let pid = waiting.pop(); pid !== undefined && found.length <= most; pid = waiting.pop()) {
    if (seen.has(pid)) continue;
    seen.add(pid);
    const memory = residentBytes(pid);
    if (memory === undefined) continue;
    found.push({ pid, memory });
    addAll(waiting, childrenOf(pid));
  }
  return found;
}

/** Bytes that a process holds for itself; files of programs that are mapped by many do not count each time. */
function residentBytes(pid: number): number | undefined {
  try {
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number);
    return (resident - shared) * PAGE;
  } catch {
    return undefined;
  }
}

/** The first process of a namespace that was made below `launcher`, by its number one namespace further out. */
export function findInside(launcher: number, number: number): number | undefined {
  const outer = childrenOf(launcher).flatMap(childrenOf);
  return outer.flatMap(childrenOf).find(pid => {
    const numbers = numbersOf(pid);
    return numbers.at(-1) === 1 && numbers.at(-2) === number;
  });
}

/** Numbers of a process in each namespace, ours first. */
function numbersOf(pid: number): readonly number[] {
  try {
    const line = /^NSpid:\s+(.+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';
    return line.split('\t').map(Number);
  } catch {
    return [];
  }
}

export function childrenOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap(task =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

/** The machine's memory, in bytes. */
interface MachineMemory {
  /** Bytes that several processes share or that belong to none: files in memory, shared maps. */
  readonly shared: number;
  readonly available: number;
  readonly total: number;
}

export function machineMemory(): MachineMemory {
  try {
    const text = readFileSync('/proc/meminfo', 'utf8');
    return {
      shared: kilobytes(text, /^Shmem: +(\d+) kB$/m),
      available: kilobytes(text, /^MemAvailable: +(\d+) kB$/m),
      total: kilobytes(text, /^MemTotal: +(\d+) kB$/m),
    };
  } catch {
    return { shared: 0, available: 0, total: 0 };
  }
}

/** Shared bytes that the processes of a job hold, as far as can be told; some may be counted twice. */
export function sharedBy(processes: readonly Process[]): number {
  const files = new Map<string, number>();
  let mapped = 0;
  for (const { pid } of processes) {
    try {
      mapped += kilobytes(readFileSync(`/proc/${pid}/status`, 'utf8'), /^RssShmem:\s+(\d+) kB$/m);
    } catch {
      // The process has ended.
    }
    for (const [file, size] of namelessFiles(pid)) files.set(file, size);
  }
  return [...files.values()].reduce((sum, size) => sum + size, mapped);
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

/** Whether a process is stopped, by a key or by itself. */
export const isStopped = (pid: number): boolean => stateLetter(pid) === 'T';

/** Whether a process runs, or waits for something to run on: it is not stopped, traced or dead. */
export const isLively = (pid: number): boolean => ['R', 'S', 'D'].includes(stateLetter(pid));

/** The letter by which the kernel tells what a process is doing; nothing where there is none. */
function stateLetter(pid: number): string {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return text.charAt(text.lastIndexOf(')') + 2);
  } catch {
    return '';
  }
}

/** Bytes that a process and those it has outlived have sent to a disk; endless where the process does not say. */
export function bytesWritten(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/io`, 'utf8');
    const [, written = 0] = /^write_bytes: (\d+)$/m.exec(text)?.map(Number) ?? [];
    const [, cancelled = 0] = /^cancelled_write_bytes: (\d+)$/m.exec(text)?.map(Number) ?? [];
    return Math.max(0, written - cancelled);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? Number.POSITIVE_INFINITY : 0;
  }
}

const kilobytes = (text: string, line: RegExp): number => Number(line.exec(text)?.[1] ?? 0) * 1024;

export function sendTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has ended by itself.
  }
}
