import type { AIMessage as Message } from '@langchain/core/messages';
import type { StructuredToolInterface } from '@langchain/core/tools';
import { markUnreadable, recordOf } from '../read-said.ts';
import { cutOff } from '../run-reply.ts';
import { loadLangChainCore } from './load.ts';

/** The parts of LangChain's word on a call that are needed. */
type Request = { readonly toolCall: { readonly name: string; readonly args: unknown }; readonly tool: unknown };

/**
 * For `wrapToolCall` of a middleware: calls of tools that the agent does not have reach the gate too, by way of
 * `call_tool`, which knows the other names of tools and those that are loaded when needed, and suggests the nearest.
 */
export function toLangChainRepair(tools: readonly StructuredToolInterface[]) {
  const calling = tools.find(({ name }) => name === 'call_tool');
  return <Asked extends Request, Answer>(request: Asked, handler: (request: Asked) => Answer): Answer => {
    if (request.tool !== undefined || !calling) return handler(request);
    const { name, args } = request.toolCall;
    const toolCall = { ...request.toolCall, name: calling.name, args: { name, args } };
    return handler({ ...request, toolCall, tool: calling });
  };
}

type ToolCall = NonNullable<Message['tool_calls']>[number];

/**
 * For `afterModel` of a middleware. Calls whose arguments are no JSON reach the gate too: LangChain sets them aside,
 * and the agent would end there without a word. And the last call of an answer that was cut off is refused: LangChain
 * closes its open parts, so that half a file would be written as if it were the whole.
 */
export function toLangChainReread(tools: readonly StructuredToolInterface[]) {
  const own = new Set(tools.map(({ name }) => name));
  return async ({ messages }: { messages: readonly unknown[] }): Promise<{ messages: Message[] } | undefined> => {
    const { AIMessage } = await loadLangChainCore();
    const last = messages.at(-1);
    if (!AIMessage.isInstance(last)) return undefined;
    const { tool_calls = [], invalid_tool_calls = [] } = last;
    const broken = invalid_tool_calls.filter(({ name }) => name !== undefined && own.has(name));
    const ended = endedEarly(last) && broken.length === 0 ? tool_calls.at(-1) : undefined;
    const cut = ended && own.has(ended.name) ? ended : undefined;
    if (broken.length === 0 && !cut) return undefined;
    const read = broken.map(({ id, name = '', args = '' }, index) => {
      return { type: 'tool_call' as const, id: id ?? `unread_${index}`, name, args: markUnreadable(args) };
    });
    const calls = [...tool_calls.map(call => (call === cut ? halved(call) : call)), ...read];
    return { messages: [new AIMessage(withCalls(last, calls))] };
  };
}

const halved = (call: ToolCall): ToolCall => ({ ...call, args: markUnreadable(String(cutOff(call).args)) });

/** The message with other calls and the same id, so that it takes the place of the first one. */
function withCalls(message: Message, tool_calls: ToolCall[]) {
  const { id, name, content, additional_kwargs, response_metadata, usage_metadata } = message;
  const kept = (message.invalid_tool_calls ?? []).filter(call => !tool_calls.some(one => one.id === call.id));
  return {
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
    ...(usage_metadata === undefined ? {} : { usage_metadata }),
    content: content as string,
    additional_kwargs,
    response_metadata,
    tool_calls,
    invalid_tool_calls: kept,
  };
}

/** Reasons for an early end, as OpenAI, Anthropic and Google say them. */
const EARLY: ReadonlySet<unknown> = new Set(
  'length content_filter max_tokens model_context_window_exceeded refusal MAX_TOKENS'.split(' '),
);

function endedEarly({ response_metadata, additional_kwargs }: Message): boolean {
  return [response_metadata, additional_kwargs].some(said => {
    const { finish_reason, stop_reason, finishReason, stopReason } = recordOf(said);
    return [finish_reason, stop_reason, finishReason, stopReason].some(reason => EARLY.has(reason));
  });
}
