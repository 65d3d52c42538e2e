import type { IndexerOptions } from './index/indexer.ts';
import type { ChunkText } from './outline/chunk-text.ts';
import type { CodeAnswer, IndexQuestion } from './port.ts';

export interface IndexRole extends IndexerOptions {
  readonly role: 'index';
}

export interface Vector {
  readonly hash: string;
  readonly vector: Float32Array;
}

export interface IndexCalls {
  search: { in: { question: IndexQuestion; model?: string; vector?: Float32Array }; out: CodeAnswer };
  progress: { in: Record<never, never>; out: number };
  settled: { in: Record<never, never>; out: undefined };
  /** Some chunks without a vector of the model; never of files below `hidden`. */
  missing: { in: { model: string; count: number; hidden: readonly string[] }; out: readonly ChunkText[] };
  keep: { in: { model: string; vectors: readonly Vector[] }; out: undefined };
  close: { in: Record<never, never>; out: undefined };
}

export type CallName = keyof IndexCalls;
export interface CallMessage<N extends CallName = CallName> {
  readonly id: number;
  readonly name: N;
  readonly input: IndexCalls[N]['in'];
}
export type AnswerMessage = { readonly id: number } & ({ readonly output: unknown } | { readonly failure: string });
