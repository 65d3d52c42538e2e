import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { DiskResult, DiskRun } from './disk-child.ts';
import { COMPILED } from './programs.ts';

const CHILD = fileURLToPath(new URL('./disk-child.ts', import.meta.url));

/** Nothing is shut to root by a mode: it gives that right away, and keeps the one to read a checkout anywhere. */
const ORDINARY = ['setpriv', '--inh-caps=-dac_override,-fowner', '--bounding-set=-dac_override,-fowner'];

/** Runs calls in a process whose mounts, if it needs some, are its own and gone with it. */
export function runDisk(run: DiskRun): DiskResult[] {
  const isRoot = process.getuid?.() === 0;
  const mounts = run.small !== undefined || run.steps.some(step => 'by' in step && step.by === 'mount');
  // An ordinary user may mount in a user namespace, where it is root.
  const own = mounts ? ['unshare', ...(isRoot ? [] : ['-U', '-r']), '-m', '--'] : isRoot ? ORDINARY : [];
  const [command, ...args] = [...own, process.execPath, '--disable-warning=ExperimentalWarning', CHILD];
  const { status, signal, stdout, stderr, error } = spawnSync(command!, args, {
    input: JSON.stringify(run),
    encoding: 'utf8',
    env: { ...process.env, ...COMPILED },
  });
  if (status === null && error) throw new Error(`${command} (of util-linux) is needed: ${error.message}`);
  if (status !== 0) throw new Error(`The process on a disk of its own ended with ${status ?? signal}: ${stderr}`);
  return JSON.parse(stdout) as DiskResult[];
}
