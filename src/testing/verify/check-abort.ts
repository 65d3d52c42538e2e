import { setTimeout as sleep } from 'node:timers/promises';
import { endWaiting } from '../../sandbox/bubblewrap/create-bubblewrap.ts';
import { type ChildProcess, descendants, isChildAlive } from '../child-processes.ts';
import { difference } from '../snapshot.ts';
import type { ToolFindings } from './findings.ts';
import { isSameWork } from './same-work.ts';
import { sayChanges, type Trial, type TrialRun, type Trials } from './trial.ts';

const MOMENTS = ['before it began', 'at once', 'in the middle'] as const;
type Moment = (typeof MOMENTS)[number];

/** The latest time for the middle of a long run, in milliseconds. */
const LATEST = 250;
const LOOK_AGAIN = 20;

interface AbortTrial {
  readonly trials: Trials;
  readonly args: unknown;
  /** Whether a run of the tool leaves nothing, also when it comes to its end. */
  readonly readOnly: boolean;
  /** Milliseconds that a tool has to end after an abort. */
  readonly grace: number;
  readonly findings: ToolFindings;
}

/** Checks that an abort, whenever it comes, leaves no process, no half change, and no run that goes on. */
export async function checkAbort(tool: AbortTrial, undisturbed: TrialRun): Promise<void> {
  for (const moment of MOMENTS) {
    if (tool.findings.wants('abort')) await tool.trials.use(trial => abortOnce(tool, { trial, moment, undisturbed }));
  }
}

type Attempt = { readonly trial: Trial; readonly moment: Moment; readonly undisturbed: TrialRun };

async function abortOnce({ args, readOnly, grace, findings }: AbortTrial, attempt: Attempt) {
  const { trial, moment, undisturbed } = attempt;
  trial.watch.reset();
  const earlier = descendants();
  const seen = new Map<number, ChildProcess>();
  const controller = new AbortController();
  const abort = () => {
    for (const [pid, child] of descendants()) seen.set(pid, child);
    controller.abort();
  };
  const stopTimer = abortAt(attempt, abort);
  const { outcome, after, changes } = await trial.run(args, controller.signal);
  stopTimer();
  const ended = await trial.watch.ended(grace);
  // Processes that the sandbox has ready for the next command are not left by this call.
  await endWaiting();
  const left = await leftOver(earlier, seen, grace);
  const say = (message: string) => findings.add('abort', args, `Aborted ${moment}, ${message}`);

  if (!ended) say(`it went on for ${grace} ms`);
  if (left.length > 0) say(`it left a process: ${left.map(({ pid, command }) => `${command} (${pid})`).join(', ')}`);
  for (const { pid } of left) end(pid);
  if (!outcome.ok) {
    // The failure does not matter: an abort may come at any step, and only the lack of changes counts.
    if (changes.length > 0) say(`it said that it did nothing, and ${sayChanges(changes)}`);
  } else if (undisturbed.outcome.ok && !isSameWork(changes, undisturbed.changes)) {
    say(`it said that it was done, and did ${sayChanges(changes) || 'nothing'}`);
  }
  const late = difference(after, trial.workspace.snapshot());
  if (late.length > 0) say(`it had its outcome, and then ${sayChanges(late)}`);
  return { spent: (outcome.ok && !readOnly) || !ended || left.length > 0 };
}

/** Aborts at a moment; the returned function calls it off. */
function abortAt({ trial, moment, undisturbed }: Attempt, abort: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  if (moment === 'before it began') abort();
  else {
    trial.watch.onRun = () => {
      trial.watch.onRun = () => {};
      if (moment === 'at once') abort();
      else timer = setTimeout(abort, Math.min(undisturbed.milliseconds / 2, LATEST));
    };
  }
  return () => clearTimeout(timer);
}

type ChildProcesses = ReadonlyMap<number, ChildProcess>;

/** Processes that are still there in the end. A child of a child in `seen` may have no parent of ours any more. */
async function leftOver(
  earlier: ChildProcesses,
  seen: ChildProcesses,
  grace: number,
): Promise<readonly ChildProcess[]> {
  const until = performance.now() + grace;
  for (;;) {
    const all = [...new Map([...seen, ...descendants()]).values()];
    const left = all.filter(child => earlier.get(child.pid)?.started !== child.started && isChildAlive(child));
    if (left.length === 0 || performance.now() > until) return left;
    await sleep(LOOK_AGAIN);
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process ended by itself meanwhile.
  }
}
