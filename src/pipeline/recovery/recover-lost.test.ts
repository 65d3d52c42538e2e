import { expect, onTestFinished, test } from 'vitest';
import { sampleCall, sampleSet } from '../../../test/cases/store/samples.ts';
import { openTestWorkspace } from '../../../test/support/workspace/workspace.ts';
import { ActivityStream } from '../../activity/activity-stream.ts';
import { openStore } from '../../store/open-store.ts';
import type { Store } from '../../store/port.ts';
import { currentProcess } from '../../system/process-identity.ts';
import { claimOwner } from '../../workspace/claims/claims.ts';
import { recoverDead } from './recover-dead.ts';

const MINUTE = 60_000;

/** Opens a store that several machines share, in which all others have been silent for so long. */
async function openShared(silence: { minutes: number }): Promise<Store> {
  const store = await openStore({ kind: 'memory' });
  onTestFinished(() => store.close());
  const list = async () => (await store.processes.list()).map(row => ({ ...row, quiet: silence.minutes * MINUTE }));
  return { ...store, processes: { ...store.processes, list } };
}

test('a machine that fell silent loses its claims, and its calls get an end; its files are left to itself', async () => {
  const silence = { minutes: 4 };
  const store = await openShared(silence);
  const { workspace, processID, dispose } = await openTestWorkspace({ store });
  onTestFinished(dispose);
  const gone = { ...currentProcess(), host: 'another machine' };
  await store.processes.register(gone);
  const call = sampleCall(1, { processID: gone.id, status: 'started', tool: 'write_file' });
  await store.calls.save(call, { durable: true });
  const { sessionID, turn } = call;
  await store.journal.begin(sampleSet(1, { processID: gone.id, callID: call.id, sessionID, turn }), [], []);
  const owner = claimOwner(gone.id, 'agent');
  await store.claims.take(['a.txt'], { owner, agent: 'agent', now: Date.now(), ttl: 60 * MINUTE });
  const start = () =>
    recoverDead({
      store,
      workspace,
      tasks: { releaseProcess: async () => 0 },
      activity: new ActivityStream(store.events, Date.now),
      now: Date.now,
      self: currentProcess(processID),
    });

  expect((await start()).calls).toEqual([]);
  expect((await store.claims.list(Date.now())).length).toBe(1);

  silence.minutes = 6;
  expect(await start()).toMatchObject({ calls: [call.id], completed: [], rolledBack: [] });
  expect(await store.calls.get(call.id)).toMatchObject({ status: 'settled', error: { code: 'OUTCOME_UNKNOWN' } });
  expect(await store.claims.list(Date.now())).toEqual([]);
  // A process of that machine alone sees the files; until one has come, its row says that something is open.
  expect(await store.journal.set(sampleSet(1).id)).toMatchObject({ status: 'intent' });
  expect((await store.processes.list()).map(row => row.id)).toContain(gone.id);

  await store.journal.finish(sampleSet(1).id, 'rolled_back');
  await start();
  expect((await store.processes.list()).map(row => row.id)).toEqual([processID]);
});
