import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

interface ScriptedUse {
  readonly name: string;
  readonly input: object;
}

interface ToldResult {
  readonly text: string;
  readonly failed: boolean;
}

type Block = Readonly<Record<string, unknown>>;

interface MessagesRequest {
  readonly model: string;
  readonly tools?: readonly { readonly name: string }[];
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Block[] }[];
}

/**
 * A server that speaks Anthropic's Messages and answers from a script: round by round these calls, and then that it is
 * done. A request without tools, such as for a title, uses up no round.
 */
export async function openMessagesStub(rounds: readonly (readonly ScriptedUse[])[]) {
  const offered = new Set<string>();
  const told: ToldResult[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (!request.url?.startsWith('/v1/messages') || body === '') return void response.writeHead(404).end();
    const { model, tools = [], messages } = JSON.parse(body) as MessagesRequest;
    for (const { name } of tools) offered.add(name);
    told.splice(0, told.length, ...resultsIn(messages));
    const round = tools.length === 0 ? [] : (rounds[messages.filter(({ role }) => role === 'assistant').length] ?? []);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const event of reply(model, round)) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    response.end();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, offered, told };
}

const resultsIn = (messages: MessagesRequest['messages']): ToldResult[] =>
  messages
    .flatMap(({ content }) => (typeof content === 'string' ? [] : content))
    .filter(({ type }) => type === 'tool_result')
    .map(({ content, is_error }) => ({ text: textOf(content), failed: is_error === true }));

const textOf = (content: unknown): string =>
  Array.isArray(content) ? content.map(part => (part as { text?: string }).text ?? '').join('') : String(content);

let count = 0;

function reply(model: string, uses: readonly ScriptedUse[]): readonly { readonly type: string }[] {
  const blocks = uses.map(({ name, input }) => ({
    start: { type: 'tool_use', id: `toolu_${++count}`, name, input: {} },
    delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) },
  }));
  const done = { start: { type: 'text', text: '' }, delta: { type: 'text_delta', text: 'Done.' } };
  const message = {
    id: `msg_${++count}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 1 },
  };
  const delta = { stop_reason: uses.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null };
  return [
    { type: 'message_start', message },
    ...(blocks.length > 0 ? blocks : [done]).flatMap(({ start, delta: part }, index) => [
      { type: 'content_block_start', index, content_block: start },
      { type: 'content_block_delta', index, delta: part },
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta, usage: { output_tokens: 5 } },
    { type: 'message_stop' },
  ] as readonly { readonly type: string }[];
}
