import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { tryOr } from '../../system/try-or.ts';
import { residentBytes, statFields } from '../job/process-tree.ts';

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

export const listFromProc: ProcessLister = async () =>
  readdirSync('/proc').flatMap(name => {
    if (!/^\d+$/.test(name)) return [];
    // A process may have ended meanwhile.
    const fields = tryOr(() => statFields(readFileSync(`/proc/${name}/stat`, 'latin1')), undefined);
    const [state = '', ...numbers] = fields ?? [];
    if (!fields || ('ZX'.includes(state) && Number(fields[17]) <= 1)) return [];
    const [pid, parent, group, session] = [name, ...numbers].map(Number) as [number, number, number, number];
    const started = fields[19] ?? '';
    return [{ pid, parent, group, session, started, memory: () => residentBytes(pid) ?? 0 }];
  });

/** Lists processes from `ps`, where there is no `/proc`. */
export const listFromPs: ProcessLister = () =>
  new Promise(resolve => {
    const options = { env: { LC_ALL: 'C' }, maxBuffer: 16 * 1024 * 1024 };
    const columns = 'pid=,ppid=,pgid=,rss=,state=,lstart=';
    execFile('/bin/ps', ['-axo', columns], options, (_error, stdout) => resolve(parsePs(stdout)));
  });

const LINE = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\S.*?)\s*$/;

export function parsePs(text: string): readonly MachineProcess[] {
  return text.split('\n').flatMap(line => {
    const [, ...words] = LINE.exec(line) ?? [];
    const [state = '', started = ''] = words.slice(4);
    if (words.length === 0 || state.startsWith('Z')) return [];
    const [pid, parent, group, kilobytes] = words.map(Number) as [number, number, number, number];
    return [{ pid, parent, group, session: undefined, started, memory: () => kilobytes * 1024 }];
  });
}
