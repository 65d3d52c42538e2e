import type { SchemaView } from '../../../schema/guide/view.ts';
import { isRecord } from '../../../schema/json.ts';
import type { Node } from '../../../schema/node.ts';
import { type Attempt, choices, makeChange, prefixChanges, takesText, type ValueReading } from './repair.ts';
import { spelled } from './spelling.ts';
import { readContents } from './text.ts';

/** Readings where the schema wants a list: items read one by one, a single value wrapped. */
export function arrayReadings(attempt: Attempt, view: SchemaView, value: unknown, spelling?: string): ValueReading[] {
  if (Array.isArray(value)) {
    // A list counts as a single value only where the items are lists themselves.
    const ofLists = attempt.views(itemOf(view, 0)).some(each => each.allows('array'));
    const items = itemwise(attempt, view, value);
    const asItIs = items.some(each => each.changes.length === 0);
    return asItIs || !ofLists ? items : [...items, ...wrap(attempt, view, value)];
  }
  if (value === null || value === undefined || value === '' || value === 'null') return [];
  // An empty object may be meant as the one item or as no item.
  if (isRecord(value) && Object.keys(value).length === 0) return [];
  if (typeof value !== 'string') return wrap(attempt, view, value, spelling);
  const contents = readContents(value);
  // A list written as text is that list; a list that is cut off is nothing, and never the only item of another.
  if (contents.kind === 'broken') return [];
  if (contents.kind === 'plain') return plainReadings(attempt, view, value);
  const parsed = contents.value;
  const inside = arrayReadings(attempt, view, parsed);
  const read = makeChange(value, parsed, `read as ${contents.how}`);
  return inside.map(reading => ({ value: reading.value, changes: [read, ...reading.changes] }));
}

function itemwise(attempt: Attempt, view: SchemaView, value: readonly unknown[]): ValueReading[] {
  const items: (readonly ValueReading[])[] = [];
  for (const [i, item] of value.entries()) {
    const found = attempt.read(itemOf(view, i), item, spelled(value, i));
    if (found.length === 0) return [];
    items.push(found.map(each => ({ value: each.value, changes: prefixChanges(i, each.changes) })));
  }
  return choices(items).map(chosen => {
    const changes = chosen.flatMap(each => each.changes);
    return { value: changes.length === 0 ? value : chosen.map(each => each.value), changes };
  });
}

function wrap(attempt: Attempt, view: SchemaView, value: unknown, spelling?: string): ValueReading[] {
  // One list is put around the value and no second one: a value that is no row is no table either.
  const items = attempt.read(itemOf(view, 0), value, spelling);
  const once = items.filter(reading => Array.isArray(value) || !Array.isArray(reading.value));
  return once.map(reading => ({
    value: [reading.value],
    changes: [makeChange(value, [reading.value], 'read as the list'), ...prefixChanges(0, reading.changes)],
  }));
}

/** A text that is no list: one item, or several where items are no free text and each part is one. */
function plainReadings(attempt: Attempt, view: SchemaView, text: string): ValueReading[] {
  const isText = takesText(attempt, itemOf(view, 0));
  if (isText) return isNothing(text) || mayBeSeveral(text) ? [] : wrap(attempt, view, text);
  return [...wrap(attempt, view, text), ...split(attempt, view, text)];
}

/** `1,2` and `read, write`: numbers and listed words hold no separators of their own. */
function split(attempt: Attempt, view: SchemaView, text: string): ValueReading[] {
  const parts = text.split(/[,;\n]/).map(part => part.trim());
  const isThousands = /^[-+]?\d{1,3}(,\d{3})+$/.test(text.trim());
  if (parts.length < 2 || parts.includes('') || isThousands) return [];
  if (parts.some((_, i) => takesText(attempt, itemOf(view, i)))) return [];
  const readings = itemwise(attempt, view, parts).map(each => each.value as unknown[]);
  const plain = readings.filter(items => items.every(item => typeof item !== 'object'));
  return plain.map(value => ({ value, changes: [makeChange(text, value, 'read as the list')] }));
}

/** Groups in globs, patterns and paths: `*.{ts,tsx}`, `(foo|bar)`, `[slug]`. Groups in code follow a name. */
const GROUPS = /(?<![\w$])(?:\[[^\s"'[\](){}]*\]|\([^\s"'[\](){}]*\)|\{[^\s"'[\](){}]*\})/g;

/** Free text with separators, or with brackets as code has them: nobody knows whether it is one item or several. */
export const mayBeSeveral = (text: string): boolean => /[,;|\n\r\t[\](){}]|```/.test(text.trim().replace(GROUPS, ''));

const itemOf = (view: SchemaView, i: number): Node => view.prefix[i] ?? view.items ?? true;

const NOTHING = new Set(['none', 'undefined', 'null', 'nil']);

/** Words for nothing in other languages: neither a sure item of text, nor a sure sign of absence. */
const isNothing = (text: string): boolean => NOTHING.has(text.trim().toLowerCase());
