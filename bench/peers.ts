import { asSchema, executeTool, safeParseJSON } from '@ai-sdk/provider-utils';
import { DynamicStructuredTool, tool } from '@langchain/core/tools';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { Agent, tool as agentTool, type Model, RunContext, Runner, setTracingDisabled } from '@openai/agents';
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
      peer('AI SDK parse and execute', aiSdkCall(schema, args), 2_000),
      peer('LangChain DynamicStructuredTool', langchainStructured(schema, args), 500),
      peer('OpenAI Agents tool.invoke', openaiAgentsTool(schema, args), 2_000),
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

/** The tool alone, given its arguments instead of a whole call. */
function langchainStructured(schema: Add, args: Args) {
  const add = new DynamicStructuredTool({
    name: 'add',
    description: 'Adds.',
    schema,
    func: async ({ a, b }: Args) => String(a + b),
  });
  return () => add.invoke(args);
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

/** What `generateText` does with one call of a tool, and nothing around it: the text is parsed and checked, the tool runs. */
function aiSdkCall(schema: Add, args: Args) {
  const add = aiTool({ description: 'Adds.', inputSchema: schema, execute: async ({ a, b }) => String(a + b) });
  const text = JSON.stringify(args);
  return async () => {
    const parsed = await safeParseJSON({ text, schema: asSchema(add.inputSchema) });
    if (!parsed.success) throw parsed.error;
    const options = { toolCallId: '1', messages: [], context: undefined };
    for await (const part of executeTool({ tool: add, input: parsed.value, options } as never)) {
      if (part.type === 'final') return part.output;
    }
    throw new Error('The tool has given nothing back');
  };
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

const addForAgents = (schema: Add) =>
  agentTool({
    name: 'add',
    description: 'Adds.',
    parameters: schema,
    execute: async ({ a, b }) => String(a + b),
  });

/** The tool alone, without a model and a run. */
function openaiAgentsTool(schema: Add, args: Args) {
  setTracingDisabled(true);
  const add = addForAgents(schema);
  const context = new RunContext();
  const text = JSON.stringify(args);
  return () => add.invoke(context, text);
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
  const agent = new Agent({
    name: 'bench',
    model,
    tools: [addForAgents(schema)],
    toolUseBehavior: 'stop_on_first_tool',
  });
  const runner = new Runner({ tracingDisabled: true });
  return () => runner.run(agent, 'add');
}
