import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { readProgram } from '../../../tool/loading/read-program.ts';
import { FOREGROUND } from '../../attended/foreground.ts';
import { joinWithNul } from '../../job/check-job.ts';
import { SYSTEM_PATH } from '../../job/environment.ts';
import { jobStream, leakedDescriptors } from '../../job/job-streams.ts';
import { makeOwnName } from '../../job/own-folder.ts';
import type { PipePool } from '../../job/pipe-pool.ts';
import type { JobLimits, WorkspaceView } from '../../port.ts';
import { type ControlGroup, openControlGroup } from '../control-group.ts';

export interface LauncherPlace {
  readonly isRoot: boolean;
  /** A folder of this process alone. */
  readonly folder: string;
  readonly pool: PipePool;
}

/** Things that a launcher has from its start on, as its job needs them. */
export interface LauncherKind {
  /** Whether the launcher has our own streams, and perhaps the terminal too. */
  readonly streams: 'pipes' | 'ours' | 'terminal';
  readonly input: boolean;
  /** Whether the launcher's job has something to say to us, on descriptor 9. */
  readonly channel: boolean;
}

/** All of a sandbox that does not come from its one job: a sandbox can be made of it before there is a job. */
export interface Outfit {
  /** The file with the filter for system calls, or nothing. */
  readonly filter: string;
  readonly limits: Omit<JobLimits, 'time'>;
  /** What is mounted, as lines for `mount`, with names from the folder of all launchers. */
  readonly mounts: string;
  readonly inside: readonly string[];
  readonly argv: readonly string[];
}

/** The facts of a job that are told when it is there. */
interface ToldJob {
  /** The job's folder, with lists of what else is mounted and hidden. */
  readonly folder: string;
  readonly view: WorkspaceView['kind'];
  /** The place below the job's folder where the workspace is put together. */
  readonly merged: string;
  readonly program: string;
}

/** A launch script that has its namespaces and waits until it is told its job. */
export interface Launcher {
  readonly child: ChildProcess;
  /** The streams of the launcher's job; none where these are ours. */
  readonly output: readonly Socket[];
  /** The group that the job runs in, once the launcher has an outfit. */
  readonly group: ControlGroup | undefined;
  /** Lets the job begin. The outfit is the one that the launcher has already, if it has one. */
  tell(outfit: Outfit, job: ToldJob): void;
  /** Gives back all that the launcher had of this process but the group, and ends it where no job was told. */
  release(): void;
}

/** Starts a launcher; one that has an outfit makes the sandbox at once, and then waits for the job. */
export function startLauncher(place: LauncherPlace, kind: LauncherKind, early?: Outfit): Launcher {
  const file = join(place.folder, `call-${makeOwnName()}`);
  const taken = kind.streams === 'pipes' ? place.pool.take() : undefined;
  const { pipes = [], gate } = taken ?? {};
  let group: ControlGroup | undefined;
  const dress = (outfit: Outfit, waits: boolean): void => {
    const { filter, limits, mounts, inside, argv } = outfit;
    // The arguments are checked before anything is made of them.
    const words = argv.map(quoted).join(' ');
    const bytes = joinWithNul(inside);
    group = place.isRoot ? openControlGroup(`toolgate-${makeOwnName()}`, limits) : undefined;
    const lines = variables({
      filter,
      limits: processLimits(limits, group !== undefined),
      groups: group?.folders.join(' ') ?? '',
      shared: group ? '' : String(Math.ceil(limits.memory / 2 / PAGE)),
      gate: waits ? (gate ?? '') : '',
    });
    writeOwn(`${file}-mounts`, mounts);
    writeOwn(file, `${lines}set -- ${words}\n`);
    // Nothing comes from this stream, but only a reader hears of its end.
    jobStream(child, ARGUMENTS)
      ?.on('error', () => undefined)
      .resume()
      .end(bytes);
  };
  const givenBack = () => {
    for (const { reading } of pipes) reading.destroy();
    taken?.release();
  };
  let child: ChildProcess;
  try {
    child = start({ ...place, ...kind, file, output: pipes.map(({ writing }) => writing) });
  } catch (error) {
    givenBack();
    throw error;
  } finally {
    for (const { writing } of pipes) closeSync(writing);
  }
  const release = () => {
    for (const stream of child.stdio ?? []) stream?.destroy();
    for (const part of ['', '-mounts', '-job']) rmSync(file + part, { force: true });
    givenBack();
  };
  const answer = answering(jobStream(child, TIE));
  try {
    if (early) {
      dress(early, true);
      answer();
    }
  } catch (error) {
    release();
    void group?.remove();
    throw error;
  }
  return {
    child,
    output: pipes.map(({ reading }) => reading),
    get group() {
      return group;
    },
    tell(outfit, { program, ...job }) {
      if (!early) dress(outfit, false);
      // Bash leaves NUL characters out when it reads its program.
      writeOwn(`${file}-job`, variables({ ...job, program: program.replaceAll('\0', '') }));
      answer();
    },
    release,
  };
}

