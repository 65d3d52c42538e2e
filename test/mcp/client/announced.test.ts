import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  connectMcpServers,
  type McpServerConfig,
  type McpServersOptions,
} from '../../../src/adapters/mcp/client/index.ts';
import { isFetchedServer } from '../../../src/adapters/mcp/client/server-config.ts';
import { MAIN, openCli } from '../../support/cli/open-cli.ts';
import { sayYes } from '../../support/cli/open-terminal.ts';
import { openWorld, WAYS } from '../../support/mcp/server-world.ts';
import { programPath } from '../../support/program-path.ts';

const ODD = programPath('odd-mcp-server');
const odd: McpServerConfig = { command: process.execPath, args: [ODD], sandbox: false };

/** A program that says what is wrong and ends. */
const complaining = (words: string, more: object = {}): McpServerConfig => ({
  command: process.execPath,
  args: ['-e', `console.error(${words}); process.exit(1)`],
  ...more,
});

/** A gate that is served, with servers beside it. */
async function openBeside(servers: Record<string, McpServerConfig>, options: McpServersOptions = {}) {
  const world = await openWorld({}, { gate: { policy: 'privileged', approver: () => 'allow_once' } });
  const problems: string[] = [];
  const beside = connectMcpServers(world.gate, servers, {
    ...options,
    onProblem: (server, problem) => void problems.push(`${server}: ${problem}`),
  });
  onTestFinished(() => beside.close());
  const described = () => world.gate.registry.describe().find(({ name }) => name === 'find_tools')?.description;
  return { ...world, beside, problems, described };
}

const findTools = (tools: readonly { readonly name: string; readonly description?: string }[]) =>
  tools.find(({ name }) => name === 'find_tools')?.description;

describe('servers of a config', () => {
  it('servers of a config have a line each before they are up, and their tools have one when they are, though nobody has asked', async () => {
    const { described } = await openBeside({
      odd,
      silent: { command: process.execPath, args: [ODD, '/dev/null', 'mute'], sandbox: false },
    });
    expect(described()).toMatch(/^- odd: An MCP server: its tools are not known yet/m);
    expect(described()).toMatch(/^- silent: An MCP server/m);
    await expect.poll(described).toContain('- odd__echo: Say it again.');
    expect(described()).toMatch(/^- silent: An MCP server/m);
    expect(described()).not.toMatch(/^- odd: /m);
  });

  it('servers of a config of any number have no more than about a thousand tokens before they are up', async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`server${index}`, odd]));
    const { described } = await openBeside(many, { start: false });
    expect(described()?.length).toBeLessThan(4_500);
  });

  it('servers of a config that did not come up are told as such, find_tools too', async () => {
    const { gate, beside, described } = await openBeside({ bad: complaining('"x"') });
    await beside.ready();
    expect(described()).toMatch(/^- bad: An MCP server: it did not come up/m);
    const found = await gate.execute({ name: 'find_tools', args: { query: 'anything at all' } });
    expect(found.output).toContain('not up: bad');
  });
});

it.each(WAYS)('a client of the $era era over $way is told when a server has come up', async way => {
  const { connect, beside } = await openBeside({ odd }, { start: false });
  const client = await connect(way);
  expect(findTools((await client.listTools()).tools)).toMatch(/^- odd: An MCP server/m);
  const told = Promise.withResolvers<void>();
  client.setNotificationHandler('notifications/tools/list_changed', () => told.resolve());
  const listening = way.era === 'modern' ? await client.listen({ toolsListChanged: true }) : undefined;
  // A client of the old era opens the stream for this when it likes; then the list alone tells.
  const streams = way.era === 'modern' || way.way === 'pipe';
  await beside.ready();
  if (streams) await told.promise;
  expect(findTools((await client.listTools(undefined, { cacheMode: 'refresh' })).tools)).toContain('odd__echo');
  await listening?.close();
});

