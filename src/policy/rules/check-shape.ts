import { nearest } from '../../tool/text/nearest.ts';

/** The object, if all its keys are among these; the error names the nearest key. */
export function checkObject(value: unknown, at: string, keys: readonly string[]): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`${at} must be an object`);
  for (const key of Object.keys(value)) {
    if (!keys.includes(key))
      throw new TypeError(`${at} has an unknown key ${JSON.stringify(key)}${didYouMean(key, keys)}`);
  }
  return value as Record<string, unknown>;
}

export function checkWord(value: unknown, at: string, words: readonly string[]): void {
  if (typeof value === 'string' && words.includes(value)) return;
  const near = typeof value === 'string' ? didYouMean(value, words) : '';
  throw new TypeError(`${at} must be one of ${words.join(', ')}, not ${JSON.stringify(value)}${near}`);
}

export function didYouMean(word: string, words: Iterable<string>): string {
  const [near] = nearest(word, words, 1);
  return near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`;
}
