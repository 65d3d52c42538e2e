import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../test/support/suite.ts';
import type { Effect, Effects } from '../tool/effect.ts';
import { createPolicy, withRules } from './create/create-policy.ts';
import { CAPABILITIES, PRESETS, strictness, TRUSTS } from './create/presets.ts';
import { restrict } from './create/restrict.ts';
import { tighten } from './create/tighten.ts';
import { decide } from './decide.ts';
import { visible } from './guards/visible.ts';
import { checkRule } from './rules/check-rule.ts';
import { suggestRules } from './rules/suggest-rules.ts';
import type { Facts, PolicyInput, PresetName, Rule, RuntimePolicy, Verdict } from './types.ts';

const ROOT = '/ws';
const verdict = fc.constantFrom<Verdict>('allow', 'ask', 'deny');
const danger = fc.constantFrom('safe', 'moderate', 'dangerous');
const tool = fc.constantFrom('read_file', 'write_file', 'bash', 'web_fetch');
const path = fc.constantFrom(
  'a.ts',
  'src/a.ts',
  'src/b/c.ts',
  '.env',
  'src/.env',
  'secrets/key.pem',
  '.git/hooks/pre-commit',
  'src',
);
const host = fc.constantFrom('example.org', 'docs.example.org', 'evil.test');
const command = fc.constantFrom('npm test', 'npm test -w', 'rm -rf src', 'cat .env');

const match = fc.constantFrom(
  '.env',
  '**/.env*',
  'src/**',
  'src',
  'secrets/',
  '*.ts',
  './a.ts',
  'example.org',
  '*.example.org',
  'npm test *',
  'rm *',
  '/etc/**',
);
const rule: fc.Arbitrary<Rule> = fc
  .record(
    { effect: fc.constantFrom('read', 'write', 'delete', 'execute', 'state'), tool, match, verdict },
    { requiredKeys: ['verdict'] },
  )
  .filter(one => one.effect !== undefined || one.tool !== undefined || one.match !== undefined) as fc.Arbitrary<Rule>;
const rules = fc.array(rule, { maxLength: 4 });

