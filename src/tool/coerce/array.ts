import { isRecord, type Node } from '../schema/shape.ts';
import type { View } from '../schema/view.ts';
import { type Attempt, choices, takesText } from './attempt.ts';
import { below, change, type Reading } from './repair.ts';
import { spelled } from './spelling.ts';
import { readContents } from './text.ts';

/** Readings where the schema wants a list: items read one by one, a single value wrapped. */
export function arrayReadings(attempt: Attempt, view: View, value: unknown, spelling?: string): Reading[] {
  if (Array.isArray(value)) {
    // A list is a single value only where lists are what the list is of.
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
  // A list written as text is that list; one that is cut off is nothing, and never the only item of another.
  if (contents.kind === 'broken') return [];
  if (contents.kind === 'plain') return isNothing(attempt, view, value) ? [] : wrap(attempt, view, value);
  const parsed = contents.value;
  const inside = arrayReadings(attempt, view, parsed);
  const read = change(value, parsed, `read as ${contents.how}`);
  return inside.map(reading => ({ value: reading.value, changes: [read, ...reading.changes] }));
}

function itemwise(attempt: Attempt, view: View, value: readonly unknown[]): Reading[] {
  const items: (readonly Reading[])[] = [];
  for (const [i, item] of value.entries()) {
    const found = attempt.read(itemOf(view, i), item, spelled(value, i));
    if (found.length === 0) return [];
    items.push(found.map(each => ({ value: each.value, changes: below(i, each.changes) })));
  }
  return choices(items).map(chosen => {
    const changes = chosen.flatMap(each => each.changes);
    return { value: changes.length === 0 ? value : chosen.map(each => each.value), changes };
  });
}

function wrap(attempt: Attempt, view: View, value: unknown, spelling?: string): Reading[] {
  // One list around it and no second: what is no row is no table either.
  const items = attempt.read(itemOf(view, 0), value, spelling);
  const once = items.filter(reading => Array.isArray(value) || !Array.isArray(reading.value));
  return once.map(reading => ({
    value: [reading.value],
    changes: [change(value, [reading.value], 'read as the list'), ...below(0, reading.changes)],
  }));
}

function itemOf(view: View, i: number): Node {
  return view.prefix[i] ?? view.items ?? true;
}

const NOTHING = new Set(['none', 'undefined', 'null', 'nil']);

/** Words for nothing in other languages: neither a sure item of text, nor a sure sign of absence. */
function isNothing(attempt: Attempt, view: View, value: string): boolean {
  return NOTHING.has(value.trim().toLowerCase()) && takesText(attempt, itemOf(view, 0));
}
