import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DiskResult, DiskRun } from './disk-child.ts';
import { COMPILED } from './workers.ts';

const CHILD = fileURLToPath(new URL('./disk-child.ts', import.meta.url));

/** Runs calls in a process with mounts of its own, which are gone with it. */
export function runDisk(run: DiskRun): DiskResult[] {
  // An ordinary user may mount in a user namespace, where it is root.
  const namespace = process.getuid?.() === 0 ? ['-m'] : ['-U', '-r', '-m'];
  const { status, signal, stdout, stderr, error } = spawnSync(
    'unshare',
    [...namespace, '--', process.execPath, '--disable-warning=ExperimentalWarning', CHILD],
    { input: JSON.stringify(run), encoding: 'utf8', env: { ...process.env, ...COMPILED } },
  );
  if (error) throw new Error(`unshare (util-linux) is needed for a disk of one's own: ${error.message}`);
  if (status !== 0) throw new Error(`The process on the small disk ended with ${status ?? signal}: ${stderr}`);
  return JSON.parse(stdout) as DiskResult[];
}
