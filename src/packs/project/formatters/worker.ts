import { parentPort } from 'node:worker_threads';
import { formatText } from './format-text.ts';
import type { FormatAnswer, FormatOrder } from './prettier-thread.ts';

// What is formatted here came from anywhere: nothing in this thread goes out.
Reflect.deleteProperty(globalThis, 'fetch');
Reflect.deleteProperty(globalThis, 'WebSocket');

async function answer({ path, text, options }: FormatOrder): Promise<FormatAnswer> {
  try {
    return { text: await formatText(path, text, options) };
  } catch (error) {
    return failureOf(error);
  }
}

function failureOf(error: unknown): FormatAnswer {
  const { message, loc } = error as { message?: string; loc?: { start?: { line?: number } } };
  const [first = 'it cannot be read'] = String(message ?? error).split('\n');
  const line = loc?.start?.line ?? Number(/\((\d+):\d+\)\s*$/.exec(first)?.[1] ?? Number.NaN);
  return { failure: first, ...(Number.isInteger(line) ? { line } : {}) };
}

parentPort?.on('message', async (order: FormatOrder) => parentPort?.postMessage(await answer(order)));
