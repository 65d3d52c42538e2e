import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the model of the docs does: it looks at a file, and then says that it has. */
const CALL = { id: 'call_1', name: 'read_file', args: { path: 'notes.md' } };
const SAID = 'There is milk to buy.';

const chat = (answered: boolean) => ({
  choices: [{ index: 0, finish_reason: answered ? 'stop' : 'tool_calls', message: chatMessage(answered) }],
});
const chatMessage = (answered: boolean) =>
  answered
    ? { role: 'assistant', content: SAID }
    : {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: CALL.id, type: 'function', function: { name: CALL.name, arguments: JSON.stringify(CALL.args) } },
        ],
      };

const responses = (answered: boolean) => ({
  object: 'response',
  output: answered
    ? [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: SAID, annotations: [] }] }]
    : [{ type: 'function_call', call_id: CALL.id, name: CALL.name, arguments: JSON.stringify(CALL.args) }],
});

const messages = (answered: boolean) => ({
  role: 'assistant',
  content: answered
    ? [{ type: 'text', text: SAID }]
    : [{ type: 'tool_use', id: CALL.id, name: CALL.name, input: CALL.args }],
});

const generated = (answered: boolean) => ({
  candidates: [{ content: { role: 'model', parts: answered ? [{ text: SAID }] : [{ functionCall: CALL }] } }],
});

const ANSWERS: readonly (readonly [path: RegExp, answer: (answered: boolean) => object])[] = [
  [/chat\/completions$/, chat],
  [/responses$/, responses],
  [/messages$/, messages],
  [/:generateContent/, generated],
];

/** A result of a tool is among what was sent, in any of the protocols. */
const hasResult = (body: string): boolean =>
  /"role":"tool"|"function_call_output"|"tool_result"|"functionResponse"/.test(body.replace(/\s/g, ''));

/** Speaks as four providers do, on this machine. `env` makes their libraries ask it. */
export async function openModelServer() {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const answer = ANSWERS.find(([path]) => path.test(request.url ?? ''))?.[1];
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ? answer(hasResult(body)) : { error: { message: 'No such path' } }));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    env: {
      OPENAI_BASE_URL: `${base}/v1`,
      OPENAI_API_KEY: 'none',
      ANTHROPIC_BASE_URL: base,
      ANTHROPIC_API_KEY: 'none',
      GOOGLE_GEMINI_BASE_URL: base,
      GEMINI_API_KEY: 'none',
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
