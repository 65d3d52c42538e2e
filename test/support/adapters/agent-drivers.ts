import { Agent as MastraAgent } from '@mastra/core/agent';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { Agent } from '@openai/agents';
import { toClaudeOptions } from '../../../src/adapters/claude/index.ts';
import { toMastraTools } from '../../../src/adapters/mastra/index.ts';
import { toOpenAIAgentsTools } from '../../../src/adapters/openai-agents/index.ts';
import type { ActivityEvent, CallOptions } from '../../../src/index.ts';
import { connectToClaudeServer } from './claude-client.ts';
import { base64Of, type Driver, type RoundOptions, type Told } from './driver.ts';
import { quietRunner, scriptedAgentsModel, toFunctionCall, toldIn } from './scripted-agents.ts';
import { scriptedAIModel, toldInPrompt } from './scripted-models.ts';

const listening = ({ abort, onProgress }: RoundOptions = {}): CallOptions => ({
  ...(abort ? { abort } : {}),
  onEvent: ({ type, data }: ActivityEvent) => {
    if (type === 'tool_output_chunk') onProgress?.(String(data.chunk));
  },
});

interface ContentPart {
  readonly type: string;
  readonly text?: string;
  readonly image?: string;
}

const openAIAgents: Driver = {
  name: 'OpenAI Agents',
  // The SDK ends a run whose model calls a tool that is not there.
  leavesOut: ['of an unknown tool'],
  async round(gate, calls, options) {
    const model = scriptedAgentsModel([calls.map(toFunctionCall)]);
    const tools = await toOpenAIAgentsTools(gate, { call: listening(options) });
    await quietRunner().run(new Agent({ name: 'a', model, tools }), 'Go on.');
    return toldIn(model).map(({ callId, output }): Told => {
      const parts = (Array.isArray(output) ? output : [output]) as readonly ContentPart[];
      return {
        id: callId,
        text: parts.map(({ text = '' }) => text).join(''),
        failed: undefined,
        images: parts.flatMap(({ image }) => (image === undefined ? [] : [base64Of(image)])),
      };
    });
  },
};

const mastra: Driver = {
  name: 'Mastra',
  // Mastra answers for a tool that is not there itself.
  leavesOut: ['of an unknown tool'],
  async round(gate, calls, options) {
    const { model, prompts } = scriptedAIModel([calls]);
    const tools = await toMastraTools(gate, { call: listening(options) });
    const agent = new MastraAgent({ id: 'a', name: 'a', instructions: 'Go on.', model: model as never, tools });
    await agent.generate('Go on.', { maxSteps: 2 });
    return toldInPrompt(prompts[1]!);
  },
};

const claude: Driver = {
  name: 'the server for Claude',
  async round(gate, calls, options) {
    const client = await connectToClaudeServer(await toClaudeOptions(gate, { call: listening(options) }));
    return Promise.all(
      calls.map(async ({ id, name, args }): Promise<Told> => {
        const call = { name, arguments: args as Record<string, unknown> };
        const { content, isError = false } = (await client.callTool(call)) as CallToolResult;
        return {
          id,
          text: content.map(block => (block.type === 'text' ? block.text : '')).join(''),
          failed: isError,
          images: content.flatMap(block => (block.type === 'image' ? [block.data] : [])),
        };
      }),
    );
  },
};

export const AGENT_DRIVERS: readonly Driver[] = [openAIAgents, mastra, claude];
