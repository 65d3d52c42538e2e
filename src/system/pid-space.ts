import { readlinkSync } from 'node:fs';
import { tryOr } from './try-or.ts';

/** The space in which pids are counted: a pid is one process only within it. Undefined where nobody can know. */
export function pidSpace(): string | undefined {
  const { pid, platform } = process;
  if (platform !== 'linux') return platform;
  // A /proc from outside of a container shows others by our pids.
  return tryOr(
    () => (readlinkSync('/proc/self') === String(pid) ? readlinkSync('/proc/self/ns/pid') : undefined),
    undefined,
  );
}
