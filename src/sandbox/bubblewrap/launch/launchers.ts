import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { childrenOf, isLively, sendTo } from '../../job/process-tree.ts';
import {
  hasEnded,
  type Launcher,
  type LauncherKind,
  type LauncherPlace,
  type Outfit,
  startLauncher,
} from './start-launcher.ts';

/** Milliseconds for which a launcher waits for a job: it keeps mounts of now from being let go. */
const MOST_WAIT = 10_000;
/** Milliseconds for a launcher to end after its script was killed. */
const MOST_END = 200;

/** Starts launchers, and has the next one ready while a job runs: most of a short command's time is its start. */
export interface Launchers {
  take(kind: LauncherKind, outfit: Outfit): Launcher;
  /** Starts a launcher for the next job of the usual kind, unless one waits; with an outfit, for jobs of that one. */
  makeReady(outfit?: Outfit): void;
  /** Ends the launcher that waits, and resolves when it and each earlier one that was not used are gone. */
  end(): Promise<void>;
}

const USUAL: LauncherKind = { streams: 'pipes', input: false, channel: false };

interface Ready {
  readonly launcher: Launcher;
  /** The outfit that the launcher has, as a text. */
  readonly outfit: string | undefined;
  readonly mounts: string;
  readonly end: NodeJS.Timeout;
}

export function createLaunchers(place: LauncherPlace, mountsNow = readMounts): Launchers {
  let ready: Ready | undefined;
  /** Launchers that have been ended and are not gone yet, and when they will be. */
  const ending = new Map<ChildProcess, Promise<void>>();
  const letGo = (waiting: Ready | undefined): void => {
    if (!waiting) return;
    const { launcher } = waiting;
    const gone = endUnused(launcher).then(() => void ending.delete(launcher.child));
    ending.set(launcher.child, gone);
  };
  const takeReady = (): Ready | undefined => {
    const taken = ready;
    clearTimeout(taken?.end);
    ready = undefined;
    return taken;
  };
  const fits = ({ launcher, mounts, outfit }: Ready, wanted: Outfit): boolean =>
    canBegin(launcher) && mounts === mountsNow() && (outfit === undefined || outfit === textOf(wanted));
  return {
    take(kind, outfit) {
      if (kind.streams !== 'pipes' || kind.input || kind.channel) return startLauncher(place, kind);
      const waiting = takeReady();
      if (waiting && fits(waiting, outfit)) return held(waiting.launcher, true);
      letGo(waiting);
      return startLauncher(place, kind);
    },
    makeReady(outfit) {
      if (ready) return;
      try {
        const mounts = mountsNow();
        const launcher = held(startLauncher(place, USUAL, outfit), false);
        for (const part of partsOf(launcher)) part.on('error', () => undefined);
        const end = setTimeout(() => letGo(takeReady()), MOST_WAIT).unref();
        ready = { launcher, outfit: outfit && textOf(outfit), mounts, end };
      } catch {
        // The next job starts its own, or says why it cannot.
      }
    },
    async end() {
      letGo(takeReady());
      for (const child of ending.keys()) child.ref();
      await Promise.all(ending.values());
    },
  };
}

const textOf = (outfit: Outfit): string => JSON.stringify(outfit);

/** Ends a launcher that was told no job, and resolves when it is gone. */
async function endUnused(launcher: Launcher): Promise<void> {
  const { child } = launcher;
  if (!hasEnded(child)) {
    const exit = once(child, 'exit');
    for (const stream of child.stdio) stream?.destroy();
    // The script is ended first: whoever waits for the launcher's end then waits for the script's too.
    const pid = child.pid!;
    for (const each of childrenOf(pid)) sendTo(each, 'SIGKILL');
    sendTo(-pid, 'SIGCONT');
    // A launcher that somebody keeps stopped does not see that its script has ended.
    setTimeout(() => hasEnded(child) || sendTo(-pid, 'SIGKILL'), MOST_END).unref();
    // The launcher's pipes go to another only when it is gone: until then it could write into them.
    await exit;
  }
  try {
    launcher.release();
  } catch {
    // The folder is gone, and the names of the pipes with it.
  }
  await launcher.group?.remove();
}

/** Whether a launcher would go on when answered: it and all that it has started live, and none of them is stopped. */
const canBegin = ({ child }: Launcher): boolean =>
  !hasEnded(child) && isLivelyTree(child.pid!) && childrenOf(child.pid!).every(hearsUs);

/** Whether the script would hear of its job: once bubblewrap has made a sandbox below it, its listener lies beside. */
function hearsUs(script: number): boolean {
  const [first, ...beside] = childrenOf(script);
  return first === undefined || beside.length > 0 || childrenOf(first).length === 0;
}

const isLivelyTree = (pid: number): boolean => isLively(pid) && childrenOf(pid).every(isLivelyTree);

/** The machine's mounts, of which a launcher has a copy: once mounts have changed, a job would see what is no more. */
const readMounts = (): string => readFileSync('/proc/self/mountinfo', 'latin1');

/** Makes a launcher keep this process from its end, or not. */
function held(launcher: Launcher, holds: boolean): Launcher {
  for (const part of partsOf(launcher)) holds ? part.ref() : part.unref();
  return launcher;
}

const partsOf = ({ child, output }: Launcher): readonly (ChildProcess | Socket)[] => [
  ...[child, ...output],
  ...(child.stdio as readonly (Socket | null)[]).filter(stream => stream !== null),
];
