import { type Body, joinParts, type ModelProtocol, namedFrame } from './protocol.ts';

/** Anthropic's Messages. */
export const messages: ModelProtocol = {
  read: body => ({
    offered: (body.tools ?? []).map((tool: Body) => tool.name),
    said: body.messages.filter((one: Body) => one.role === 'user').map((one: Body) => joinParts(one.content)),
    answers: body.messages.filter((one: Body) => one.role === 'assistant').length,
    results: body.messages
      .flatMap((one: Body) => (Array.isArray(one.content) ? one.content : []))
      .filter((part: Body) => part.type === 'tool_result')
      .map((part: Body) => ({ id: part.tool_use_id, output: joinParts(part.content) })),
  }),
  write(reply, body) {
    const content: Body[] = [
      ...(reply.text ? [{ type: 'text', text: reply.text }] : []),
      ...reply.calls.map(call => ({ type: 'tool_use', id: `toolu_${call.id}`, name: call.tool, input: call.args })),
    ];
    const message = {
      id: `msg_${reply.id}`,
      type: 'message',
      role: 'assistant',
      model: body.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 10, output_tokens: 1 },
    };
    const stop_reason = reply.calls.length > 0 ? 'tool_use' : 'end_turn';
    if (!body.stream) return { ...message, content, stop_reason };
    return [
      { type: 'message_start', message },
      ...content.flatMap((block, index) => [
        {
          type: 'content_block_start',
          index,
          content_block: block.text ? { type: 'text', text: '' } : { ...block, input: {} },
        },
        {
          type: 'content_block_delta',
          index,
          delta: block.text
            ? { type: 'text_delta', text: block.text }
            : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
        },
        { type: 'content_block_stop', index },
      ]),
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } },
      { type: 'message_stop' },
    ];
  },
  frame: namedFrame,
  end: '',
};
