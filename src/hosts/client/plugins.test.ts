import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { toolgate } from './opencode-plugin.ts';
import { piExtension } from './pi-extension.ts';
import { hookPlace } from './place.ts';

interface Told {
  readonly host: string;
  readonly project: string;
  readonly event: Readonly<Record<string, unknown>>;
}

/** A project, and something in the place of its Toolgate that answers events as it is told. */
async function openProject(answer?: (told: Told, socket: Socket) => void) {
  const project = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-plugins-')));
  vi.stubEnv('XDG_STATE_HOME', join(project, 's'));
  const { folder, socket } = hookPlace(project, process.env);
  const told: Told[] = [];
  const open = new Set<Socket>();
  const server = createServer(connection => {
    open.add(connection);
    connection.on('error', () => {});
    connection.on('data', data => {
      const request = JSON.parse(data.toString('utf8')) as Told;
      told.push(request);
      answer?.(request, connection);
    });
  });
  if (answer) {
    for (const each of [dirname(folder), folder]) mkdirSync(each, { recursive: true, mode: 0o700 });
    await new Promise<void>(resolve => server.listen(socket, resolve));
  }
  onTestFinished(() => {
    vi.unstubAllEnvs();
    for (const connection of open) connection.destroy();
    server.close();
    rmSync(project, { recursive: true, force: true });
  });
  return { project, told };
}

const answering = (text: string) => (_: Told, socket: Socket) => void socket.end(text);
const OPTIONS = { start: ['false'], seconds: 30 };
/** For answers that do not come. */
const SHORT = { ...OPTIONS, seconds: 0.2 };

/** Asks the plugin of a host about a call of `bash`; gives the input that the host would use. */
const ASK = {
  async opencode(project: string, options: unknown) {
    const hooks = await toolgate({ directory: project }, options);
    const output = { args: { command: 'ls', description: 'd' } };
    await hooks['tool.execute.before']({ tool: 'bash', sessionID: 's', callID: 'c' }, output);
    return output.args;
  },
  async pi(project: string, options: unknown) {
    const handlers = new Map<string, (event: never, context: object) => Promise<unknown>>();
    piExtension(options)({ on: (name, handler) => void handlers.set(name, handler as never) });
    const event = { toolName: 'bash', toolCallId: 'c', input: { command: 'ls', description: 'd' } };
    const context = { cwd: project, sessionManager: { getSessionId: () => 's' } };
    await handlers.get('tool_call')!(event as never, context);
    return event.input;
  },
};

describe.each(['opencode', 'pi'] as const)('the plugin of %s', host => {
  it('puts the input of the answer into the object that the host looks at', async () => {
    const { project, told } = await openProject(answering('o{"verdict":"allow","input":{"command":"other"}}\n'));
    expect(await ASK[host](project, OPTIONS)).toEqual({ command: 'other' });
    const event = {
      hook_event_name: 'before',
      session_id: 's',
      cwd: project,
      tool_name: 'bash',
      tool_use_id: 'c',
      tool_input: { command: 'ls', description: 'd' },
    };
    expect(told.filter(one => one.event.tool_name === 'bash')).toEqual([
      expect.objectContaining({ ask: 'hook', host, project, event }),
    ]);
  });

  it('lets a call run as it is where nothing speaks against it', async () => {
    const { project } = await openProject(answering('o{"verdict":"none"}\n'));
    expect(await ASK[host](project, OPTIONS)).toEqual({ command: 'ls', description: 'd' });
  });

  it('refuses with the words of the answer', async () => {
    const { project } = await openProject(answering('o{"verdict":"deny","reason":"a rule denies it"}\n'));
    await expect(ASK[host](project, OPTIONS)).rejects.toThrow(/^a rule denies it$/);
  });

  it.each([
    ['says what went wrong', answering('pno event')],
    ['says nothing', answering('')],
    ['is cut off', answering('o{"verdict":"none"}')],
    ['is no JSON', answering('o{"verdict":"no\n')],
    ['has no verdict', answering('o{}\n')],
    ['has another verdict', answering('o{"verdict":"ask","reason":"x"}\n')],
    ['allows without an input', answering('o{"verdict":"allow"}\n')],
    ['allows with a list', answering('o{"verdict":"allow","input":[]}\n')],
    ['denies without a reason', answering('o{"verdict":"deny"}\n')],
    ['is no object', answering('onull\n')],
    ['never comes', () => {}],
    ['ends with the process', (_: Told, socket: Socket) => void socket.destroy()],
  ])('blocks the call where the answer %s', async (_, answer) => {
    const { project } = await openProject(answer);
    await expect(ASK[host](project, SHORT)).rejects.toThrow('so it is blocked');
  });

  it.each([
    ['no Toolgate can be started', SHORT],
    ['what is started hangs', { ...SHORT, start: ['sleep', '5'] }],
    ['what is to be started is missing', { ...SHORT, start: ['/nonexistent/toolgate'] }],
    ['it is not told what to start', { seconds: 0.2 }],
    ['it has no options', undefined],
  ])('blocks the call where %s', async (_, options) => {
    const { project } = await openProject();
    await expect(ASK[host](project, options)).rejects.toThrow('so it is blocked');
  });

  it('blocks the call where others could answer', async () => {
    const { project } = await openProject(answering('o{"verdict":"none"}\n'));
    const { folder } = hookPlace(project, process.env);
    rmSync(dirname(folder), { recursive: true });
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    await expect(ASK[host](project, SHORT)).rejects.toThrow('so it is blocked');
  });
});

