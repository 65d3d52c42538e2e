import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { resolveEmbeddingModel } from './resolve-embedding-model.ts';

/** A server that gives the length of each text as its vector. */
async function openServer(): Promise<{ baseURL: string; seen: { headers: IncomingHttpHeaders; body: unknown }[] }> {
  const seen: { headers: IncomingHttpHeaders; body: unknown }[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = JSON.parse(text) as { input: string[] };
    seen.push({ headers: request.headers, body });
    const data = body.input.map((input, index) => ({ object: 'embedding', index, embedding: [input.length, 1] }));
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({ object: 'list', data, model: 'small', usage: { prompt_tokens: 1, total_tokens: 1 } }),
    );
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>(resolve => void server.close(() => resolve())));
  return { baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, seen };
}

it('asks the server that the config names, with its key', async () => {
  const { baseURL, seen } = await openServer();
  const models = { mine: { provider: 'openai-compatible', baseURL, model: 'small', apiKeyEnv: 'MY_KEY' } };
  const model = await resolveEmbeddingModel('mine', { models, env: { MY_KEY: 'k-1' } });
  const { embeddings } = await model.doEmbed({ values: ['abc', 'a'] });
  expect(embeddings).toEqual([
    [3, 1],
    [1, 1],
  ]);
  expect(seen[0]?.headers.authorization).toBe('Bearer k-1');
  expect(seen[0]?.body).toMatchObject({ model: 'small', input: ['abc', 'a'] });
});

it('says what is missing', async () => {
  const env = {};
  await expect(resolveEmbeddingModel('anthropic/x', { env: { ANTHROPIC_API_KEY: 'k' } })).rejects.toThrow(
    /no embeddings/,
  );
  await expect(resolveEmbeddingModel('openai/x', { env })).rejects.toThrow(/needs a key/);
  await expect(resolveEmbeddingModel('opanai/x', { env })).rejects.toMatchObject({
    suggestion: 'Did you mean openai?',
  });
});
