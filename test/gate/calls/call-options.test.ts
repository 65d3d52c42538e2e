import { describe, expect, it } from 'vitest';
import type { ActivityEvent } from '../../../src/activity/activity-stream.ts';
import { openGate } from '../../support/worlds/open-gate.ts';

const overwrite = { path: 'a.txt', content: 'new\n' };

describe('an approver of one call', () => {
  it('an approver of one call is asked for that call alone, before the one of the gate', async () => {
    const asked: string[] = [];
    const approver = (who: string, reply: 'allow_once' | 'reject_once' | undefined) => () => {
      asked.push(who);
      return reply;
    };
    const { gate, read } = await openGate({ 'a.txt': 'old\n' }, { approver: approver('gate', 'reject_once') });
    const call = { name: 'write_file', args: overwrite };
    expect((await gate.execute(call)).ok).toBe(false);
    expect((await gate.execute(call, { approver: approver('call', undefined) })).ok).toBe(false);
    expect(read('a.txt')).toBe('old\n');
    expect((await gate.execute(call, { approver: approver('call', 'allow_once') })).ok).toBe(true);
    expect(read('a.txt')).toBe('new\n');
    expect(asked).toEqual(['gate', 'call', 'gate', 'call']);
  });

  it('an approver of one call that leaves the answer to nobody leaves a request that can still be answered', async () => {
    const { gate } = await openGate({ 'a.txt': 'old\n' });
    const outcome = await gate.execute({ name: 'write_file', args: overwrite }, { approver: () => undefined });
    expect(outcome.error?.code).toBe('APPROVAL_DENIED');
    expect(await gate.approvals.list()).toMatchObject([{ tool: 'write_file' }]);
  });
});

it("a listener of one call gets that call's events, all of them before the outcome", async () => {
  const { gate } = await openGate({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
  const events: ActivityEvent[] = [];
  const [outcome] = await Promise.all([
    gate
      .execute({ name: 'read_file', args: { path: 'a.txt' } }, { onEvent: event => void events.push(event) })
      .then(made => {
        events.push = () => expect.fail('an event after the outcome');
        return made;
      }),
    gate.execute({ name: 'read_file', args: { path: 'b.txt' } }),
  ]);
  expect(events.map(({ type }) => type)).toEqual(['tool_call_start', 'tool_call_end']);
  expect(new Set(events.map(({ callID }) => callID))).toEqual(new Set([outcome.callID]));
});

it('the catalogue tells what each tool returns and how it behaves', async () => {
  const { gate } = await openGate({}, { policy: 'privileged' });
  await gate.registry.ready();
  const tools = new Map(gate.registry.catalogue().map(tool => [tool.name, tool]));
  const reading = { readOnly: true, destructive: false, idempotent: true, openWorld: false };
  expect(tools.get('read_file')).toMatchObject({ origin: 'built-in', pack: 'filesystem', hints: reading });
  expect(tools.get('read_file')?.returns).toMatchObject({ type: 'object' });
  expect(tools.get('delete_file')?.hints).toMatchObject({ readOnly: false, destructive: true, openWorld: false });
  expect(tools.get('bash')?.hints).toMatchObject({ readOnly: false, destructive: true, openWorld: true });
  expect(tools.get('call_tool')?.hints).toMatchObject({ readOnly: false, destructive: true, openWorld: true });
  expect(Object.keys(gate.registry.describe()[0]!)).toEqual(['name', 'description', 'parameters']);
});
