import { tool } from '@langchain/core/tools';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { Agent, tool as agentTool, type Model, Runner, setTracingDisabled } from '@openai/agents';
import { tool as aiTool, generateText, isStepCount } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import type { z } from 'zod';
import type { Contestant } from './contest.ts';

type Add = z.ZodObject<{ a: z.ZodNumber; b: z.ZodNumber }>;
type Args = { readonly a: number; readonly b: number };

/** The same trivial tool in other runtimes, each by its own way of running a tool call. */
export async function openPeers(
  schema: Add,
  args: Args,
): Promise<{ contestants: readonly Contestant[]; close(): Promise<void> }> {
  const client = await connectMcp(schema);
  return {
    contestants: [
      peer('LangChain tool().invoke', langchain(schema, args), 500),
      peer('MCP in memory', () => client.callTool({ name: 'add', arguments: args }), 500),
      peer('AI SDK generateText', aiSdk(schema, args), 50),
      peer('OpenAI Agents runner', openaiAgents(schema, args), 50),
    ],
    close: () => client.close(),
  };
}

const peer = (name: string, once: () => unknown, times: number): Contestant => ({ name, role: 'peer', once, times });

function langchain(schema: Add, args: Args) {
  const add = tool(async ({ a, b }: { a: number; b: number }) => String(a + b), {
    name: 'add',
    description: 'Adds.',
    schema,
  });
  return () => add.invoke({ type: 'tool_call', id: '1', name: 'add', args });
}

async function connectMcp(schema: Add): Promise<Client> {
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  server.registerTool('add', { description: 'Adds.', inputSchema: schema }, async ({ a, b }) => ({
    content: [{ type: 'text', text: String(a + b) }],
  }));
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far as never), client.connect(near)]);
  return client;
}

/** One step that calls the tool; the scripted model costs next to nothing. */
function aiSdk(schema: Add, args: Args) {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const model = new MockLanguageModelV4({
    doGenerate: async () =>
      ({
        content: [{ type: 'tool-call', toolCallId: '1', toolName: 'add', input: JSON.stringify(args) }],
        finishReason: { unified: 'tool-calls', raw: 'tool_calls' },
        usage,
        warnings: [],
      }) as never,
  });
  const tools = {
    add: aiTool({ description: 'Adds.', inputSchema: schema, execute: async ({ a, b }) => String(a + b) }),
  };
  return () => generateText({ model, tools, prompt: 'add', stopWhen: isStepCount(1) });
}

/** The model calls the tool, and the run ends with the tool's output. */
function openaiAgents(schema: Add, args: Args) {
  setTracingDisabled(true);
  const model: Model = {
    getResponse: async () =>
      ({
        usage: {
          requests: 1,
          inputTokens: 1,
          outputTokens: 1,
          totalTokens: 2,
          inputTokensDetails: [],
          outputTokensDetails: [],
          add() {},
        },
        output: [
          { type: 'function_call', callId: '1', name: 'add', arguments: JSON.stringify(args), status: 'completed' },
        ],
      }) as never,
    getStreamedResponse: () => {
      throw new Error('not streamed');
    },
  };
  const add = agentTool({
    name: 'add',
    description: 'Adds.',
    parameters: schema,
    execute: async ({ a, b }) => String(a + b),
  });
  const agent = new Agent({ name: 'bench', model, tools: [add], toolUseBehavior: 'stop_on_first_tool' });
  const runner = new Runner({ tracingDisabled: true });
  return () => runner.run(agent, 'add');
}
