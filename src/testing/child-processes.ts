import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { parseStat } from '../system/process-identity.ts';

/** A process, told apart by its start from a later one with the same number. */
export type ChildProcess = { readonly pid: number; readonly started: string; readonly command: string };

/** All living processes that descend from this one, by number. */
export function descendants(): ReadonlyMap<number, ChildProcess> {
  const found = new Map<number, ChildProcess>();
  const table = fs.existsSync(`/proc/${process.pid}/task/${process.pid}/children`) ? undefined : psTable();
  const queue = [process.pid];
  for (let pid = queue.pop(); pid !== undefined; pid = queue.pop()) {
    for (const child of table ? table.filter(row => row.parent === pid) : childrenInProc(pid)) {
      if (found.has(child.pid)) continue;
      found.set(child.pid, child);
      queue.push(child.pid);
    }
  }
  return found;
}

/** Whether a process still runs, whoever its parent is by now. */
export function isChildAlive({ pid, started }: ChildProcess): boolean {
  const now = fs.existsSync('/proc/self/stat') ? procEntry(pid) : psTable().find(row => row.pid === pid);
  return now?.started === started;
}

function childrenInProc(pid: number): ChildProcess[] {
  const found: ChildProcess[] = [];
  try {
    for (const task of fs.readdirSync(`/proc/${pid}/task`)) {
      const children = fs.readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8');
      for (const child of children.split(' ').filter(Boolean)) {
        const entry = procEntry(Number(child));
        if (entry) found.push(entry);
      }
    }
  } catch {
    // The process ended meanwhile, and so has no children.
  }
  return found;
}

/** One process; undefined also for a zombie, which is over, only nobody has asked for its end. */
function procEntry(pid: number): ChildProcess | undefined {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const seen = parseStat(stat);
    if (seen.kind !== 'running') return undefined;
    return { pid, started: seen.at, command: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')) };
  } catch {
    return undefined;
  }
}

type PsRow = ChildProcess & { readonly parent: number };

function psTable(): readonly PsRow[] {
  const { stdout, pid: own } = spawnSync('ps', ['-axo', 'pid=,ppid=,stat=,lstart=,comm='], { encoding: 'utf8' });
  return (stdout ?? '').split('\n').flatMap(line => {
    const match = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+((?:\S+\s+){4}\S+)\s+(.*)$/.exec(line);
    if (!match || match[3]!.startsWith('Z') || Number(match[1]) === own) return [];
    return [{ pid: Number(match[1]), parent: Number(match[2]), started: match[4]!, command: match[5]! }];
  });
}
