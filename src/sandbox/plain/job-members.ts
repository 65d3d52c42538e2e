import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { tryOr } from '../../system/try-or.ts';
import { addAll } from '../../tool/lists/long-lists.ts';
import type { MachineProcess } from './list-processes.ts';

/** The variable by which a process is known as one of a job; its value is the job's mark. */
export const MARK = 'TOOLGATE_JOB';

/** Traces of a job that has no namespace of its own. */
export interface JobTrace {
  /** The first process, which leads the job's group and session. */
  readonly first: number;
  /** Processes that were seen to belong to the job, also when they go away from their parents. */
  readonly known: Set<string>;
  /** Whether a process carries the job's mark. Costs more than the rest, so it is asked last. */
  readonly isMarked?: (process: MachineProcess) => boolean;
}

/** The processes of a job: its group and session, what those have started, and what carries its mark. */
export function membersOf(trace: JobTrace, all: readonly MachineProcess[]): readonly MachineProcess[] {
  const { first, known, isMarked } = trace;
  const children = Map.groupBy(all, ({ parent }) => parent);
  const members = new Map<number, MachineProcess>();
  const add = (found: MachineProcess): void => {
    for (const waiting = [found]; waiting.length > 0; ) {
      const next = waiting.pop()!;
      if (members.has(next.pid)) continue;
      members.set(next.pid, next);
      addAll(waiting, children.get(next.pid) ?? []);
    }
  };
  for (const each of all) {
    const { pid, group, session } = each;
    if (pid === first || group === first || session === first || known.has(nameOf(each))) add(each);
  }
  if (isMarked) for (const each of all) if (!members.has(each.pid) && isMarked(each)) add(each);
  for (const each of members.values()) known.add(nameOf(each));
  return [...members.values()];
}

const nameOf = ({ pid, started }: MachineProcess): string => `${pid} ${started}`;

interface JobMarks {
  readonly mark: string;
  /** A folder of the job's own; whoever has a file of it open belongs to the job. */
  readonly folder: string;
  /** The earliest beginning of a member. */
  readonly since: string;
}

/** Looks for the mark in what `/proc` tells of a process: its environment as it began, and its open files. */
export function markedInProc({ mark, folder, since }: JobMarks): (process: MachineProcess) => boolean {
  const line = `${MARK}=${mark}`;
  return ({ pid, started }) => {
    if (pid === process.pid || Number(started) < Number(since)) return false;
    return variablesOf(pid).includes(line) || openFilesOf(pid).some(path => path.startsWith(`${folder}/`));
  };
}

export const variablesOf = (pid: number): readonly string[] =>
  tryOr(() => readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0'), []);

const openFilesOf = (pid: number): readonly string[] =>
  tryOr(() => readdirSync(`/proc/${pid}/fd`), []).map(fd => tryOr(() => readlinkSync(`/proc/${pid}/fd/${fd}`), ''));
