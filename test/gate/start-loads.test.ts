import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SELDOM } from '../../scripts/bundle/seldom.ts';
import { loadCompiled } from '../../src/cli/compiled/load-compiled.ts';
import { MAIN, openCli, type RunOptions, SOURCE } from '../support/cli/open-cli.ts';

const RECORDER = new URL('../support/children/preloads/record-loads.ts', import.meta.url).href;
const READS_RECORDER = new URL('../support/children/preloads/record-reads.ts', import.meta.url).href;
const LIBRARY = new URL('../../src/index.ts', import.meta.url).href;

/** Code by which the gate itself speaks of packs. */
const SAID_BEFORE = [
  'shell/describe-runs.ts',
  'shell/hide-secrets.ts',
  'shell/printed/plain-output.ts',
  'shell/say-job.ts',
  'spawn/say-types.ts',
  'tasklist/roles.ts',
];

/** What a program tells the recorder in the variable's file, once it has ended well. */
function recorded(args: readonly string[], options: RunOptions & { readonly recorder: string }): readonly string[] {
  const { run, root } = openCli({ 'a.txt': 'hello\n', 'list.mjs': LIST });
  const LOADS = join(root, '..', 'loads');
  const env = { ...options.env, LOADS, NODE_OPTIONS: `--import=${options.recorder}` };
  const { status, stderr } = run(args, { ...options, env });
  expect(status, stderr).toBe(0);
  return readFileSync(LOADS, 'utf8').trimEnd().split('\n');
}

/** The code below src/packs that a program loads, beside what the gate says of packs. */
function packCode(args: readonly string[], through: readonly string[] = []): readonly string[] {
  const loaded = recorded(args, { main: SOURCE, through, recorder: RECORDER });
  expect(loaded.length).toBeGreaterThan(20);
  const code = loaded.flatMap(url => /\/src\/packs\/(.+\.ts)$/.exec(url)?.[1] ?? []);
  return code.filter(path => !SAID_BEFORE.includes(path));
}

const LIST = `
import { createToolgate } from ${JSON.stringify(LIBRARY)};
const gate = await createToolgate({ store: 'memory', policy: 'privileged' });
await gate.registry.ready();
const names = gate.registry.describe().map(({ name }) => name);
await gate.close();
if (!names.includes('bash') || !names.includes('web_fetch')) process.exit(1);
process.exit(0);
`;

describe('no code of a pack is loaded', () => {
  it.each([['--version'], ['--help'], ['tools', '--policy', 'privileged']])(
    'toolgate %s loads no code of a pack',
    (...args) => {
      expect(packCode(args)).toEqual([]);
    },
  );

  it('a program that makes a gate and lists its tools loads no code of a pack', () => {
    expect(packCode([], [process.execPath, 'list.mjs'])).toEqual([]);
  });

  it('a call loads the code of its own pack alone', () => {
    const loaded = packCode(['exec', 'read_file', '--args', '{"path":"a.txt"}']);
    expect(loaded).toContain('filesystem/read/read-file.ts');
    // Of the other tools that read and write files nothing comes along.
    expect(loaded.filter(path => !/^filesystem\/(?:read\/|missing\.ts)/.test(path))).toEqual([]);
    const written = packCode(['exec', 'write_file', '--yes', '--args', '{"path":"b.txt","content":"b"}']);
    expect(written).toContain('filesystem/pack.ts');
    expect(written.filter(path => !path.startsWith('filesystem/'))).toEqual([]);
  });
});

const READ_ONE = ['exec', 'read_file', '--args', '{"path":"a.txt"}'];

