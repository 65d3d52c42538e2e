import { ancestryOf, isGone, type SeenProcess } from '../../system/process-identity.ts';
import { type NamedProcess, ownProcess } from '../client/own-process.ts';

/** Milliseconds between two looks at whether a host is gone. */
const PAUSE = 1000;

/** The processes that a client came from, itself first; none where it does not say its own, or in pids not ours. */
export function clientAncestry(client: NamedProcess | undefined): readonly SeenProcess[] {
  return client && client.space === ownProcess()?.space ? ancestryOf(client.pid) : [];
}

/**
 * The host, from which both the hook and the shell came: all that the hook came from, up to the first that is the
 * shell's too. A process that merely started the hook is among them and has ended since; what started the host is not,
 * and may end before it. None where they have nothing in common, as where the host left the shell to the system.
 */
export function hostProcesses(hook: readonly SeenProcess[], shell: readonly SeenProcess[]): readonly SeenProcess[] {
  const isOfShell = ({ pid, started }: SeenProcess) => shell.some(each => each.pid === pid && each.started === started);
  return hook.slice(0, hook.findIndex(isOfShell) + 1);
}

/** Looks until all of some processes are gone, and tells it once; gives a function that ends the looking. */
export function whenGone(processes: readonly SeenProcess[], tell: () => void): () => void {
  if (processes.length === 0) return () => {};
  const timer = setInterval(() => {
    if (!processes.every(isGone)) return;
    clearInterval(timer);
    tell();
  }, PAUSE);
  return () => clearInterval(timer);
}
