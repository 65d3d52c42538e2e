import { expect, it } from 'vitest';
import { reads } from '../tool/effect.ts';
import { createPolicy } from './create/create-policy.ts';
import { decide } from './decide.ts';
import { replay } from './replay.ts';
import type { Facts } from './types.ts';

const facts = (path: string): Facts => ({
  tool: 'read_file',
  trust: 'user',
  required: ['read'],
  effects: [reads(`/ws/${path}`)],
  danger: 'safe',
  approval: false,
  session: { tainted: false, privateRead: false, hostsAllowed: [], calls: 0, tokens: 0 },
  root: '/ws',
});

it('replay gives the calls on which a proposed policy would have decided otherwise', () => {
  const now = createPolicy();
  const rows = ['a.ts', '.env'].map((path, index) => {
    const given = JSON.parse(JSON.stringify(facts(path)));
    return { id: String(index), tool: 'read_file', args: { path }, verdict: decide(given, now).verdict, facts: given };
  });
  const proposed = createPolicy(
    { rules: [{ effect: 'read', match: '.env', verdict: 'deny' }] },
    { source: 'proposed' },
  );
  expect(replay(rows, now)).toEqual([]);
  expect(replay(rows, proposed)).toMatchObject([
    { id: '1', args: { path: '.env' }, before: 'ask', after: 'deny', reasons: [{ from: 'proposed' }] },
  ]);
});

it('replay passes over rows without facts or from another version', () => {
  const rows = [
    { id: '1', tool: 'x', verdict: 'allow' as const },
    { id: '2', tool: 'x', verdict: 'allow' as const, facts: { tool: 'x' } },
    { id: '3', tool: 'x', facts: facts('a') },
  ];
  expect(replay(rows, createPolicy('read-only'))).toEqual([]);
});
