import { describe, expect, it } from 'vitest';
import type { Effect } from '../tool/effect.ts';
import { changesState, connects, deletes, executes, reads, readsTree, writes } from '../tool/effect.ts';
import { createPolicy, withRules } from './create/create-policy.ts';
import { restrict } from './create/restrict.ts';
import { decide } from './decide.ts';
import type { Facts, PolicyInput, PresetName, Rule, RuntimePolicy } from './types.ts';

const ROOT = '/ws';
const at = (effect: Effect): Effect =>
  ['read', 'write', 'delete'].includes(effect.kind) && !effect.resource.startsWith('/')
    ? { ...effect, resource: `${ROOT}/${effect.resource}` }
    : effect;

const call = ({
  effects,
  session,
  ...facts
}: Partial<Omit<Facts, 'session'>> & { session?: Partial<Facts['session']> } = {}): Facts => ({
  tool: 'read_file',
  trust: 'user',
  required: [],
  effects: effects === 'everything' ? effects : (effects ?? []).map(at),
  danger: 'safe',
  approval: false,
  session: { tainted: false, privateRead: false, hostsAllowed: [], calls: 0, tokens: 0, ...session },
  root: ROOT,
  ...facts,
});

const privileged = (rules: readonly Rule[], more: PolicyInput = {}) =>
  createPolicy({ extends: 'privileged', ...more, rules }, { source: 'user' });
const verdict = (facts: Facts, policy: RuntimePolicy) => decide(facts, policy).verdict;

describe('capabilities', () => {
  it.each([
    ['read-only', 'write', 'To grant it: --policy standard, or the config.'],
    ['standard', 'execute', 'To grant it: --policy privileged, or the config.'],
    ['standard', 'network', 'To grant it: --policy privileged, or the config.'],
  ] as const)('%s has no %s, and the refusal says to people alone what grants it', (name, capability, forPeople) => {
    const {
      verdict: said,
      code,
      reasons,
    } = decide(call({ tool: 'x', required: [capability] }), createPolicy(name as PresetName));
    expect([said, code]).toEqual(['deny', 'PERMISSION_DENIED']);
    expect(reasons[0]).toMatchObject({
      from: 'capability',
      text: `x needs ${capability}, which the policy "${name}" does not grant`,
      suggestion: 'Find another way; only a person can allow it.',
      forPeople,
    });
  });

  it('an effect needs its capability also when the tool does not require it', () => {
    expect(decide(call({ required: ['read'], effects: [executes('ls')] }), createPolicy())).toMatchObject({
      code: 'PERMISSION_DENIED',
    });
    expect(decide(call({ effects: [deletes('a')] }), createPolicy('read-only'))).toMatchObject({
      code: 'PERMISSION_DENIED',
    });
  });

  it('a runtime that is less trusted writes and runs nothing', () => {
    const policy = createPolicy({ extends: 'privileged', trust: 'workspace' });
    expect(verdict(call({ effects: [writes('a')] }), policy)).toBe('allow');
    expect(decide(call({ effects: [executes('ls')] }), policy)).toMatchObject({
      verdict: 'deny',
      code: 'PERMISSION_DENIED',
    });
  });
});

describe("danger and the tool's own wish", () => {
  it.each([
    ['read-only', 'safe', 'allow'],
    ['read-only', 'moderate', 'deny'],
    ['standard', 'moderate', 'allow'],
    ['standard', 'dangerous', 'ask'],
  ] as const)("danger and the tool's own wish with the preset %s a %s call gets %s", (name, danger, expected) => {
    expect(verdict(call({ danger }), createPolicy(name))).toBe(expected);
  });

  it('a tool may ask on top of the policy, with its reason', () => {
    const decision = decide(call({ tool: 'write_file', approval: 'overwrites a.ts' }), createPolicy());
    expect(decision).toMatchObject({
      verdict: 'ask',
      reasons: [{ from: 'tool', text: 'write_file: overwrites a.ts' }],
    });
  });

  it('an untrusted tool that does not say what it touches cannot call itself safe', () => {
    const facts = call({ trust: 'untrusted', effects: 'everything', danger: 'safe' });
    expect(verdict(facts, createPolicy())).toBe('ask');
    expect(verdict({ ...facts, trust: 'user' }, createPolicy())).toBe('allow');
  });

  it('a level of danger that nobody knows is refused', () => {
    expect(verdict(call({ danger: 'harmless' as never }), createPolicy())).toBe('deny');
  });
});

