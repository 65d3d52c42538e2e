import { type Body, joinParts, type ModelProtocol, plainFrame } from './protocol.ts';

/** OpenAI's Chat Completions. */
export const chat: ModelProtocol = {
  read: body => ({
    offered: (body.tools ?? []).map((tool: Body) => (tool.function ?? tool.custom ?? tool).name),
    said: body.messages.filter((one: Body) => one.role === 'user').map((one: Body) => joinParts(one.content)),
    answers: body.messages.filter((one: Body) => one.role === 'assistant').length,
    results: body.messages
      .filter((one: Body) => one.role === 'tool')
      .map((one: Body) => ({ id: one.tool_call_id, output: joinParts(one.content) })),
  }),
  write(reply, body) {
    const tool_calls = reply.calls.map((call, index) => ({
      index,
      id: `call_${call.id}`,
      ...(typeof call.args === 'string'
        ? { type: 'custom', custom: { name: call.tool, input: call.args } }
        : { type: 'function', function: { name: call.tool, arguments: JSON.stringify(call.args) } }),
    }));
    const finish_reason = tool_calls.length > 0 ? 'tool_calls' : 'stop';
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    const message = {
      role: 'assistant',
      content: reply.text || null,
      ...(tool_calls.length > 0 ? { tool_calls } : {}),
    };
    const head = { id: `chatcmpl-${reply.id}`, created: 1, model: body.model };
    if (!body.stream)
      return { ...head, object: 'chat.completion', choices: [{ index: 0, message, finish_reason }], usage };
    const chunk = (delta: object, reason: string | null = null) => ({
      ...head,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta, finish_reason: reason }],
    });
    return [
      chunk({ role: 'assistant', content: '' }),
      ...(reply.text ? [chunk({ content: reply.text })] : []),
      ...tool_calls.map(call => chunk({ tool_calls: [call] })),
      { ...chunk({}, finish_reason), usage },
    ];
  },
  frame: plainFrame,
  end: 'data: [DONE]\n\n',
};
