import type { JobLimits } from '../port.ts';

/** The address space for each byte of memory: a thread of Node sets aside half a gigabyte that it never touches. */
const ROOM_FOR_EACH = 4;

/** Limits of each process for `prlimit`; without a control group also of its memory, for the watch needs a moment. */
export function processLimits(limits: Omit<JobLimits, 'time'>, grouped: boolean): readonly string[] {
  const { cpu, fileSize, files, processes, memory } = limits;
  // The core dump gets one byte, and not none: then nothing is handed to a program that collects dumps either.
  const each = [
    `--cpu=${cpu === Infinity ? 'unlimited' : cpu}`,
    `--fsize=${fileSize}`,
    `--nofile=${files}`,
    '--core=1',
  ];
  if (!grouped) each.push(`--nproc=${processes}`, `--data=${memory * ROOM_FOR_EACH}`);
  return each;
}
