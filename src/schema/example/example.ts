import { accepts, type SchemaGuide, toGuide } from '../guide/guide.ts';
import { type SchemaView, viewsOf } from '../guide/view.ts';
import { isRecord, setKey } from '../json.ts';
import type { Node } from '../node.ts';
import type { JsonSchema } from '../schema.ts';
import { patternSample } from './pattern-sample.ts';

/**
 * A small value that the schema takes: required keys only, listed values and given examples where there are any.
 * `takes`: a further condition; the value may then have some optional keys.
 */
export function exampleOf(json: JsonSchema, takes: (value: unknown) => boolean = () => true): unknown {
  const guide = toGuide(json);
  return find({ guide, takes, steps: 0 }, { node: guide.root, name: 'value', depth: 0 })?.value;
}

interface ExampleRequest {
  readonly node: Node;
  readonly name: string;
  readonly depth: number;
  /** The number of an item in a list, so that items differ. */
  readonly nth?: number;
}

/** Steps are counted: a schema may be recursive in many ways. */
type Search = { readonly guide: SchemaGuide; readonly takes: (value: unknown) => boolean; steps: number };
type FoundExample = { readonly value: unknown } | undefined;

function find(search: Search, wanted: ExampleRequest): FoundExample {
  const { guide } = search;
  if (wanted.depth > 12 || ++search.steps > 2000) return undefined;
  for (const view of viewsOf(guide, wanted.node))
    for (const value of candidates(search, view, wanted))
      if (accepts(guide, wanted.node, value) && (wanted.depth > 0 || search.takes(value))) return { value };
  return undefined;
}

function* candidates(search: Search, view: SchemaView, wanted: ExampleRequest): Generator<unknown> {
  const { flat } = view;
  const first = wanted.nth ?? 0;
  if (Array.isArray(flat.examples)) yield* rotate(flat.examples, first);
  if (Object.hasOwn(flat, 'default')) yield flat.default;
  if (view.values) yield* rotate(view.values, first);
  const types =
    flat.type === undefined ? ['object', 'array'].filter(type => view.allows(type as 'object')) : [flat.type].flat();
  for (const type of types.length > 0 ? types : ['string']) {
    if (type === 'string') yield* texts(flat, wanted);
    else if (type === 'integer' || type === 'number') yield* numbers(flat, first);
    else if (type === 'boolean') yield* rotate([true, false], first);
    else if (type === 'null') yield null;
    else if (type === 'array') yield* arrays(search, view, wanted);
    else if (type === 'object') yield* objects(search, view, wanted);
  }
}

function* objects(search: Search, view: SchemaView, { depth }: ExampleRequest): Generator<unknown> {
  const value: Record<string, unknown> = {};
  for (const name of view.required) {
    const found = find(search, { node: view.properties.get(name) ?? view.additional ?? true, name, depth: depth + 1 });
    if (!found) return;
    setKey(value, name, found.value);
  }
  yield value;
  // The schema may ask for more, such as one of two keys: an object with one more key, then with two, then with all.
  const all = { ...value };
  const single: [string, unknown][] = [];
  for (const [name, node] of view.properties) {
    if (Object.hasOwn(value, name)) continue;
    const found = find(search, { node, name, depth: depth + 1 });
    if (!found) continue;
    const more = { ...value };
    setKey(more, name, found.value);
    setKey(all, name, found.value);
    single.push([name, found.value]);
    yield more;
  }
  for (const pair of pairsOf(single)) {
    const more = { ...value };
    for (const [name, inside] of pair) setKey(more, name, inside);
    yield more;
  }
  yield all;
  const least = typeof view.flat.minProperties === 'number' ? Math.min(view.flat.minProperties, 50) : 0;
  for (let i = 1; Object.keys(all).length < least; i++) {
    const found = find(search, { node: view.additional ?? true, name: `key${i}`, depth: depth + 1, nth: i });
    if (!found || i > 60) return;
    setKey(all, `key${i}`, found.value);
  }
  yield all;
}