describe('deny read holds whoever reads', () => {
  const policy = privileged([{ effect: 'read', match: '**/.env*', verdict: 'deny', reason: 'secrets' }]);
  it.each<[string, Effect[]]>([
    ['read_file', [reads('.env')]],
    ['grep', [reads('config/.env.local')]],
    ['bash', [executes('cat .env'), reads('.env')]],
    ['move_file', [reads('.env'), deletes('.env'), writes('seen.txt')]],
    ['mcp_read', [reads('.ENV')]],
    ['read_file', [{ kind: 'read', resource: '/ws/.env/', tree: true }]],
    ['read_file', [{ kind: 'read', resource: '/ws/real', via: ['/ws/.env'] }]],
    ['edit_file', [{ kind: 'write', resource: '/ws/real', via: ['/ws/.env'] }]],
    ['read_file', [{ kind: 'read', resource: '/ws/.env\nx' }]],
    ['read_file', [reads('/home/u/.env')]],
  ])('a deny of reading holds for %s of %j', (tool, effects) => {
    const decision = decide(call({ tool, effects }), policy);
    expect(decision).toMatchObject({ verdict: 'deny', code: 'POLICY_DENIED', reasons: [{ from: 'user' }] });
    expect(decision.reasons[0]!.text).toContain('The rule "deny read **/.env*" (user) forbids reading');
    expect(decision.reasons[0]!.text).toContain('secrets');
  });

  it('a folder that holds a denied file is read without it', () => {
    expect(verdict(call({ tool: 'grep', effects: [readsTree('.')] }), policy)).toBe('allow');
  });

  it("a sub-agent has its parent's denies, and no rule of its own turns them round", () => {
    const child = privileged([
      { effect: 'read', match: '**', verdict: 'allow' },
      { tool: 'read_file', verdict: 'allow' },
    ]);
    expect(verdict(call({ effects: [reads('.env')] }), restrict(policy, child))).toBe('deny');
    expect(verdict(call({ effects: [reads('.env')] }), restrict(child, policy))).toBe('deny');
  });
});

describe('one list', () => {
  it.each<[string, Rule[], string]>([
    [
      'a deny wins over a later allow',
      [
        { effect: 'write', match: 'src/**', verdict: 'deny' },
        { effect: 'write', match: 'src/a.ts', verdict: 'allow' },
      ],
      'deny',
    ],
    [
      'otherwise the last match wins',
      [
        { effect: 'write', match: 'src/**', verdict: 'ask' },
        { effect: 'write', match: 'src/a.ts', verdict: 'allow' },
      ],
      'allow',
    ],
    [
      'the other way round it asks',
      [
        { effect: 'write', match: 'src/a.ts', verdict: 'allow' },
        { effect: 'write', match: 'src/**', verdict: 'ask' },
      ],
      'ask',
    ],
    ['a folder holds for all below', [{ effect: 'write', match: 'src', verdict: 'deny' }], 'deny'],
    ['a rule on another effect says nothing', [{ effect: 'delete', match: 'src', verdict: 'deny' }], 'allow'],
    ['a rule on another tool says nothing', [{ tool: 'bash', match: 'src', verdict: 'deny' }], 'allow'],
    ['a tool may be named with a star', [{ tool: 'write_*', verdict: 'deny' }], 'deny'],
    ['a match alone holds for every effect', [{ match: 'src/*.ts', verdict: 'deny' }], 'deny'],
  ])('%s', (_, rules, expected) => {
    expect(verdict(call({ tool: 'write_file', effects: [writes('src/a.ts')] }), privileged(rules))).toBe(expected);
  });

  it('an allow of a list that is appended does not loosen another list', () => {
    const asks = privileged([{ effect: 'write', match: 'src/**', verdict: 'ask' }]);
    const both = withRules(asks, {
      source: 'saved',
      rules: [{ tool: 'write_file', match: 'src/**', verdict: 'allow' }],
    });
    expect(verdict(call({ tool: 'write_file', effects: [writes('src/a.ts')] }), both)).toBe('ask');
  });

  it('a rule about the call holds for a call without effects', () => {
    expect(verdict(call({ tool: 'clock' }), privileged([{ tool: 'clock', verdict: 'deny' }]))).toBe('deny');
    expect(verdict(call({ tool: 'clock' }), privileged([{ effect: 'read', verdict: 'deny' }]))).toBe('allow');
  });

  it('many paths under one rule are one reason', () => {
    const effects = Array.from({ length: 50 }, (_, index) => deletes(`src/${index}`));
    const { reasons } = decide(
      call({ tool: 'delete_file', effects, contained: true }),
      privileged([{ match: 'src', verdict: 'ask' }]),
    );
    expect(reasons).toHaveLength(1);
    expect(reasons[0]!.text).toContain('and 47 more');
  });
});

