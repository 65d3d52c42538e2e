import { expect, it } from 'vitest';
import { lines, MAIN, openCli, SOURCE } from '../support/cli/open-cli.ts';

const METHODS = [
  'ping',
  'completion/complete',
  'logging/setLevel',
  'prompts/get',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'resources/subscribe',
  'tools/call',
  'tools/list',
  'tasks/get',
  'tasks/result',
  'tasks/list',
  'tasks/cancel',
  'sampling/createMessage',
  'elicitation/create',
  'roots/list',
  'server/discover',
  'subscriptions/listen',
];

/** Parameters that some method takes, and such as none does. */
const PARAMS: readonly unknown[] = [
  undefined,
  {},
  { name: 'no_such_tool', arguments: {} },
  { name: 7, uri: 7, level: 'loud', cursor: 7, taskId: 7 },
  { uri: 'file:///a', level: 'debug', cursor: 'a', taskId: 'a' },
  { ref: { type: 'ref/prompt', name: 'a' }, argument: { name: 'a', value: 'b' } },
  { _meta: { progressToken: {} } },
];

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'a', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

const ID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g;

const asked = METHODS.flatMap(method => PARAMS.map(params => ({ method, params })));
const CLIENTS = {
  'of the old era': [
    {
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
    },
    ...asked,
  ],
  'of the modern era': asked.map(({ method, params }) => ({
    method,
    params: { ...(params as object), _meta: { ...META, ...(params as { _meta?: object } | undefined)?._meta } },
  })),
};

it.each(Object.entries(CLIENTS))(
  'to a client %s the built server says what the one from source says',
  (_, messages) => {
    const { run } = openCli({ 'a.txt': 'hello\n' });
    const input = messages.map((message, id) => `${JSON.stringify({ jsonrpc: '2.0', id, ...message })}\n`).join('');
    const [built, source] = [MAIN, SOURCE].map(main => {
      const { status, stdout, stderr } = run(['mcp', '--tools', 'all'], { main, input });
      return { status, stderr, answers: lines(stdout.replace(ID, 'ID')).sort((a, b) => Number(a.id) - Number(b.id)) };
    });
    expect(built).toEqual(source);
    const answers = built?.answers ?? [];
    expect(built?.status).toBe(0);
    expect(answers.length).toBeGreaterThan(messages.length / 2);
    expect(answers.filter(({ result }) => result !== undefined).length).toBeGreaterThan(10);
    expect(answers.filter(({ error }) => error !== undefined).length).toBeGreaterThan(50);
  },
);
