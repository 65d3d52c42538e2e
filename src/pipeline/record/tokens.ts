import { estimateTokenCount } from 'tokenx';

/** The size of an output. */
export interface OutputSize {
  readonly bytes: number;
  readonly tokens: number;
}

/** Estimates the tokens of a text. A long text is counted by its beginning. */
export function tokensOf(text: string): number {
  if (text.length < 16) return Math.ceil(text.length / 4);
  if (text.length <= 4000) return estimateTokenCount(text);
  return Math.ceil((estimateTokenCount(text.slice(0, 4000)) * text.length) / 4000);
}
