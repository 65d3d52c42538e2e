import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface StubMessage {
  readonly role: string;
  readonly content: unknown;
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly name: string } }[];
  readonly tool_call_id?: string;
}

export interface StubRequest {
  readonly model: string;
  readonly stream: boolean;
  readonly messages: readonly StubMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string; readonly parameters: object } }[];
}

/** What the server does with one request. */
export type StubAnswer = (response: ServerResponse, request: StubRequest) => void;

export interface StubCall {
  readonly name: string;
  /** An object, or text that is sent as it is. */
  readonly args: unknown;
}

/** A local server that speaks as OpenAI does. The answers are given in order, or by a function. */
export async function openStub(answers: readonly StubAnswer[] | ((request: StubRequest) => StubAnswer)) {
  const requests: StubRequest[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const server = createServer(async (incoming, response) => {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const request = JSON.parse(Buffer.concat(parts).toString()) as StubRequest;
    headers.push(incoming.headers);
    requests.push(request);
    const answer = typeof answers === 'function' ? answers(request) : answers[requests.length - 1];
    if (answer) answer(response, request);
    else failing(500, 'The stub has no more answers')(response, request);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { baseURL: `http://127.0.0.1:${port}/v1`, requests, headers };
}

const event = (data: unknown): string => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;

const chunk = (delta: object, finish: string | null = null) =>
  event({
    id: 'x',
    object: 'chat.completion.chunk',
    model: 'stub',
    choices: [{ index: 0, delta, finish_reason: finish }],
  });

const begin = (response: ServerResponse): void => void response.writeHead(200, { 'content-type': 'text/event-stream' });

/** In pieces of a few letters, as models send it. */
const pieces = (text: string, size: number): string[] => text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];

function end(response: ServerResponse, reason: string): void {
  response.write(chunk({}, reason));
  response.write(
    event({ id: 'x', choices: [], usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } }),
  );
  response.end(event('[DONE]'));
}

export const saying =
  (text: string): StubAnswer =>
  response => {
    begin(response);
    for (const content of pieces(text, 5)) response.write(chunk({ content }));
    end(response, 'stop');
  };

/** Thinks first, where others may look on. */
export const thinking =
  (thought: string, text: string): StubAnswer =>
  response => {
    begin(response);
    for (const reasoning_content of pieces(thought, 5)) response.write(chunk({ reasoning_content }));
    for (const content of pieces(text, 5)) response.write(chunk({ content }));
    end(response, 'stop');
  };

let ids = 0;

/** The calls of an answer, their arguments in fragments and mixed with each other. */
export const calling =
  (...calls: readonly StubCall[]): StubAnswer =>
  response => {
    begin(response);
    const fragments = calls.map(({ args }) => pieces(typeof args === 'string' ? args : JSON.stringify(args), 7));
    calls.forEach(({ name }, index) => {
      response.write(
        chunk({ tool_calls: [{ index, id: `call_${++ids}`, type: 'function', function: { name, arguments: '' } }] }),
      );
    });
    const most = Math.max(...fragments.map(({ length }) => length));
    for (let at = 0; at < most; at++) {
      fragments.forEach((own, index) => {
        const part = own[at];
        if (part !== undefined) response.write(chunk({ tool_calls: [{ index, function: { arguments: part } }] }));
      });
    }
    end(response, 'tool_calls');
  };

export const failing =
  (status: number, message: string, headers: Readonly<Record<string, string>> = {}): StubAnswer =>
  response =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ error: { message } }));

/** The connection breaks in the middle of an answer. */
export const breaking =
  (text: string): StubAnswer =>
  response => {
    begin(response);
    response.write(chunk({ content: text }), () => response.destroy());
  };

/** The stream ends properly, but the answer has no end; a call in it is whole as JSON. */
export const stopping =
  (call: StubCall): StubAnswer =>
  response => {
    begin(response);
    const made = {
      index: 0,
      id: `call_${++ids}`,
      type: 'function',
      function: { name: call.name, arguments: JSON.stringify(call.args) },
    };
    response.end(chunk({ tool_calls: [made] }));
  };

/** Something in the stream is no JSON. */
export const garbling: StubAnswer = response => {
  begin(response);
  response.end(event('{"choices": [{"delta": {"content": "ha'));
};

/** An error that comes in the stream. */
export const erring =
  (message: string): StubAnswer =>
  response => {
    begin(response);
    response.end(event({ error: { message, type: 'server_error', code: null, param: null } }));
  };

/** Says something, and then nothing more. */
export const hanging =
  (text: string): StubAnswer =>
  response => {
    begin(response);
    response.write(chunk({ content: text }));
  };
