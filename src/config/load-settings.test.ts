import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ToolNames } from '../policy/rules/check-rule.ts';
import { ConfigError } from './config-error.ts';
import { projectConfigText } from './files/project-config.ts';
import { distrustWorkspace, trustWorkspace } from './files/trust.ts';
import { userConfigFolder } from './folders.ts';
import { type Flags, loadSettings, type Settings } from './load-settings.ts';

const TOOLS: ToolNames = { canonical: name => name, names: () => ['read_file', 'write_file'] };

/** Opens a home with a project in it. */
function openHome() {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-config-')));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const root = join(home, 'project');
  mkdirSync(root);
  const write = (path: string, text: string | Uint8Array) => {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  };
  const env: Record<string, string> = { HOME: home };
  const load = (options: { flags?: Flags; env?: Record<string, string>; cwd?: string } = {}): Promise<Settings> =>
    loadSettings({
      flags: options.flags ?? {},
      env: { ...env, ...options.env },
      cwd: options.cwd ?? root,
      tools: TOOLS,
      packNames: () => ['filesystem', 'history'],
    });
  return {
    home,
    root,
    load,
    write,
    project: (text: string | Uint8Array) => write('project/toolgate.config.json', text),
    user: (value: unknown) => write('.config/toolgate/config.json', JSON.stringify(value)),
    trust: async () => {
      const { workspace } = await load();
      trustWorkspace(root, workspace.configFile && projectConfigText(workspace), env);
    },
    distrust: () => distrustWorkspace(root, env),
  };
}

const rejection = (promise: Promise<unknown>): Promise<ConfigError> =>
  promise.then(
    () => {
      throw new Error('It was taken');
    },
    (error: unknown) => {
      expect(error).toBeInstanceOf(ConfigError);
      return error as ConfigError;
    },
  );

describe('of what is said in several places', () => {
  it('the later setting wins: defaults, the user, the project, variables, flags', async () => {
    const { load, user, project, trust, root, home } = openHome();
    const seen = async (options?: Parameters<typeof load>[0]) => {
      const { vocabulary, store, approvalTimeout, packs } = await load(options);
      return { vocabulary, store, approvalTimeout, packs };
    };
    expect(await seen()).toEqual({ vocabulary: 'canonical' });
    user({ vocabulary: 'classic', store: 'a.db', approvalTimeout: 1, packs: ['filesystem'] });
    expect(await seen()).toEqual({
      vocabulary: 'classic',
      store: join(home, '.config/toolgate/a.db'),
      approvalTimeout: 1,
      packs: ['filesystem'],
    });
    project('{ "vocabulary": "canonical", "store": "../b.db", "approvalTimeout": 2, "packs": ["history", "history"] }');
    await trust();
    expect(await seen()).toEqual({
      vocabulary: 'canonical',
      store: join(home, 'b.db'),
      approvalTimeout: 2,
      packs: ['history'],
    });
    const env = {
      TOOLGATE_VOCABULARY: 'classic',
      TOOLGATE_STORE: 'memory',
      TOOLGATE_APPROVAL_TIMEOUT: '3',
      TOOLGATE_PACKS: 'history, filesystem',
    };
    expect(await seen({ env })).toEqual({
      vocabulary: 'classic',
      store: 'memory',
      approvalTimeout: 3,
      packs: ['history', 'filesystem'],
    });
    expect(await seen({ env, flags: { store: 'c.db' } })).toMatchObject({ store: join(root, 'c.db') });
  });

  it('the policy of a flag wins over a variable, and that over the own config', async () => {
    const { load, user } = openHome();
    user({ policy: 'privileged' });
    const name = async (options?: Parameters<typeof load>[0]) => (await load(options)).policy.name;
    expect(await name()).toBe('privileged');
    expect(await name({ env: { TOOLGATE_POLICY: 'standard' } })).toBe('standard');
    expect(await name({ env: { TOOLGATE_POLICY: 'standard' }, flags: { policy: 'read-only' } })).toBe('read-only');
  });

  it('the own config speaks for one workspace by its path, however it is written', async () => {
    for (const path of ['~/project', '~/project/', '~/link']) {
      const { load, user, home, root } = openHome();
      symlinkSync(root, join(home, 'link'));
      user({ policy: 'read-only', workspaces: { [path]: { policy: 'privileged' } } });
      expect((await load()).policy.name).toBe('privileged');
      expect((await load({ cwd: home })).policy.name).toBe('read-only');
    }
  });
});

