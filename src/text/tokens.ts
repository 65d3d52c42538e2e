import { estimateTokenCount } from 'tokenx';

const SAMPLE = 100_000;

/** Estimates the tokens of a text by its script. Of a long text three parts are looked at. */
export function estimateTokens(text: string): number {
  if (text.length <= SAMPLE) return estimateTokenCount(text);
  const part = Math.floor(SAMPLE / 3);
  const middle = Math.floor((text.length - part) / 2);
  const sample = [text.slice(0, part), text.slice(middle, middle + part), text.slice(-part)];
  const tokens = sample.reduce((sum, piece) => sum + estimateTokenCount(piece), 0);
  return Math.round((tokens * text.length) / (part * 3));
}
