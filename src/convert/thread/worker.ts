import { parentPort } from 'node:worker_threads';
import { fitImage } from '../image/fit-image.ts';
import type { JobKind, Order, ThreadAnswer, ThreadJobs } from './thread.ts';

// Nothing in this thread reaches the network: the page that it parses may come from anywhere.
Reflect.deleteProperty(globalThis, 'fetch');
Reflect.deleteProperty(globalThis, 'WebSocket');
Reflect.deleteProperty(globalThis, 'EventSource');

// Output of libraries would be kept until somebody reads it, and nobody does.
process.stdout.write = () => true;
process.stderr.write = () => true;

type Work<K extends JobKind> = (
  input: ThreadJobs[K]['input'],
) => ThreadJobs[K]['made'] | Promise<ThreadJobs[K]['made']>;

const LOAD: { readonly [K in JobKind]: () => Promise<Work<K>> } = {
  html: async () => (await import('../html/convert-html.ts')).convertHtml,
  pdf: async () => (await import('../pdf-to-text.ts')).pdfToText,
  image: async () => fitImage,
};

async function answer({ kind, input }: Order): Promise<ThreadAnswer> {
  try {
    const work = (await LOAD[kind]()) as (input: unknown) => unknown;
    // The code is loaded: the time of the work counts from here.
    parentPort?.postMessage('begun');
    return { made: await work(input) };
  } catch (error) {
    return { failure: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}

parentPort?.on('message', async (order: Order) => parentPort?.postMessage(await answer(order)));
