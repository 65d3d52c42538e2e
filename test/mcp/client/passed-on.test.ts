import { setTimeout as sleep } from 'node:timers/promises';
import type { CallToolResult, ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/client';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  acceptedContent,
  createMcpHandler,
  inputRequired,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { connectMcpServers, type McpServerConfig } from '../../../src/adapters/mcp/client/index.ts';
import type { McpServingOptions } from '../../../src/adapters/mcp/server/index.ts';
import type { ApprovalRequest, ToolgateOptions } from '../../../src/index.ts';
import { listening } from '../../support/mcp/open-authority.ts';
import { type ConnectOptions, serve, WAYS } from '../../support/mcp/server-world.ts';
import { programPath } from '../../support/program-path.ts';
import { openGate } from '../../support/worlds/open-gate.ts';

const ODD = programPath('odd-mcp-server');
const odd: McpServerConfig = { command: process.execPath, args: [ODD], sandbox: false };

interface Behind {
  readonly server?: McpServerConfig;
  readonly serving?: McpServingOptions;
  readonly more?: Partial<ToolgateOptions>;
}

/** A client of a gate that has another server behind it, whose calls are all allowed. */
async function openBehind(options: ConnectOptions, { server = odd, serving, more }: Behind = {}) {
  const rules = [{ tool: 'odd__*', match: '*', verdict: 'allow' as const }];
  const gate = { policy: { extends: 'privileged', rules } as const, approver: () => 'allow_once', ...more };
  const opened = await openGate({}, gate);
  const beside = connectMcpServers(opened.gate, { odd: server });
  onTestFinished(() => beside.close());
  await beside.ready();
  const world = await serve(opened, { offers: beside.offers, ...serving });
  const client = await world.connect(options);
  const call = async (name: string, args: Record<string, unknown> = {}, more = {}) => {
    await world.gate.registry.show(name);
    return (await client.callTool({ name, arguments: args }, more)) as CallToolResult;
  };
  return { ...world, client, call };
}

const textOf = ({ content }: CallToolResult): string =>
  content.map(block => (block.type === 'text' ? block.text : '')).join('');

/** Of the modern era: the question is a result, and the call comes again with the answer. */
async function modernAsker(): Promise<McpServerConfig> {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'asker', version: '1' });
    server.registerTool('asks', { inputSchema: z.object({}) }, (_, ctx) => {
      const given = acceptedContent(ctx.mcpReq.inputResponses, 'colour') as { colour?: string } | undefined;
      if (given) return { content: [{ type: 'text', text: `it said ${JSON.stringify(given)}` }] };
      const requestedSchema = { type: 'object', properties: { colour: { type: 'string' } } } as const;
      return inputRequired({
        inputRequests: { colour: inputRequired.elicit({ message: 'Which colour?', requestedSchema }) },
      });
    });
    return server;
  });
  return { url: `${await listening(toNodeHandler(handler))}/mcp` };
}

describe.each(WAYS)('what another server asks in a call of a client of the $era era over $way', way => {
  it.each([
    ['an older', async () => odd],
    ['a newer', modernAsker],
  ] as const)('is put to the person there, with the name of %s server, and the answer goes back', async (_, open) => {
    const asked: ElicitRequestFormParams[] = [];
    const answer = (form: ElicitRequestFormParams): ElicitResult => {
      asked.push(form);
      return { action: 'accept', content: { colour: 'green' } };
    };
    const { call } = await openBehind({ ...way, answer }, { server: await open() });
    expect(textOf(await call('odd__asks'))).toContain('"colour":"green"');
    expect(asked).toHaveLength(1);
    expect(asked[0]?.message).toMatch(/^The MCP server odd asks you.*not a question of Toolgate/s);
    expect(asked[0]?.message).toContain('Which');
    expect(asked[0]?.message).not.toMatch(/[\u202e\u001b]/);
    expect(asked[0]?.requestedSchema).toMatchObject({ properties: { colour: { type: 'string' } } });
  });
});

