import { readFileSync } from 'node:fs';
import { tryOr } from '../../system/try-or.ts';
import { MARK, variablesOf } from './job-members.ts';

/**
 * Whether this process was started by a command that a gate runs without namespaces: this one, or one above it, carries
 * the mark of a job. A process that shed its mark and left its parents is not told apart from a person's.
 */
export function isInsideJob(env: Readonly<Record<string, string | undefined>>): boolean {
  if (env[MARK] !== undefined) return true;
  for (let pid = process.ppid, most = 100; pid > 1 && most > 0; most--) {
    if (variablesOf(pid).some(line => line.startsWith(`${MARK}=`))) return true;
    const status = tryOr(() => readFileSync(`/proc/${pid}/status`, 'latin1'), '');
    pid = Number(/^PPid:\s*(\d+)$/m.exec(status)?.[1] ?? 0);
  }
  return false;
}
