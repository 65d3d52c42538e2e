import { isRecord } from '../schema/json.ts';

/** For `JSON.stringify`: the same value gives the same text, in whatever order its keys came. */
export const sortKeys = (_: string, value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