describe('the config of a project', () => {
  it('the config of a project that is not trusted gets only what is stricter, and the user is told what not', async () => {
    const { load, project, trust, distrust } = openHome();
    project(`{
      "policy": { "extends": "privileged", "rules": [{ "tool": "write_file", "verdict": "allow" }] },
      "store": "x.db", "approvalTimeout": 9
    }`);
    const before = await load();
    expect(before.policy.capabilities).not.toContain('execute');
    expect(before.withheld).toEqual(['capabilities: execute, network', 'allow write_file', 'store', 'approvalTimeout']);
    expect(before.warnings.join()).toMatch(/not trusted.*execute, network.*toolgate trust/);
    expect(before).toMatchObject({ store: undefined, approvalTimeout: undefined });
    await trust();
    const after = await load();
    expect(after).toMatchObject({ trusted: true, withheld: [], approvalTimeout: 9 });
    expect(after.policy.capabilities).toContain('execute');
    distrust();
    expect((await load()).policy.capabilities).not.toContain('execute');
  });

  it('the config of a project that changed is to be trusted anew', async () => {
    const { load, project, trust } = openHome();
    project('{ "policy": "privileged" }');
    await trust();
    project('{ "policy": "privileged" } ');
    expect(await load()).toMatchObject({ trusted: false, withheld: ['capabilities: execute, network'] });
  });

  it('the config of a project is not warned about for exceptions to its own asks', async () => {
    const { load, project } = openHome();
    project(`{ "policy": { "rules": [
      { "effect": "write", "match": "src/**", "verdict": "ask" },
      { "effect": "write", "match": "src/generated/**", "verdict": "allow" } ] } }`);
    expect((await load()).warnings).toEqual([]);
  });

  it('the config of a project never goes beyond what the user said, and trust makes it no stricter', async () => {
    const { load, project, user, trust } = openHome();
    user({ policy: 'privileged' });
    project('{ "policy": { "rules": [{ "effect": "read", "match": "*.key", "verdict": "deny" }] } }');
    const before = await load();
    await trust();
    const after = await load();
    expect(before.policy.capabilities).toContain('execute');
    expect(after.policy.version).toBe(before.policy.version);
    user({ policy: 'read-only' });
    project('{ "policy": "privileged" }');
    await trust();
    expect((await load()).policy.capabilities).toEqual(['read', 'trace']);
  });

  it('the config of a project extends a preset that gives way to a flag or a variable, and what else it says stays', async () => {
    const { project, load, trust } = openHome();
    project('{"policy":{"extends":"standard","rules":[{"effect":"read","match":".env","verdict":"deny"}]}}');
    for (const trusted of [false, true]) {
      if (trusted) await trust();
      for (const said of [{ flags: { policy: 'privileged' } }, { env: { TOOLGATE_POLICY: 'privileged' } }]) {
        const { policy } = await load(said);
        expect(policy.capabilities).toContain('execute');
        expect(policy.ruleLists.flatMap(({ rules }) => rules)).toContainEqual(
          expect.objectContaining({ match: '.env' }),
        );
      }
    }
    project('{"policy":{"capabilities":["read"]}}');
    expect((await load({ flags: { policy: 'privileged' } })).policy.capabilities).toEqual(['read']);
    project('{"policy":"read-only"}');
    expect((await load({ flags: { policy: 'standard' } })).policy.capabilities).toContain('write');
  });

  it('the config of a project is found upward, and its folder is the workspace', async () => {
    const { load, project, write, root } = openHome();
    write('project/deep/er/a.txt', '');
    project('{}');
    expect((await load({ cwd: join(root, 'deep/er') })).workspace).toMatchObject({
      root,
      configFile: join(root, 'toolgate.config.json'),
    });
  });

  it('the config of a project may begin with a byte order mark', async () => {
    const { load, project } = openHome();
    project('\ufeff{ "policy": "read-only" }');
    expect((await load()).policy.capabilities).toEqual(['read', 'trace']);
  });

  it('the config of a project may be a link to a file outside, and to none inside', async () => {
    const { load, write, root, home } = openHome();
    write('shared.json', '{ "policy": "read-only" }');
    symlinkSync('../shared.json', join(root, 'toolgate.config.json'));
    expect((await load()).policy.capabilities).toEqual(['read', 'trace']);
    rmSync(join(root, 'toolgate.config.json'));
    write('project/inner.json', '{}');
    symlinkSync('inner.json', join(root, 'toolgate.config.json'));
    expect((await rejection(load())).message).toContain('link');
    rmSync(join(root, 'toolgate.config.json'));
    symlinkSync(join(home, 'nowhere'), join(root, 'toolgate.config.json'));
    expect((await rejection(load())).message).toContain('leads nowhere');
  });

  it('the config of a project beside another one in TypeScript is told', async () => {
    const { load, project, write } = openHome();
    project('{}');
    write('project/toolgate.config.ts', 'export default {};');
    expect((await load()).warnings.join()).toContain('is not read');
  });
});

