import { expect, onTestFinished, test } from 'vitest';
import { sampleCall, sampleSet } from '../../../test/cases/store/samples.ts';
import { openTestWorkspace } from '../../../test/support/workspace/workspace.ts';
import { ActivityStream } from '../../activity/activity-stream.ts';
import { openStore } from '../../store/open-store.ts';
import type { Store } from '../../store/port.ts';
import { currentProcess } from '../../system/process-identity.ts';
import { createTasks } from '../../tasks/create-tasks.ts';
import { newId } from '../../tool/id.ts';
import { claimOwner } from '../../workspace/claims/claims.ts';
import { recoverDead } from './recover-dead.ts';

const tasksOf = (store: Store) =>
  createTasks({
    store,
    now: Date.now,
    newId,
    self: { agent: 'main', sessionID: 's', processID: 'p', role: 'orchestrator' },
  });

test('a process that dies while another starts is left to the next start, with its calls, claims and tasks', async () => {
  const store = await openStore({ kind: 'memory' });
  onTestFinished(() => store.close());
  const { workspace, processID, dispose } = await openTestWorkspace({ store });
  onTestFinished(dispose);
  const self = currentProcess(processID);
  const dying = currentProcess();
  await store.processes.register(dying);
  await store.calls.save(sampleCall(1, { processID: dying.id, status: 'started' }), { durable: true });
  const owner = claimOwner(dying.id, 'agent');
  await store.claims.take(['a.txt'], { owner, agent: 'agent', now: Date.now(), ttl: 60_000 });
  const tasks = tasksOf(store);
  await tasks.create({ title: 'x', label: 'x' });
  await tasks.update('x', { status: 'in_progress' }, { processID: dying.id });
  const start = (meanwhile: () => Promise<void>) =>
    recoverDead({
      store,
      tasks,
      activity: new ActivityStream(store.events, Date.now),
      now: Date.now,
      self,
      workspace: {
        async recover() {
          const recovered = await workspace.recover();
          await meanwhile();
          return recovered;
        },
      },
    });
  const left = async () => ({
    calls: (await store.calls.list({ status: 'started' })).length,
    claims: (await store.claims.list(Date.now())).length,
    tasks: (await store.tasks.list({ status: ['in_progress'] })).length,
    processes: (await store.processes.list()).length,
  });

  // The process is proved dead from here on: its pid is this one's, its start another's.
  const first = await start(() => store.processes.register({ ...dying, started: '1' }));
  expect(first.calls).toEqual([]);
  expect(await left()).toEqual({ calls: 1, claims: 1, tasks: 1, processes: 2 });

  const second = await start(async () => {});
  expect(second.calls).toHaveLength(1);
  expect(await left()).toEqual({ calls: 0, claims: 0, tasks: 0, processes: 1 });
});

test('a call whose change set could be neither finished nor taken back ends as unknown', async () => {
  const store = await openStore({ kind: 'memory' });
  onTestFinished(() => store.close());
  const { processID, dispose } = await openTestWorkspace({ store });
  onTestFinished(dispose);
  const dead = { ...currentProcess(), started: '1' };
  await store.processes.register(dead);
  const call = sampleCall(1, { processID: dead.id, status: 'started', tool: 'write_file' });
  const { sessionID, turn } = call;
  await store.calls.save(call, { durable: true });
  await store.journal.begin(sampleSet(1, { processID: dead.id, callID: call.id, sessionID, turn }), [], []);
  const nothing = { completed: [], rolledBack: [], kept: ['a.txt'] };
  await recoverDead({
    store,
    tasks: tasksOf(store),
    activity: new ActivityStream(store.events, Date.now),
    now: Date.now,
    self: currentProcess(processID),
    workspace: { recover: async () => nothing },
  });
  expect(await store.calls.get(call.id)).toMatchObject({ status: 'settled', error: { code: 'OUTCOME_UNKNOWN' } });
  // The next start tries again.
  expect((await store.processes.list()).map(row => row.id)).toContain(dead.id);
});
