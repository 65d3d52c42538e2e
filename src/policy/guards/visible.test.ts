import { describe, expect, it } from 'vitest';
import { reads, readsTree, writes } from '../../tool/effect.ts';
import { createPolicy } from '../create/create-policy.ts';
import { restrict } from '../create/restrict.ts';
import type { Rule } from '../types.ts';
import { visible } from './visible.ts';

const ROOT = '/ws';
const see = (rules: readonly Rule[], options = {}) => visible(createPolicy({ rules }), ROOT, options);

it.each<[string, Rule[]]>([
  ['there are no rules', []],
  ['rules are about writing', [{ effect: 'write', match: '**', verdict: 'deny' }]],
  ['rules only allow', [{ effect: 'read', match: 'src/**', verdict: 'allow' }]],
  ['rules are about another tool', [{ tool: 'bash', match: 'src/**', verdict: 'deny' }]],
  ['a rule asks about the call as a whole', [{ tool: 'grep', verdict: 'ask' }]],
])('nothing can be hidden when %s', (_, rules) => {
  expect(see(rules, { tool: 'grep' })).toBeUndefined();
});

describe('what is denied or asked about is left out', () => {
  const sees = see([
    { effect: 'read', match: 'secrets', verdict: 'deny' },
    { effect: 'read', match: '**/*.log', verdict: 'ask' },
    { effect: 'read', match: 'logs/open.log', verdict: 'allow' },
  ])!;
  it.each([
    ['/ws/src/a.ts', true],
    ['/ws/secrets', false],
    ['/ws/secrets/a/b', false],
    ['/ws/logs/a.log', false],
    ['/ws/logs/open.log', true],
  ])('what is denied or asked about is left out: %s is visible: %s', (path, expected) => {
    expect(sees(path)).toBe(expected);
  });
});

it('every layer of a policy may hide a path', () => {
  const a = createPolicy({ rules: [{ effect: 'read', match: 'a', verdict: 'deny' }] });
  const b = createPolicy({
    rules: [
      { effect: 'read', match: 'b', verdict: 'deny' },
      { effect: 'read', match: 'a', verdict: 'allow' },
    ],
  });
  const sees = visible(restrict(a, b), ROOT)!;
  expect(['/ws/a', '/ws/b', '/ws/c'].map(sees)).toEqual([false, false, true]);
});

describe('a yes makes visible what it was asked for', () => {
  const rules: Rule[] = [
    { effect: 'read', match: 'vault', verdict: 'ask' },
    { effect: 'read', match: '**/*.pem', verdict: 'ask' },
    { effect: 'read', match: '**/never', verdict: 'deny' },
  ];
  const approved = (...effects: ReturnType<typeof reads>[]) => see(rules, { approved: effects })!;

  it('a yes makes the path itself visible', () => {
    const sees = approved(reads('/ws/vault/a'));
    expect(['/ws/vault/a', '/ws/vault/b'].map(sees)).toEqual([true, false]);
  });

  it('a yes makes a folder visible, but not what another rule hides in it', () => {
    const sees = approved(readsTree('/ws/vault'));
    expect(['/ws/vault/a', '/ws/vault/k.pem', '/ws/vault/never'].map(sees)).toEqual([true, false, false]);
  });

  it('a yes does not make visible what lies in a folder that nobody was asked about', () => {
    expect(approved(readsTree('/ws'))('/ws/vault/a')).toBe(false);
  });

  it('a yes does not make visible what was only to be written', () => {
    expect(approved(writes('/ws/vault/a'))('/ws/vault/a')).toBe(false);
  });

  it('a yes makes everything visible that was asked about, when everything was', () => {
    const sees = see(rules, { approved: 'everything' })!;
    expect(['/ws/vault/k.pem', '/ws/never'].map(sees)).toEqual([true, false]);
  });
});