describe('an allow that names the tool', () => {
  const npm: Rule = { tool: 'bash', match: 'npm test *', verdict: 'allow' };
  const bash = (effects: Effect[], more: Partial<Facts> = {}) =>
    call({ tool: 'bash', effects, danger: 'dangerous', ...more });

  it.each<[string, Rule[], Facts, string]>([
    ['silences the danger', [npm], bash([executes('npm test')]), 'allow'],
    ["silences the tool's own ask", [npm], bash([executes('npm test')], { danger: 'safe', approval: true }), 'allow'],
    [
      'covers what the command changes inside',
      [npm],
      bash([executes('npm test'), writes('out.txt'), readsTree('.')]),
      'allow',
    ],
    ['does not cover what it writes outside', [npm], bash([executes('npm test'), writes('/home/u/x')]), 'ask'],
    ['must cover every command', [npm], bash([executes('npm test'), executes('rm -rf src')]), 'ask'],
    ['must hold one plain command', [npm], bash([executes('npm test; rm -rf src')]), 'ask'],
    [
      'supersedes an earlier ask about the tool',
      [{ tool: 'bash', verdict: 'ask' }, npm],
      bash([executes('npm test'), readsTree('.')]),
      'allow',
    ],
    ['does not supersede a later one', [npm, { tool: 'bash', verdict: 'ask' }], bash([executes('npm test')]), 'ask'],
    ['does not supersede a deny', [npm, { tool: 'bash', verdict: 'deny' }], bash([executes('npm test')]), 'deny'],
    [
      "without the tool's name silences nothing",
      [{ effect: 'execute', match: 'npm test *', verdict: 'allow' }],
      bash([executes('npm test')]),
      'ask',
    ],
    [
      'of another effect silences nothing',
      [{ tool: 'bash', effect: 'read', verdict: 'allow' }],
      bash([executes('npm test')]),
      'ask',
    ],
    [
      'of the whole tool silences everything',
      [{ tool: 'bash', verdict: 'allow' }],
      bash([], { effects: 'everything' }),
      'allow',
    ],
    ['of a match cannot cover everything', [npm], bash([], { effects: 'everything' }), 'ask'],
  ])('an allow that names the tool %s', (_, rules, facts, expected) => {
    expect(verdict(facts, privileged(rules))).toBe(expected);
  });

  it.each<[string, Rule, Effect, string]>([
    [
      'a folder as a whole needs all below it',
      { tool: 'delete_file', match: './src', verdict: 'allow' },
      deletes('src'),
      'ask',
    ],
    ['and has it with **', { tool: 'delete_file', match: 'src/**', verdict: 'allow' }, deletes('src'), 'allow'],
    [
      'reads beside a write need no rule',
      { tool: 'delete_file', effect: 'write', match: 'src/**', verdict: 'allow' },
      writes('src/a'),
      'allow',
    ],
  ])('an allow that names the tool, on paths: %s', (_, rule, effect, expected) => {
    const facts = call({ tool: 'delete_file', effects: [reads('src/a'), effect], approval: 'deletes src' });
    expect(verdict(facts, privileged([rule]))).toBe(expected);
  });

  const always: Rule = { tool: 'bash', verdict: 'allow' };
  it.each<[string, Facts, PolicyInput]>([
    ['a protected path', bash([executes('x'), writes('.git/hooks/pre-commit')]), {}],
    [
      'taint',
      bash([executes('x')], { session: { tainted: true, privateRead: true, hostsAllowed: [], calls: 0, tokens: 0 } }),
      {},
    ],
    ['a host that is not on the list', bash([executes('x'), connects('evil.test')]), {}],
    ['a run without a sandbox', bash([executes('x')]), { sandbox: 'off' }],
    ['what cannot be planned', bash([executes('x')], { unplannable: true }), {}],
  ])('an allow that names the tool never silences %s', (_, facts, more) => {
    expect(verdict(facts, privileged([always], more))).toBe('ask');
  });

  it('an allow that names the tool: without a sandbox every run asks first of all, also one that touches nothing known; a look at a job does not', () => {
    const off = privileged([always], { sandbox: 'off' });
    const required = ['execute'] as const;
    const said = (effects: Effect[]) => {
      const { verdict: answer, reasons } = decide(bash(effects, { required }), off);
      return [answer, reasons[0]?.from];
    };
    for (const effects of [[executes('x')], [executes('x'), connects('evil.test')], [reads('a')], []]) {
      expect(said(effects)).toEqual(['ask', 'sandbox']);
    }
    expect(verdict(bash([changesState('job:job-1')], { required }), off)).toBe('allow');
    expect(verdict(call({ effects: [reads('a')] }), off)).toBe('allow');
  });

  it('an allow that names the tool silences nothing in another layer', () => {
    const parent = createPolicy('privileged');
    const child = privileged([always], { network: { allow: ['*'] } });
    const facts = bash([executes('x'), connects('example.org')]);
    expect(verdict(facts, child)).toBe('allow');
    expect(
      decide(facts, restrict(parent, child))
        .reasons.filter(({ verdict: said }) => said === 'ask')
        .map(({ from }) => from),
    ).toEqual(['danger', 'network']);
  });

  it('an allow that the user saved silences every layer', () => {
    const both = restrict(
      createPolicy('privileged', { name: 'parent' }),
      createPolicy('privileged', { name: 'child' }),
    );
    expect(verdict(bash([executes('npm test')]), both)).toBe('ask');
    expect(verdict(bash([executes('npm test')]), withRules(both, { source: 'saved', rules: [npm] }))).toBe('allow');
  });
});

