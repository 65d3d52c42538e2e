import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { programPath } from '../support/program-path.ts';
import { openGate } from '../support/worlds/open-gate.ts';

const CHILD = programPath('restart');

it('after a crash every open call has one outcome, nothing is run again, and what may have happened is told as unknown', async () => {
  const first = await openGate({ 'kept.txt': 'x\n' });
  await first.gate.close();
  const child = spawn(process.execPath, [CHILD, first.root, first.storeFile], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');

  const later = await first.again();
  const rows = await later.gate.store.calls.list({});
  const ends = Object.fromEntries(rows.map(row => [row.tool, [row.status, row.error?.code]]));
  expect(ends).toEqual({
    launch: ['settled', 'OUTCOME_UNKNOWN'],
    pure: ['settled', 'ABORTED'],
    again: ['settled', 'ABORTED'],
    delete_file: ['settled', 'ABORTED'],
  });
  const events = await later.gate.activity.since(0);
  for (const row of rows) {
    const own = events.filter(event => event.callID === row.id).map(event => event.type);
    expect(own.filter(type => type === 'tool_call_start')).toHaveLength(1);
    expect(own.filter(type => type === 'tool_call_end')).toHaveLength(1);
  }
  expect(await later.gate.store.deadLetters.list()).toMatchObject([
    { tool: 'launch', error: { code: 'OUTCOME_UNKNOWN' } },
  ]);
  expect(later.read('ran').split('\n').sort()).toEqual(['', 'again', 'launch', 'pure']);
  expect(later.gate.recovered.calls).toHaveLength(4);

  const third = await later.again({ policy: 'privileged' });
  expect(third.gate.recovered.calls).toEqual([]);
  expect(await third.gate.store.deadLetters.list()).toHaveLength(1);

  const [pending] = await third.gate.approvals.list();
  await third.gate.approvals.answer(pending!.id, 'allow_once', 'person');
  expect((await third.gate.execute({ name: 'delete_file', args: { path: 'kept.txt' } })).ok).toBe(true);
  expect(third.exists('kept.txt')).toBe(false);
});
