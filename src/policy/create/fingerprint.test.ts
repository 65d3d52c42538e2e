import { describe, expect, it } from 'vitest';
import { decide } from '../decide.ts';
import { suggestRules } from '../rules/suggest-rules.ts';
import type { Facts } from '../types.ts';
import { createPolicy, withRules } from './create-policy.ts';

const facts: Facts = {
  tool: 'tracker__create',
  trust: 'untrusted',
  required: ['network'],
  effects: [
    { kind: 'network', resource: 'tracker.example.org' },
    { kind: 'state', resource: 'mcp:tracker' },
  ],
  danger: 'dangerous',
  approval: false,
  fingerprint: 'as it was',
  session: { tainted: false, privateRead: false, hostsAllowed: [], calls: 0, tokens: 0 },
  root: '/w',
};

describe('an "always" to a tool of others', () => {
  const policy = createPolicy('privileged');
  const [always] = suggestRules(facts, policy);
  const after = withRules(policy, { source: 'saved', rules: always?.rules ?? [] });

  it('an "always" to a tool of others is bound to what the tool was when it was shown', () => {
    expect(always).toMatchObject({ verdict: 'allow' });
    expect(always?.rules.every(({ tool, fingerprint }) => tool === facts.tool && fingerprint === 'as it was')).toBe(
      true,
    );
    expect(decide(facts, policy).verdict).toBe('ask');
    expect(decide(facts, after).verdict).toBe('allow');
  });

  it.each([
    ['was described otherwise', 'another'],
    ['is no foreign one any more', undefined],
  ])('an "always" to a tool of others no longer holds when the tool %s, and says so', (_, fingerprint) => {
    const { fingerprint: _was, ...rest } = facts;
    const changed = fingerprint === undefined ? rest : { ...rest, fingerprint };
    const { verdict, reasons } = decide(changed, after);
    expect(verdict).toBe('ask');
    expect(reasons.map(({ text }) => text).join('\n')).toContain('have changed since');
  });

  it('an "always" to a tool of others leaves what forbids in force, whatever the tool is now', () => {
    const denied = withRules(after, { source: 'saved', rules: [{ tool: facts.tool, verdict: 'deny' }] });
    expect(decide({ ...facts, fingerprint: 'another' }, denied).verdict).toBe('deny');
  });
});

it('a rule with a fingerprint that allows no tool is refused', () => {
  const rules = [{ effect: 'network' as const, match: 'a.org', verdict: 'allow' as const, fingerprint: 'x' }];
  expect(() => createPolicy({ rules })).toThrow('belongs to a rule that allows a tool');
});
