import { isTooDeep } from '../levels.ts';
import { readLiteral } from './literal.ts';
import { exactNumber, spell } from './spelling.ts';

type Reviver = (this: unknown, key: string, value: unknown, context?: { source?: string }) => unknown;

/** Text in which a number may stand whose spelling says more than its value. */
const TELLING = /[0-9]{16}|\.[0-9]*0(?![0-9])|[0-9][eE]|-0/;

/**
 * `JSON.parse` that keeps what numbers alone would lose. It throws when a key is given two values (which one was
 * meant?) and for text nested deeper than arguments may be. An integer that a double cannot hold, or a number beyond
 * all doubles, comes as its text: right for a text parameter, refused for a number.
 */
export function parseJson(text: string): unknown {
  const value = TELLING.test(text) ? parseTelling(text) : JSON.parse(text);
  if (typeof value !== 'object' || value === null) return value;
  if (isTooDeep(value)) throw new SyntaxError('wanted fewer levels');
  if (keysWritten(text) !== keysIn(value)) {
    const read = readLiteral(text, 'json');
    if (!read.ok) throw new SyntaxError(`wanted ${read.wanted}`);
  }
  return value;
}

/** How many quotes stand before a colon; quotes inside of text are escaped. */
function keysWritten(text: string): number {
  let count = 0;
  for (const _ of text.matchAll(/(?<!\\)"\s*:/g)) count++;
  return count;
}

function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = Array.isArray(value) ? 0 : Object.keys(value).length;
  for (const inside of Object.values(value)) count += keysIn(inside);
  return count;
}

function parseTelling(text: string): unknown {
  const revive: Reviver = function (key, value, context) {
    if (typeof value !== 'number' || context?.source === undefined || String(value) === context.source) return value;
    const whole = !/[.eE]/.test(context.source);
    if (!Number.isFinite(value) || (whole && exactNumber(context.source) === undefined)) return context.source;
    if (typeof this === 'object' && this !== null) spell(this, Array.isArray(this) ? Number(key) : key, context.source);
    return value;
  };
  return JSON.parse(text, revive as (this: unknown, key: string, value: unknown) => unknown);
}