it('the plugin of opencode names the session that a person began, and the agent below it', async () => {
  const { project, told } = await openProject(answering('o{"verdict":"none"}\n'));
  const hooks = await toolgate({ directory: project }, OPTIONS);
  const created = (id: string, parentID?: string) =>
    hooks.event({ event: { type: 'session.created', properties: { info: { id, parentID } } } });
  await created('top');
  await created('below', 'top');
  await hooks['chat.message'](
    { sessionID: 'top' },
    { message: { agent: 'build' }, parts: [{ type: 'text', text: 'do' }] },
  );
  await hooks['chat.message']({ sessionID: 'below' }, { message: { agent: 'general' }, parts: [] });
  await hooks['tool.execute.before']({ tool: 'bash', sessionID: 'below', callID: 'c' }, { args: {} });
  await hooks.event({ event: { type: 'session.idle', properties: { sessionID: 'below' } } });
  await hooks.event({ event: { type: 'session.idle', properties: { sessionID: 'top' } } });
  await hooks.dispose();
  const seen = told.map(({ event }) => [event.hook_event_name, event.session_id, event.agent_id, event.agent_type]);
  expect(seen.filter(([name]) => name !== 'session-begins')).toEqual([
    ['turn-begins', 'top', undefined, undefined],
    ['before', 'top', 'below', 'general'],
    ['turn-ends', 'top', 'below', 'general'],
    ['turn-ends', 'top', undefined, undefined],
  ]);
});

it('a session that the plugin of opencode has not seen begin is looked up', async () => {
  const { project, told } = await openProject(answering('o{"verdict":"none"}\n'));
  const get = async ({ path }: { path: { id: string } }) => {
    if (path.id === 'odd') throw new Error('gone');
    return { data: path.id === 'below' ? { parentID: 'top' } : {} };
  };
  const hooks = await toolgate({ directory: project, client: { session: { get } } }, OPTIONS);
  for (const sessionID of ['below', 'odd'])
    await hooks['tool.execute.before']({ tool: 'bash', sessionID, callID: sessionID }, { args: {} });
  const seen = told.filter(({ event }) => event.hook_event_name === 'before');
  expect(seen.map(({ event }) => [event.session_id, event.agent_id])).toEqual([
    ['top', 'below'],
    ['odd', undefined],
  ]);
});

it('the plugin of opencode tells of a call that opencode has failed at, and of none that was refused', async () => {
  const { project, told } = await openProject((request, socket) =>
    socket.end(request.event.tool_use_id === 'no' ? 'o{"verdict":"deny","reason":"no"}\n' : 'o{"verdict":"none"}\n'),
  );
  const hooks = await toolgate({ directory: project }, OPTIONS);
  const call = (callID: string) => ({ tool: 'edit', sessionID: 's', callID });
  const failed = (callID: string) => ({ type: 'tool', callID, state: { status: 'error' } });
  await hooks['tool.execute.before'](call('a'), { args: {} });
  await expect(hooks['tool.execute.before'](call('no'), { args: {} })).rejects.toThrow('no');
  for (const part of [failed('a'), failed('no')])
    await hooks.event({ event: { type: 'message.part.updated', properties: { part } } });
  await hooks.dispose();
  const ends = told.filter(({ event }) => event.hook_event_name === 'failed');
  expect(ends.map(({ event }) => event.tool_use_id)).toEqual(['a']);
});

it('the model of opencode finds its own command in what it has said before', async () => {
  const { project } = await openProject(answering('o{"verdict":"allow","input":{"command":"other"}}\n'));
  const hooks = await toolgate({ directory: project }, OPTIONS);
  const args = { command: 'ls', description: 'd' };
  await hooks['tool.execute.before']({ tool: 'bash', sessionID: 's', callID: 'c' }, { args });
  const parts = [{}, { callID: 'c', state: { input: args } }, { callID: 'x', state: { input: { command: 'y' } } }];
  await hooks['experimental.chat.messages.transform']({}, { messages: [{ parts }] });
  expect(parts).toEqual([
    {},
    { callID: 'c', state: { input: { command: 'ls', description: 'd' } } },
    { callID: 'x', state: { input: { command: 'y' } } },
  ]);
  expect(args).toEqual({ command: 'other' });
});

it('the plugin of opencode takes out the rule that denies every tool, and no other', async () => {
  const { project } = await openProject(answering('o{"verdict":"none"}\n'));
  const hooks = await toolgate({ directory: project }, OPTIONS);
  const config = { permission: { bash: 'ask', '**': 'deny' } };
  hooks.config(config);
  expect(config).toEqual({ permission: { bash: 'ask' } });
});

it('plugins load nothing but each other and Node itself', () => {
  for (const name of [
    'opencode-plugin',
    'pi-extension',
    'plugin-line',
    'reach-toolgate',
    'installed-version',
    'place',
  ]) {
    const text = readFileSync(join(import.meta.dirname, `${name}.ts`), 'utf8');
    for (const [, from] of text.matchAll(/from '([^']+)'/g)) expect(from).toMatch(/^node:|^\.\/[a-z-]+\.ts$/);
  }
});
