import { exampleOf } from '../schema/example/example.ts';
import { patternSample } from '../schema/example/pattern-sample.ts';
import { accepts, type SchemaGuide, toGuide } from '../schema/guide/guide.ts';
import { type SchemaView, viewsOf } from '../schema/guide/view.ts';
import { setKey } from '../schema/json.ts';
import type { JsonType, Node } from '../schema/node.ts';
import type { JsonSchema } from '../schema/schema.ts';
import { generateText, type TextVocabulary } from './generate-text.ts';
import { between, chance, pick, type Random } from './seeded-random.ts';

const ATTEMPTS = 20;
/** The most parts of one value; a schema may be recursive in many ways. */
const MOST_PARTS = 2000;
/** The level below which optional parts are left out. */
const DEEP = 4;
const TOO_DEEP = 30;

/** A value that the schema takes, usual or odd, another with each call. Undefined when none was found. */
export function generateArguments(json: JsonSchema, random: Random, vocabulary: TextVocabulary = {}): unknown {
  const guide = toGuide(json);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      const value = make({ guide, random, vocabulary, parts: 0 }, { node: guide.root, name: '', depth: 0 });
      if (accepts(guide, guide.root, value)) return value;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return exampleOf(json);
}

interface ArgumentsMaking {
  readonly guide: SchemaGuide;
  readonly random: Random;
  readonly vocabulary: TextVocabulary;
  parts: number;
}

type Wish = { readonly node: Node; readonly name: string; readonly depth: number };

function make(making: ArgumentsMaking, wish: Wish): unknown {
  if (++making.parts > MOST_PARTS || wish.depth > TOO_DEEP) throw new RangeError('The value grows too large');
  const { guide, random } = making;
  const views = viewsOf(guide, wish.node);
  if (views.length === 0) throw new RangeError('Nothing fits this part of the schema');
  const view = wish.depth > DEEP ? simplest(views) : pick(random, views);
  const kind = kindOf(view, random);
  if (kind === 'object') return makeObject(making, view, wish);
  if (kind === 'array') return makeArray(making, view, wish);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const value = makeLeaf(making, { view, kind, name: wish.name });
    if (accepts(guide, wish.node, value)) return value;
  }
  return exampleOf(view.flat);
}

const LEAVES: readonly JsonType[] = ['string', 'integer', 'number', 'boolean', 'null'];

/** The alternative that leads least deep. */
const simplest = (views: readonly SchemaView[]): SchemaView =>
  views.find(view => LEAVES.some(type => view.allows(type))) ??
  views.reduce((least, view) => (view.required.size < least.required.size ? view : least));

/** The kind of a value; `values`: one of a list. */
function kindOf(view: SchemaView, random: Random): JsonType | 'values' {
  const { examples } = view.flat;
  if (view.values || (Array.isArray(examples) && examples.length > 0 && chance(random, 0.3))) return 'values';
  const allowed = (['object', 'array', ...LEAVES] as const).filter(type => view.allows(type));
  return pick(random, allowed.length > 0 ? allowed : LEAVES);
}

function makeLeaf(
  { random, vocabulary }: ArgumentsMaking,
  { view, kind, name }: { view: SchemaView; kind: JsonType | 'values'; name: string },
): unknown {
  if (kind === 'values') return structuredClone(pick(random, view.values ?? (view.flat.examples as unknown[])));
  if (kind === 'boolean') return chance(random, 0.5);
  if (kind === 'null') return null;
  if (kind === 'string') return generateText({ flat: view.flat, name }, random, vocabulary);
  return makeNumber(view.flat, random, kind === 'integer');
}

function makeNumber(flat: JsonSchema, random: Random, whole: boolean): number {
  const bound = (...keywords: string[]) =>
    keywords.map(keyword => flat[keyword]).find(each => typeof each === 'number');
  const least = bound('minimum', 'exclusiveMinimum') as number | undefined;
  const most = bound('maximum', 'exclusiveMaximum') as number | undefined;
  const from = Math.max(least ?? -1000, -1e6);
  const to = Math.max(from, Math.min(most ?? from + 2000, from + 1e6));
  const usual = [0, 1, 2, 10, -1, from, from + 1, to, between(random, from, to)];
  const odd = [least ?? Number.MIN_SAFE_INTEGER, most ?? Number.MAX_SAFE_INTEGER, ...(whole ? [] : [0.5, 1e-7, 1e21])];
  const value = chance(random, 0.8) ? pick(random, usual) : pick(random, odd);
  const step = typeof flat.multipleOf === 'number' ? flat.multipleOf : undefined;
  if (step !== undefined) return Number((Math.round(value / step) * step).toPrecision(15));
  return whole ? Math.round(value) : value;
}

function makeArray(making: ArgumentsMaking, view: SchemaView, { name, depth }: Wish): unknown[] {
  const { random } = making;
  const least = Math.max(Number(view.flat.minItems ?? 0), view.prefix.length);
  const most = Math.min(Number(view.flat.maxItems ?? Number.POSITIVE_INFINITY), least + (depth > DEEP ? 0 : 3));
  const length = between(random, least, Math.max(least, view.items === false ? least : most));
  const list = Array.from({ length }, (_, index) =>
    make(making, { node: view.prefix[index] ?? view.items ?? true, name, depth: depth + 1 }),
  );
  if (view.flat.uniqueItems !== true) return list;
  return [...new Map(list.map(item => [JSON.stringify(item), item])).values()];
}

function makeObject(making: ArgumentsMaking, view: SchemaView, { depth }: Wish): Record<string, unknown> {
  const { random } = making;
  const value: Record<string, unknown> = {};
  const share = depth > DEEP ? 0 : pick(random, [0, 0.3, 0.5, 1]);
  for (const [name, node] of view.properties) {
    if (node === false || (!view.required.has(name) && !chance(random, share))) continue;
    setKey(value, name, make(making, { node, name, depth: depth + 1 }));
  }
  for (const name of view.required)
    if (!Object.hasOwn(value, name))
      setKey(value, name, make(making, { node: view.additional ?? true, name, depth: depth + 1 }));
  // Keys that the schema does not name: of a map, or as many as it asks for.
  const least = Number(view.flat.minProperties ?? 0);
  const isMap = view.properties.size === 0 && (view.additional !== undefined || view.patterns.length > 0);
  const wanted = Math.max(least, isMap && depth <= DEEP ? between(random, 0, 3) : 0);
  for (let nth = 1; Object.keys(value).length < wanted && nth <= wanted + ATTEMPTS; nth++) {
    const [pattern, node] =
      view.patterns.length > 0 ? pick(random, view.patterns) : [undefined, view.additional ?? true];
    if (node === false) break;
    const key = pattern ? (patternSample(pattern.source, nth) ?? `key${nth}`) : `key${nth}`;
    setKey(value, key, make(making, { node, name: key, depth: depth + 1 }));
  }
  return value;
}
