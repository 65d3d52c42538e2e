import { isRecord } from '../schema/json.ts';

/** A model's reply may hold anything; these functions look at it without trust. */
export const recordOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

export const readSaidText = (value: unknown): string => (typeof value === 'string' ? value : '');

export const readSaidList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The key for a text that is no JSON: providers take nothing but objects for the input of a call. */
const UNREADABLE = 'unreadable_json';

export const markUnreadable = (text: string): { [UNREADABLE]: string } => ({ [UNREADABLE]: text });

/** The text that is no JSON, where there was one; the gate says what is wrong with it. */
export function unreadableIn(input: unknown): string | undefined {
  const { [UNREADABLE]: text, ...rest } = recordOf(input);
  return typeof text === 'string' && Object.keys(rest).length === 0 ? text : undefined;
}

/** For `JSON.stringify`: the same value gives the same text, in whatever order its keys came. */
export const sortKeys = (_: string, value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
