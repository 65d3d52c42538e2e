import { readdirSync, readFileSync } from 'node:fs';

/** The flag of descriptors that are not passed on to other programs. */
const CLOSE_ON_EXEC = 0o2000000;

/** Descriptors of this process that every program which it starts would get, besides the usual three. */
export function leakedDescriptors(): readonly number[] {
  return readdirSync('/proc/self/fdinfo')
    .map(Number)
    .filter(fd => fd > 2 && (flagsOf(fd) & CLOSE_ON_EXEC) === 0);
}

function flagsOf(fd: number): number {
  try {
    return Number.parseInt(/^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1] ?? '0', 8);
  } catch {
    // The descriptor is closed meanwhile, as the one that read the folder.
    return CLOSE_ON_EXEC;
  }
}
