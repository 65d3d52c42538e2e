import { readdirSync, readFileSync } from 'node:fs';
import { triedOr } from '../../system/tried-or.ts';

/** The flag of descriptors that are not passed on to other programs. */
const CLOSE_ON_EXEC = 0o2000000;

/** Descriptors of this process that every program which it starts would get, besides the usual three. */
export const leakedDescriptors = (): readonly number[] =>
  readdirSync('/proc/self/fdinfo')
    .map(Number)
    // A descriptor that is closed meanwhile, as the one that read the folder, is passed on to nobody.
    .filter(fd => fd > 2 && (triedOr(() => flagsOf(fd), CLOSE_ON_EXEC) & CLOSE_ON_EXEC) === 0);

const flagsOf = (fd: number): number =>
  Number.parseInt(/^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1] ?? '0', 8);