describe('a mistake is told with its file and the way out:', () => {
  it.each<[string, string | Uint8Array, RegExp, RegExp]>([
    ['a key', '{ "polcy": "standard" }', /toolgate\.config\.json: unknown key "polcy"/, /"policy"/],
    ['a preset', '{ "policy": "standrd" }', /json: policy\.extends.*"standrd"/, /"standard"/],
    ['a key of the policy', '{ "policy": { "ruels": [] } }', /json: policy has an unknown key "ruels"/, /"rules"/],
    [
      'a key of a rule',
      '{ "policy": { "rules": [{ "efect": "read" }] } }',
      /json: policy\.rules\[0\].*"efect"/,
      /"effect"/,
    ],
    ['a key of the limits', '{ "policy": { "limits": { "tim": 1 } } }', /json: policy\.limits.*"tim"/, /"time"/],
    ['a pack', '{ "packs": ["filesytem"] }', /json: there is no pack "filesytem"/, /"filesystem"/],
    ['a pack like no other', '{ "packs": ["zzz"] }', /no pack "zzz"/, /filesystem, history/],
    ['a comma', '{ "policy": "standard" "packs": [] }', /json:1:24: a "," is missing/, /JSON/],
    ['a key twice', '{ "policy": "read-only", "policy": "standard" }', /json:1:26: .*twice/, /JSON/],
    ['nothing', '', /json:1:1: a value is missing/, /\{\}/],
    ['a list', '[]', /must hold an object/, /\{\}/],
    ['a prototype', '{ "__proto__": { "policy": "standard" } }', /unknown key "__proto__"/, /Known keys/],
    ['depth', '['.repeat(200_000), /nested too deeply/, /JSON/],
    ['size', `{} //${'x'.repeat(1024 * 1024)}`, /larger than 1 MiB/, /small/],
    ['bytes', Uint8Array.of(0x7b, 0xff, 0x7d), /not UTF-8/, /UTF-8/],
  ])('a mistake in a config is told with its file and the way out: %s', async (_, text, message, suggestion) => {
    const { load, project } = openHome();
    project(text);
    const error = await rejection(load());
    expect(error.message).toMatch(message);
    expect(error.suggestion).toMatch(suggestion);
  });

  it('a config that is a folder or a FIFO is told as a mistake', async () => {
    const { load, root } = openHome();
    mkdirSync(join(root, 'toolgate.config.json'));
    expect((await rejection(load())).message).toContain('is not a file');
    rmSync(join(root, 'toolgate.config.json'), { recursive: true });
    execFileSync('mkfifo', [join(root, 'toolgate.config.json')]);
    expect((await rejection(load())).message).toContain('is not a file');
  });

  it('a variable that is nearly one of ours is told as a mistake', async () => {
    const { load } = openHome();
    expect(await rejection(load({ env: { TOOLGATE_POLCY: 'read-only' } }))).toMatchObject({
      suggestion: 'Did you mean TOOLGATE_POLICY?',
    });
    await load({ env: { TOOLGATE_SOMETHING_ELSE: 'x', TOOLGATE_POLICY: '' } });
  });

  it('an empty flag is told as a mistake, which may be a variable that was not set', async () => {
    const { load } = openHome();
    expect((await rejection(load({ flags: { workspace: '' } }))).message).toBe('--workspace is empty');
  });

  it('a policy file that holds a config is told as a mistake', async () => {
    const { load, write } = openHome();
    write('project/p.json', '{ "policy": {} }');
    expect((await rejection(load({ flags: { policy: 'p.json' } }))).message).toContain('holds a config');
  });

  it('a rule for a tool that is nearly a known one is told as a mistake', async () => {
    const { load, project } = openHome();
    project(
      '{ "policy": { "rules": [{ "tool": "redfile", "verdict": "deny" }, { "tool": "later", "verdict": "deny" }] } }',
    );
    expect((await load()).warnings).toEqual([expect.stringMatching(/rules\[0\].*"redfile".*"read_file"/)]);
  });
});

it('a home that is a relative path is none: the own config never comes from the working directory', () => {
  for (const HOME of ['', '.', 'home']) {
    expect(userConfigFolder({ HOME, XDG_CONFIG_HOME: '.config' })).toMatch(/^\/.*\.config\/toolgate$/);
  }
});

describe('MCP servers', () => {
  const tracker = { command: 'tracker' };

  it('MCP servers of a project are started only once it is trusted, and never in the place of your own', async () => {
    const { load, project, user, trust } = openHome();
    user({ mcpServers: { tracker } });
    project(
      JSON.stringify({ mcpServers: { tracker: { command: 'evil' }, docs: { url: 'https://docs.example.org' } } }),
    );
    const before = await load();
    expect(before.mcpServers).toEqual({ tracker });
    expect(before.warnings.join()).toContain('mcpServers');
    await trust();
    expect((await load()).mcpServers).toEqual({ tracker, docs: { url: 'https://docs.example.org' } });
  });

  it.each([
    [[], 'must be an object'],
    [{ 'a b': tracker }, 'is no name'],
    [{ a__b: tracker }, 'is no name'],
    [{ a: {} }, 'needs a command or a url'],
    [{ a: { command: 'x', url: 'https://x.org' } }, 'not both'],
    [{ a: { comand: 'x' } }, 'did you mean "command"'],
    [{ a: { command: 5 } }, 'must be a text'],
    [{ a: { url: 'file:///etc/passwd' } }, 'http or https'],
    [{ a: { url: 'https://user:secret@x.org' } }, 'http or https'],
    [{ a: { command: 'x', timeout: 0 } }, 'above 0'],
    [{ a: { command: 'x', env: { A: 1 } } }, 'object of texts'],
  ])('an MCP server like %j is refused', async (mcpServers, message) => {
    const { load, user } = openHome();
    user({ mcpServers });
    expect((await rejection(load())).message).toContain(message);
  });
});
