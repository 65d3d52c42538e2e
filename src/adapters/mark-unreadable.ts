import { recordOf } from './read-said.ts';

/** The key for a text that is no JSON: providers take nothing but objects for the input of a call. */
const UNREADABLE = 'unreadable_json';

export const markUnreadable = (text: string): { [UNREADABLE]: string } => ({ [UNREADABLE]: text });

/** The text that is no JSON, where there was one; the gate says what is wrong with it. */
export function unreadableIn(input: unknown): string | undefined {
  const { [UNREADABLE]: text, ...rest } = recordOf(input);
  return typeof text === 'string' && Object.keys(rest).length === 0 ? text : undefined;
}
