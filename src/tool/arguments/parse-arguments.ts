import { isRecord } from '../../schema/json.ts';
import { ToolError } from '../error.ts';
import { maskRecord } from '../text/mask.ts';
import { readLiteral, TOO_DEEP } from './coerce/literal.ts';
import { parseJson } from './coerce/parse-json.ts';
import { readContents, unfence } from './coerce/text.ts';
import { isTooDeep, MOST_LEVELS } from './levels.ts';

type ParsedArguments =
  | { readonly ok: true; readonly value: Record<string, unknown> }
  | { readonly ok: false; readonly error: ToolError };

/**
 * The arguments of a call as an object. They may come as the text that a model wrote: JSON, also with mistakes that
 * leave one meaning, fenced, encoded twice or a Python literal; and as a list of one object. Text that is cut off is
 * refused and never completed: half a command must not run.
 */
export function parseArguments(args: unknown): ParsedArguments {
  if (args === undefined || args === null) return { ok: true, value: {} };
  if (typeof args !== 'string') return asObject(args);
  try {
    const value = parseJson(args);
    if (value === null) return { ok: true, value: {} };
    if (typeof value !== 'string') return asObject(value);
  } catch {
    // The text is read again below, where the place of the error can be told.
  }
  return parseOther(args);
}

function parseOther(text: string): ParsedArguments {
  if (text.trim() === '') return { ok: true, value: {} };
  const contents = readContents(text);
  if (contents.kind === 'container') return asObject(contents.value);
  const inside = unfence(text) ?? text;
  const read = readLiteral(inside, 'json');
  if (read.ok) return asObject(read.value);
  const loose = readLiteral(inside, 'loose');
  // The notation that was understood further is the one that was meant.
  return unreadable(inside, loose.ok || loose.at <= read.at ? read : loose);
}

function asObject(value: unknown): ParsedArguments {
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return isRecord(only) ? { ok: true, value: only } : notAnObject(value);
}

/** Throws for arguments that are nested deeper than code that walks them could bear, or that cannot be looked at. */
export function refuseTooDeep(args: unknown): void {
  let deep = true;
  try {
    deep = isTooDeep(args);
  } catch {
    // A value that throws at being looked at is no argument.
  }
  if (deep) throw tooDeep();
}

const tooDeep = (): ToolError =>
  refusal(`The arguments are nested deeper than ${MOST_LEVELS} levels, or cannot be read.`, { levels: MOST_LEVELS });
function notAnObject(value: unknown): ParsedArguments {
  const kind = Array.isArray(value) ? 'a list' : value === null ? 'null' : `a ${typeof value}`;
  return refused(`The arguments must be a JSON object, but they are ${kind}.`, { kind });
}

function unreadable(text: string, stop: { at: number; wanted: string; cut: boolean }): ParsedArguments {
  const before = text.slice(0, stop.at).split('\n');
  const line = before.length;
  const column = before.at(-1)!.length + 1;
  const excerpt = excerptAt(text, stop.at);
  const place = `line ${line}, column ${column}`;
  if (stop.wanted === TOO_DEEP) return { ok: false, error: tooDeep() };
  const why = stop.cut
    ? `The arguments are cut off at ${place}: ${stop.wanted} is missing after ${excerpt}. They were not completed.`
    : `The arguments are not valid JSON at ${place}: wanted ${stop.wanted}, near ${excerpt}.`;
  return refused(why, { line, column, position: stop.at, excerpt, cut: stop.cut });
}

/** A few characters on each side: enough to find the place. Values under secret names before it are masked. */
function excerptAt(text: string, at: number): string {
  const end = Math.min(text.length, at + 12);
  const before = maskRecord(text.slice(Math.max(0, at - 500), at));
  const start = before.length > 20 || at > 500 ? `…${before.slice(-20)}` : before;
  return JSON.stringify(`${start}${text.slice(at, end)}${end < text.length ? '…' : ''}`);
}

function refused(why: string, details: Readonly<Record<string, unknown>>): ParsedArguments {
  return { ok: false, error: refusal(why, details) };
}

const refusal = (why: string, details: Readonly<Record<string, unknown>>): ToolError =>
  new ToolError('INVALID_ARGUMENTS', `${why} Nothing was changed.`, {
    suggestion: 'Send the whole arguments again as one JSON object.',
    details,
  });
