import type { Store } from '../../../src/store/port.ts';
import type { QueueEngine } from '../../../src/workers/engine.ts';

/** What a process is given to die at. */
export interface Mortal {
  readonly store: Store;
  readonly engine: QueueEngine;
}

interface Point {
  readonly of: (mortal: Mortal) => object;
  readonly method: string;
  /** Before it is done, after it was done, or so many milliseconds after it was done. */
  readonly when: 'before' | 'after' | number;
  readonly matches?: (args: readonly never[], result: never) => boolean;
  /** Told to stop when this begins, so that it dies while it gives back what it has. */
  readonly stops?: boolean;
}

const runs = ({ store }: Mortal) => store.runs;
const calls = ({ store }: Mortal) => store.calls;
const engine = (mortal: Mortal) => mortal.engine;

const isCall = (tool: string, status: string) => (args: readonly never[]) => {
  const [row] = args as unknown as [{ tool: string; status: string }];
  return row.tool === tool && row.status === status;
};
const outcomeOf = (tool: string) => (args: readonly never[]) =>
  (args as unknown as [unknown, unknown, { tool: string }])[2].tool === tool;
const hasSome = (_: readonly never[], result: never) => (result as unknown as readonly unknown[]).length > 0;
const tasksBecome = (status: string) => (_: readonly never[], result: never) =>
  (result as unknown as { events: readonly { data: { to: string } }[] }).events.some(({ data }) => data.to === status);
const claims = (what: string) => (args: readonly never[]) =>
  (args as unknown as [readonly string[]])[0].some(resource => resource.startsWith(what));

/** Instants of a worker's life at which a random kill would be rare. */
export const WORKING = {
  'has fetched a job': { of: engine, method: 'fetch', when: 'after', matches: hasSome },
  'has claimed a run': { of: runs, method: 'claim', when: 'after', matches: hasSome },
  'saves what was said': { of: runs, method: 'saveHistory', when: 'before' },
  'has saved what was said': { of: runs, method: 'saveHistory', when: 'after' },
  'has begun a step': { of: runs, method: 'beginStep', when: 'after' },
  'has taken the task': {
    of: ({ store }) => store.tasks,
    method: 'change',
    when: 'after',
    matches: tasksBecome('in_progress'),
  },
  'is about to act': { of: calls, method: 'save', when: 'after', matches: isCall('note', 'started') },
  'has acted': { of: calls, method: 'save', when: 'before', matches: isCall('note', 'settled') },
  'keeps what came of it': { of: runs, method: 'endStep', when: 'before', matches: outcomeOf('note') },
  'has kept what came of it': { of: runs, method: 'endStep', when: 'after', matches: outcomeOf('note') },
  'has claimed a file': {
    of: ({ store }) => store.claims,
    method: 'take',
    when: 'after',
    matches: claims('shared/'),
  },
  'is about to write': { of: ({ store }) => store.journal, method: 'begin', when: 'after' },
  'has written': { of: ({ store }) => store.journal, method: 'finish', when: 'before' },
  'has committed': { of: ({ store }) => store.journal, method: 'finish', when: 'after' },
  'keeps what was written': { of: runs, method: 'endStep', when: 'before', matches: outcomeOf('edit_file') },
  'runs a command': { of: calls, method: 'save', when: 300, matches: isCall('bash', 'started') },
  'has submitted': {
    of: ({ store }) => store.tasks,
    method: 'change',
    when: 'after',
    matches: tasksBecome('submitted'),
  },
  'ends the run': { of: runs, method: 'end', when: 'before' },
  'has ended the run': { of: runs, method: 'end', when: 'after' },
  'gives back': { of: runs, method: 'release', when: 'before', stops: true },
  'has given back': { of: runs, method: 'release', when: 'after', stops: true },
} as const satisfies Readonly<Record<string, Point>>;

/** Instants at which one dies that looks after the dead. */
export const SWEEPING = {
  'has the lease': {
    of: ({ store }) => store.claims,
    method: 'take',
    when: 'after',
    matches: claims('calls of '),
  },
  'has ended a call': { of: calls, method: 'save', when: 'after' },
  'forgets a process': { of: ({ store }) => store.processes, method: 'remove', when: 'before' },
  'has forgotten a process': { of: ({ store }) => store.processes, method: 'remove', when: 'after' },
  'has released a run': { of: runs, method: 'release', when: 'after' },
  'has sent a job': { of: engine, method: 'send', when: 'after' },
} as const satisfies Readonly<Record<string, Point>>;

export type WorkingPoint = keyof typeof WORKING;
export type SweepingPoint = keyof typeof SWEEPING;

type Method = (...args: readonly never[]) => Promise<never>;

/** From now on this process ends there, as by `kill -9`. `stop` is called when the instant needs a worker that stops. */
export function dieAt(name: string, mortal: Mortal, stop: () => void = () => {}): void {
  const point: Point | undefined = { ...WORKING, ...SWEEPING }[name as WorkingPoint];
  if (!point) throw new Error(`There is no instant "${name}"`);
  const { of, method, when, matches = () => true } = point;
  wrap(of(mortal), method, async (make, args) => {
    if (when === 'before') {
      if (matches(args, undefined as never)) await die();
      return make();
    }
    const result = await make();
    if (matches(args, result)) {
      if (when === 'after') await die();
      else setTimeout(die, when);
    }
    return result;
  });
  if (point.stops)
    wrap(mortal.store.calls, 'save', async (make, args) => {
      if (isCall('note', 'started')(args)) stop();
      return make();
    });
}

function wrap(object: object, method: string, around: (make: () => Promise<never>, args: readonly never[]) => unknown) {
  const methods = object as Record<string, Method>;
  const original = methods[method]!.bind(object);
  methods[method] = ((...args: readonly never[]) => around(() => original(...args), args)) as Method;
}

/** Nothing is done after it. */
function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
}