const input: fc.Arbitrary<PolicyInput> = fc.record(
  {
    extends: fc.constantFrom(...(Object.keys(PRESETS) as PresetName[])),
    trust: fc.constantFrom(...TRUSTS),
    capabilities: fc.subarray([...CAPABILITIES]),
    rules,
    danger: fc.record({ safe: verdict, moderate: verdict, dangerous: verdict }, { requiredKeys: [] }),
    network: fc.record(
      { allow: fc.subarray(['*', 'example.org', '*.example.org', 'evil.test']), proxy: fc.boolean() },
      { requiredKeys: [] },
    ),
    limits: fc.record(
      { calls: fc.constantFrom(0, 5, 10, null), tokens: fc.constantFrom(5, 10, null) },
      { requiredKeys: [] },
    ),
    sandbox: fc.constantFrom('required', 'off'),
    syntax: fc.constantFrom('warn', 'reject'),
    private: fc.subarray(['a.ts', 'secrets']),
    protected: fc.subarray(['src/b', './a.ts']),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<PolicyInput>;
const policy = fc
  .tuple(input, fc.constantFrom('user', 'parent', 'child'))
  .map(([made, source]) => createPolicy(made, { source }));

const effect: fc.Arbitrary<Effect> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('read', 'write', 'delete'),
    resource: path.map(name => `${ROOT}/${name}`),
    tree: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('read'),
    resource: fc.constantFrom('/etc/passwd', ROOT),
    via: fc.constant([`${ROOT}/link`]),
  }),
  fc.record({ kind: fc.constant('network'), resource: host }),
  fc.record({ kind: fc.constant('execute'), resource: command }),
  fc.record({ kind: fc.constant('state'), resource: fc.constant('tasks') }),
) as fc.Arbitrary<Effect>;
const effects: fc.Arbitrary<Effects> = fc.oneof(
  { weight: 6, arbitrary: fc.array(effect, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.constant('everything' as const) },
);

const facts: fc.Arbitrary<Facts> = fc.record({
  tool,
  trust: fc.constantFrom(...TRUSTS),
  required: fc.subarray([...CAPABILITIES]),
  effects,
  danger,
  approval: fc.constantFrom(false, true, 'overwrites a.ts'),
  contained: fc.boolean(),
  unplannable: fc.boolean(),
  session: fc.record({
    tainted: fc.boolean(),
    privateRead: fc.boolean(),
    hostsAllowed: fc.subarray(['example.org', '*']),
    calls: fc.constantFrom(0, 4, 7, 20),
    tokens: fc.constantFrom(0, 7),
  }),
  root: fc.constant(ROOT),
}) as fc.Arbitrary<Facts>;

const said = (given: Facts, by: RuntimePolicy) => strictness(decide(given, by).verdict);
const times = { numRuns: runs(50) };

it('restrict is never less restrictive than either, nor more than both', () => {
  fc.assert(
    fc.property(policy, policy, facts, (a, b, given) => {
      expect(said(given, restrict(a, b))).toBe(Math.max(said(given, a), said(given, b)));
    }),
    times,
  );
});

it('restrict takes the strictest of every field', () => {
  fc.assert(
    fc.property(policy, policy, (a, b) => {
      const both = restrict(a, b);
      for (const one of [a, b]) {
        expect(one.capabilities).toEqual(expect.arrayContaining([...both.capabilities]));
        expect(both.private).toEqual(expect.arrayContaining([...one.private]));
        expect(both.protected).toEqual(expect.arrayContaining([...one.protected]));
        expect(both.ruleLists).toEqual(expect.arrayContaining([...one.ruleLists]));
        for (const key of ['calls', 'tokens', 'time'] as const)
          expect(both.limits[key]).toBeLessThanOrEqual(one.limits[key]);
        for (const level of ['safe', 'moderate', 'dangerous'] as const) {
          expect(strictness(both.danger[level])).toBeGreaterThanOrEqual(strictness(one.danger[level]));
        }
        if (one.sandbox === 'required') expect(both.sandbox).toBe('required');
        if (!one.network.proxy) expect(both.network.proxy).toBe(false);
        if (one.syntax === 'reject') expect(both.syntax).toBe('reject');
        expect(TRUSTS.indexOf(both.trust)).toBeLessThanOrEqual(TRUSTS.indexOf(one.trust));
      }
    }),
    times,
  );
});

it('restrict is idempotent and associative', () => {
  fc.assert(
    fc.property(policy, policy, policy, facts, (a, b, c, given) => {
      expect(restrict(a, a)).toBe(a);
      const left = restrict(restrict(a, b), c);
      const right = restrict(a, restrict(b, c));
      expect(left).toEqual(right);
      expect(restrict(left, left).version).toBe(left.version);
      expect(said(given, restrict(b, a))).toBe(said(given, restrict(a, b)));
    }),
    times,
  );
});

it('a project that tightens never loosens, whatever its rules allow', () => {
  fc.assert(
    fc.property(policy, input, facts, (base, project, given) => {
      expect(said(given, tighten(base, project))).toBeGreaterThanOrEqual(said(given, base));
    }),
    times,
  );
});

it('a list of denies and asks only tightens, wherever it stands', () => {
  fc.assert(
    fc.property(policy, rules, facts, (base, more, given) => {
      const strict = more.filter(one => one.verdict !== 'allow');
      expect(said(given, withRules(base, { source: 'more', rules: strict }))).toBeGreaterThanOrEqual(said(given, base));
    }),
    times,
  );
});

it('a saved allow never turns a deny round', () => {
  fc.assert(
    fc.property(policy, rules, facts, (base, more, given) => {
      const open = more.map(one => ({ ...one, verdict: 'allow' as const }));
      const before = decide(given, base).verdict;
      const after = decide(given, withRules(base, { source: 'saved', rules: open })).verdict;
      if (before === 'deny') expect(after).toBe('deny');
    }),
    times,
  );
});

it('the strictest reason comes first and is the verdict', () => {
  fc.assert(
    fc.property(policy, facts, (base, given) => {
      const decision = decide(given, base);
      const order = decision.reasons.map(reason => strictness(reason.verdict));
      expect(order.length).toBeGreaterThan(0);
      expect(order).toEqual(order.toSorted((x, y) => y - x));
      expect(decision.reasons[0]!.verdict).toBe(decision.verdict);
    }),
    times,
  );
});

it('what "always" would save lets the same call through, names the tool or a host, and spares a wider one', () => {
  fc.assert(
    fc.property(policy, facts, (base, given) => {
      fc.pre(decide(given, base).verdict === 'ask');
      for (const suggestion of suggestRules(given, base)) {
        const after = decide(given, withRules(base, { source: 'saved', rules: suggestion.rules })).verdict;
        expect(after).toBe(suggestion.verdict);
        for (const one of suggestion.rules) {
          expect(checkRule(one, 'suggestion')).toEqual(one);
          expect(one.match).not.toBe('*');
          expect(one.match).not.toBe('**');
          if (one.verdict === 'allow' && given.danger === 'dangerous') expect(one.match).toBeDefined();
        }
      }
    }),
    times,
  );
});

it('a path that a call may not read by itself is not visible inside a folder', () => {
  fc.assert(
    fc.property(rules, path, tool, (list, name, by) => {
      const base = createPolicy({ extends: 'privileged', rules: list });
      const absolute = `${ROOT}/${name}`;
      const alone = decide(plainRead(by, absolute), base);
      const byMatch = alone.reasons.some(
        ({ verdict: one, rule: from }) => one !== 'allow' && from?.match !== undefined,
      );
      const seen = visible(base, ROOT, { tool: by })?.(absolute) ?? true;
      expect(seen).toBe(!byMatch);
    }),
    times,
  );
});

function plainRead(by: string, absolute: string): Facts {
  return {
    tool: by,
    trust: 'user',
    required: ['read'],
    effects: [{ kind: 'read', resource: absolute }],
    danger: 'safe',
    approval: false,
    session: { tainted: false, privateRead: false, hostsAllowed: [], calls: 0, tokens: 0 },
    root: ROOT,
  };
}
