import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import type { IndexThread } from './index-thread.ts';

/** Milliseconds of waiting: for the vector of a question, for a batch, and after a failure. */
const PATIENCE = { question: 3_000, batch: 60_000, afterFailure: 30_000 } as const;
const BATCH = 64;
const MAX_DIMENSIONS = 8_192;
const MAX_QUESTION = 2_000;

/** Vectors from an embedding model. Whatever the model does, no search fails by it. */
export function createMeaning(load: () => Promise<EmbeddingModelV4>, thread: IndexThread) {
  const stopper = new AbortController();
  const hiddenEver = new Set<string>();
  let running = false;
  let restUntil = 0;
  let model: Promise<EmbeddingModelV4> | undefined;

  const modelNow = async () => {
    model ??= load();
    model.catch(() => (model = undefined));
    return model;
  };

  const ask = async (values: string[], ms: number): Promise<{ model: string; vectors: Float32Array[] }> => {
    const { doEmbed, ...one } = await inTime(ms, stopper.signal, async () => {
      const found = await modelNow();
      return { modelId: found.modelId, provider: found.provider, doEmbed: found.doEmbed.bind(found) };
    });
    const { embeddings } = await inTime(ms, stopper.signal, abortSignal => doEmbed({ values, abortSignal }));
    const vectors = embeddings.map(embedding => Float32Array.from(embedding));
    const usable = vectors.every(({ length }) => length > 0 && length <= MAX_DIMENSIONS);
    if (vectors.length !== values.length || !usable) throw new Error('The embedding model gave something else');
    return { model: `${one.provider}:${one.modelId}`, vectors };
  };

  const run = async () => {
    const { provider, modelId, maxEmbeddingsPerCall } = await modelNow();
    const count = Math.max(1, Math.min(BATCH, (await maxEmbeddingsPerCall) ?? BATCH));
    while (!stopper.signal.aborted) {
      const name = `${provider}:${modelId}`;
      const chunks = await thread.call('missing', { model: name, count, hidden: [...hiddenEver] });
      if (chunks.length === 0) return;
      const texts = chunks.map(chunk => chunk.text);
      const { vectors } = await ask(texts, PATIENCE.batch);
      const made = chunks.map(({ hash }, index) => ({ hash, vector: vectors[index]! }));
      await thread.call('keep', { model: name, vectors: made });
    }
  };

  return {
    /** The vector of a question; undefined when the model does not answer in time. */
    async of(text: string): Promise<{ model: string; vector: Float32Array } | undefined> {
      if (Date.now() < restUntil) return undefined;
      try {
        const { model: name, vectors } = await ask([text.slice(0, MAX_QUESTION)], PATIENCE.question);
        return { model: name, vector: vectors[0]! };
      } catch {
        restUntil = Date.now() + PATIENCE.afterFailure;
        return undefined;
      }
    },
    /** Has the code embedded in the background, but for the `hidden` paths, which someone may not see. */
    embed(hidden: readonly string[]): void {
      for (const path of hidden) hiddenEver.add(path);
      if (running || Date.now() < restUntil || stopper.signal.aborted) return;
      running = true;
      run()
        .catch(() => (restUntil = Date.now() + PATIENCE.afterFailure))
        .finally(() => (running = false));
    },
    close: () => stopper.abort(),
  };
}

/** The result of some work, in time, also when the work does not listen to its signal. */
async function inTime<T>(ms: number, closed: AbortSignal, work: (signal: AbortSignal) => PromiseLike<T>): Promise<T> {
  const stopper = new AbortController();
  const signal = AbortSignal.any([stopper.signal, closed]);
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => stopper.abort(new Error('The embedding model takes too long')), ms);
    timer.unref();
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  overdue.catch(() => {});
  try {
    return await Promise.race([work(signal), overdue]);
  } finally {
    clearTimeout(timer);
  }
}
