import type { MessagePort } from 'node:worker_threads';
import { createAnswers, indexStateOf } from './answer/answer.ts';
import { createVectors } from './answer/vectors.ts';
import { createIndexer } from './index/indexer.ts';
import type { AnswerMessage, CallMessage, CallName, IndexCalls, IndexRole } from './messages.ts';

type IndexHandlers = {
  readonly [N in CallName]: (input: IndexCalls[N]['in']) => IndexCalls[N]['out'] | Promise<IndexCalls[N]['out']>;
};

/** The thread's side of the index: it answers each call on its own. */
export function serveIndex(options: IndexRole, port: MessagePort): void {
  const indexer = createIndexer(options);
  const answer = createAnswers(indexer);
  const vectors = createVectors(indexer, options.root);
  const served: IndexHandlers = {
    async search({ question, model, vector }) {
      if (model === undefined || !vector) return answer(question);
      const meant = await answer(question, (ranked, filter) => vectors.mix(ranked, filter, { model, vector }));
      return { ...meant, state: { ...meant.state, meaning: true } };
    },
    progress: () => indexStateOf(indexer).progress,
    async settled() {
      await indexer.refresh();
      await indexer.emptied();
    },
    missing: vectors.missing,
    keep: vectors.keep,
    close: () => void indexer.close(),
  };
  port.on('message', async ({ id, name, input }: CallMessage) => {
    try {
      const output = await (served[name] as (input: unknown) => unknown)(input);
      port.postMessage({ id, output } satisfies AnswerMessage);
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      port.postMessage({ id, failure } satisfies AnswerMessage);
    }
  });
}
