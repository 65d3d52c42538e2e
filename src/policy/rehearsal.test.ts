import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../test/support/suite.ts';
import { connects, executes, reads } from '../tool/effect.ts';
import { createPolicy } from './create/create-policy.ts';
import { restrict } from './create/restrict.ts';
import { loosenings, tighten } from './create/tighten.ts';
import { decide } from './decide.ts';
import type { Facts, PolicyInput } from './types.ts';

const FACTS: Facts = {
  tool: 'bash',
  trust: 'user',
  required: ['execute'],
  effects: [executes('python3 -')],
  danger: 'dangerous',
  unseen: true,
  approval: false,
  session: { tainted: false, privateRead: false, hostsAllowed: [], calls: 0, tokens: 0 },
  root: '/ws',
  contained: true,
  proxied: true,
};
const PRIVILEGED = createPolicy('privileged');
const rehearses = (more: Partial<Facts> = {}, input: PolicyInput = {}): boolean =>
  decide({ ...FACTS, ...more }, createPolicy({ extends: 'privileged', ...input })).rehearse === true;

const UNSEEN = { kind: 'execute', resource: '(code)', unknown: true } as const;
const unsure = [{ kind: 'target', value: 'x@example.org' }] as const;

it.each<[string, Partial<Facts>]>([
  ['a danger that the text does not show', {}],
  ['the own loopback', { danger: 'moderate', unseen: false, effects: [executes('curl'), connects('localhost')] }],
  ['the own loopback by its address', { effects: [connects('127.0.0.1'), connects('[::1]')] }],
])('a rehearsal answers %s', (_, more) => {
  expect(rehearses(more)).toBe(true);
});

it('a rehearsal answers a rule about a host that might hold, and none about a command', () => {
  const effects = [executes('x'), UNSEEN];
  expect(rehearses({ effects }, { rules: [{ effect: 'network', match: 'a.example', verdict: 'deny' }] })).toBe(true);
  expect(rehearses({ effects }, { rules: [{ effect: 'execute', match: 'rm *', verdict: 'ask' }] })).toBe(false);
});

it.each<[string, Partial<Facts>]>([
  ['a danger that the text shows', { unseen: false }],
  ['a call that no proxy holds', { proxied: undefined as never }],
  ['a call whose changes are not judged before they are written', { contained: undefined as never }],
  ['a wish of the tool', { approval: 'runs in the background' }],
  ['another host', { effects: [executes('curl'), connects('example.org')] }],
  ['another address of this machine', { effects: [connects('127.0.0.2')] }],
  ['a private file that is named', { effects: [executes('cat'), reads('/ws/.env')] }],
  ['a value that nobody is known to have meant', { unsure }],
  ['what cannot be planned', { unplannable: true }],
  ['a budget that is used up', { session: { ...FACTS.session, calls: Infinity } }],
])('a rehearsal does not answer %s', (_, more) => {
  expect(rehearses(more)).toBe(false);
});

it('a rehearsal does not answer a rule, and not a level of danger that is denied', () => {
  expect(rehearses({}, { rules: [{ tool: 'bash', verdict: 'ask' }] })).toBe(false);
  expect(rehearses({}, { danger: { dangerous: 'deny' } })).toBe(false);
});

it('previews that one policy turns off are off, and a project turns none on', () => {
  const off = createPolicy({ extends: 'privileged', preview: 'off' });
  expect(PRIVILEGED.preview).toBe('safe-first');
  expect([restrict(PRIVILEGED, off).preview, restrict(off, PRIVILEGED).preview]).toEqual(['off', 'off']);
  expect([tighten(off, { preview: 'safe-first' }).preview, tighten(PRIVILEGED, { preview: 'off' }).preview]).toEqual([
    'off',
    'off',
  ]);
  expect(loosenings(off, { preview: 'safe-first' })).toEqual(['preview: safe-first']);
});

it('whatever is rehearsed under two policies is rehearsed or allowed under each of them', () => {
  const what = fc.constantFrom(
    { effect: 'execute', match: 'python3 *' },
    { effect: 'network', match: 'example.org' },
    { effect: 'network', match: 'localhost' },
    { effect: 'write', match: 'src/**' },
    { tool: 'bash' },
  );
  const rule = fc.tuple(what, fc.constantFrom('allow', 'ask', 'deny')).map(([one, verdict]) => ({ ...one, verdict }));
  const policy = fc
    .record({
      rules: fc.array(rule, { maxLength: 3 }),
      preview: fc.constantFrom('off', 'safe-first'),
      danger: fc.record({ dangerous: fc.constantFrom('allow', 'ask', 'deny') }),
    })
    .map(input => createPolicy({ extends: 'privileged', ...(input as PolicyInput) }));
  const effect = fc.constantFrom(executes('python3 -'), UNSEEN, connects('localhost'), connects('example.org'));
  const facts = fc.record({ effects: fc.array(effect, { minLength: 1 }), unseen: fc.boolean() });
  fc.assert(
    fc.property(policy, policy, facts, (a, b, more) => {
      const judged = { ...FACTS, ...more };
      if (!decide(judged, restrict(a, b)).rehearse) return;
      for (const one of [a, b]) {
        const { verdict, rehearse } = decide(judged, one);
        expect(verdict === 'allow' || rehearse).toBe(true);
      }
    }),
    { numRuns: runs(300) },
  );
});
