import { dereference, type Schema as Prepared, validate } from '@cfworker/json-schema';
import { isRecord, setKey } from '../json.ts';
import { keywordKind } from '../keywords.ts';
import type { Node } from '../node.ts';
import { referencedFolders } from '../references.ts';
import type { JsonSchema } from '../schema.ts';
import { rewriteSchema } from '../walk.ts';
import { unicodePattern } from './unicode-pattern.ts';

/** The key of words on a part of the schema: kept for messages, judged by nobody. */
export const HINT = '~hint';

/** Marks an object whose validator silently drops the keys that are not listed: such keys are refused instead. */
export const CLOSED = '~closed';

/** A JSON Schema made ready for walking: a copy with the keywords that mean something here, references resolvable. */
export interface SchemaGuide {
  readonly root: Node;
  readonly draft: '7' | '2020-12';
  readonly lookup: Readonly<Record<string, Node>>;
}

const guides = new WeakMap<JsonSchema, SchemaGuide>();

/** Makes the guide of a schema, kept per schema object. Throws for a schema that is cyclic or names one id twice. */
export function toGuide(json: JsonSchema): SchemaGuide {
  const kept = guides.get(json);
  if (kept) return kept;
  const guide = newGuide(json, false);
  guides.set(json, guide);
  return guide;
}

/** Makes a new guide. `closes`: objects that list keys and say nothing of others are marked as closed. */
export function newGuide(json: JsonSchema, closes: boolean): SchemaGuide {
  const root = copy(json, { folders: referencedFolders(json), closes }) as Prepared;
  const old = typeof json.$schema === 'string' && /draft-0[3-7]/.test(json.$schema);
  return { root, draft: old ? '7' : '2020-12', lookup: dereference(root) as Record<string, Node> };
}

/** Does this part of the schema accept the value? A schema that cannot be evaluated accepts nothing. */
export function accepts(guide: SchemaGuide, node: Node, value: unknown): boolean {
  if (typeof node === 'boolean') return node;
  try {
    return validate(value, node as Prepared, guide.draft, guide.lookup as Record<string, Prepared>, true).valid;
  } catch {
    return false;
  }
}

type GuideOptions = { readonly folders: ReadonlySet<string>; readonly closes: boolean };

function copy(node: unknown, making: GuideOptions): Node {
  if (!isRecord(node)) return node === false ? false : node === true || node === undefined ? true : {};
  const out = rewriteSchema(node, {
    schema: inside => copy(inside, making),
    name: (name, keyword) => (keyword === 'patternProperties' ? unicodePattern(name) : name),
    value: (value, keyword) => copyValue(value, keyword, making),
  });
  numericBounds(out);
  if (node.nullable === true) nullable(out);
  const silent = out.additionalProperties === undefined && out.unevaluatedProperties === undefined;
  if (making.closes && out.properties !== undefined && silent) out[CLOSED] = true;
  return out;
}

/** A copy of a keyword's value. Unknown keywords are left out, and so are malformed lists and names. */
function copyValue(value: unknown, keyword: string, making: GuideOptions): unknown {
  const kind = keywordKind(keyword);
  if (kind === 'map' || kind === 'dependencies') return Array.isArray(value) ? value : {};
  if (kind === 'names') return Array.isArray(value) ? value.filter(each => typeof each === 'string') : undefined;
  if (kind === 'pattern') return unicodePattern(String(value));
  if (kind !== undefined || keyword === HINT) return kind === 'schemas' ? undefined : value;
  return making.folders.has(keyword) && isRecord(value) ? copyFolder(value, making) : undefined;
}

/** Reads `nullable`, OpenAPI's word for a type or null, which converters leave in schemas. */
function nullable(out: Record<string, unknown>): void {
  if (typeof out.type === 'string' || Array.isArray(out.type)) out.type = [...new Set([out.type, 'null'].flat())];
  if (Array.isArray(out.enum) && !out.enum.includes(null)) out.enum = [...out.enum, null];
}

function copyFolder(value: Record<string, unknown>, making: GuideOptions): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const [key, each] of Object.entries(value)) {
    const schema =
      isRecord(each) && ['type', '$ref', 'properties', 'anyOf', 'allOf', 'oneOf', 'enum'].some(k => k in each);
    setKey(out, key, schema || !isRecord(each) ? copy(each, making) : copyFolder(each, making));
  }
  return out;
}

/** Reads bounds of draft 4, with `exclusiveMinimum: true` beside `minimum`; all later drafts write the bound itself. */
function numericBounds(out: Record<string, unknown>): void {
  for (const [flag, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof out[flag] !== 'boolean') continue;
    if (out[flag] === true && typeof out[bound] === 'number') {
      out[flag] = out[bound];
      delete out[bound];
    } else delete out[flag];
  }
}