/**
 * The script around bubblewrap, the first process of a namespace of its own: once it has an outfit it joins the control
 * groups and mounts what every job of that outfit sees; once it is told its job the script goes to the job's folder,
 * lays the overlay or covers hidden paths, starts the job, and afterwards tells what the folders that were written to
 * hold. Names in mount options are all its own, so a comma in a path does no harm. Mount points lie in its own mounts
 * alone, so a link that is put below the workspace meanwhile leads nowhere: nothing is ever made there.
 *
 * An outfit with a `gate` is made into a sandbox before there is a job: bubblewrap makes all of it and then waits at
 * the gate, a pipe that the script holds open itself, so that nobody's end opens it. A mount that is made when the job
 * is told reaches that sandbox, for the places of the workspace and the cache hand their mounts on; a place with
 * nothing on it cannot be written.
 *
 * When the script ends, the kernel ends all that came of it. When we end, it ends: its parent is tied to us, it to its
 * parent, and beside the job something waits for the end of descriptor 8 and kills the rest. A tie made after our end
 * holds nothing, so all else begins only when we have answered: then the ties are made, and the files below are there.
 * With a gate we answer twice, and the second answer says that the job is told.
 *
 * $1 is the file that tells the outfit: the file with the `filter` for system calls, `limits` of each process, control
 * `groups` to join, `shared` pages of memory, the `gate`, and the command. Beside it lie `-mounts`, with what is
 * mounted at once, as lines for `mount`, and `-job`: the job's `folder`, its `view` (`overlay` or `real`), where it is
 * `merged`, and the `program`.
 * Files in the folder: `hidden` with paths to leave out, `covers` with those to put a mount on, `root` a link to the
 * workspace, `blank` with what is put over hidden things, `mounts` with what is mounted for this job alone. Folders at
 * `places` are laid over nothing, so that no mount tells where they come from; where there can be no overlay they are
 * mounted as they are.
 * Bubblewrap ends a moment before the processes in it: they are waited for, so that nothing is written any more.
 * Descriptor 3 takes the listing, 4 the status of bubblewrap and a word of ours before the job begins; 5 has the
 * arguments for bubblewrap.
 */
const LAUNCH_SCRIPT = readProgram(new URL('./launch.sh', import.meta.url));

const PAGE = 4096;
/** The address space for each byte of memory: a thread of Node sets aside half a gigabyte that it never touches. */
const ROOM_FOR_EACH = 4;

/** Limits of each process for `prlimit`; without a control group also of its memory, for the watch needs a moment. */
function processLimits({ cpu, fileSize, files, processes, memory }: Outfit['limits'], grouped: boolean): string {
  // The core dump gets one byte, and not none: then nothing is handed to a program that collects dumps either.
  const each = `--cpu=${cpu === Infinity ? 'unlimited' : cpu} --fsize=${fileSize} --nofile=${files} --core=1`;
  return grouped ? each : `${each} --nproc=${processes} --data=${memory * ROOM_FOR_EACH}`;
}

function variables(values: Readonly<Record<string, string>>): string {
  const lines = Object.entries(values).map(([name, value]) => `${name}=${quoted(value)}\n`);
  return lines.join('');
}

const writeOwn = (file: string, content: string): void => writeFileSync(file, content, { flag: 'wx', mode: 0o600 });

/** A word of the shell, whatever it holds. */
function quoted(text: string): string {
  joinWithNul([text]);
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Gives the way to answer the script once it has spoken, and not before: until then the script is not tied to us. */
function answering(tie: Socket | undefined): () => void {
  let [spoken, waiting] = [false, 0];
  const send = () => {
    if (spoken && waiting > 0) tie?.write('\n'.repeat(waiting));
    if (spoken) waiting = 0;
  };
  tie
    ?.on('error', () => undefined)
    .once('data', () => {
      spoken = true;
      send();
    });
  return () => {
    waiting++;
    send();
  };
}

/** Descriptors of a launcher: the arguments for bubblewrap, and the pipe that ends when we do. */
export const ARGUMENTS = 5;
const TIE = 8;

export const hasEnded = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid === undefined || exitCode !== null || signalCode !== null;

/**
 * The command that gives mounts, shared memory and processes of its own; to an ordinary user in a user namespace, where
 * it may mount. The first of the processes dies with its parent, and all the others with it.
 */
const unshare = (isRoot: boolean): readonly string[] => [
  'unshare',
  ...(isRoot ? [] : ['--user', '--map-root-user']),
  ...['--mount', '--propagation', 'private', '--ipc', '--pid', '--mount-proc', '--fork', '--kill-child', '--'],
];

interface ScriptStart extends LauncherPlace, LauncherKind {
  /** The file that the script reads once it has an outfit. */
  readonly file: string;
  readonly output: readonly number[];
}

/** Starts the script. Descriptors that we were given ourselves and that would be passed on are covered with nothing. */
function start({ isRoot, folder, file, output, streams, input, channel }: ScriptStart) {
  const nothing = openSync('/dev/null', 'r');
  try {
    const stdio: (number | 'ignore' | 'inherit' | 'pipe')[] =
      output.length > 0 ? [input ? 'pipe' : 'ignore', ...output] : Array(3).fill('inherit');
    // Descriptor 3 has the listing, 4 the status, 5 the arguments, 6 the job's text; 7 is the filter's, 8 ends with us.
    stdio.push('pipe', 'pipe', 'pipe', 'pipe', nothing, 'pipe');
    if (channel) stdio.push('pipe');
    for (const fd of leakedDescriptors()) {
      while (stdio.length < fd) stdio.push('ignore');
      if (fd >= stdio.length || stdio[fd] === 'ignore') stdio[fd] = nothing;
    }
    const [program, ...args] = [
      ...(streams === 'terminal' ? FOREGROUND : []),
      ...['setpriv', '--pdeathsig', 'KILL', '--', ...unshare(isRoot), 'sh', '-c', LAUNCH_SCRIPT, 'toolgate', file],
    ];
    const env = { PATH: SYSTEM_PATH };
    return spawn(program!, args, { cwd: folder, env, stdio, detached: streams !== 'terminal' });
  } finally {
    closeSync(nothing);
  }
}