describe('what another server asks', () => {
  const way = { era: 'legacy', way: 'pipe' } as const;
  const never = (): ElicitResult => {
    throw new Error('nobody was to be asked');
  };

  it('what another server asks is answered by nobody where the client asks no person', async () => {
    const { call } = await openBehind(way);
    expect(textOf(await call('odd__asks'))).toContain('"action":"cancel"');
  });

  it('what another server asks is answered by nobody where people are not to be asked by way of clients', async () => {
    const { call } = await openBehind({ ...way, answer: never }, { serving: { elicit: false } });
    expect(textOf(await call('odd__asks'))).toContain('"action":"cancel"');
  });

  it.each<[string, ToolgateOptions['approver'], string]>([
    ['fills in the form', () => ({ approved: true, modifiedArgs: { colour: 'blue' } }), '"colour":"blue"'],
    ['leaves out what must be there', () => 'allow_once', '"action":"decline"'],
    ['says no', () => 'reject_once', '"action":"decline"'],
  ])(
    'what another server asks is put to whoever answers for the gate where the call came in another way, who %s',
    async (_, answer, said) => {
      const asked: ApprovalRequest[] = [];
      const approver: ToolgateOptions['approver'] = (request, context) => {
        asked.push(request);
        return answer?.(request, context);
      };
      const { gate } = await openBehind({ ...way, answer: never }, { more: { approver } });
      await gate.registry.show('odd__asks');
      expect((await gate.execute({ name: 'odd__asks', args: {} })).output).toContain(said);
      expect(asked.at(-1)).toMatchObject({
        tool: 'odd__question',
        reason: expect.stringContaining('The MCP server odd asks you'),
      });
    },
  );

  it('what another server asks is declined where nobody answers for the gate', async () => {
    const { gate } = await openBehind({ ...way, answer: never }, { more: { approver: undefined } });
    await gate.registry.show('odd__asks');
    expect((await gate.execute({ name: 'odd__asks', args: {} })).output).toContain('"action":"decline"');
  });

  it('what another server asks with a form that no screen would hold is not shown', async () => {
    const server = { command: process.execPath, args: [ODD, '/dev/null', 'large-form'], sandbox: false as const };
    const { call } = await openBehind({ ...way, answer: never }, { server });
    expect(textOf(await call('odd__asks'))).toContain('"action":"cancel"');
  });

  it('what another server asks may take longer than the server itself has for a call', async () => {
    const answer = async (): Promise<ElicitResult> => {
      await sleep(1_500);
      return { action: 'accept', content: { colour: 'late' } };
    };
    const { call } = await openBehind({ ...way, answer }, { server: { ...odd, timeout: 1 } });
    expect(textOf(await call('odd__asks'))).toContain('late');
  });
});

it.each(WAYS)('a client of the $era era over $way is told of the progress of another server', async way => {
  const { call } = await openBehind(way);
  const told: { progress: number; total?: number; message?: string }[] = [];
  await call('odd__steps', {}, { onprogress: (progress: (typeof told)[number]) => void told.push(progress) });
  expect(told.filter(({ message }) => message?.includes('third'))).toMatchObject([
    { progress: 1, total: 3, message: 'one third' },
    { progress: 2, total: 3, message: 'two thirds' },
  ]);
});

/** A server with a prompt and a resource. */
async function library(): Promise<McpServerConfig> {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'library', version: '1' });
    server.registerTool('nothing', {}, () => ({ content: [] }));
    server.registerPrompt(
      'greet',
      { description: 'Greets\u202e someone', argsSchema: z.object({ who: z.string() }) },
      ({ who }) => ({ messages: [{ role: 'user', content: { type: 'text', text: `Say hello to ${who}` } }] }),
    );
    server.registerResource('book', 'book://one', { mimeType: 'text/plain' }, () => ({
      contents: [{ uri: 'book://one', mimeType: 'text/plain', text: 'Once upon a time' }],
    }));
    return server;
  });
  return { url: `${await listening(toNodeHandler(handler))}/mcp` };
}

it.each(WAYS)(
  'the person at a client of the $era era over $way is asked about a prompt and a resource of another server',
  async way => {
    const asked: string[] = [];
    const answer = ({ message }: { message: string }): ElicitResult => {
      asked.push(message);
      return { action: 'accept', content: { answer: 'allow_once' } };
    };
    const more = { policy: 'privileged', approver: undefined } as const;
    const { client } = await openBehind({ ...way, answer: answer as never }, { server: await library(), more });
    const got = await client.getPrompt({ name: 'odd__greet', arguments: { who: 'Ada' } });
    expect(got.messages).toHaveLength(1);
    const { resources } = await client.listResources();
    expect((await client.readResource({ uri: resources[0]!.uri })).contents).toHaveLength(1);
    expect(asked).toEqual([expect.stringContaining('odd__get_prompt'), expect.stringContaining('odd__read_resource')]);
  },
);