/** What a client says until it has the tools; with its last word the server ends. */
const LIST_TOOLS = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a client', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
].map(message => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

describe('a start loads what it uses', () => {
  /** The packages that the command line loads from source. */
  const packagesOf = (args: readonly string[]): readonly string[] => {
    const names = recorded(args, { main: SOURCE, recorder: RECORDER }).flatMap(
      url => /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1] ?? [],
    );
    return [...new Set(names)].sort();
  };

  it.each([
    [['--version'], ['commander']],
    [['--help'], ['commander']],
    [
      READ_ONE,
      ['@cfworker/json-schema', '@opentelemetry/api', 'commander', 'diff', 'ignore', 'jsonc-parser', 'tokenx', 'zod'],
    ],
  ])('toolgate %j loads these packages and no other', (args, packages) => {
    expect(packagesOf(args)).toEqual(packages);
  });

  interface Start {
    /** The files of the built program that are read, and their bytes. */
    readonly code: readonly string[];
    readonly bytes: number;
    /** The modules of Node that are loaded. */
    readonly builtins: readonly string[];
    /** How many functions are made of texts. */
    readonly made: number;
  }

  function startOf(args: readonly string[]): Start {
    const input = args[0] === 'mcp' ? LIST_TOOLS.join('') : '';
    const lines = recorded(args, { input, recorder: READS_RECORDER }).map(line => line.split(' '));
    const code = lines.filter(
      ([kind, path = '']) => kind === 'read' && /\.c?js$/.test(path) && !path.includes('/compile/'),
    );
    return {
      code: code.map(([, path = '']) => basename(path)),
      bytes: code.reduce((sum, [, , bytes]) => sum + Number(bytes), 0),
      builtins: lines.flatMap(([kind, name = '']) => (kind === 'builtin' ? name : [])),
      made: lines.filter(([kind]) => kind === 'made').length,
    };
  }

  it.each([
    [['--help'], { files: 4, kilobytes: 133 }],
    [READ_ONE, { files: 14, kilobytes: 1_190 }],
    [['mcp'], { files: 10, kilobytes: 1_590 }],
  ])('toolgate %j, built, reads few files of code', (args, most) => {
    const { code, bytes } = startOf(args);
    expect(code).toContain('program.cjs');
    expect(code.length, code.join(', ')).toBeLessThanOrEqual(most.files);
    expect(bytes / 1000).toBeLessThanOrEqual(most.kilobytes);
  });

  it.each([
    [READ_ONE, 0],
    [['mcp'], 0],
  ])('toolgate %j compiles no more than %i functions while it runs', (args, most) => {
    expect(startOf(args).made).toBeLessThanOrEqual(most);
  });

  it('a call loads nothing of Node that speaks to a network, is for the web, or that it can do without', () => {
    const { builtins } = startOf(READ_ONE);
    expect(builtins).toContain('sqlite');
    const network = ['net', 'tty', 'http', 'https', 'http2', 'tls', 'inspector', 'internal/deps/undici/undici'];
    for (const heavy of [...network, 'crypto', 'perf_hooks', 'child_process']) expect(builtins).not.toContain(heavy);
  });

  it('a server that lists its tools hashes and signs nothing', () => {
    const { builtins } = startOf(['mcp']);
    expect(builtins).toContain('net');
    expect(builtins.filter(name => /^(?:internal\/)?(?:crypto|perf_hooks)\b/.test(name))).toEqual([]);
  });

  it.each([[READ_ONE], [['mcp']]])('toolgate %j loads nothing that few calls need', args => {
    const { code } = startOf(args);
    const seldom = new RegExp(`^(?:${Object.keys(SELDOM).join('|')})-[\\w-]{8}\\.cjs$`);
    expect(code.filter(name => seldom.test(name))).toEqual([]);
  });

  it('the server of MCP has the schemas of the SDK that it checks with, and not the others', () => {
    const folder = dirname(MAIN);
    const [file = ''] = globSync('open-serving-*.cjs', { cwd: folder });
    const code = readFileSync(join(folder, file), 'utf8');
    expect(code).toContain('JSONRPCMessageSchema');
    expect(code.match(/= schemaWhenAsked\(/g)?.length).toBeGreaterThan(200);
    for (const other of ['OpenIdProviderMetadataSchema', 'CompatibilityCallToolResultSchema', 'isSpecType'])
      expect(code).not.toContain(other);
  });

  it('each file of the program can be the first that is loaded', () => {
    const folder = dirname(MAIN);
    const files = globSync('*-*.cjs', { cwd: folder }).filter(name => name !== 'shell-call.cjs');
    expect(files.length).toBeGreaterThan(50);
    for (const name of files) expect(() => loadCompiled(join(folder, name), undefined), name).not.toThrow();
  });

  it('the second start of a command compiles nothing: what the first one compiled is kept', () => {
    const cli = openCli({ 'a.txt': 'hello\n' });
    const env = { XDG_CACHE_HOME: join(cli.folder, 'cache') };
    const kept = () => globSync('toolgate/compile/*/exec/*.cjs', { cwd: env.XDG_CACHE_HOME }).sort();
    expect(cli.run(READ_ONE, { env }).status).toBe(0);
    const first = kept();
    expect(first.some(path => /gate-[^/]+$/.test(path))).toBe(true);
    const written = first.map(path => statSync(join(env.XDG_CACHE_HOME, path)).mtimeMs);
    expect(cli.run(READ_ONE, { env }).stdout).toContain('hello');
    expect(kept()).toEqual(first);
    expect(first.map(path => statSync(join(env.XDG_CACHE_HOME, path)).mtimeMs)).toEqual(written);
  });

  it('compiled code of a folder that others can write to is neither run nor kept', () => {
    const cli = openCli({ 'a.txt': 'hello\n' });
    const env = { XDG_CACHE_HOME: join(cli.folder, 'cache') };
    const compiled = join(env.XDG_CACHE_HOME, 'toolgate/compile');
    mkdirSync(compiled, { recursive: true });
    chmodSync(compiled, 0o777);
    expect(cli.run(READ_ONE, { env }).stdout).toContain('hello');
    expect(globSync('**/*.cjs', { cwd: compiled })).toEqual([]);
  });

  it('compiled code that is old goes when there is new code to keep', () => {
    const cli = openCli({ 'a.txt': 'hello\n' });
    const env = { XDG_CACHE_HOME: join(cli.folder, 'cache') };
    cli.run(READ_ONE, { env });
    const [gate = ''] = globSync('toolgate/compile/*/exec/gate-*.cjs', { cwd: env.XDG_CACHE_HOME });
    const file = join(env.XDG_CACHE_HOME, gate);
    const old = join(dirname(file), 'of-another-version.cjs');
    writeFileSync(old, '');
    utimesSync(old, 1, 1);
    writeFileSync(file, 'broken');
    cli.run(READ_ONE, { env });
    expect([existsSync(old), existsSync(file)]).toEqual([false, true]);
  });

  it('compiled code that is broken is not run, and made again', () => {
    const cli = openCli({ 'a.txt': 'hello\n' });
    const env = { XDG_CACHE_HOME: join(cli.folder, 'cache') };
    cli.run(READ_ONE, { env });
    const [file = ''] = globSync('toolgate/compile/*/exec/gate-*.cjs', { cwd: env.XDG_CACHE_HOME });
    writeFileSync(join(env.XDG_CACHE_HOME, file), 'broken');
    const { status, stdout, stderr } = cli.run(READ_ONE, { env });
    expect([status, stderr, stdout]).toEqual([0, '', expect.stringContaining('hello')]);
    expect(statSync(join(env.XDG_CACHE_HOME, file)).size).toBeGreaterThan(10_000);
  });
});
