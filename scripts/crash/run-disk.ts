import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DiskResult, DiskRun } from './disk-child.ts';
import { COMPILED } from './programs.ts';

const CHILD = fileURLToPath(new URL('./disk-child.ts', import.meta.url));

/** Runs calls in a process whose mounts, if it needs some, are its own and gone with it. */
export function runDisk(run: DiskRun): DiskResult[] {
  const mounts = run.small !== undefined || run.steps.some(step => 'by' in step && step.by === 'mount');
  // An ordinary user may mount in a user namespace, where it is root.
  const namespace = process.getuid?.() === 0 ? ['-m'] : ['-U', '-r', '-m'];
  const node = [process.execPath, '--disable-warning=ExperimentalWarning', CHILD];
  const [command, ...args] = mounts ? ['unshare', ...namespace, '--', ...node] : node;
  const { status, signal, stdout, stderr, error } = spawnSync(command!, args, {
    input: JSON.stringify(run),
    encoding: 'utf8',
    env: { ...process.env, ...COMPILED },
  });
  if (status === null && error) throw new Error(`${command} is needed for a disk of one's own: ${error.message}`);
  if (status !== 0) throw new Error(`The process on the small disk ended with ${status ?? signal}: ${stderr}`);
  return JSON.parse(stdout) as DiskResult[];
}
