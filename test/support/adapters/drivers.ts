import { AIMessage, type BaseMessage, isToolMessage, type ToolMessage } from '@langchain/core/messages';
import type { StructuredToolInterface } from '@langchain/core/tools';
import { generateText, isStepCount, type ToolSet } from 'ai';
import { createAgent, createMiddleware, fakeModel } from 'langchain';
import { toAISDKRepair, toAISDKTools } from '../../../src/adapters/ai/index.ts';
import { toAnthropicTools } from '../../../src/adapters/anthropic/index.ts';
import { toGoogleTools } from '../../../src/adapters/google/index.ts';
import { toLangChainRepair, toLangChainTools } from '../../../src/adapters/langchain/index.ts';
import { toOpenAIChatTools, toOpenAIResponsesTools } from '../../../src/adapters/openai/index.ts';
import type { ActivityEvent, CallOptions } from '../../../src/index.ts';
import { AGENT_DRIVERS } from './agent-drivers.ts';
import { base64Of, type Driver, type RoundOptions, type Told } from './driver.ts';
import { scriptedAIModel, toldInPrompt } from './scripted-models.ts';

const callOptions = ({ abort, onProgress }: RoundOptions = {}): CallOptions => ({
  ...(abort ? { abort } : {}),
  onEvent: ({ type, data }: ActivityEvent) => {
    if (type === 'tool_output_chunk') onProgress?.(String(data.chunk));
  },
});

const jsonOf = (args: unknown): string => (typeof args === 'string' ? args : JSON.stringify(args));

/** The gate itself, which all others are compared with. */
export const library: Driver = {
  name: 'library',
  async round(gate, calls, options) {
    const outcomes = await gate.executeAll(calls, callOptions(options));
    return outcomes.map(({ id, ok, output, attachments }) => ({
      id: String(id),
      text: output,
      failed: !ok,
      images: attachments.map(({ data = '' }) => data),
    }));
  },
};

const chat: Driver = {
  name: 'OpenAI chat',
  async round(gate, calls, options) {
    const tool_calls = calls.map(({ id, name, args }) => ({
      id,
      type: 'function',
      function: { name, arguments: jsonOf(args) },
    }));
    const message = { role: 'assistant', content: null, tool_calls };
    const messages = await toOpenAIChatTools(gate).run({ choices: [{ message }] }, callOptions(options));
    const attached = messages.flatMap(one => (one.role === 'user' ? one.content : []));
    const images = attached.flatMap(part => (part.type === 'image_url' ? [base64Of(part.image_url.url)] : []));
    return messages.flatMap(one =>
      one.role === 'tool' ? [{ id: one.tool_call_id, text: one.content, failed: undefined, images }] : [],
    );
  },
};

const responses: Driver = {
  name: 'OpenAI Responses',
  async round(gate, calls, options) {
    const output = calls.map(({ id, name, args }) => ({
      type: 'function_call',
      call_id: id,
      name,
      arguments: jsonOf(args),
    }));
    const items = await toOpenAIResponsesTools(gate).run({ output }, callOptions(options));
    return items.map((item): Told => {
      if (item.type !== 'function_call_output') throw new Error(item.type);
      const parts =
        typeof item.output === 'string' ? [{ type: 'input_text' as const, text: item.output }] : item.output;
      return {
        id: item.call_id,
        text: parts.flatMap(part => (part.type === 'input_text' ? [part.text] : [])).join(''),
        failed: undefined,
        images: parts.flatMap(part => (part.type === 'input_image' ? [base64Of(part.image_url)] : [])),
      };
    });
  },
};

const anthropic: Driver = {
  name: 'Anthropic',
  async round(gate, calls, options) {
    const content = calls.map(({ id, name, args }) => ({ type: 'tool_use', id, name, input: args }));
    const blocks = await toAnthropicTools(gate).run({ content }, callOptions(options));
    return blocks.map(({ tool_use_id, content: said, is_error }): Told => {
      const parts = typeof said === 'string' ? [{ type: 'text' as const, text: said }] : said;
      return {
        id: tool_use_id,
        text: parts.flatMap(part => (part.type === 'text' ? [part.text] : [])).join(''),
        failed: is_error === true,
        images: parts.flatMap(part =>
          part.type === 'image' && part.source.type === 'base64' ? [part.source.data] : [],
        ),
      };
    });
  },
};

