import { type Body, joinParts, type ModelProtocol, namedFrame, type StubReply } from './protocol.ts';

/** Codex gives its newest models the tools as an item of the input, in namespaces; their names are joined here. */
const toolsOf = (body: Body): Body[] => [
  ...(body.tools ?? []),
  ...itemsOf(body).flatMap(item => (item.type === 'additional_tools' ? item.tools : [])),
];

const itemsOf = (body: Body): Body[] =>
  typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : body.input;

const isOurs = (item: Body): boolean => item.role === 'assistant' || /_call$|^reasoning$/.test(item.type ?? '');

/** OpenAI's Responses. */
export const responses: ModelProtocol = {
  read(body) {
    const items = itemsOf(body);
    return {
      offered: toolsOf(body).flatMap(tool =>
        tool.type === 'namespace'
          ? tool.tools.map((inner: Body) => `${tool.name}${inner.name}`)
          : [tool.name ?? tool.type],
      ),
      said: items.filter(item => item.role === 'user').map(item => joinParts(item.content)),
      answers: items.filter((item, index) => isOurs(item) && !(index > 0 && isOurs(items[index - 1]))).length,
      results: items
        .filter(item => /_call_output$/.test(item.type ?? ''))
        .map(item => ({
          id: item.call_id,
          output: typeof item.output === 'string' ? item.output : JSON.stringify(item.output),
        })),
    };
  },
  write(reply, body) {
    const output = outputOf(reply, body);
    const response = {
      id: `resp_${reply.id}`,
      object: 'response',
      created_at: 1,
      model: body.model,
      status: 'completed',
      output,
      usage: {
        input_tokens: 10,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: 5,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 15,
      },
      parallel_tool_calls: true,
      tool_choice: 'auto',
      tools: [],
      error: null,
      incomplete_details: null,
    };
    if (!body.stream) return response;
    return [
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
      ...output.flatMap((item, output_index) => [
        { type: 'response.output_item.added', output_index, item },
        ...(item.type === 'message'
          ? [
              {
                type: 'response.output_text.delta',
                output_index,
                content_index: 0,
                item_id: item.id,
                delta: reply.text,
              },
            ]
          : []),
        { type: 'response.output_item.done', output_index, item },
      ]),
      { type: 'response.completed', response },
    ].map((event, sequence_number) => ({ ...event, sequence_number }));
  },
  frame: namedFrame,
  end: '',
};

function outputOf(reply: StubReply, body: Body): Body[] {
  const spaces = toolsOf(body).filter(tool => tool.type === 'namespace');
  const named = (name: string) => {
    const space = spaces.find(tool => name.startsWith(tool.name));
    return space ? { namespace: space.name, name: name.slice(space.name.length) } : { name };
  };
  const message = {
    type: 'message',
    id: `msg_${reply.id}`,
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: reply.text, annotations: [] }],
  };
  return [
    ...(reply.text ? [message] : []),
    ...reply.calls.map(call => ({
      call_id: `call_${call.id}`,
      ...named(call.tool),
      status: 'completed',
      ...(typeof call.args === 'string'
        ? { type: 'custom_tool_call', id: `ctc_${call.id}`, input: call.args }
        : { type: 'function_call', id: `fc_${call.id}`, arguments: JSON.stringify(call.args) }),
    })),
  ];
}