describe('what cannot be said', () => {
  const everything = call({ tool: 'mcp_x', effects: 'everything' });
  it.each<[string, Rule, string]>([
    ['a rule without a match holds', { effect: 'network', verdict: 'deny' }, 'deny'],
    ['a deny with a match might hold', { effect: 'read', match: '.env', verdict: 'deny' }, 'ask'],
    ['an ask with a match might hold', { match: 'src', verdict: 'ask' }, 'ask'],
    ['an allow with a match says nothing', { match: 'src', verdict: 'allow' }, 'allow'],
    ['a rule on another tool says nothing', { tool: 'bash', match: 'x', verdict: 'deny' }, 'allow'],
  ])('what cannot be said: where effects cannot be said, %s', (_, rule, expected) => {
    expect(verdict(everything, privileged([rule]))).toBe(expected);
  });

  it('what cannot be said is not asked about where it is contained', () => {
    expect(
      verdict({ ...everything, contained: true }, privileged([{ effect: 'read', match: '.env', verdict: 'deny' }])),
    ).toBe('allow');
  });
});

describe('a folder that is changed as a whole', () => {
  it.each<[Effect, string, string]>([
    [deletes('conf'), 'conf/prod/*.yml', 'ask'],
    [deletes('conf/prod'), 'conf/prod/*.yml', 'ask'],
    [deletes('src'), 'conf/prod/*.yml', 'allow'],
    [deletes('src'), '**/.env', 'ask'],
    [deletes('conf/prod/a.yml'), 'conf/prod/*.yml', 'deny'],
    [readsTree('conf'), 'conf/prod/*.yml', 'allow'],
  ])('a folder that is changed as a whole: %j, deny %s: %s', (effect, match, expected) => {
    const facts = call({ tool: 'delete_file', effects: [effect] });
    expect(verdict(facts, privileged([{ match, verdict: 'deny' }]))).toBe(expected);
    if (expected === 'ask')
      expect(verdict({ ...facts, contained: true }, privileged([{ match, verdict: 'deny' }]))).toBe('allow');
  });
});