describe('a server that is started', () => {
  const names = async (env: Record<string, string>, own: Record<string, string> = {}) => {
    const { gate } = await openBeside({ odd: { ...odd, env: own } }, { env: { ...process.env, ...env } });
    await gate.execute({ name: 'find_tools', args: { query: 'odd environment' } });
    return (await gate.execute({ name: 'odd__environment', args: {} })).output.split(/\s+/);
  };

  it('a server that is started gets certificates, proxies and the registry of the user, and nothing else that may be secret', async () => {
    const seen = await names({
      NODE_EXTRA_CA_CERTS: '/etc/own.pem',
      HTTPS_PROXY: 'http://proxy.example:3128',
      no_proxy: 'localhost',
      npm_config_registry: 'https://packages.example/',
      'npm_config_//packages.example/:_authToken': 'secret',
      NPM_TOKEN: 'secret',
      http_proxy: 'http://me:secret@proxy.example:3128',
      UV_INDEX_URL: 'https://me:secret@packages.example/simple',
    });
    expect(seen).toEqual(
      expect.arrayContaining(['NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY', 'no_proxy', 'npm_config_registry']),
    );
    for (const name of ['NPM_TOKEN', 'http_proxy', 'UV_INDEX_URL', 'npm_config_//packages.example/:_authToken'])
      expect(seen).not.toContain(name);
  });

  it('a server that is started gets a proxy with a password where its config says so', async () => {
    const named = `\${http_proxy}`;
    const proxy = { http_proxy: 'http://me:secret@proxy.example:3128' };
    expect(await names(proxy, { http_proxy: named })).toContain('http_proxy');
  });

  it('a server that is started and fails says so in its own words, without the secrets of its config, and with what it was not given', async () => {
    const { gate, beside, problems } = await openBeside(
      { bad: complaining(`"cannot fetch with " + process.env.KEY`, { env: { KEY: `\${KEY}` }, sandbox: false }) },
      { env: { ...process.env, KEY: 'very-secret', HTTPS_PROXY: 'http://me:pass@proxy.example' } },
    );
    await beside.ready();
    expect(problems[0]).toContain('cannot fetch with ***');
    expect(problems[0]).toContain('it was not given HTTPS_PROXY');
    expect(problems.join()).not.toMatch(/very-secret|me:pass/);
    const { error } = await gate.execute({ name: 'bad__tool', args: {} });
    expect(error?.message).toContain('cannot fetch with ***');
  });
});

it.each([
  [true, 'npx', ['-y', 'some-server']],
  [true, '/usr/local/bin/npx', ['some-server']],
  [true, 'pnpm', ['dlx', 'some-server']],
  [true, 'uvx', ['some-server']],
  [true, 'sh', ['-c', 'exec npx -y some-server']],
  [true, 'docker', ['run', '-i', 'some/server']],
  [false, 'node', ['server.js']],
  [false, 'npm', ['start']],
  [false, 'deno', ['task', 'serve']],
] as const)('%s: %s %j may have to be downloaded first', (expected, command, args) => {
  expect(isFetchedServer({ command, args })).toBe(expected);
});

describe('toolgate mcp', () => {
  async function start(files: Record<string, string>, trust: boolean) {
    const cli = openCli(files);
    // What a project's server may see is the user's to say.
    const own = join(cli.folder, 'config', 'toolgate');
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'config.json'), JSON.stringify({ mcpServers: { odd: { sandbox: { read: [ODD] } } } }));
    if (trust) expect((await sayYes(cli, ['trust'])).code).toBe(0);
    const client = new Client({ name: 'editor', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
    const told = Promise.withResolvers<void>();
    client.setNotificationHandler('notifications/tools/list_changed', () => told.resolve());
    const env = Object.fromEntries(Object.entries(cli.env).flatMap(([key, value]) => (value ? [[key, value]] : [])));
    const command = { command: process.execPath, args: [MAIN, 'mcp'], cwd: cli.root, env };
    await client.connect(new StdioClientTransport({ ...command, stderr: 'ignore' }));
    onTestFinished(() => client.close());
    return { client, told: told.promise, log: join(cli.root, 'starts.log') };
  }
  const config = (log: string) => ({
    'toolgate.config.json': JSON.stringify({
      mcpServers: { odd: { command: process.execPath, args: [ODD, log] } },
    }),
  });

  it('announces the servers of the config by itself', async () => {
    const { client, told } = await start(config('starts.log'), true);
    expect(findTools((await client.listTools()).tools)).toMatch(/^- odd/m);
    await told;
    expect(findTools((await client.listTools()).tools)).toContain('odd__echo');
  });

  it('toolgate mcp starts no server of a workspace that nobody trusts', async () => {
    const { client, log } = await start(config('starts.log'), false);
    expect(findTools((await client.listTools()).tools)).not.toContain('odd');
    await client.callTool({ name: 'find_tools', arguments: { query: 'say it again' } });
    expect(existsSync(log)).toBe(false);
  });
});
