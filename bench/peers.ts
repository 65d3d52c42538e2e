import { tool } from '@langchain/core/tools';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer } from '@modelcontextprotocol/server';
import { Agent, tool as agentTool, type Model, Runner, setTracingDisabled } from '@openai/agents';
import { tool as aiTool, generateText, isStepCount } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { z } from 'zod';
import { type Measured, measure } from './measure.ts';

const schema = z.object({ a: z.number(), b: z.number() });
const args = { a: 1, b: 2 };

/** The same trivial tool in other runtimes, each by its own way of running a tool call. */
export async function measurePeers(calls: number): Promise<Measured[]> {
  return [await langchain(calls), await mcp(calls), await aiSdk(calls / 10), await openaiAgents(calls / 10)];
}

function langchain(calls: number): Promise<Measured> {
  const add = tool(async ({ a, b }: { a: number; b: number }) => String(a + b), {
    name: 'add',
    description: 'Adds.',
    schema,
  });
  return measure('LangChain tool().invoke', () => add.invoke({ type: 'tool_call', id: '1', name: 'add', args }), calls);
}

async function mcp(calls: number): Promise<Measured> {
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  server.registerTool('add', { description: 'Adds.', inputSchema: schema }, async ({ a, b }) => ({
    content: [{ type: 'text', text: String(a + b) }],
  }));
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far as never), client.connect(near)]);
  const measured = await measure('MCP in memory', () => client.callTool({ name: 'add', arguments: args }), calls);
  await client.close();
  return measured;
}

/** One step that calls the tool; the scripted model costs next to nothing. */
function aiSdk(calls: number): Promise<Measured> {
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
  return measure(
    'AI SDK generateText',
    () => generateText({ model, tools, prompt: 'add', stopWhen: isStepCount(1) }),
    calls,
  );
}

/** The model calls the tool, and the run ends with the tool's output. */
function openaiAgents(calls: number): Promise<Measured> {
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
  return measure('OpenAI Agents runner', () => runner.run(agent, 'add'), calls);
}
