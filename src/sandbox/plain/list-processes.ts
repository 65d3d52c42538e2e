import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** One process of the machine. Processes that have ended and only wait for their parent are not listed. */
export interface MachineProcess {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** The session; undefined where the system does not say. */
  readonly session: number | undefined;
  /** The beginning, which tells a process from a later one with its number; as a number, it grows with time. */
  readonly started: string;
  /** Bytes that the process holds in memory. */
  readonly memory: () => number;
}

export type ProcessLister = () => Promise<readonly MachineProcess[]>;

const PAGE = 4096;

/** Lists processes from `/proc`. */
export const listFromProc: ProcessLister = async () =>
  readdirSync('/proc').flatMap(name => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return fromStat(Number(name), readFileSync(`/proc/${name}/stat`, 'latin1'));
    } catch {
      // The process has ended meanwhile.
      return [];
    }
  });

/** Reads a process; a program's name stands in parentheses and may hold anything. */
function fromStat(pid: number, stat: string): readonly MachineProcess[] {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state = '', parent, group, session] = fields;
  if ('ZX'.includes(state) && Number(fields[17]) <= 1) return [];
  const started = fields[19] ?? '';
  return [
    {
      pid,
      parent: Number(parent),
      group: Number(group),
      session: Number(session),
      started,
      memory: () => privateBytes(pid),
    },
  ];
}

/** The beginning of a process, also of one that has just ended; none where there is no `/proc`. */
export function beginningOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

/** Bytes of a process alone; memory that many share, such as the text of programs, does not count each time. */
function privateBytes(pid: number): number {
  try {
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ').map(Number);
    return (resident - shared) * PAGE;
  } catch {
    return 0;
  }
}

/** Lists processes from `ps`, where there is no `/proc`. */
export const listFromPs: ProcessLister = async () =>
  parsePs(await textOf('/bin/ps', ['-axo', 'pid=,ppid=,pgid=,rss=,state=,lstart=']));

const LINE = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S.*?)\s*$/;

export function parsePs(text: string): readonly MachineProcess[] {
  return text.split('\n').flatMap(line => {
    const [, pid, parent, group, kilobytes, state = '', started = ''] = LINE.exec(line) ?? [];
    if (pid === undefined || state.startsWith('Z')) return [];
    const memory = Number(kilobytes) * 1024;
    return [
      {
        pid: Number(pid),
        parent: Number(parent),
        group: Number(group),
        session: undefined,
        started,
        memory: () => memory,
      },
    ];
  });
}

function textOf(program: string, args: readonly string[]): Promise<string> {
  return new Promise(resolve => {
    const options = { env: { LC_ALL: 'C' }, maxBuffer: 16 * 1024 * 1024 };
    execFile(program, args, options, (_error, stdout) => resolve(stdout));
  });
}
