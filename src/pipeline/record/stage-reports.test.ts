import { expect, it } from 'vitest';
import { openGate, type TestGate } from '../../../test/support/worlds/open-gate.ts';
import type { RecordedStage } from './stage-reports.ts';

async function stagesOf({ gate }: TestGate, callID: string): Promise<readonly RecordedStage[]> {
  const ends = await gate.activity.since(0, { type: 'tool_call_end' });
  return ends.find(event => event.callID === callID)?.data.stages as readonly RecordedStage[];
}

const SECRET = `ghp_${'a1B2'.repeat(9)}`;

const saysOf = (stages: readonly RecordedStage[], stage: string): string =>
  stages
    .filter(([name]) => name === stage)
    .flatMap(([, , says = []]) => says)
    .join('\n');

it('the end of a call tells the stages that it went through, and what each of them did', async () => {
  const test = await openGate({ 'a.txt': 'old\n' }, { approver: () => 'allow_once' });
  const { callID } = await test.gate.execute({ name: 'write', args: { file_path: 'a.txt', content: 'new\n' } });
  const stages = await stagesOf(test, callID);
  expect(stages.map(([name]) => name)).toEqual([
    'resolve',
    'coerce',
    'validate',
    'decide',
    'dedupe',
    'approve',
    'claim',
    'cache',
    'attempt',
    'verify',
    'commit',
  ]);
  expect(saysOf(stages, 'decide')).toMatch(/^ask: .*overwrites/);
  expect(saysOf(stages, 'approve')).toMatch(/answered$/);
  expect(saysOf(stages, 'claim')).toContain('a.txt');
  expect(saysOf(stages, 'commit')).toBe('write a.txt +1 -1');
  expect(stages.every(([, at], index) => at >= (stages[index - 1]?.[1] ?? 0))).toBe(true);
});

it('a call that is refused ends at the stage that refused it', async () => {
  const test = await openGate(
    { '.env': 'A=1\n' },
    { policy: { rules: [{ effect: 'read', match: '.env', verdict: 'deny' }] } },
  );
  const denied = await stagesOf(test, (await test.run('read_file', { path: '.env' })).callID);
  expect(denied.at(-1)?.[0]).toBe('decide');
  expect(saysOf(denied, 'decide')).toContain('POLICY_DENIED');
  const unknown = await stagesOf(test, (await test.run('no_such_tool', {})).callID);
  expect(unknown.map(([name]) => name)).toEqual(['resolve']);
});

it('changed arguments send the call round again, and a secret in a reason is masked', async () => {
  const test = await openGate(
    { 'a.txt': 'old\n' },
    { approver: () => ({ approved: true, modifiedArgs: { path: 'b.txt', content: SECRET } }) },
  );
  const { callID } = await test.gate.execute({ name: 'write_file', args: { path: 'a.txt', content: 'new\n' } });
  const stages = await stagesOf(test, callID);
  expect(stages.filter(([name]) => name === 'decide')).toHaveLength(2);
  expect(saysOf(stages, 'approve')).toContain('changed the arguments');
  expect(JSON.stringify(stages)).not.toContain(SECRET);
});