const google: Driver = {
  name: 'Google',
  async round(gate, calls, options) {
    const parts = calls.map(({ id, name, args }) => ({ functionCall: { id, name, args } }));
    const said = { candidates: [{ content: { role: 'model', parts } }] };
    const answers = await toGoogleTools(gate).run(said, callOptions(options));
    return answers.map(({ functionResponse: { id = '', response, parts: media = [] } }) => ({
      id,
      text: 'error' in response ? response.error : response.output,
      failed: 'error' in response,
      images: media.flatMap(({ inlineData }) => inlineData?.data ?? []),
    }));
  },
};

const aiSDK: Driver = {
  name: 'AI SDK',
  async round(gate, calls, options = {}) {
    const { model, prompts } = scriptedAIModel([calls]);
    await generateText({
      model,
      tools: watched(await toAISDKTools(gate), options),
      repairToolCall: toAISDKRepair(gate),
      stopWhen: isStepCount(2),
      prompt: 'Go on.',
    });
    return toldInPrompt(prompts[1]!);
  },
};

/** The SDK ends everything when it is aborted; a signal for the tools alone shows what they then tell. */
function watched(tools: ToolSet, { abort, onProgress }: RoundOptions): ToolSet {
  return Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => {
      const execute: typeof tool.execute = async function* (input, context) {
        const running = tool.execute!(input, { ...context, ...(abort ? { abortSignal: abort } : {}) });
        for await (const told of running as AsyncIterable<{ running?: true; output: string }>) {
          if (told.running) onProgress?.(told.output);
          yield told;
        }
      };
      return [name, { ...tool, execute } as ToolSet[string]];
    }),
  );
}

const langChain: Driver = {
  name: 'LangChain',
  async round(gate, calls, { abort, onProgress } = {}) {
    const model = fakeModel()
      .respondWithTools(calls.map(({ id, name, args }) => ({ id, name, args: args as Record<string, unknown> })))
      .respond(new AIMessage('Done.'));
    const tools = await toLangChainTools(gate);
    const middleware = [createMiddleware({ name: 'toolgate', wrapToolCall: toLangChainRepair(tools) })];
    const agent = createAgent({ model, tools: tools.map(tool => withSignal(tool, abort)), middleware });
    const input = { messages: [{ role: 'user' as const, content: 'Go on.' }] };
    const told: ToolMessage[] = [];
    for await (const [mode, chunk] of await agent.stream(input, { streamMode: ['custom', 'values'] })) {
      if (mode === 'custom') onProgress?.((chunk as { chunk?: string }).chunk ?? '');
      else told.splice(0, told.length, ...(chunk as { messages: BaseMessage[] }).messages.filter(isToolMessage));
    }
    return told.map((message): Told => {
      const parts = typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
      return {
        id: message.tool_call_id,
        text: parts.map(part => ('text' in part ? String(part.text) : '')).join(''),
        failed: message.status === 'error',
        images: parts.flatMap(part => ('image_url' in part ? [base64Of((part.image_url as { url: string }).url)] : [])),
      };
    });
  },
};

/** An agent ends everything when it is aborted; a signal for the tools alone shows what they then tell. */
function withSignal(tool: StructuredToolInterface, signal: AbortSignal | undefined): StructuredToolInterface {
  if (!signal) return tool;
  const invoke = (input: never, config: object) => tool.invoke(input, { ...config, signal });
  return Object.create(tool, { invoke: { value: invoke } });
}

/** Whoever adds an adapter adds its driver here. */
export const DRIVERS: readonly Driver[] = [chat, responses, anthropic, google, aiSDK, langChain, ...AGENT_DRIVERS];
