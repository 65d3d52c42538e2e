import { isJson, isRecord } from '../json.ts';
import type { JsonSchema } from '../schema.ts';
import { examine, problemsOf } from './check-profile.ts';
import type { Codec } from './lower/lowering.ts';
import { lowerShapes } from './lower/shapes.ts';
import { atRoot } from './lower/wrap-root.ts';
import { printShapes } from './print/shapes.ts';
import { PROFILES, type Profile } from './profiles.ts';
import { type ReadSchema, readSchema } from './read/schema.ts';
import { follow, type Loss } from './shape.ts';

export type { Profile } from './profiles.ts';
export type { Loss } from './shape.ts';

export interface LoweredSchema {
  /** The schema that the provider is sent. */
  readonly schema: JsonSchema;
  /** All losses; nothing is dropped silently. */
  readonly losses: readonly Loss[];
  /** Whether the schema may be sent as strict: false where the profile has no strict mode, or the schema is unfit. */
  readonly strict: boolean;
  /** Turns the model's arguments back into the tool's own shape; leaves unknown ones alone, and never throws. */
  lift(value: unknown): unknown;
  /** A value that is valid for the tool, in the shape that the provider was sent. */
  lower(value: unknown): unknown;
}

/**
 * A tool's schema as a provider takes it. A fitting schema stays as it is; others are rewritten, a strict profile falls
 * back to the open one of the same provider, and whatever happens something can be sent.
 */
export function lowerSchema(schema: JsonSchema, profile: Profile): LoweredSchema {
  const losses: Loss[] = [];
  for (let at: Profile | undefined = profile; at; at = PROFILES[at].fallback)
    try {
      const lowered = attempt(schema, at, losses);
      if (lowered) return lowered;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const keyword = PROFILES[at].fallback ? 'strict' : 'schema';
      losses.push({ path: '', keyword, says: `cannot be read: ${reason.slice(0, 120)}` });
    }
  losses.push({ path: '', keyword: 'schema', says: 'nothing of it can be sent; anything is taken' });
  return convertible({ type: 'object', properties: {}, additionalProperties: true }, { losses, strict: false });
}

/** Lowers a schema to a profile; where the profile does not take it, the reason is added to the losses. */
function attempt(schema: JsonSchema, profile: Profile, losses: Loss[]): LoweredSchema | undefined {
  const rules = PROFILES[profile];
  const strict = rules.fallback !== undefined;
  if (!isRecord(schema)) throw new TypeError('it is no object');
  if (problemsOf(schema, rules).length === 0 && isJson(schema)) return convertible(schema, { losses, strict });
  const read = readSchema(schema);
  const typed = rules.rootUnion && isObjectOnly(read) ? { ...schema, type: 'object' } : undefined;
  if (typed && problemsOf(typed, rules).length === 0 && isJson(typed)) return convertible(typed, { losses, strict });
  const form = lowerShapes(read.root, read.targets, rules);
  const root = atRoot(form.root, read.root, read.targets);
  const printed = printShapes(root.shape, form.targets, rules);
  const [problem] = problemsOf(printed.schema, rules);
  if (problem !== undefined) {
    losses.push({ path: '', keyword: strict ? 'strict' : 'schema', says: `does not fit ${profile}: ${problem}` });
    return undefined;
  }
  const all = [...losses, ...read.losses, ...root.losses, ...form.losses, ...printed.losses];
  return convertible(printed.schema, { losses: distinct(all), strict, codec: root.codec });
}

/** Whether everything that fits the schema is an object, though the schema does not say so itself. */
function isObjectOnly({ root, targets }: ReadSchema): boolean {
  const shape = follow(root, targets);
  const forms = shape?.kind === 'union' ? shape.branches : [shape];
  return forms.every(form => form && follow(form, targets)?.kind === 'object');
}

/** The most steps of converting a value, which is then left alone. */
const MOST_STEPS = 500_000;
type Report = Pick<LoweredSchema, 'losses' | 'strict'> & { readonly codec?: Codec | undefined };

function convertible(schema: JsonSchema, { losses, strict, codec }: Report): LoweredSchema {
  const convert = (way: 'lift' | 'lower') => (value: unknown) => {
    try {
      return codec ? codec[way](value, { left: MOST_STEPS }) : value;
    } catch {
      // The value is deeper than the stack.
      return value;
    }
  };
  return Object.freeze({ schema, losses, strict, lift: convert('lift'), lower: convert('lower') });
}

function distinct(losses: readonly Loss[]): Loss[] {
  return [...new Map(losses.map(loss => [JSON.stringify([loss.path, loss.keyword, loss.says]), loss])).values()];
}

/**
 * The schemas of all tools of one request. Where the provider bounds what strict tools may have together, as many as
 * fit are strict, the simplest first, and the others are not.
 */
export function lowerTogether(schemas: readonly JsonSchema[], profile: Profile): readonly LoweredSchema[] {
  const rules = PROFILES[profile];
  const { fallback, request } = rules;
  const all = schemas.map(schema => lowerSchema(schema, profile));
  if (!request || !fallback) return all;
  const left = { ...request };
  const costs = all.map(({ schema, strict }, index) => ({ index, strict, ...examine(schema, rules).counts }));
  const simplestFirst = costs
    .filter(({ strict }) => strict)
    .sort((a, b) => a.optional + a.unions - b.optional - b.unions);
  const out = [...all];
  for (const { index, optional, unions } of simplestFirst) {
    if (left.tools >= 1 && left.optional >= optional && left.unions >= unions) {
      left.tools--;
      left.optional -= optional;
      left.unions -= unions;
    } else out[index] = notStrict(schemas[index]!, fallback);
  }
  return out;
}

function notStrict(schema: JsonSchema, fallback: Profile): LoweredSchema {
  const lowered = lowerSchema(schema, fallback);
  const loss = { path: '', keyword: 'strict', says: 'the strict tools of a request are at their limit without it' };
  return Object.freeze({ ...lowered, losses: [loss, ...lowered.losses] });
}