describe('protected paths ask', () => {
  it.each([
    '.git/hooks/pre-commit',
    'sub/.git/config',
    '.git/modules/lib/hooks/post-checkout',
    '.git/worktrees/w/config.worktree',
    'sub/.git',
    '.GIT/Hooks/pre-commit',
    'toolgate.config.ts',
    '.toolgate/x',
    '.bashrc',
    'home/.zshrc',
    '.vscode/tasks.json',
    '.vscode/settings.json',
    '.idea/runConfigurations/a.xml',
    '.github/workflows/ci.yml',
    '.gitlab-ci.yml',
    '.husky/pre-commit',
    '.envrc',
    '.npmrc',
    '.mcp.json',
    '.cursor/mcp.json',
    '.claude/settings.json',
  ])('writing the protected path %s asks', path => {
    expect(decide(call({ effects: [writes(path)] }), createPolicy())).toMatchObject({
      verdict: 'ask',
      reasons: [{ from: 'protected' }],
    });
    const secret = path === '.envrc' || path === '.npmrc';
    expect(verdict(call({ effects: [reads(path)] }), createPolicy())).toBe(secret ? 'ask' : 'allow');
  });

  it.each(['src/a.ts', '.git/objects/ab/cd', '.git/HEAD', 'github/workflows/ci.yml', 'package.json', 'README.md'])(
    '%s is no protected path',
    path => {
      expect(verdict(call({ effects: [writes(path)] }), createPolicy())).toBe('allow');
    },
  );

  it('protected paths ask through a link, and in a folder that is deleted as a whole', () => {
    const link: Effect = { kind: 'write', resource: '/ws/shared/a', via: ['/ws/.husky'] };
    expect(verdict(call({ effects: [link] }), createPolicy())).toBe('ask');
    expect(verdict(call({ effects: [deletes('.github')] }), createPolicy())).toBe('ask');
    expect(verdict(call({ effects: [deletes('build')] }), createPolicy())).toBe('allow');
  });
});

describe('the network', () => {
  const fetch = (host: string) => call({ tool: 'web_fetch', effects: [connects(host)] });
  const policy = privileged([{ effect: 'network', match: 'rule.test', verdict: 'allow' }], {
    network: { allow: ['example.org', '*.example.org'] },
  });
  it.each([
    ['example.org', 'allow'],
    ['Docs.Example.org.', 'allow'],
    ['rule.test', 'allow'],
    ['evilexample.org', 'ask'],
    ['example.org.evil.test', 'ask'],
    ['[::1]', 'ask'],
  ])('the host %s gets %s', (host, expected) => {
    expect(verdict(fetch(host), policy)).toBe(expected);
  });

  it('an allow of the whole tool opens no host', () => {
    expect(verdict(fetch('x.test'), privileged([{ tool: 'web_fetch', verdict: 'allow' }]))).toBe('ask');
  });
});

describe('taint', () => {
  const policy = privileged([], { network: { allow: ['*'] } });
  const leaky = { tainted: true, privateRead: true };
  it.each<[string, Facts, string]>([
    ['both and a way out ask', call({ effects: [connects('a.test')], session: leaky }), 'ask'],
    ['untrusted content alone does not', call({ effects: [connects('a.test')], session: { tainted: true } }), 'allow'],
    ['private data alone does not', call({ effects: [connects('a.test')], session: { privateRead: true } }), 'allow'],
    [
      'once for each host',
      call({ effects: [connects('a.test')], session: { ...leaky, hostsAllowed: ['a.test'] } }),
      'allow',
    ],
    [
      'another host asks again',
      call({ effects: [connects('b.test')], session: { ...leaky, hostsAllowed: ['a.test'] } }),
      'ask',
    ],
    ['nothing goes out', call({ effects: [writes('a')], session: leaky }), 'allow'],
    ['a process may go out', call({ effects: [executes('make')], session: leaky }), 'ask'],
    ['what cannot be said may go out', call({ effects: 'everything', session: leaky }), 'ask'],
    [
      'the call itself reads private data',
      call({ effects: [reads('.env'), connects('a.test')], session: { tainted: true } }),
      'ask',
    ],
    [
      'outside the workspace is private',
      call({ effects: [reads('/etc/x'), connects('a.test')], session: { tainted: true } }),
      'ask',
    ],
    [
      'a process brings in what it fetches',
      call({ effects: [executes('make')], session: { privateRead: true } }),
      'ask',
    ],
  ])('taint: %s', (_, facts, expected) => {
    expect(verdict(facts, policy)).toBe(expected);
  });

  it('a process without the network has no way out for private data', () => {
    const offline = createPolicy({ extends: 'privileged', capabilities: ['read', 'write', 'execute'] });
    expect(verdict(call({ effects: [executes('make')], session: leaky }), offline)).toBe('allow');
  });
});

