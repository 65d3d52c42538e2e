import { toPlainText } from '../../src/policy/describe.ts';

/** Text of others as it can be read: nothing in it reverses, hides or draws something else, and nothing of it is left out. */
export const readable = (text: string): string => toPlainText(text.replaceAll('\r\n', '\n'));

/** Colours and cursor moves of a terminal; what else is unseen is shown as a code. */
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?)/g;

/** The same of what a program printed, and of nothing else: what it means for a terminal is not a part of what it says. */
export const printedText = (text: string): string => readable(text.replace(ESCAPES, ''));

/** Whoever made a call or answered one; who has written no name in the menu is on record as `console`. */
export const whoName = (name: string): string => (name === 'console' ? 'Someone at the console' : readable(name));
