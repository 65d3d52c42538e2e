import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { tryOr } from '../../system/try-or.ts';
import type { SandboxJob } from '../port.ts';

/** The most characters that are kept of what a job tells, and of what a launch that failed says. */
const MOST_KEPT = 4000;
/** Descriptors of a job: what it tells, and its channel. */
const [TOLD, CHANNEL] = [6, 9];

/** A stream by its descriptor; a child that could not be started has none. */
export const jobStream = ({ stdio }: ChildProcess, descriptor: number): Socket | undefined =>
  ((stdio ?? []) as readonly unknown[] as readonly Socket[])[descriptor];

/** Hands on what a job prints, and keeps what it tells and says; until it has begun, errors are words of its start. */
export function listenTo(child: ChildProcess, output: readonly Socket[], job: JobEars): { told: string; said: string } {
  const kept = { told: '', said: '' };
  const [stdout, stderr] = output;
  const told = jobStream(child, TOLD);
  const channel = job.onChannel && jobStream(child, CHANNEL);
  stdout?.on('data', (chunk: Buffer) => job.onOutput(chunk, 'stdout'));
  stderr?.on('data', (chunk: Buffer) => {
    if (kept.said.length < MOST_KEPT) kept.said += chunk.toString('latin1').slice(0, MOST_KEPT);
    job.onOutput(chunk, 'stderr');
  });
  told?.setEncoding('utf8').on('data', (text: string) => {
    if (kept.told.length < MOST_KEPT) kept.told += text;
  });
  for (const stream of [...output, ...(child.stdio ?? [])]) stream?.on('error', () => undefined);
  if (channel) job.onChannel?.(channel);
  if (child.stdin) job.onInput?.(child.stdin);
  return kept;
}

type JobEars = Pick<SandboxJob, 'onOutput' | 'onChannel' | 'onInput'>;

/** Waits until all streams are read, or so many milliseconds: nobody holds the other ends, but we may be busy. */
export async function drained(streams: readonly (Socket | undefined)[], most: number): Promise<void> {
  const over = new AbortController();
  const late = sleep(most, undefined, { signal: over.signal }).catch(() => {});
  await Promise.race([Promise.all(streams.map(closing)), late]);
  over.abort();
}

async function closing(stream: Socket | undefined): Promise<void> {
  if (!stream || stream.destroyed || stream.readableEnded) return;
  await new Promise(resolve => stream.once('close', resolve).once('end', resolve));
}

/** The flag of descriptors that are not passed on to other programs. */
const CLOSE_ON_EXEC = 0o2000000;

/** Descriptors of this process that every program which it starts would get, besides the usual three. */
export const leakedDescriptors = (): readonly number[] =>
  readdirSync('/proc/self/fdinfo')
    .map(Number)
    // A descriptor that is closed meanwhile, as the one that read the folder, is passed on to nobody.
    .filter(fd => fd > 2 && (tryOr(() => flagsOf(fd), CLOSE_ON_EXEC) & CLOSE_ON_EXEC) === 0);

const flagsOf = (fd: number): number =>
  Number.parseInt(/^flags:\s+(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1] ?? '0', 8);
