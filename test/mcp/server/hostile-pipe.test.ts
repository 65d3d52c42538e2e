import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { serveOnPipe } from '../../../src/adapters/mcp/server/index.ts';
import { openWorld } from '../../support/mcp/server-world.ts';

interface Message {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number };
}

const PING = { jsonrpc: '2.0', id: 'last', method: 'ping' };

/** Sends the lines and then a ping, and gives what was answered before it. */
async function answersTo(lines: readonly string[], chunkSize = Number.POSITIVE_INFINITY) {
  const { serving } = await openWorld();
  const [input, output] = [new PassThrough(), new PassThrough()];
  const problems: string[] = [];
  const served = serveOnPipe(serving, { input, output, onProblem: ({ message }) => problems.push(message) });
  const answered = Promise.withResolvers<Message[]>();
  let said = '';
  output.on('data', chunk => {
    said += chunk;
    const messages = said
      .split('\n')
      .slice(0, -1)
      .map(line => JSON.parse(line) as Message);
    if (messages.at(-1)?.id === 'last') answered.resolve(messages.slice(0, -1));
  });
  const sent = Buffer.from([...lines, JSON.stringify(PING), ''].join('\n'));
  for (let at = 0; at < sent.length; at += chunkSize) input.write(sent.subarray(at, at + chunkSize));
  const messages = await answered.promise;
  input.end();
  await served;
  return { messages, problems };
}

describe('a line on the pipe that is no message', () => {
  it.each([
    ['no JSON', 'hello \u001b[31mred', -32700, undefined],
    ['a batch', '[{"jsonrpc":"2.0","id":5,"method":"ping"}]', -32600, undefined],
    ['nothing', 'null', -32600, undefined],
    ['an id that is none', '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600, undefined],
    ['another version', '{"jsonrpc":"1.0","id":7,"method":"ping"}', -32600, 7],
    ['odd extras', '{"jsonrpc":"2.0","id":"a","method":"tools/list","params":{"_meta":"x"}}', -32600, 'a'],
  ])('a line on the pipe that is no message is answered: %s', async (_, line, code, id) => {
    const { messages, problems } = await answersTo([line]);
    expect(messages).toMatchObject([{ jsonrpc: '2.0', error: { code } }]);
    expect(messages[0]?.id).toBe(id);
    expect(problems).toHaveLength(1);
    expect(problems.join()).not.toContain('\u001b');
  });

  it.each([
    ['a notification', '{"jsonrpc":"2.0","method":7}'],
    ['an answer', '{"jsonrpc":"2.0","id":7,"result":"yes"}'],
    ['an empty line', ''],
  ])('a line on the pipe that is no message is passed over where nobody waits: %s', async (_, line) => {
    expect((await answersTo([line])).messages).toEqual([]);
  });

  it('harms none of those around it, however they arrive', async () => {
    const ping = (id: number) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping', params: { x: 'äöü€' } });
    const { messages } = await answersTo([ping(1), 'no', `${ping(2)}\r`, '', ping(3)], 3);
    expect(messages.map(({ id, error }) => id ?? error?.code).sort()).toEqual([-32700, 1, 2, 3]);
  });
});
