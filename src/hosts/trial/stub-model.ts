import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chat } from './protocols/chat.ts';
import { generateContent } from './protocols/generate-content.ts';
import { messages } from './protocols/messages.ts';
import type { Body, ModelProtocol, StubReply, StubStep, ToolReply } from './protocols/protocol.ts';
import { responses } from './protocols/responses.ts';

export interface ModelScript {
  /** The steps, chosen by the number of answers already in the conversation, so that a request may be repeated. */
  readonly steps: readonly StubStep[];
  /** Other steps for conversations in which the user's words hold a text, as those of an agent below. */
  readonly others?: readonly { readonly when: string; readonly steps: readonly StubStep[] }[];
}

export async function openStubModel(script: ModelScript) {
  let results: readonly ToolReply[] = [];
  let offered: readonly string[] = [];
  let count = 0;
  let last = Date.now();
  const reply = (protocol: ModelProtocol, body: Body): StubReply => {
    last = Date.now();
    const request = protocol.read(body);
    if (request.results.length >= results.length) results = request.results;
    if (offered.length === 0) offered = request.offered;
    return chooseReply(script, request, `${Date.now().toString(36)}${count++}`);
  };
  const server = createServer((request, response) => {
    answer(request, response, reply).catch(() => response.destroy());
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** The results of the calls and the tools, as the model was told in the longest conversation. */
    told: () => ({ results, offered, asked: count }),
    /** Milliseconds since the model was asked last, once it has had tools to call. */
    quietFor: () => (offered.length > 0 ? Date.now() - last : 0),
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function chooseReply(script: ModelScript, { offered, said, answers }: ReturnType<ModelProtocol['read']>, id: string) {
  const all = said.join('\n');
  const steps = script.others?.find(({ when }) => all.includes(when))?.steps ?? script.steps;
  // A request without tools wants a title or a summary, and uses up no step.
  const step = offered.length > 0 ? (steps[answers] ?? { text: 'Nothing is left in the script.' }) : { text: 'ok' };
  const calls = (step.calls ?? []).map((call, index) => {
    const pattern = /^\/(.*)\/$/.exec(call.tool)?.[1];
    const tool =
      pattern === undefined ? call.tool : (offered.find(name => new RegExp(pattern).test(name)) ?? call.tool);
    return { ...call, tool, id: `${id}_${index}` };
  });
  return { id, text: step.text, calls };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  reply: (protocol: ModelProtocol, body: Body) => StubReply,
): Promise<void> {
  let text = '';
  for await (const chunk of request) text += chunk;
  const [path = ''] = (request.url ?? '').split('?');
  const json = (status: number, value: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  const whole = WHOLE.find(([pattern]) => pattern.test(path));
  if (whole) return void json(200, whole[1]);
  const route = ROUTES.find(([pattern]) => pattern.test(path));
  if (!route) return void json(404, { error: { message: 'not here' } });
  const [, protocol, stream] = route;
  const body: Body = { ...JSON.parse(text), ...(stream ? { stream } : {}) };
  const made = protocol.write(reply(protocol, body), body);
  if (!Array.isArray(made)) return void json(200, made);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const event of made) response.write(protocol.frame(event));
  response.end(protocol.end);
}

const WHOLE: readonly (readonly [RegExp, object])[] = [
  [/\/messages\/count_tokens$/, { input_tokens: 10 }],
  [/:countTokens$/, { totalTokens: 10 }],
  [/\/models$/, { object: 'list', data: [{ id: 'stub', object: 'model', owned_by: 'stub', created: 1 }] }],
];

const ROUTES: readonly (readonly [RegExp, ModelProtocol, boolean?])[] = [
  [/\/messages$/, messages],
  [/\/chat\/completions$/, chat],
  [/\/responses$/, responses],
  [/:generateContent$/, generateContent],
  [/:streamGenerateContent$/, generateContent, true],
];
