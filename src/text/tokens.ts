import { estimateTokenCount } from 'tokenx';

const SAMPLE = 100_000;
/** Bytes of a large file that are sampled; more would take longer than to read the file. */
const BYTE_SAMPLE = 15_000;

/** Estimates the tokens of a text by its script. A long text is judged by three parts. */
export const estimateTokens = (text: string): number =>
  estimateSampled(text.length, SAMPLE, (from, to) => text.slice(from, to));

/** Estimates the tokens of a text in UTF-8, and decodes only those three parts of a long one. */
export const estimateTokensOfUtf8 = (bytes: Buffer): number =>
  estimateSampled(bytes.length, BYTE_SAMPLE, (from, to) => bytes.toString('utf8', from, to));

function estimateSampled(length: number, most: number, slice: (from: number, to: number) => string): number {
  if (length <= most) return estimateTokenCount(slice(0, length));
  const part = Math.floor(most / 3);
  const middle = Math.floor((length - part) / 2);
  const sample = [slice(0, part), slice(middle, middle + part), slice(length - part, length)];
  const tokens = sample.reduce((sum, piece) => sum + estimateTokenCount(piece), 0);
  return Math.round((tokens * length) / (part * 3));
}
