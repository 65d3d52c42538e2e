import { expect, it } from 'vitest';
import { createPolicy } from './create-policy.ts';
import { createHostJudge } from './reachable.ts';
import { restrict } from './restrict.ts';

const policy = createPolicy({
  extends: 'privileged',
  network: { allow: ['*.example.org'] },
  rules: [
    { effect: 'network', match: 'bad.example.org', verdict: 'deny' },
    { tool: 'web_fetch', effect: 'network', match: 'rule.test', verdict: 'allow' },
    { tool: 'bash', verdict: 'allow' },
  ],
});

it.each([
  ['bash', 'docs.example.org', 'allow'],
  ['bash', 'bad.example.org', 'deny'],
  ['bash', 'rule.test', 'ask'],
  ['web_fetch', 'rule.test', 'allow'],
  ['web_fetch', 'RULE.test:8080', 'allow'],
  ['web_fetch', 'evil.test', 'ask'],
])('%s to %s: %s', (tool, host, expected) => {
  expect(createHostJudge(policy, tool)(host)).toBe(expected);
});

it('every layer must let it through', () => {
  expect(createHostJudge(restrict(policy, createPolicy('privileged')), 'bash')('docs.example.org')).toBe('ask');
  expect(createHostJudge(restrict(policy, createPolicy('standard')), 'bash')('docs.example.org')).toBe('deny');
});
