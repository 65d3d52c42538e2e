import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import { MAIN, type OpenCli, openCli } from '../../support/cli/open-cli.ts';
import { sayYes } from '../../support/cli/open-terminal.ts';
import { MODERN, post, TOKEN } from '../../support/mcp/server-world.ts';

const ELICITATION = { elicitation: {} };
const OVERWRITE = { name: 'write_file', arguments: { path: 'a.txt', content: 'new\n' } };

interface Asked {
  readonly id: string;
}

/** A client that starts the server, as editors do. */
async function start(cli: OpenCli, args: readonly string[] = [], era: 'modern' | 'legacy' = 'modern') {
  const client = new Client(
    { name: 'editor', version: '1' },
    {
      capabilities: args.includes('--wait') ? {} : ELICITATION,
      versionNegotiation: { mode: era === 'modern' ? { pin: MODERN } : 'legacy' },
    },
  );
  const env = Object.fromEntries(Object.entries(cli.env).flatMap(([key, value]) => (value ? [[key, value]] : [])));
  const command = { command: process.execPath, args: [MAIN, 'mcp', ...args], cwd: cli.root, env };
  await client.connect(new StdioClientTransport({ ...command, stderr: 'ignore' }));
  onTestFinished(() => client.close());
  return client;
}

describe('toolgate mcp', () => {
  it.each(['modern', 'legacy'] as const)('toolgate mcp serves the client that starts it: the %s era', async era => {
    const cli = openCli({ 'a.txt': 'old\n' });
    const client = await start(cli, [], era);
    client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { answer: 'allow_once' } }));
    expect(client.getServerVersion()).toMatchObject({ name: 'toolgate', version: expect.stringMatching(/^\d/) });
    expect(await client.callTool(OVERWRITE)).not.toHaveProperty('isError', true);
    expect(cli.read('a.txt')).toBe('new\n');
    await client.close();
    expect(cli.run(['undo', 'a.txt', '--json']).status).toBe(0);
    expect(cli.read('a.txt')).toBe('old\n');
  });

  it('toolgate mcp waits for an answer from the command line, where it is told to', async () => {
    const cli = openCli({ 'a.txt': 'old\n' });
    const client = await start(cli, ['--wait']);
    const running = client.callTool(OVERWRITE);
    let id: string | undefined;
    while (id === undefined) {
      // The question goes out meanwhile.
      await sleep(100);
      const { approvals } = JSON.parse(cli.run(['approvals', 'list', '--json']).stdout) as { approvals: Asked[] };
      id = approvals[0]?.id;
    }
    expect((await sayYes(cli, ['approvals', 'answer', id, 'allow_once', '--json'])).code).toBe(0);
    expect(await running).not.toHaveProperty('isError', true);
    expect(cli.read('a.txt')).toBe('new\n');
  });

  it('toolgate mcp lists the tools that the line names, by the names that it wants', async () => {
    const client = await start(openCli(), ['--tools', 'read_file,history', '--prefix', 'tg_']);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(['tg_list_changes', 'tg_read_file', 'tg_redo', 'tg_undo_file', 'tg_undo_turn']);
  });

  it.each([
    [['mcp', '--tools', 'read_fil'], 'UNKNOWN_TOOL', 'Did you mean read_file?'],
    [['mcp', '--tools', 'core,'], 'INVALID_ARGUMENTS', 'core,git'],
    [['mcp', '--prefix', 'a b'], 'INVALID_ARGUMENTS', 'tg_'],
    [['serve', '--port', '0', '--tools', 'cor'], 'UNKNOWN_TOOL', 'Did you mean core?'],
  ])('%j is wrong usage', (line, code, says) => {
    const { status, stdout } = openCli().run([...line, '--json'], { input: '' });
    expect(status).toBe(2);
    expect(JSON.parse(stdout).error.code).toBe(code);
    expect(stdout).toContain(says);
  });

  it('toolgate mcp ends when its client goes, and writes nothing but messages', () => {
    const { run } = openCli();
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'old', version: '1' } },
    };
    const { status, stdout } = run(['mcp'], { input: `no message\n${JSON.stringify(initialize)}\n` });
    expect(status).toBe(0);
    for (const line of stdout.split('\n').filter(Boolean)) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  });
});

describe('toolgate serve', () => {
  const serve = async (cli: OpenCli) => {
    const started = cli.start(['serve', '--port', '0', '--json']);
    await started.until('}\n');
    const { url, token, askingToken } = JSON.parse(
      started
        .said()
        .split('\n')
        .find(line => line.startsWith('{')) ?? '',
    ) as {
      url: string;
      token: string;
      askingToken: string;
    };
    const withToken = (given: string) => ({ Authorization: `Bearer ${given}` });
    return { ...started, url, headers: withToken(token), asking: withToken(askingToken) };
  };

  it('toolgate serve says where it is and the token, and ends when it is told to', async () => {
    const cli = openCli({ 'a.txt': 'a\n' });
    const { url, headers, child, ended } = await serve(cli);
    const params = { name: 'read_file', arguments: { path: 'a.txt' } };
    expect((await post(url, 'tools/call', { params, headers })).body.result).toMatchObject({ resultType: 'complete' });
    expect((await post(url, 'tools/call', { params })).status).toBe(401);
    const second = cli.run(['serve', '--port', new URL(url).port]);
    expect([second.status, second.stderr]).toEqual([2, expect.stringContaining('another program listens there')]);
    child.kill('SIGTERM');
    expect(await ended()).toBe(0);
  });

  it.each([
    ['allow_once', 'new\n', false],
    ['reject_once', 'old\n', true],
  ])('toolgate serve: after a crash a late %s counts for the call that had asked', async (answer, content, isError) => {
    const cli = openCli({ 'a.txt': 'old\n' });
    const before = await serve(cli);
    const options = { params: OVERWRITE, capabilities: ELICITATION };
    const { inputRequests = {}, requestState } = (
      await post(before.url, 'tools/call', { ...options, headers: before.asking })
    ).body.result as { inputRequests?: object; requestState?: string };
    before.child.kill('SIGKILL');
    await before.ended();
    const after = await serve(cli);
    const [key = ''] = Object.keys(inputRequests);
    const inputResponses = { [key]: { action: 'accept', content: { answer } } };
    const params = { ...OVERWRITE, requestState, inputResponses };
    const { result } = (await post(after.url, 'tools/call', { ...options, params, headers: after.asking })).body;
    expect([result?.resultType, result?.isError ?? false]).toEqual(['complete', isError]);
    expect(cli.read('a.txt')).toBe(content);
  });

  it.each(['short', 'a token with white space', 'a-token-of-Ünicode', 'a-token\u001b[31m-that-paints'])(
    'toolgate serve takes a token of the user, if it is one: %j is none',
    token => {
      const { run } = openCli();
      const { status, stdout } = run(['serve', '--json'], { env: { TOOLGATE_TOKEN: token } });
      expect([status, JSON.parse(stdout)]).toMatchObject([2, { error: { message: expect.stringContaining('16') } }]);
      expect(TOKEN.length).toBeGreaterThanOrEqual(16);
    },
  );

  it.each(['TOOLGATE_ASKING_TOKEN', 'TOOLGATE_CONSOLE_TOKEN'])(
    'toolgate serve does not start where agents have the %s',
    name => {
      const token = 'one-and-the-same-token';
      const { status, stdout } = openCli().run(['serve', '--json'], { env: { TOOLGATE_TOKEN: token, [name]: token } });
      expect([status, JSON.parse(stdout)]).toMatchObject([2, { error: { message: expect.stringContaining(name) } }]);
    },
  );
});
