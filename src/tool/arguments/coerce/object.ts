import { childOf, type SchemaView } from '../../../schema/guide/view.ts';
import { isRecord, setKey } from '../../../schema/json.ts';
import type { Node } from '../../../schema/node.ts';
import { plainWord } from '../../text/nearest.ts';
import { unquoted } from '../check/mistyped.ts';
import {
  type Attempt,
  type Change,
  choices,
  makeChange,
  prefixChanges,
  renamed,
  takesText,
  type ValueReading,
} from './repair.ts';
import { spelled } from './spelling.ts';

/** One member of an object: its name, and what its value may be read as. An absent member is left out. */
interface Member {
  readonly key: string;
  readonly value: unknown;
  readonly absent?: boolean;
  readonly changes: readonly Change[];
}

/** Readings of an object: keys matched to those of the schema, members read one by one. */
export function objectReadings(attempt: Attempt, view: SchemaView, value: Record<string, unknown>): ValueReading[] {
  const names = rename(attempt, view, value);
  const members: Member[][] = [];
  for (const [given, inside] of Object.entries(value)) {
    const key = names.get(given) ?? given;
    const named = key === given ? [] : [renamed(given, key)];
    const found = memberReadings(attempt, view, { key, inside, spelling: spelled(value, given) });
    if (found.length === 0) return [];
    members.push(found.map(each => ({ ...each, changes: [...named, ...each.changes] })));
  }
  return choices(members).map(chosen => assemble(value, chosen));
}

/** Given key → key of the schema that differs in case and separators, or has it as another name; unique, not given. */
function rename(attempt: Attempt, view: SchemaView, value: Record<string, unknown>): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Map<string, number>();
  for (const given of Object.keys(value)) {
    if (view.properties.has(given) || view.patterns.some(([pattern]) => pattern.test(given))) continue;
    const word = plainWord(unquoted(given) ?? given);
    const same = plainNames(view).get(word) ?? attempt.ownNames(given).filter(own => view.properties.has(own));
    const key = same[0];
    if (same.length !== 1 || key === undefined || key === given || Object.hasOwn(value, key)) continue;
    if (mayBeAnother(attempt, view) && !view.required.has(key) && view.properties.has(key)) continue;
    names.set(given, key);
    taken.set(key, (taken.get(key) ?? 0) + 1);
  }
  for (const [given, key] of names) if (taken.get(key)! > 1) names.delete(given);
  return names;
}

const plainNamesOf = new WeakMap<SchemaView, ReadonlyMap<string, readonly string[]>>();

/** Known keys by their plain word, to find a key that is spelled with another case or separator. Kept per view. */
function plainNames(view: SchemaView): ReadonlyMap<string, readonly string[]> {
  const kept = plainNamesOf.get(view);
  if (kept) return kept;
  const names = new Map<string, string[]>();
  for (const name of view.names) {
    const word = plainWord(name);
    // A parameter called `user.name` is found by `user_name` too; a key with a dot may be a path, and finds no other.
    for (const known of new Set([word, word.replace(/(?<=\p{L})\.(?=\p{L})/gu, '')]))
      if (known !== '') names.set(known, [...(names.get(known) ?? []), name]);
  }
  plainNamesOf.set(view, names);
  return names;
}

/**
 * Whether a key may be one of its own: where other keys are welcome, and below the parameters where they are not
 * forbidden. Such a key is taken for a listed one only if the listed one must be there.
 */
function mayBeAnother(attempt: Attempt, view: SchemaView): boolean {
  if (view.additional !== undefined) return view.additional !== false;
  return !view.closed && !attempt.views(attempt.guide.root).includes(view);
}

function memberReadings(
  attempt: Attempt,
  view: SchemaView,
  { key, inside, spelling }: { key: string; inside: unknown; spelling: string | undefined },
): Member[] {
  const node = childOf(view, key);
  if (node === undefined || node === false) return [{ key, value: inside, changes: [] }];
  if (meansAbsent(attempt, node, inside) && view.properties.has(key) && !view.required.has(key))
    return [
      { key, value: undefined, absent: true, changes: [{ ...makeChange(inside, undefined, 'read as'), path: [key] }] },
    ];
  return attempt
    .read(node, inside, spelling)
    .map(reading => ({ key, value: reading.value, changes: prefixChanges(key, reading.changes) }));
}

/** `null`, "null" and "" stand for nothing, unless the schema takes them, takes null, or (the texts) takes any text. */
function meansAbsent(attempt: Attempt, node: Node, value: unknown): boolean {
  if (value !== null && value !== 'null' && value !== '') return false;
  if (attempt.accepts(node, value) || attempt.accepts(node, null)) return false;
  return value === null || !takesText(attempt, node);
}

function assemble(original: Record<string, unknown>, members: readonly Member[]): ValueReading {
  const changes = members.flatMap(member => member.changes);
  if (changes.length === 0) return { value: original, changes };
  const value: Record<string, unknown> = {};
  for (const member of members) if (!member.absent) setKey(value, member.key, member.value);
  return { value, changes };
}

const WRAPPERS = new Set(['input', 'arguments', 'args', 'parameters', 'params', 'toolinput']);

export const isWrapper = (key: string): boolean => WRAPPERS.has(plainWord(key));

/** The inside of a lone wrapper, such as `{ input: … }`. */
export function unwrapped(value: unknown): { key: string; inside: unknown } | undefined {
  if (!isRecord(value)) return undefined;
  const keys = Object.keys(value);
  const key = keys[0];
  if (keys.length !== 1 || key === undefined || !isWrapper(key)) return undefined;
  return { key, inside: value[key] };
}
