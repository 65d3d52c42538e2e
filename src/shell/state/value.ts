/**
 * The value of a word is a string in which four characters of the private area stand for pieces that are known only at
 * run time. The characters survive joining, splitting and another parse, so a value can be handed on as text.
 */
/** A piece that leads down from its place, never up or away: what a glob matches, a number, a file found below. */
export const SOME = '\uE000';
/** A mark for some of the files below, picked out by a name or a pattern. */
export const PICKED = `${SOME}/${SOME}`;
/** A mark for anything at all: a variable that was not set here. */
export const UNKNOWN = '\uE001';
/** A mark for anything at all, maybe content that was read: the output of a command. */
export const DATA = '\uE002';
/** A mark for the value of a variable whose name says that it is a secret. */
export const SECRET = '\uE003';
const MARKS = /[\uE000-\uE003]/;
const LOOSE = /[\uE001-\uE003]/;
export const isKnown = (value: string): boolean => !MARKS.test(value);
/** Whether the value could be any text, so that nothing is certain about it. */
export const isLoose = (value: string): boolean => LOOSE.test(value);
export const carriesData = (value: string): boolean => value.includes(DATA) || value.includes(SECRET);
export const startsLoose = (value: string): boolean => /^[\uE001-\uE003]/.test(value);

/** A text from outside without characters that are marks: it must not be able to pass for one. */
export const withoutMarks = (text: string): string => text.replace(/[\uE000-\uE00F]/g, '\uFFFD');

/** A word of a command: its value, and the text that people see and rules match. */
export type Word = { readonly value: string; readonly text: string };
export const wordOf = (value: string): Word => ({ value, text: showValue(value) });

/** A known value as a shell would read it back; the unknown pieces as `…`. */
export function showValue(value: string): string {
  if (isKnown(value)) return quoteWord(value);
  const shown = value.replace(/\uE000/g, '*').replace(/[\uE001-\uE003]/g, '$…');
  return /[\s;&|<>()"'`\\]/.test(shown) ? `"${shown.replace(/["\\`]|\$(?=\()/g, '\\$&')}"` : shown;
}

const PLAIN = /^[\w@%+=:,./-]+$/;
export const quoteWord = (text: string): string => (PLAIN.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** A pattern without its anchors and backslashes: the text that it looks for, if the pattern is plain. */
export const literal = (pattern: string): string => pattern.replace(/^\^|\$$/g, '').replaceAll('\\', '');

/** A value for the two values that two ways of a script leave in one variable. */
export function eitherOf(a: string, b: string): string {
  if (a === b) return a;
  if (carriesData(a) || carriesData(b)) return DATA;
  return staysBelow(a) && staysBelow(b) ? SOME : UNKNOWN;
}

/** Whether a value can only lead further down as a path, and is no option as a word. */
export function staysBelow(value: string): boolean {
  if (value === '' || isLoose(value) || /^[/~-]/.test(value)) return false;
  return !value.split('/').includes('..');
}

export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));
