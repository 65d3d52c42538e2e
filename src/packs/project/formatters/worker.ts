import { parentPort } from 'node:worker_threads';
import { formatText } from './format-text.ts';
import type { FormatAnswer, FormatOrder } from './prettier-thread.ts';

// Nothing in this thread reaches the network: the text that it formats may come from anywhere.
Reflect.deleteProperty(globalThis, 'fetch');
Reflect.deleteProperty(globalThis, 'WebSocket');

function failureOf(error: unknown): FormatAnswer {
  const { message, loc } = error as { message?: string; loc?: { start?: { line?: number } } };
  const [first = 'it cannot be read'] = String(message ?? error).split('\n');
  const line = loc?.start?.line ?? Number(/\((\d+):\d+\)\s*$/.exec(first)?.[1] ?? Number.NaN);
  return { failure: first, line: Number.isInteger(line) ? line : undefined };
}

parentPort?.on('message', async ({ path, text, options }: FormatOrder) => {
  const answer = await formatText(path, text, options).then(formatted => ({ text: formatted }), failureOf);
  parentPort?.postMessage(answer satisfies FormatAnswer);
});
