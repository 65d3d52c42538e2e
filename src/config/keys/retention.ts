import { nearest } from '../../tool/text/nearest.ts';
import { isObject } from './check-keys.ts';

/** How long records, outputs and images for undo are kept, and in how much room. */
export type RetentionConfig = { readonly days?: number; readonly megabytes?: number };

const KEYS = ['days', 'megabytes'];

export function retentionProblem(value: unknown): string | undefined {
  if (value === false) return undefined;
  if (!isObject(value)) return 'must be an object such as { "days": 30, "megabytes": 2048 }, or false';
  for (const [key, given] of Object.entries(value)) {
    const [near] = nearest(key, KEYS, 1);
    const advice = near ? `; did you mean "${near}"?` : ', which is unknown';
    if (!KEYS.includes(key)) return `has ${JSON.stringify(key)}${advice}`;
    if (typeof given !== 'number' || !Number.isFinite(given) || given < 1)
      return `has ${key}, which must be a number from 1 up`;
  }
  return undefined;
}
