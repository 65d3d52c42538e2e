import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, rmSync, unlinkSync, writeFileSync, writeSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { FOREGROUND } from '../../attended/foreground.ts';
import { joinWithNul } from '../../job/check-job.ts';
import { SYSTEM_PATH } from '../../job/environment.ts';
import { leakedDescriptors } from '../../job/leaked-descriptors.ts';
import { makeOwnName } from '../../job/own-folder.ts';
import type { PipePool } from '../../job/pipe-pool.ts';
import { LAUNCH_SCRIPT } from './launch-script.ts';

/** What holds for every launcher of this process. */
export interface LauncherPlace {
  readonly isRoot: boolean;
  /** A folder of this process alone. */
  readonly folder: string;
  readonly pool: PipePool;
}

/** What a launcher has from its start on, as its job needs it. */
export interface LauncherKind {
  /** Whether it has our own streams, and perhaps the terminal too. */
  readonly streams: 'pipes' | 'ours' | 'terminal';
  /** Whether its job is given input. */
  readonly input: boolean;
  /** Whether its job has something to say to us, on descriptor 9. */
  readonly channel: boolean;
}

/** A launch script that has its namespaces and waits until it is told its job. */
export interface Launcher {
  readonly child: ChildProcess;
  /** The streams of its job; none where these are ours. */
  readonly output: readonly Socket[];
  /** Writes what the script reads once it has our answer: variables of its own, the job's folder and command. */
  tell(call: LauncherCall): void;
  /** Ends it, where no job was told, and gives back all that it had of this process. */
  release(): void;
}

interface LauncherCall {
  readonly folder: string;
  readonly variables: Readonly<Record<'view' | 'filter' | 'limits' | 'groups' | 'shared', string>>;
  /** Arguments for bubblewrap. */
  readonly inside: readonly string[];
  readonly argv: readonly string[];
}

export function startLauncher(place: LauncherPlace, kind: LauncherKind): Launcher {
  const file = join(place.folder, `call-${makeOwnName()}`);
  const inside = openSync(`${file}-inside`, 'wx+', 0o600);
  // Without a name: what it holds is nobody else's to know.
  unlinkSync(`${file}-inside`);
  const taken = kind.streams === 'pipes' ? place.pool.take() : undefined;
  const { pipes = [] } = taken ?? {};
  const givenBack = () => {
    for (const { reading } of pipes) reading.destroy();
    taken?.release();
    closeSync(inside);
  };
  let child: ChildProcess;
  try {
    child = start({ ...place, file, inside, output: pipes.map(({ writing }) => writing) }, kind);
  } catch (error) {
    givenBack();
    throw error;
  } finally {
    for (const { writing } of pipes) closeSync(writing);
  }
  return {
    child,
    output: pipes.map(({ reading }) => reading),
    tell({ folder, variables, inside: args, argv }) {
      const named = Object.entries(variables).map(([name, value]) => `${name}=${quoted(value)}`);
      const lines = [`cd ${quoted(folder)} || exit 125`, ...named, `set -- ${argv.map(quoted).join(' ')}`];
      writeFileSync(file, `${lines.join('\n')}\n`, { flag: 'wx', mode: 0o600 });
      const bytes = Buffer.from(joinWithNul(args));
      // At a place of its own, so that whoever has the descriptor reads from the beginning.
      for (let done = 0; done < bytes.length; ) done += writeSync(inside, bytes, done, bytes.length - done, done);
    },
    release() {
      for (const stream of child.stdio ?? []) stream?.destroy();
      rmSync(file, { force: true });
      givenBack();
    },
  };
}

/** A word of the shell, whatever it holds. */
function quoted(text: string): string {
  joinWithNul([text]);
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * The command that gives mounts, shared memory and processes of its own; to an ordinary user in a user namespace, where
 * it may mount. The first of the processes dies with its parent, and all the others with it.
 */
const unshare = (isRoot: boolean): readonly string[] => [
  'unshare',
  ...(isRoot ? [] : ['--user', '--map-root-user']),
  ...['--mount', '--propagation', 'private', '--ipc', '--pid', '--mount-proc', '--fork', '--kill-child', '--'],
];

interface Started extends LauncherPlace {
  /** The file that the script reads once it is told its job. */
  readonly file: string;
  /** A descriptor for the arguments of bubblewrap. */
  readonly inside: number;
  readonly output: readonly number[];
}

type Given = number | 'ignore' | 'inherit' | 'pipe';

/** Starts the script. Descriptors that we were given ourselves and that would be passed on are covered with nothing. */
function start({ isRoot, folder, file, inside, output }: Started, { streams, input, channel }: LauncherKind) {
  const nothing = openSync('/dev/null', 'r');
  try {
    const usual: readonly Given[] =
      output.length > 0 ? [input ? 'pipe' : 'ignore', ...output] : Array(3).fill('inherit');
    // Descriptor 3 has the listing, 4 the status, 5 the arguments, 6 what is told; 7 is for the filter, 8 ends when we do.
    const stdio: Given[] = [
      ...usual,
      'pipe',
      'pipe',
      inside,
      'pipe',
      nothing,
      'pipe',
      ...(channel ? ['pipe' as const] : []),
    ];
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
