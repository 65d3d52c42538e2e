import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../test/support/suite.ts';
import {
  actor,
  openTestTasks,
  replayedTasks,
  storedTasks,
  type TestTasks,
} from '../../test/support/worlds/open-tasks.ts';
import type { TaskStatus } from '../store/port.ts';
import { MOVES } from './machine.ts';

/** A task under the law again, in the plainest way: one list, looked through as a whole each time. */
interface Plain {
  status: TaskStatus;
  dependsOn: number[];
  attempt: number;
  maxAttempts: number;
  holder?: string;
  until: number;
}

type Wish = Operation | { do: 'advance'; task: number };

type Operation =
  | { do: 'create'; dependsOn: number[]; maxAttempts: number }
  | { do: 'depend'; task: number; on: number; remove: boolean }
  | { do: 'move'; task: number; to: TaskStatus; who: string }
  | { do: 'reject'; task: number; ready: boolean; who: string }
  | { do: 'next'; who: string }
  | { do: 'gone'; who: string }
  | { do: 'wait'; minutes: number }
  | { do: 'list' };

const PEOPLE = ['main', 'w1', 'w2'];
const LEASE = 15;

class Model {
  readonly tasks: Plain[] = [];
  minute = 0;

  open = (task: Plain) => task.dependsOn.some(on => this.tasks[on]!.status !== 'done');
  reaches = (from: number, to: number): boolean =>
    from === to || this.tasks[from]!.dependsOn.some(on => this.reaches(on, to));
  isRunOut = (task: Plain) => task.status === 'in_progress' && task.until <= this.minute;
  free = (task: Plain) => (this.open(task) ? 'pending' : 'ready');

  /** Runs an operation; true where it is to be done. */
  run(operation: Operation): boolean {
    switch (operation.do) {
      case 'create': {
        const dependsOn = [...new Set(operation.dependsOn.filter(on => on < this.tasks.length))];
        const task: Plain = { status: 'ready', dependsOn, attempt: 0, maxAttempts: operation.maxAttempts, until: 0 };
        task.status = this.free(task);
        this.tasks.push(task);
        return true;
      }
      case 'depend':
        return this.depend(this.tasks[operation.task], operation);
      case 'move':
        return this.move(this.tasks[operation.task], operation.to, operation.who);
      case 'reject': {
        const task = this.tasks[operation.task];
        if (task?.status !== 'submitted' || operation.who !== 'main') return false;
        task.status = task.attempt >= task.maxAttempts ? 'failed' : operation.ready ? this.free(task) : 'deferred';
        return true;
      }
      case 'next': {
        this.sweep();
        const task = this.tasks.find(each => each.status === 'ready');
        if (task) this.take(task, operation.who);
        return true;
      }
      case 'gone':
        for (const task of this.tasks) if (task.holder === operation.who) this.back(task);
        return true;
      case 'wait':
        this.minute += operation.minutes;
        return true;
      case 'list':
        this.sweep();
        return true;
    }
  }

  depend(task: Plain | undefined, { task: at, on, remove }: { task: number; on: number; remove: boolean }): boolean {
    if (!task || !this.tasks[on] || task.status === 'done') return false;
    if (remove) task.dependsOn = task.dependsOn.filter(each => each !== on);
    else if (this.reaches(on, at)) return false;
    else if (!task.dependsOn.includes(on)) task.dependsOn.push(on);
    if (task.status === 'ready' || task.status === 'pending') task.status = this.free(task);
    return true;
  }

  take(task: Plain, who: string): void {
    Object.assign(task, { status: 'in_progress', holder: who, until: this.minute + LEASE, attempt: task.attempt + 1 });
  }

  back(task: Plain): void {
    task.status = task.attempt >= task.maxAttempts ? 'failed' : this.free(task);
    delete task.holder;
  }

  sweep(): void {
    for (const task of this.tasks) if (this.isRunOut(task)) this.back(task);
  }

  move(task: Plain | undefined, to: TaskStatus, who: string): boolean {
    if (!task) return false;
    const role = who === 'main' ? 'orchestrator' : 'worker';
    const own = task.holder === who;
    if (to === 'in_progress' && task.status === 'in_progress') {
      if (own) {
        task.until = this.minute + LEASE;
        return true;
      }
      if (!this.isRunOut(task)) return false;
      this.back(task);
    }
    if (to === 'submitted' && task.status === 'ready') this.take(task, who);
    else if (!MOVES[task.status][to]?.includes(role)) return false;
    else if (task.status === 'in_progress' && !own && (role === 'worker' || to === 'submitted')) return false;
    if (to === 'in_progress') this.take(task, who);
    else if (to === 'ready' && task.status === 'in_progress') this.back(task);
    else if (to === 'ready' && task.attempt >= task.maxAttempts) return false;
    else if (to === 'ready') task.status = this.free(task);
    else if (to === 'done' && this.open(task)) return false;
    else if (to === 'deferred' && task.attempt >= task.maxAttempts) task.status = 'failed';
    else task.status = to;
    if (task.status !== 'in_progress') delete task.holder;
    if (to === 'done') for (const each of this.tasks) if (each.status === 'pending') each.status = this.free(each);
    return true;
  }
}

