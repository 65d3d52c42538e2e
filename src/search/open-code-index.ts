import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import { finishIndex } from './finish-index.ts';
import type { IndexerOptions } from './index/indexer.ts';
import { createIndexThread } from './index-thread.ts';
import { createMeaning } from './meaning.ts';
import type { CodeIndex } from './port.ts';

export interface CodeIndexOptions extends Omit<IndexerOptions, 'chunks'> {
  /** Loads the model that ranks by meaning too. */
  readonly embedding?: (() => Promise<EmbeddingModelV4>) | undefined;
  /** Whether an index that is closed while it is built is finished by a process that outlives this one. */
  readonly finish?: boolean | undefined;
}

/** The part from which an index counts as built: whoever asks next soon makes the rest. */
const NEARLY = 0.9;

/** Opens the index, which begins at once to look at the workspace, in a thread. */
export async function openCodeIndex({ embedding, finish, ...options }: CodeIndexOptions): Promise<CodeIndex> {
  const place = { ...options, chunks: embedding !== undefined };
  const thread = createIndexThread({ role: 'index', ...place });
  const meaning = embedding && createMeaning(embedding, thread);
  return {
    embeds: meaning !== undefined,
    async search({ signal, hidden = [], ...question }) {
      signal?.throwIfAborted();
      const asked = await meaning?.of(question.text);
      const answer = await untilAborted(thread.call('search', { question, ...asked }), signal);
      meaning?.embed(hidden);
      return answer;
    },
    progress: () => thread.call('progress', {}),
    settled: () => thread.call('settled', {}).then(() => {}),
    async close() {
      meaning?.close();
      const built = finish ? await thread.call('progress', {}).catch(() => 1) : 1;
      await thread.close();
      if (built < NEARLY) finishIndex(place);
    },
  };
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