describe('budgets', () => {
  it.each(['calls', 'tokens'] as const)('a budget of %s that is used up refuses', key => {
    const policy = createPolicy({ limits: { [key]: 10 } });
    expect(verdict(call({ session: { [key]: 9 } }), policy)).toBe('allow');
    expect(decide(call({ session: { [key]: 10 } }), policy)).toMatchObject({
      verdict: 'deny',
      code: 'BUDGET_EXCEEDED',
      reasons: [{ from: 'budget' }],
    });
  });
});

describe('unknown means no', () => {
  it('a check of the tool that threw refuses', () => {
    const decision = decide(call({ failed: 'effects: boom' }), createPolicy());
    expect(decision).toMatchObject({
      verdict: 'deny',
      reasons: [{ from: 'error', text: 'A check of read_file failed: effects: boom' }],
    });
  });

  it.each([
    ['no policy', call(), undefined],
    ['no facts', undefined, createPolicy()],
    [
      'facts that throw',
      new Proxy(call(), {
        get: () => {
          throw new Error('boom');
        },
      }),
      createPolicy(),
    ],
    ['no session', { ...call(), session: undefined }, createPolicy()],
  ])('unknown means no: %s', (_, facts, policy) => {
    expect(decide(facts as Facts, policy as RuntimePolicy)).toMatchObject({
      verdict: 'deny',
      code: 'POLICY_DENIED',
      reasons: [{ from: 'error' }],
    });
  });
});

describe('other names', () => {
  const facts = (alsoAs?: readonly string[]) => call({ tool: 'count', effects: [reads('a')], alsoAs });

  it('other names of a tool bring the rules that forbid or ask by them', () => {
    for (const wanted of ['deny', 'ask'] as const) {
      const policy = privileged([{ tool: 'wc', verdict: wanted }]);
      expect(verdict(facts(), policy)).toBe('allow');
      expect(verdict(facts(['call_tool', 'wc']), policy)).toBe(wanted);
    }
  });

  it('other names of a tool loosen nothing', () => {
    const policy = privileged([
      { tool: 'count', verdict: 'ask' },
      { tool: 'wc', verdict: 'allow' },
    ]);
    expect(verdict(facts(['wc']), policy)).toBe('ask');
  });

  it('other names of a tool do not make a rule about every tool hold twice', () => {
    const policy = privileged([{ effect: 'read', match: 'a', verdict: 'ask' }]);
    expect(decide(facts(['wc']), policy).reasons).toHaveLength(1);
  });
});

it('a rule about a host or a command may hold for what is contained, since only files are', () => {
  const facts = call({ tool: 'any', effects: 'everything', contained: true });
  expect(verdict(facts, privileged([{ effect: 'write', match: 'x/**', verdict: 'deny' }]))).toBe('allow');
  expect(verdict(facts, privileged([{ effect: 'network', match: 'evil.org', verdict: 'deny' }]))).toBe('ask');
  expect(verdict(facts, privileged([{ effect: 'execute', match: 'rm *', verdict: 'deny' }]))).toBe('ask');
});

describe('what is touched beside the effects that are named', () => {
  const unseen: Effect = { kind: 'execute', resource: '(unseen)', unknown: true };
  const text = call({
    tool: 'bash',
    effects: [executes('wget https://h.example/x'), connects('h.example'), unseen],
    danger: 'dangerous',
    contained: true,
    proxied: true,
  });
  const allow = (more: Partial<Rule>): Rule => ({ tool: 'bash', verdict: 'allow', ...more });

  it.each([
    ['is not covered by a rule for the commands that are named', [allow({ match: 'wget *' })], 'ask'],
    ['is not covered by a pattern that would fit any command', [allow({ match: '*' })], 'ask'],
    ['does not lift the question for a host that is named', [allow({})], 'ask'],
    [
      'goes with a rule for all of the tool and one for the host',
      [allow({}), allow({ effect: 'network', match: 'h.example' })],
      'allow',
    ],
    [
      'may be what another rule forbids',
      [
        allow({}),
        allow({ effect: 'network', match: 'h.example' }),
        { effect: 'execute', match: 'rm *', verdict: 'deny' },
      ],
      'ask',
    ],
    [
      'is forbidden where all of a kind is',
      [allow({}), allow({ effect: 'network', match: 'h.example' }), { effect: 'delete', verdict: 'deny' }],
      'deny',
    ],
  ] satisfies [string, Rule[], string][])('what is touched beside named effects %s', (_, rules, expected) => {
    expect(verdict(text, privileged(rules))).toBe(expected);
  });
});