const label = (task: number) => `n${task}`;

/** The next step on the way to done, or nothing, so that many tasks get there. */
function advance({ tasks }: Model, at: number): Operation {
  const found = tasks[at];
  const move = (to: TaskStatus, who: string): Operation => ({ do: 'move', task: at, to, who });
  if (found?.status === 'in_progress') return move('submitted', found.holder!);
  if (found?.status === 'submitted') return move('done', 'main');
  if (found?.status === 'deferred') return move('ready', 'w2');
  return move('submitted', 'w1');
}

async function run({ tasks, clock }: TestTasks, operation: Operation, count: number): Promise<unknown> {
  switch (operation.do) {
    case 'create': {
      const dependsOn = operation.dependsOn.filter(on => on < count).map(label);
      return tasks.create({ title: 'x', label: label(count), dependsOn, maxAttempts: operation.maxAttempts });
    }
    case 'depend': {
      const key = operation.remove ? 'removeDependencies' : 'addDependencies';
      return tasks.update(label(operation.task), { [key]: [label(operation.on)] });
    }
    case 'move':
      return tasks.update(label(operation.task), { status: operation.to }, actor(operation.who));
    case 'reject':
      return tasks.reject(label(operation.task), { ready: operation.ready }, actor(operation.who));
    case 'next':
      return tasks.takeNext({}, actor(operation.who));
    case 'gone':
      return tasks.releaseProcess(actor(operation.who).processID);
    case 'wait':
      clock.now += operation.minutes * 60_000;
      return undefined;
    case 'list':
      return tasks.list();
  }
}

const task = fc.nat(6);
const who = fc.constantFrom(...PEOPLE);
const to = fc.constantFrom<TaskStatus>('ready', 'in_progress', 'submitted', 'done', 'deferred', 'failed', 'pending');
const wish: fc.Arbitrary<Wish> = fc.oneof(
  { weight: 12, arbitrary: fc.record({ do: fc.constant('advance'), task }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('create'),
      dependsOn: fc.array(task, { maxLength: 2 }),
      maxAttempts: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('depend'), task, on: task, remove: fc.boolean() }) },
  { weight: 12, arbitrary: fc.record({ do: fc.constant('move'), task, to, who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reject'), task, ready: fc.boolean(), who }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('next'), who }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('gone'), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait'), minutes: fc.constantFrom(1, 14, 15) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('list') }) },
) as fc.Arbitrary<Wish>;

it('any operations on tasks do as the plain law says, and the events make the same tasks again', async () => {
  const history = fc.array(wish, { minLength: 40, maxLength: 90 });
  await fc.assert(
    fc.asyncProperty(history, async wishes => {
      const world = await openTestTasks();
      const model = new Model();
      for (const wished of wishes) {
        const each = wished.do === 'advance' ? advance(model, wished.task) : wished;
        const before = structuredClone(model.tasks);
        const expected = model.run(each);
        const done = await run(world, each, before.length).then(
          () => true,
          () => false,
        );
        // A task that could not be taken because its last attempt ran out has failed all the same.
        const failedInstead = expected === false && model.tasks.some((now, at) => now.status !== before[at]?.status);
        expect(done).toBe(expected);
        if (!expected && !failedInstead) model.tasks.splice(0, model.tasks.length, ...before);
        const stored = await world.store.tasks.list();
        const labels = new Map(stored.map(row => [row.id, row.label]));
        expect(
          stored.map(row => [
            row.label,
            row.status,
            row.attempt,
            row.holder?.agent,
            row.dependsOn.map(id => labels.get(id)),
          ]),
        ).toEqual(
          model.tasks.map((plain, at) => [
            label(at),
            plain.status,
            plain.attempt,
            plain.holder,
            plain.dependsOn.map(label),
          ]),
        );
      }
      expect(await replayedTasks(world.store)).toEqual(await storedTasks(world.store));
    }),
    { seed: 20_260_514, numRuns: runs(15) },
  );
});
