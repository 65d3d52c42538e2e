import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryOr } from '../../system/try-or.ts';
import { sendTo } from '../job/process-tree.ts';
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
  const open = existsSync(join(base, 'cgroup.controllers')) ? unified : separate;
  return tryOr(() => open(name, limits, base), undefined);
}

/** The group in version 2, which has one tree. */
function unified(name: string, limits: GroupLimits, base: string): ControlGroup | undefined {
  const controllers = readFileSync(join(base, 'cgroup.controllers'), 'utf8').split(/\s+/);
  if (!['memory', 'pids'].every(each => controllers.includes(each))) return undefined;
  writeFileSync(join(base, 'cgroup.subtree_control'), '+memory +pids');
  const folder = join(base, name);
  return fill([folder], join(folder, 'memory.events'), () => {
    writeFileSync(join(folder, 'memory.max'), String(limits.memory));
    writeFileSync(join(folder, 'pids.max'), String(limits.processes));
    writeOptional(join(folder, 'memory.swap.max'), '0');
  });
}

/** The group in version 1, which has a tree for each kind. */
function separate(name: string, limits: GroupLimits, base: string): ControlGroup | undefined {
  const memory = join(base, 'memory', name);
  const pids = join(base, 'pids', name);
  return fill([memory, pids], join(memory, 'memory.oom_control'), () => {
    writeFileSync(join(memory, 'memory.limit_in_bytes'), String(limits.memory));
    writeOptional(join(memory, 'memory.memsw.limit_in_bytes'), String(limits.memory));
    writeFileSync(join(pids, 'pids.max'), String(limits.processes));
  });
}

/** Makes the folders of a group and sets its limits; `events` is the file that counts processes ended by the kernel. */
function fill(folders: readonly string[], events: string, setLimits: () => void): ControlGroup {
  const made: string[] = [];
  try {
    for (const folder of folders) {
      makeGroup(folder);
      made.push(folder);
    }
    setLimits();
  } catch (error) {
    for (const folder of made) rmdirSync(folder);
    throw error;
  }
  const killed = () => /^oom_kill (\d+)$/m.exec(readFileSync(events, 'utf8'))?.[1];
  return {
    folders,
    outOfMemory: () => Number(tryOr(killed, 0) ?? 0) > 0,
    remove: () => removeFolders(folders),
  };
}

/** Makes the folder of a group; one that the kernel does not fill holds nobody. */
function makeGroup(folder: string): void {
  mkdirSync(folder);
  if (existsSync(join(folder, 'cgroup.procs'))) return;
  rmdirSync(folder);
  throw new Error(`${folder} is no control group`);
}

/** Writes a file that a kernel without swap accounting does not have. */
const writeOptional = (path: string, value: string): void => tryOr(() => writeFileSync(path, value), undefined);

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
    for (const name of tryOr(() => readdirSync(tree), [])) {
      const own = /^toolgate-(\d+-(?:[0-9a-f]{8}\.)?[0-9a-f]+)$/.exec(name)?.[1];
      if (own === undefined || !isLeft(own)) continue;
      const processes = tryOr(() => readFileSync(join(tree, name, 'cgroup.procs'), 'utf8'), '');
      for (const pid of processes.split('\n').filter(Boolean)) sendTo(Number(pid), 'SIGKILL');
      await removeFolders([join(tree, name)]);
    }
  }
}
