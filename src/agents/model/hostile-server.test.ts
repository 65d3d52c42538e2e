import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { openStub, type StubAnswer, saying } from '../../../test/support/network/openai-stub.ts';
import { inputOf } from '../loop/to-prompt.ts';
import { askModel } from './ask-model.ts';
import { toModelFailure } from './failure.ts';
import { modelFetch } from './fetch.ts';
import { resolveModel } from './resolve-model.ts';

const request = { prompt: [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Go' }] }] };

async function ask(answer: StubAnswer) {
  const { baseURL } = await openStub([answer]);
  const { model } = await resolveModel('mine/x', { env: {}, models: { mine: { baseURL } } });
  return askModel(model, request);
}

const failureOf = (answer: StubAnswer) =>
  ask(answer).then(
    () => undefined,
    error => toModelFailure(error, 0),
  );

const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

const call = (index: number, text: string) => ({
  tool_calls: [{ index, id: `c${index}`, type: 'function', function: { name: 'read_file', arguments: text } }],
});

/** Never ends by itself; stops when nobody listens. */
const endless =
  (make: (count: number) => string): StubAnswer =>
  response => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    Readable.from(forEver(make)).pipe(response.on('error', () => {}));
  };

function* forEver(make: (count: number) => string): Generator<string> {
  for (let count = 0; ; count++) yield make(count);
}

describe('a model without an end', () => {
  const much = 'x'.repeat(100_000);

  it.each<[string, (count: number) => string]>([
    ['words', () => chunk({ content: much })],
    ['thoughts', () => chunk({ reasoning_content: much })],
    ['arguments', count => chunk(count === 0 ? call(0, '{"path":"') : call(0, much))],
    ['calls', count => chunk(call(count, '{}'))],
  ])('a model without an end is cut off and not asked again: %s', async (_, make) => {
    const failure = await failureOf(endless(make));
    expect(failure).toMatchObject({ remedy: 'other' });
    expect(failure?.error.message).toMatch(/not come to an end/);
  });

  it('a model without an end is cut off where it sends nothing that counts', async () => {
    const { baseURL } = await openStub([endless(() => much)]);
    const response = await modelFetch(baseURL, 1_000_000)(baseURL, { method: 'POST', body: '{}' });
    await expect(response.text()).rejects.toThrow('more than 1000000 bytes');
  });
});

describe("a model's server", () => {
  it('a model’s server cannot send the conversation to another one', async () => {
    const other = await openStub([saying('Stolen.')]);
    const failure = await failureOf(response => void response.writeHead(307, { location: other.baseURL }).end());
    expect(failure).toMatchObject({ remedy: 'other', refused: false });
    expect(failure?.error.message).toMatch(/elsewhere .*307/);
    expect(other.requests).toEqual([]);
  });

  it('a model’s server cannot give a budget back with a count that is none', async () => {
    const usage = { prompt_tokens: -1_000_000, completion_tokens: 1e308, total_tokens: 0 };
    const { usage: counted } = await ask(response => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(chunk({ content: 'Hi.' }) + chunk({}, 'stop'));
      response.end(`data: ${JSON.stringify({ id: 'x', choices: [], usage })}\n\ndata: [DONE]\n\n`);
    });
    expect(counted).toEqual({ input: undefined, output: undefined });
  });
});

it('arguments that are nested too deeply to be written again are shown as text', () => {
  const deep = `{"path":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
  expect(Object.keys(inputOf(deep))).toEqual(['unreadable_json']);
});
