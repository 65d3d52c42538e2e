import { expect, it } from 'vitest';
import { executes, reads } from '../../tool/effect.ts';
import { decide } from '../decide.ts';
import type { Facts, PolicyInput } from '../types.ts';
import { createPolicy, withRules } from './create-policy.ts';
import { loosenings, tighten } from './tighten.ts';

const facts: Facts = {
  tool: 'bash',
  trust: 'user',
  required: ['execute'],
  effects: [executes('npm test')],
  danger: 'dangerous',
  approval: false,
  session: { tainted: false, privateRead: false, hostsAllowed: [], calls: 0, tokens: 0 },
  root: '/ws',
};

const wide: PolicyInput = {
  extends: 'privileged',
  trust: 'user',
  danger: { dangerous: 'allow' },
  limits: { calls: null, time: 1000 },
  sandbox: 'off',
  protected: ['!.husky', 'deploy'],
  rules: [
    { tool: 'bash', verdict: 'allow' },
    { effect: 'read', match: 'vault', verdict: 'deny' },
  ],
};

it('a project cannot give itself more, and is told what was left out', () => {
  const base = createPolicy({ limits: { calls: 10 } });
  const policy = tighten(base, wide);
  expect(policy.capabilities).toEqual(base.capabilities);
  expect(policy.sandbox).toBe('required');
  expect(policy.limits).toMatchObject({ calls: 10, time: 1000 });
  expect(policy.danger.dangerous).toBe('ask');
  expect(policy.protected).toEqual(expect.arrayContaining(['.husky', 'deploy']));
  expect(decide(facts, policy).verdict).toBe('deny');
  expect(loosenings(base, wide)).toEqual([
    'capabilities: execute, network',
    'danger.dangerous: allow',
    'limits.calls: null',
    'sandbox: off',
    'protected: !.husky',
    'rules[0]: an allow',
  ]);
});

it('a project can forbid more', () => {
  const policy = tighten(createPolicy('privileged'), wide);
  expect(decide({ ...facts, effects: [reads('/ws/vault/a')], danger: 'safe' }, policy).reasons[0]).toMatchObject({
    verdict: 'deny',
    from: 'project',
  });
  expect(decide(facts, tighten(createPolicy('privileged'), 'read-only'))).toMatchObject({
    verdict: 'deny',
    code: 'PERMISSION_DENIED',
  });
});

it("a project that only repeats the user's preset does not undo what the user saved", () => {
  const saved = { source: 'saved', rules: [{ tool: 'bash', match: 'npm test *', verdict: 'allow' as const }] };
  const policy = tighten(withRules(createPolicy('privileged'), saved), { extends: 'privileged' });
  expect(decide(facts, policy).verdict).toBe('allow');
});

it("an allow of the project is an exception to its own asks, not to the user's", () => {
  const rules = [
    { effect: 'read', match: 'docs', verdict: 'ask' },
    { effect: 'read', match: 'docs/a', verdict: 'allow' },
  ] as const;
  const read = { ...facts, required: [], effects: [reads('/ws/docs/a')], danger: 'safe' as const };
  expect(decide(read, tighten(createPolicy(), { rules })).verdict).toBe('allow');
  expect(decide(read, tighten(createPolicy({ rules: [rules[0]] }), { rules })).verdict).toBe('ask');
});

it('a project cannot take the way back away by leaving no room for it', () => {
  const base = createPolicy();
  expect(tighten(base, { limits: { disk: 0 } }).limits.disk).toBe(base.limits.disk);
  expect(loosenings(base, { limits: { disk: 0 } })).toEqual(['limits.disk: 0']);
});
