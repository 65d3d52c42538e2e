import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { childrenOf, isLively, sendTo } from '../../job/process-tree.ts';
import { type Launcher, type LauncherKind, type LauncherPlace, startLauncher } from './start-launcher.ts';

/** Milliseconds for which a launcher waits for a job: it keeps what is mounted now from being let go. */
const MOST_WAIT = 10_000;
/** Milliseconds for a launcher to end after its script was killed. */
const MOST_END = 200;

/** Starts launchers, and has the next one ready while a job runs: half of what a short command takes is its start. */
export interface Launchers {
  take(kind: LauncherKind): Launcher;
  /** Starts one for the next job of the usual kind, unless one waits. */
  makeReady(): void;
  /** Ends the one that waits, and resolves when it is gone, and each that was not used before it. */
  end(): Promise<void>;
}

const USUAL: LauncherKind = { streams: 'pipes', input: false, channel: false };

interface Ready {
  readonly launcher: Launcher;
  readonly mounts: string;
  readonly end: NodeJS.Timeout;
}

export function createLaunchers(place: LauncherPlace, mountsNow = readMounts): Launchers {
  let ready: Ready | undefined;
  /** Those that have been ended, and are not gone yet. */
  const ending = new Set<ChildProcess>();
  const letGo = (waiting: Ready | undefined): void => {
    if (!waiting) return;
    const { child } = waiting.launcher;
    if (!hasEnded(child)) {
      ending.add(child);
      child.once('exit', () => ending.delete(child));
    }
    endUnused(waiting.launcher);
  };
  const takeReady = (): Ready | undefined => {
    const taken = ready;
    clearTimeout(taken?.end);
    ready = undefined;
    return taken;
  };
  return {
    take(kind) {
      if (kind.streams !== 'pipes' || kind.input || kind.channel) return startLauncher(place, kind);
      const waiting = takeReady();
      if (waiting && canBegin(waiting.launcher) && waiting.mounts === mountsNow()) return held(waiting.launcher, true);
      letGo(waiting);
      return startLauncher(place, kind);
    },
    makeReady() {
      if (ready) return;
      try {
        const mounts = mountsNow();
        const launcher = held(startLauncher(place, USUAL), false);
        for (const part of partsOf(launcher)) part.on('error', () => undefined);
        const end = setTimeout(() => letGo(takeReady()), MOST_WAIT).unref();
        ready = { launcher, mounts, end };
      } catch {
        // The next job starts its own, or says why it cannot.
      }
    },
    async end() {
      letGo(takeReady());
      await Promise.all(
        [...ending].map(child => {
          child.ref();
          return once(child, 'exit');
        }),
      );
    },
  };
}

function endUnused({ child, release }: Launcher): void {
  const givenBack = () => {
    try {
      release();
    } catch {
      // The folder is gone, and with it the names of the pipes.
    }
  };
  if (hasEnded(child)) {
    givenBack();
    return;
  }
  // Its pipes are another's only when it is gone: until then it could write into them.
  child.once('exit', givenBack);
  for (const stream of child.stdio) stream?.destroy();
  // The script first: whoever waits for the launcher's end then waits for the script's too.
  const pid = child.pid!;
  for (const each of childrenOf(pid)) sendTo(each, 'SIGKILL');
  sendTo(-pid, 'SIGCONT');
  // A launcher that somebody keeps stopped does not see that its script has ended.
  setTimeout(() => hasEnded(child) || sendTo(-pid, 'SIGKILL'), MOST_END).unref();
}

const hasEnded = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid === undefined || exitCode !== null || signalCode !== null;

/** Whether a launcher would go on when it is answered: it and its script live, and nobody has stopped them. */
const canBegin = ({ child }: Launcher): boolean =>
  !hasEnded(child) && [child.pid!, ...childrenOf(child.pid!)].every(isLively);

/** The machine's mounts, of which a launcher has a copy: once they have changed, a job would see what is no more. */
const readMounts = (): string => readFileSync('/proc/self/mountinfo', 'latin1');

/** Has a launcher keep this process from its end, or not. */
function held(launcher: Launcher, holds: boolean): Launcher {
  for (const part of partsOf(launcher)) holds ? part.ref() : part.unref();
  return launcher;
}

const partsOf = ({ child, output }: Launcher): readonly (ChildProcess | Socket)[] => [
  ...[child, ...output],
  ...(child.stdio as readonly (Socket | null)[]).filter(stream => stream !== null),
];
