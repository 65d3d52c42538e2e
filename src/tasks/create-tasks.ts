import type {
  EventRow,
  Store,
  TaskAsk,
  TaskDecision,
  TaskOutline,
  TaskRow,
  TaskSight,
  TaskStatus,
} from '../store/port.ts';
import { ToolError } from '../tool/error.ts';
import { checkSpec, createTask, type TaskSpec } from './decisions/create-task.ts';
import type { DecisionInput } from './decisions/decision-input.ts';
import { startDraft, type TaskActor } from './decisions/draft.ts';
import { giveBack, isHoldExpired } from './decisions/hold.ts';
import { makeReady, reject } from './decisions/settle.ts';
import { checkUpdate, type TaskUpdate, updateTask } from './decisions/update-task.ts';
import { LEASE } from './limits.ts';
import { explainUnknown, illegalMove, tooManyAttempts, UnknownTask } from './refusals.ts';

export type { TaskOutline, TaskRow, TaskStatus } from '../store/port.ts';

export interface TaskQuery {
  readonly status?: readonly TaskStatus[];
  /** The id after which the tasks begin. */
  readonly after?: string;
  readonly limit?: number;
}

/** The shared task graph. An actor that is not named is the one that the gate was made for. */
export interface Tasks {
  get(ref: string): Promise<TaskRow>;
  /** Lists tasks, the oldest first. Tasks whose holder's lease ran out are given back before. */
  list(query?: TaskQuery): Promise<readonly TaskOutline[]>;
  outlines(ids: readonly string[]): Promise<readonly TaskOutline[]>;
  dependents(id: string, limit?: number): Promise<readonly TaskOutline[]>;
  counts(): Promise<Readonly<Record<TaskStatus, number>>>;
  create(spec: TaskSpec, by?: Partial<TaskActor>): Promise<TaskOutline>;
  update(ref: string, update: TaskUpdate, by?: Partial<TaskActor>): Promise<TaskOutline>;
  /** Takes the oldest task that is ready; undefined where there is none. At most one caller gets it. */
  takeNext(options?: { lease?: number }, by?: Partial<TaskActor>): Promise<TaskOutline | undefined>;
  /** Refuses a submission; `ready` sends it back to the workers at once. */
  reject(
    ref: string,
    how?: { reason?: string; rev?: number; ready?: boolean },
    by?: Partial<TaskActor>,
  ): Promise<TaskOutline>;
  /** Gives back the tasks of a process, or a run, that is gone; tells how many. */
  releaseProcess(processID: string): Promise<number>;
}

interface TasksOptions {
  readonly store: Pick<Store, 'tasks'>;
  readonly now: () => number;
  readonly newId: () => string;
  readonly self: TaskActor;
  /** Asks for a change, and hands its events, which are stored already, to the listeners of this process. */
  readonly relay?: <T extends { readonly events: readonly EventRow[] }>(ask: () => Promise<T>) => Promise<T>;
}

type DecidedValue<T> = { readonly value: T } | { readonly refused: ToolError | UnknownTask };

export function createTasks({ store: { tasks: store }, now, newId, self, relay = ask => ask() }: TasksOptions): Tasks {
  /** Makes one decision, in one transaction. Refusals change nothing. */
  async function decide<T>(ask: TaskAsk, by: Partial<TaskActor> | undefined, work: (deciding: DecisionInput) => T) {
    const actor = { ...self, ...by };
    const judge = (seen: TaskSight): TaskDecision<DecidedValue<T>> => {
      const at = now();
      const draft = startDraft(actor, at);
      try {
        return { changes: draft.changes, result: { value: work({ seen, draft, by: actor, now: at }) } };
      } catch (refused) {
        if (refused instanceof ToolError || refused instanceof UnknownTask) return { changes: [], result: { refused } };
        throw refused;
      }
    };
    const { result } = await relay(() => store.change(ask, judge));
    if ('value' in result) return result.value;
    throw result.refused instanceof UnknownTask ? await explainUnknown(store, result.refused.ref) : result.refused;
  }

  /** Gives back tasks whose lease ran out; most of the time there is none, and then nothing is written. */
  async function releaseExpired(): Promise<void> {
    const held = await store.list({ status: ['in_progress'] });
    if (!held.some(task => isHoldExpired(task, now()))) return;
    await decide({ held: true }, undefined, deciding => {
      for (const task of deciding.seen.held) if (isHoldExpired(task, deciding.now)) giveBack(deciding, task);
    });
  }

  return {
    async get(ref) {
      const task = await store.get(ref);
      if (!task) throw await explainUnknown(store, ref);
      return task;
    },
    async list(query) {
      await releaseExpired();
      return store.list(query);
    },
    outlines: ids => store.list({ ids }),
    dependents: (id, limit) => store.dependents(id, limit),
    counts: () => store.counts(),
    async create(given, by) {
      const spec = checkSpec(given);
      const refs = [...(spec.dependsOn ?? []), ...(spec.label === undefined ? [] : [spec.label])];
      const id = newId();
      return decide({ refs, label: spec.label === undefined }, by, deciding => createTask(deciding, id, spec));
    },
    async update(ref, given, by) {
      const update = checkUpdate(given);
      const { status, addDependencies = [], removeDependencies = [] } = update;
      const ask = {
        refs: [ref, ...addDependencies, ...removeDependencies],
        above: addDependencies,
        ...(status === 'done' ? { below: ref } : {}),
      };
      const task = await decide(ask, by, deciding => updateTask(deciding, ref, update));
      if (status === 'in_progress' || status === 'submitted') refuseOther(task, status, { ...self, ...by });
      return task;
    },
    async takeNext({ lease = LEASE } = {}, by) {
      checkUpdate({ lease });
      await releaseExpired();
      for (;;) {
        const task = await decide({ next: true }, by, deciding => {
          const { next } = deciding.seen;
          return next && updateTask(deciding, next.id, { status: 'in_progress', lease });
        });
        if (task?.status !== 'failed') return task;
      }
    },
    async reject(ref, { reason, rev, ready = false } = {}, by) {
      checkUpdate({ reason });
      return decide({ refs: [ref] }, by, deciding => {
        const task = updateTask(deciding, ref, rev === undefined ? {} : { rev });
        const rejected = reject(deciding, task, reason);
        return ready && rejected.status === 'deferred' ? makeReady(deciding, rejected, {}) : rejected;
      });
    },
    async releaseProcess(processID) {
      const isLeft = ({ holder }: TaskOutline) => holder?.processID === processID;
      if (!(await store.list({ status: ['in_progress'] })).some(isLeft)) return 0;
      return decide({ held: true }, undefined, deciding => {
        const left = deciding.seen.held.filter(isLeft);
        for (const task of left) giveBack(deciding, task, `${task.holder?.agent} ended without handing it in`);
        return left.length;
      });
    },
  };
}

/** Refuses a task that could not be taken because it has failed or waits: the caller asked for another state. */
function refuseOther(task: TaskOutline, wanted: TaskStatus, { role }: TaskActor): void {
  if (task.status === 'failed') throw tooManyAttempts(task);
  if (task.status !== wanted) throw illegalMove(task, wanted, role);
}