/** The same with questions, which are results in the modern era. */
async function askingLibrary(): Promise<McpServerConfig> {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'library', version: '1' });
    server.registerTool('nothing', {}, () => ({ content: [] }));
    const requestedSchema = { type: 'object', properties: { colour: { type: 'string' } } } as const;
    const question = { message: 'Which colour?', requestedSchema };
    /** The answer, or what asks for it. */
    const ask = (ctx: ServerContext) => {
      const given = acceptedContent(ctx.mcpReq.inputResponses, 'colour') as { colour?: string } | undefined;
      return given
        ? { colour: given.colour }
        : inputRequired({ inputRequests: { colour: inputRequired.elicit(question) } });
    };
    server.registerPrompt('paint', {}, async ctx => {
      const said = ask(ctx);
      if (!('colour' in said)) return said;
      return { messages: [{ role: 'user', content: { type: 'text', text: `Paint it ${said.colour}` } }] };
    });
    server.registerResource('wall', 'wall://one', { mimeType: 'text/plain' }, async (uri, ctx) => {
      const said = ask(ctx);
      return 'colour' in said ? { contents: [{ uri: uri.href, text: `It is ${said.colour}` }] } : said;
    });
    return server;
  });
  return { url: `${await listening(toNodeHandler(handler))}/mcp` };
}

describe.each(WAYS)('a client of the $era era over $way', way => {
  it('is put what another server asks while a prompt or a resource is read', async () => {
    const asked: string[] = [];
    const answer = ({ message }: ElicitRequestFormParams): ElicitResult => {
      asked.push(message);
      return { action: 'accept', content: { colour: 'green' } };
    };
    const { client } = await openBehind({ ...way, answer }, { server: await askingLibrary() });
    const { messages } = await client.getPrompt({ name: 'odd__paint' });
    expect(messages).toMatchObject([{ content: { text: 'Paint it green' } }]);
    const { resources } = await client.listResources();
    const { contents } = await client.readResource({ uri: resources[0]!.uri });
    expect(contents).toMatchObject([{ text: 'It is green' }]);
    expect(asked).toHaveLength(2);
    for (const message of asked) expect(message).toMatch(/^The MCP server odd asks you.*Which colour/s);
  });

  it('gets the prompts and resources of another server, by its name, through the gate', async () => {
    const { client, gate } = await openBehind(way, { server: await library() });
    const { prompts } = await client.listPrompts();
    expect(prompts).toMatchObject([
      { name: 'odd__greet', description: 'From the MCP server odd: Greets someone', arguments: [{ name: 'who' }] },
    ]);
    const got = await client.getPrompt({ name: 'odd__greet', arguments: { who: 'Ada' } });
    expect(got.messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Say hello to Ada' } }]);
    const { resources } = await client.listResources();
    expect(resources).toMatchObject([{ uri: 'toolgate://server/odd/book%3A%2F%2Fone', mimeType: 'text/plain' }]);
    const { contents } = await client.readResource({ uri: resources[0]!.uri });
    expect(contents).toMatchObject([{ text: 'Once upon a time' }]);
    expect(gate.session((await gate.store.calls.list({}))[0]?.sessionID).tainted).toBe(true);
    expect((await gate.store.calls.list({})).map(({ tool }) => tool).sort()).toEqual([
      'odd__get_prompt',
      'odd__read_resource',
    ]);
  });

  it('is refused the prompts and resources of a server that the policy does not let it reach', async () => {
    const { client } = await openBehind(way, { server: await library(), more: { policy: 'standard' } });
    const [resource] = (await client.listResources()).resources;
    await expect(client.readResource({ uri: resource!.uri })).rejects.toThrow('PERMISSION_DENIED');
    await expect(client.getPrompt({ name: 'odd__greet', arguments: { who: 'x' } })).rejects.toThrow(
      'PERMISSION_DENIED',
    );
    await expect(client.getPrompt({ name: 'other__greet', arguments: {} })).rejects.toThrow('no prompt');
  });
});
