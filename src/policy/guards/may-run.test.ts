import { expect, it } from 'vitest';
import { createPolicy } from '../create/create-policy.ts';
import { mayRun } from './may-run.ts';

const tool = { tool: 'send', required: [], danger: 'safe' } as const;

it.each([
  ['that needs nothing', tool, 'read-only', true],
  ['that needs what is not granted', { ...tool, required: ['execute'] }, 'standard', false],
  ['that is always too dangerous', { ...tool, danger: 'moderate' }, 'read-only', false],
  ['that is asked about', { ...tool, danger: 'dangerous' }, 'standard', true],
] as const)('a tool %s', (_, facts, preset, expected) => {
  expect(mayRun(facts, createPolicy(preset))).toBe(expected);
});

it('a tool that a rule forbids altogether is out, one that it forbids in part is not', () => {
  const policy = (rule: object) => createPolicy({ rules: [{ tool: 'send', verdict: 'deny', ...rule }] });
  expect(mayRun(tool, policy({}))).toBe(false);
  expect(mayRun(tool, policy({ effect: 'write', match: 'x' }))).toBe(true);
});
