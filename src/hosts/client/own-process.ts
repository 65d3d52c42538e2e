import { readlinkSync } from 'node:fs';

/** A process as it names itself: a pid, which counts where the same space of pids is seen. */
export interface NamedProcess {
  readonly pid: number;
  readonly space: string;
}

/** Undefined where nobody can know whose pids these are. */
export function ownProcess(): NamedProcess | undefined {
  const { pid, platform } = process;
  try {
    return { pid, space: platform === 'linux' ? readlinkSync('/proc/self/ns/pid') : platform };
  } catch {
    return undefined;
  }
}
