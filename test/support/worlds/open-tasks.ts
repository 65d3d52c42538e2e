import { onTestFinished } from 'vitest';
import { openStore, type StorePlace } from '../../../src/store/open-store.ts';
import type { Store, TaskRow } from '../../../src/store/port.ts';
import { createTasks, type Tasks } from '../../../src/tasks/create-tasks.ts';
import type { TaskActor } from '../../../src/tasks/decisions/draft.ts';
import { replayTasks } from '../../../src/tasks/replay.ts';
import { newId } from '../../../src/tool/id.ts';

/** An actor by a short name: `w1` is a worker, anything else an orchestrator. */
export const actor = (agent: string, fields: Partial<TaskActor> = {}): TaskActor => ({
  agent,
  sessionID: `session of ${agent}`,
  processID: `process of ${agent}`,
  role: agent.startsWith('w') ? 'worker' : 'orchestrator',
  ...fields,
});

export interface TestTasks {
  readonly tasks: Tasks;
  readonly store: Store;
  /** The time that it is; set it to move on. */
  readonly clock: { now: number };
}

export async function openTestTasks(place: StorePlace = { kind: 'memory' }): Promise<TestTasks> {
  const store = await openStore(place);
  onTestFinished(() => store.close());
  const clock = { now: 1_000_000 };
  return { tasks: createTasks({ store, now: () => clock.now, newId, self: actor('main') }), store, clock };
}

/** All tasks as they are stored, by id. */
export async function storedTasks(store: Store): Promise<Map<string, TaskRow>> {
  const outlines = await store.tasks.list();
  const rows = await Promise.all(outlines.map(({ id }) => store.tasks.get(id)));
  return new Map(rows.map(row => [row!.id, row!]));
}

export const replayedTasks = async (store: Store): Promise<Map<string, TaskRow>> =>
  replayTasks(await store.events.since(0));
