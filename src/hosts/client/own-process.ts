import { pidSpace } from '../../system/pid-space.ts';

export interface NamedProcess {
  readonly pid: number;
  readonly space: string;
}

/** This process; undefined where nobody can know whose pids these are. */
export function ownProcess(): NamedProcess | undefined {
  const space = pidSpace();
  return space === undefined ? undefined : { pid: process.pid, space };
}
