import { describe, expect, it } from 'vitest';
import type { PolicyInput } from '../types.ts';
import { createPolicy, withRules } from './create-policy.ts';

describe('presets', () => {
  it.each([
    ['read-only', ['read', 'trace'], { safe: 'allow', moderate: 'deny', dangerous: 'deny' }],
    ['standard', ['read', 'write', 'trace'], { safe: 'allow', moderate: 'allow', dangerous: 'ask' }],
    [
      'privileged',
      ['read', 'write', 'execute', 'network', 'trace'],
      { safe: 'allow', moderate: 'allow', dangerous: 'ask' },
    ],
  ] as const)('%s has the capabilities of its risk profile', (name, capabilities, danger) => {
    const policy = createPolicy(name);
    expect(policy).toMatchObject({ name, capabilities, danger, trust: 'user', sandbox: 'required', syntax: 'warn' });
  });

  it('a policy that extends nothing extends standard', () => {
    expect(createPolicy()).toEqual(createPolicy('standard'));
    expect(createPolicy({})).toEqual(createPolicy('standard'));
  });
});

describe('what is wrong is named, with the nearest right thing', () => {
  const wrong = (input: unknown, text: RegExp | string) =>
    expect(() => createPolicy(input as PolicyInput)).toThrow(text);

  it.each([
    ['priviledged', 'did you mean "privileged"?'],
    [{ capabilites: [] }, 'unknown key "capabilites"; did you mean "capabilities"?'],
    [{ capabilities: ['reed'] }, 'policy.capabilities[0] must be one of'],
    [{ danger: { dangeros: 'deny' } }, 'did you mean "dangerous"?'],
    [{ danger: { safe: 'alow' } }, 'did you mean "allow"?'],
    [{ limits: { callz: 1 } }, 'did you mean "calls"?'],
    [{ limits: { calls: '5' } }, 'policy.limits.calls must be a number'],
    [{ limits: { calls: -1 } }, 'policy.limits.calls must be a number'],
    [{ network: { allow: ['https://example.org/'] } }, 'is a URL'],
    [{ sandbox: 'on' }, 'policy.sandbox must be one of required, off'],
    [{ rules: {} }, 'policy.rules must be a list'],
    [{ rules: [{ verdict: 'deny' }] }, 'needs an effect, a tool or a match'],
    [{ rules: [{ efect: 'read', verdict: 'deny' }] }, 'did you mean "effect"?'],
    [{ rules: [{ effect: 'raed', verdict: 'deny' }] }, 'did you mean "read"?'],
    [{ rules: [{ effect: 'read', match: '!a', verdict: 'deny' }] }, 'begins with "!"'],
    [{ rules: [{ effect: 'read', match: '[z-a]', verdict: 'deny' }] }, 'is no glob'],
    [{ rules: [{ match: '../other', verdict: 'deny' }] }, 'cannot leave the root'],
    [{ private: ['[z-a]'] }, 'is no glob'],
    [{ rules: [{ effect: 'read', match: '~/x', verdict: 'deny' }] }, 'no home folder'],
    [{ rules: [{ tool: '*', verdict: 'allow' }] }, 'leave it out'],
    [{ protected: ['!.husk'] }, 'did you mean "!.husky"?'],
    [{ __proto__: null, constructor: 1 }, 'unknown key "constructor"'],
    [null, 'policy must be an object'],
    [[], 'policy must be an object'],
  ])('%j: %s', (input, text) => wrong(input, text));
});

it('a policy is frozen all the way down', () => {
  const policy = createPolicy({ rules: [{ effect: 'read', verdict: 'deny', examples: { match: ['a'] } }] });
  const frozen = (value: unknown): boolean =>
    typeof value !== 'object' || value === null || (Object.isFrozen(value) && Object.values(value).every(frozen));
  expect(frozen(policy)).toBe(true);
});

it('the version of a policy is its content and nothing else', () => {
  const version = (input: PolicyInput) => createPolicy(input).version;
  expect(version({ limits: { calls: 5, depth: 2 } })).toBe(version({ limits: { depth: 2, calls: 5 } }));
  expect(version({ limits: { calls: 5 } })).not.toBe(version({}));
  expect(version({ limits: { calls: null } })).toBe(version({}));
  expect(version({ rules: [{ tool: 'a', verdict: 'ask' }] })).not.toBe(
    version({ rules: [{ tool: 'a', verdict: 'deny' }] }),
  );
});

it('a policy without a limit can be written in JSON', () => {
  expect(createPolicy(JSON.parse('{"limits":{"calls":null,"time":null}}')).limits).toMatchObject({
    calls: Infinity,
    time: Infinity,
  });
});

it('globs of a policy are added to the defaults, and a default is taken out by name', () => {
  const policy = createPolicy({ protected: ['deploy/', '!.husky'], private: ['~/notes'] }, { home: '/home/u' });
  expect(policy.protected).toContain('deploy/');
  expect(policy.protected).toContain('**/.git/hooks/**');
  expect(policy.protected).not.toContain('.husky');
  expect(policy.private).toEqual(expect.arrayContaining(['/home/u/notes', '.env*']));
});

it('the effect exec is read as execute', () => {
  expect(createPolicy({ capabilities: ['exec'] as never }).capabilities).toEqual(['execute']);
});

it('rules may name a tool by any of its names', () => {
  const tools = {
    canonical: (name: string) => ({ read: 'read_file', read_file: 'read_file' })[name],
    names: () => ['read', 'read_file'],
  };
  const policy = createPolicy({ rules: [{ tool: 'read', verdict: 'ask' }] }, { tools, source: 'user' });
  expect(policy.ruleLists).toEqual([{ source: 'user', rules: [{ tool: 'read_file', verdict: 'ask' }] }]);
  expect(() => createPolicy({ rules: [{ tool: 'raed_file', verdict: 'ask' }] }, { tools })).toThrow(
    'did you mean "read_file"?',
  );
});

describe('examples', () => {
  const check = (match: readonly string[], noMatch: readonly string[]) =>
    createPolicy({ rules: [{ effect: 'read', match: '**/.env*', verdict: 'deny', examples: { match, noMatch } }] });

  it('examples of a rule are tried when the rule is loaded', () => {
    expect(() => check(['.env', 'a/.env.local'], ['env.ts'])).not.toThrow();
    expect(() => check(['env.ts'], [])).toThrow('does not match its example "env.ts"');
    expect(() => check([], ['a/.env'])).toThrow('matches "a/.env", which it must not');
  });

  it('examples of a rule are commands, hosts or paths as the rule has it', () => {
    const rules = [
      {
        tool: 'bash',
        match: 'npm test *',
        verdict: 'allow',
        examples: { match: ['npm test -w'], noMatch: ['npm testing'] },
      },
      {
        effect: 'network',
        match: '*.example.org',
        verdict: 'allow',
        examples: { match: ['a.example.org'], noMatch: ['example.org'] },
      },
    ] as const;
    expect(() => createPolicy({ rules })).not.toThrow();
  });
});

it('saved rules replace the ones saved before', () => {
  const one = withRules(createPolicy(), { source: 'saved', rules: [{ tool: 'a', verdict: 'deny' }] });
  const two = withRules(one, { source: 'saved', rules: [{ tool: 'b', verdict: 'deny' }] });
  expect(two.ruleLists).toEqual([{ source: 'saved', rules: [{ tool: 'b', verdict: 'deny' }] }]);
  expect(withRules(two, { source: 'saved', rules: [] }).version).toBe(createPolicy().version);
});
