import { join } from 'node:path';
import type { CallToolResult, ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/client';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { acceptedContent, createMcpHandler, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { connectMcpServers, type McpServerConfig } from '../src/adapters/mcp/client/index.ts';
import type { McpServingOptions } from '../src/adapters/mcp/server/index.ts';
import { type ConnectOptions, openWorld, WAYS } from './mcp-server-world.ts';
import { listening } from './open-authority.ts';

const ODD = join(import.meta.dirname, 'children', 'odd-mcp-server.ts');
const odd: McpServerConfig = { command: process.execPath, args: [ODD] };

/** A client of a gate that has another server behind it, whose calls are all allowed. */
async function openBehind(
  options: ConnectOptions,
  { server = odd, serving }: { server?: McpServerConfig; serving?: McpServingOptions } = {},
) {
  const rules = [{ tool: 'odd__*', match: '*', verdict: 'allow' as const }];
  const world = await openWorld(
    {},
    {
      gate: { policy: { extends: 'privileged', rules }, approver: () => 'allow_once' },
      ...(serving ? { serving } : {}),
    },
  );
  const beside = connectMcpServers(world.gate, { odd: server });
  onTestFinished(() => beside.close());
  await beside.ready();
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

  it('is answered by nobody where the client asks no person', async () => {
    const { call } = await openBehind(way);
    expect(textOf(await call('odd__asks'))).toContain('"action":"cancel"');
  });

  it('is answered by nobody where people are not to be asked by way of clients', async () => {
    const { call } = await openBehind({ ...way, answer: never }, { serving: { elicit: false } });
    expect(textOf(await call('odd__asks'))).toContain('"action":"cancel"');
  });

  it('is answered by nobody where the call came in another way, and never by a model', async () => {
    const { gate } = await openBehind({ ...way, answer: never });
    await gate.registry.show('odd__asks');
    expect((await gate.execute({ name: 'odd__asks', args: {} })).output).toContain('"action":"cancel"');
  });

  it('with a form that no screen would hold is not shown', async () => {
    const server = { command: process.execPath, args: [ODD, '/dev/null', 'large-form'] };
    const { call } = await openBehind({ ...way, answer: never }, { server });
    expect(textOf(await call('odd__asks'))).toContain('"action":"cancel"');
  });

  it('may take longer than the server itself has for a call', async () => {
    const answer = async (): Promise<ElicitResult> => {
      await new Promise(resolve => setTimeout(resolve, 1_500));
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
