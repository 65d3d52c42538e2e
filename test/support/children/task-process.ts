import { setTimeout as sleep } from 'node:timers/promises';
import { openStore, type StorePlace } from '../../../src/store/open-store.ts';
import { createTasks } from '../../../src/tasks/create-tasks.ts';
import { newId } from '../../../src/tool/id.ts';

/** What a process of the tests does with tasks that others work on too: `node task-process.ts JOB PLACE NAME`. */
const [job, place = '', name = ''] = process.argv.slice(2);
const say = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`);
const store = await openStore(JSON.parse(place) as StorePlace);
const self = { agent: name, sessionID: name, processID: newId(), role: 'worker' } as const;
const tasks = createTasks({ store, now: Date.now, newId, self });

const isOver = async () => {
  const { done } = await tasks.counts();
  return done === (await tasks.list()).length;
};

const jobs: Record<string, () => Promise<void>> = {
  /** Takes all that is ready, and keeps it. */
  async take() {
    for (;;) {
      const task = await tasks.takeNext();
      if (!task) break;
      say(task.label);
    }
  },

  /** Tries to take each task by its name. */
  async grab() {
    for (const { label } of await tasks.list()) {
      const taken = await tasks.update(label, { status: 'in_progress' }).then(
        () => true,
        error => error.code as string,
      );
      say([label, taken]);
    }
  },

  /** Works until all is done, or until it is killed. What it says was stored before. */
  async work() {
    while (!(await isOver())) {
      const task = await tasks.takeNext({ lease: 400 });
      if (!task) {
        await sleep(5);
        continue;
      }
      const { label, attempt } = task;
      const submitted = await tasks
        .update(label, { status: 'submitted', attempt, result: `${name} ${attempt}` })
        .catch(error => error.code as string);
      if (typeof submitted === 'object') say([label, submitted.attempt]);
    }
  },

  /** Completes what is submitted, and rejects each first attempt of every third task. */
  async lead() {
    const by = { role: 'orchestrator' } as const;
    while (!(await isOver())) {
      for (const { label, rev, attempt } of await tasks.list({ status: ['submitted'] })) {
        const reject = attempt === 1 && label.endsWith('3');
        // Another one may have decided meanwhile.
        await (reject
          ? tasks.reject(label, { rev, ready: true }, by)
          : tasks.update(label, { status: 'done', rev }, by)
        )
          .then(({ status }) => say([label, status]))
          .catch(error => {
            if (error.code !== 'ILLEGAL_TRANSITION') throw error;
          });
      }
      await sleep(5);
    }
  },

  /** Adds a dependency to each task in turn while others complete them. */
  async depend() {
    for (const { label } of await tasks.list()) {
      if (!label.startsWith('x')) continue;
      const added = await tasks.update(label, { addDependencies: ['late'] }, { role: 'orchestrator' }).then(
        () => 'added',
        error => error.code as string,
      );
      say([label, added]);
    }
  },

  async complete() {
    for (const { label } of await tasks.list()) {
      if (!label.startsWith('x')) continue;
      const completed = await tasks.update(label, { status: 'done' }, { role: 'orchestrator' }).then(
        () => 'completed',
        error => error.code as string,
      );
      say([label, completed]);
    }
  },
};

await jobs[job ?? '']?.();
await store.close();
