import type { SchemaView } from '../../../schema/guide/view.ts';
import { makeChange, type ValueReading } from './repair.ts';
import { exactNumber, numberText } from './spelling.ts';

/** Readings of a value where the schema wants a single value. The caller keeps those that the schema takes. */
export function scalarReadings(view: SchemaView, value: unknown, spelling: string | undefined): ValueReading[] {
  const out: ValueReading[] = [];
  const add = (now: unknown, how: string) => {
    if (now !== undefined) out.push({ value: now, changes: [makeChange(spelling ?? value, now, how)] });
  };
  if (view.allows('integer') || view.allows('number')) add(asNumber(value), 'read as the number');
  if (view.allows('boolean')) add(asBoolean(value), 'read as');
  if (view.allows('string')) add(asText(value, spelling), 'read as the text');
  if (view.values && typeof value === 'string') add(asListed(value, view.values), 'read as');
  return out;
}

const asNumber = (value: unknown): number | undefined =>
  typeof value === 'string' ? exactNumber(value.trim()) : undefined;

const TRUE = new Set<unknown>(['true', '1', 1]);
const FALSE = new Set<unknown>(['false', '0', 0]);

function asBoolean(value: unknown): boolean | undefined {
  const plain = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (TRUE.has(plain)) return true;
  return FALSE.has(plain) ? false : undefined;
}

/** A number or boolean as its JSON text: as it was written where the spelling is known, otherwise only if sure. */
function asText(value: unknown, spelling: string | undefined): string | undefined {
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'number' ? (spelling ?? numberText(value)) : undefined;
}

/** The one listed word that is the same but for case, space and separators. */
function asListed(value: string, values: readonly unknown[]): string | undefined {
  const word = listedWord(value);
  if (!/[^\s_-]/.test(word)) return undefined;
  const same = values.filter(each => typeof each === 'string' && listedWord(each) === word);
  return same.length === 1 ? (same[0] as string) : undefined;
}

/** A separator is dropped only between letters: `-date` is not `date`, and `1-0` not `10`. */
function listedWord(value: string): string {
  const word = value.trim().toLowerCase();
  return word
    .replace(/(?<=\d)[\s_-]+(?=\d)/g, '-')
    .replace(/(?<=[\p{L}\p{N}])[\s_-]+(?=\p{L})|(?<=\p{L})[\s_-]+(?=\p{N})/gu, '');
}
