import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { leakedDescriptors } from '../job/leaked-descriptors.ts';
import type { Pipe, PipePool } from '../job/pipe-pool.ts';
import type { Process } from '../job/process-tree.ts';
import type { AttendedJob, JobLimits, SandboxJob } from '../port.ts';
import type { ControlGroup } from './control-group.ts';

export interface Launch {
  readonly argv: readonly string[];
  /** A descriptor with the arguments for bubblewrap. */
  readonly inside: number;
  /** Writes them and all else that the launch script waits for, while that is being started. */
  readonly prepare: () => void;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly limits: JobLimits;
  readonly group: ControlGroup | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onOutput: (chunk: Buffer, stream: 'stdout' | 'stderr') => void;
  /** Bytes written to the disk so far, for the watch. */
  readonly written: (tree: () => readonly Process[]) => number;
  readonly pool: PipePool;
  readonly onChannel?: SandboxJob['onChannel'];
  readonly onInput?: SandboxJob['onInput'];
  /** A job with our own streams: whether the terminal is its, and the folder of its layer. */
  readonly attended?:
    | (Pick<AttendedJob, 'onStart'> & { readonly foreground: boolean; readonly upper: string })
    | undefined;
}

/** Starts a launch with pipes. The child's ends are closed here, whatever becomes of it. */
export function startWith(launch: Launch, pipes: readonly [Pipe, Pipe]): ChildProcess {
  const fds = pipes.map(({ writing }) => writing);
  try {
    const nothing = openSync('/dev/null', 'r');
    fds.push(nothing);
    return start(launch, [launch.onInput ? 'pipe' : 'ignore', pipes[0].writing, pipes[1].writing], nothing);
  } finally {
    for (const fd of fds) closeSync(fd);
  }
}

/** Starts a launch with our own streams. */
export function startAttended(launch: Launch): ChildProcess {
  const nothing = openSync('/dev/null', 'r');
  try {
    return start(launch, ['inherit', 'inherit', 'inherit'], nothing);
  } finally {
    closeSync(nothing);
  }
}

type Streams = readonly [stdin: 'ignore' | 'inherit' | 'pipe', stdout: number | 'inherit', stderr: number | 'inherit'];

/** Starts the launch. Descriptors that we were given ourselves and that would be passed on are covered with nothing. */
function start(launch: Launch, streams: Streams, nothing: number): ChildProcess {
  const [program, ...args] = launch.argv;
  const stdio: (number | 'ignore' | 'inherit' | 'pipe')[] = [
    ...streams,
    'pipe',
    'pipe',
    launch.inside,
    'pipe',
    nothing,
  ];
  // Descriptor 8 ends when we do; 9 is for what a job has to say to us.
  stdio.push('pipe');
  if (launch.onChannel) stdio.push('pipe');
  for (const fd of leakedDescriptors()) {
    while (stdio.length < fd) stdio.push('ignore');
    if (fd >= stdio.length || stdio[fd] === 'ignore') stdio[fd] = nothing;
  }
  return spawn(program!, args, { cwd: launch.cwd, env: launch.env, stdio, detached: !launch.attended?.foreground });
}
