import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobLimits } from '../port.ts';

/** A job's folders of the kernel's control groups, and how to find out what became of the job there. */
export interface ControlGroup {
  readonly folders: readonly string[];
  /** Whether the kernel has ended a process for want of memory. */
  outOfMemory(): boolean;
  remove(): Promise<void>;
}

type GroupLimits = Pick<JobLimits, 'memory' | 'processes'>;

const BASE = '/sys/fs/cgroup';

/** Opens a group of its own for a job, where we may make a group: as a rule only as root. */
export function openControlGroup(name: string, limits: GroupLimits, base: string = BASE): ControlGroup | undefined {
  try {
    return existsSync(join(base, 'cgroup.controllers')) ? unified(name, limits, base) : separate(name, limits, base);
  } catch {
    return undefined;
  }
}

/** The group in version 2, which has one tree. */
function unified(name: string, limits: GroupLimits, base: string): ControlGroup | undefined {
  const controllers = readFileSync(join(base, 'cgroup.controllers'), 'utf8').split(/\s+/);
  if (!['memory', 'pids'].every(each => controllers.includes(each))) return undefined;
  writeFileSync(join(base, 'cgroup.subtree_control'), '+memory +pids');
  const folder = join(base, name);
  makeGroup(folder);
  try {
    writeFileSync(join(folder, 'memory.max'), String(limits.memory));
    writeFileSync(join(folder, 'pids.max'), String(limits.processes));
    writeOptional(join(folder, 'memory.swap.max'), '0');
  } catch (error) {
    rmdirSync(folder);
    throw error;
  }
  return {
    folders: [folder],
    outOfMemory: () => counted(join(folder, 'memory.events'), /^oom_kill (\d+)$/m),
    remove: () => removeFolders([folder]),
  };
}

/** The group in version 1, which has a tree for each kind. */
function separate(name: string, limits: GroupLimits, base: string): ControlGroup | undefined {
  const memory = join(base, 'memory', name);
  const pids = join(base, 'pids', name);
  const made: string[] = [];
  try {
    for (const folder of [memory, pids]) {
      makeGroup(folder);
      made.push(folder);
    }
    writeFileSync(join(memory, 'memory.limit_in_bytes'), String(limits.memory));
    writeOptional(join(memory, 'memory.memsw.limit_in_bytes'), String(limits.memory));
    writeFileSync(join(pids, 'pids.max'), String(limits.processes));
  } catch (error) {
    for (const folder of made) rmdirSync(folder);
    throw error;
  }
  return {
    folders: made,
    outOfMemory: () => counted(join(memory, 'memory.oom_control'), /^oom_kill (\d+)$/m),
    remove: () => removeFolders(made),
  };
}

/** Makes the folder of a group; one that the kernel does not fill holds nobody. */
function makeGroup(folder: string): void {
  mkdirSync(folder);
  if (existsSync(join(folder, 'cgroup.procs'))) return;
  rmdirSync(folder);
  throw new Error(`${folder} is no control group`);
}

function writeOptional(path: string, value: string): void {
  try {
    writeFileSync(path, value);
  } catch {
    // A kernel without swap accounting has no such file.
  }
}

function counted(path: string, count: RegExp): boolean {
  try {
    return Number(count.exec(readFileSync(path, 'utf8'))?.[1] ?? 0) > 0;
  } catch {
    return false;
  }
}

async function removeFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    for (let left = 400; left > 0; left--) {
      try {
        rmdirSync(folder);
        break;
      } catch (error) {
        // The last process may still be on its way out.
        if ((error as NodeJS.ErrnoException).code !== 'EBUSY') break;
        await sleep(5);
      }
    }
  }
}

/** Removes the groups that processes left behind which have ended, with all that is in them. */
export async function removeOldGroups(isLeft: (name: string) => boolean, base: string = BASE): Promise<void> {
  for (const tree of [base, join(base, 'memory'), join(base, 'pids')]) {
    for (const name of namesIn(tree)) {
      const own = /^toolgate-(\d+-(?:[0-9a-f]{8}\.)?[0-9a-f]+)$/.exec(name)?.[1];
      if (own === undefined || !isLeft(own)) continue;
      for (const left of processesIn(join(tree, name))) endProcess(left);
      await removeFolders([join(tree, name)]);
    }
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has ended.
  }
}

function processesIn(folder: string): readonly number[] {
  try {
    return readFileSync(join(folder, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
