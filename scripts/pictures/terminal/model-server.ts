import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One answer of the model: what it says, and the calls that it makes with it. */
export interface ScriptedAnswer {
  readonly text: string;
  readonly calls?: readonly { readonly name: string; readonly args: object }[];
}

/** A model on this machine that speaks as OpenAI does and says what was written beforehand. */
export async function openModelServer(answers: readonly ScriptedAnswer[]) {
  let next = 0;
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      const { text, calls = [] } = answers[next++] ?? { text: 'Done.' };
      const send = (delta: object, reason: string | null = null) => {
        const choices = [{ index: 0, delta, finish_reason: reason }];
        response.write(`data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices })}\n\n`);
      };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      send({ content: text });
      for (const [index, { name, args }] of calls.entries()) {
        const id = `call_${next}_${index}`;
        send({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: JSON.stringify(args) } }] });
      }
      send({}, calls.length > 0 ? 'tool_calls' : 'stop');
      const usage = { prompt_tokens: 1200, completion_tokens: 80, total_tokens: 1280 };
      response.end(`data: ${JSON.stringify({ id: 'x', choices: [], usage })}\n\ndata: [DONE]\n\n`);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