function* arrays(search: Search, view: SchemaView, { name, depth }: ExampleRequest): Generator<unknown> {
  const least = Math.min(Number(view.flat.minItems ?? 0), 50);
  const lengths = [least, Math.max(least, view.prefix.length), Math.max(least, 1)];
  // A list of one item tells more than an empty one, except within lists of lists.
  for (const length of new Set(depth < 2 ? lengths.reverse() : lengths)) {
    const value: unknown[] = [];
    while (value.length < length) {
      const i = value.length;
      const contained = i === 0 && isRecord(view.flat.contains) ? view.flat.contains : undefined;
      const node = contained ?? view.prefix[i] ?? view.items ?? true;
      const found = find(search, { node, name: name.replace(/s$/, ''), depth: depth + 1, nth: i });
      if (!found) break;
      value.push(found.value);
    }
    if (value.length === length) yield value;
  }
}

const MOST_PAIRED = 8;

function* pairsOf<T>(list: readonly T[]): Generator<readonly [T, T]> {
  const some = list.slice(0, MOST_PAIRED);
  for (const [i, first] of some.entries()) for (const second of some.slice(i + 1)) yield [first, second];
}

function* numbers(flat: JsonSchema, nth: number): Generator<unknown> {
  const step = typeof flat.multipleOf === 'number' ? flat.multipleOf : 1;
  const least = (flat.minimum ?? flat.exclusiveMinimum) as number | undefined;
  const most = (flat.maximum ?? flat.exclusiveMaximum) as number | undefined;
  yield 1 + nth;
  yield step * (1 + nth);
  const from = least ?? most ?? 0;
  const start = Math.ceil(from / step) * step;
  for (const offset of [nth, nth + 1, -nth, -nth - 1]) yield start + offset * step;
  yield from;
  yield* [from + 0.5, from - 0.5, 0, Number((((least ?? 0) + (most ?? 0)) / 2).toPrecision(15))];
}

const FORMATS: Readonly<Record<string, readonly string[]>> = {
  email: ['user@example.com'],
  uri: ['https://example.com/'],
  url: ['https://example.com/'],
  'uri-reference': ['/path'],
  hostname: ['example.com'],
  'date-time': ['2025-01-31T12:00:00Z'],
  date: ['2025-01-31'],
  time: ['12:00:00Z', '12:00:00'],
  duration: ['PT1H', 'P1D'],
  uuid: ['123e4567-e89b-42d3-a456-426614174000', '0190b5c6-7a3e-7cc1-8a3b-4f5d6e7f8091'],
  ipv4: ['192.0.2.1'],
  ipv6: ['2001:db8::1'],
  base64: ['aGVsbG8='],
  base64url: ['aGVsbG8'],
  'json-pointer': ['/key'],
  'json-string': ['{}'],
  regex: ['[a-z]+'],
};

function* texts(flat: JsonSchema, { name, nth = 0 }: ExampleRequest): Generator<unknown> {
  yield* FORMATS[String(flat.format)] ?? [];
  const least = Number(flat.minLength ?? 0);
  const most = Number(flat.maxLength ?? 200);
  if (typeof flat.pattern === 'string')
    for (const extra of [0, 1, 2, 3, 5, 8, least, most]) {
      const sample = patternSample(flat.pattern, extra);
      if (sample !== undefined) yield sample;
    }
  const word = nth === 0 ? `<${name}>` : `<${name} ${nth + 1}>`;
  const fitted = word.length <= most ? word : `${nth === 0 ? '' : nth}${name}`.slice(0, most);
  yield fitted.padEnd(Math.min(least, 10_000), 'x');
}

function rotate<T>(list: readonly T[], by: number): readonly T[] {
  const start = list.length === 0 ? 0 : by % list.length;
  return [...list.slice(start), ...list.slice(0, start)];
}
