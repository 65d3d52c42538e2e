import { readProgram } from '../../tool/loading/read-program.ts';
import { type JobLimits, NODE, PROGRAM, type SandboxJob } from '../port.ts';

/** The path where a job without a file system of its own finds its program, opened for it. */
const PROGRAM_HERE = '/dev/fd/8';

/**
 * The script that goes to the folder, limits itself, says that it has begun, and becomes the job. A limit that cannot
 * be set is lower already. $1 the folder, then limits: seconds of CPU, open files, blocks of 512 bytes, kB of data.
 */
const LAUNCH = readProgram(new URL('./launch.sh', import.meta.url));

/** The address space for each byte of memory, as in bubblewrap. */
const ROOM_FOR_EACH = 4;

/** The command that sets the limits of each process and then runs the job. */
export function plainLaunch({ argv, cwd, limits }: Pick<SandboxJob, 'argv' | 'cwd' | 'limits'>): readonly string[] {
  return [
    ...['/bin/sh', '-c', LAUNCH, 'toolgate', cwd, ...limitsOf(limits)],
    ...argv.map(each => (each === NODE ? process.execPath : each.replaceAll(PROGRAM, PROGRAM_HERE))),
  ];
}

const limitsOf = ({ cpu, files, fileSize, memory }: JobLimits): readonly string[] =>
  [cpu, files, fileSize / 512, (memory * ROOM_FOR_EACH) / 1024].map(limit =>
    Number.isFinite(limit) ? String(Math.ceil(limit)) : 'unlimited',
  );

/**
 * The script that outlives us if we are killed, and ends the job then. The script is told the job's group on a line,
 * and reads until we are gone; $1 is the line that all of the job have in their environment. A shell can only look a
 * few times.
 */
export const GUARD = readProgram(new URL('./guard.sh', import.meta.url));
