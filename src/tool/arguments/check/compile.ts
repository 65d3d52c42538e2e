import { isDeepStrictEqual } from 'node:util';
import { type Schema as Prepared, validate } from '@cfworker/json-schema';
import { fillDefaults } from '../../../schema/guide/defaults.ts';
import { accepts, newGuide, type SchemaGuide, toGuide } from '../../../schema/guide/guide.ts';
import { viewsOf } from '../../../schema/guide/view.ts';
import { setKey } from '../../../schema/json.ts';
import {
  isStandard,
  type StandardIssue,
  type StandardResult,
  type StandardSchemaV1,
} from '../../../schema/libraries/standard.ts';
import { unusableSchema } from '../../../schema/libraries/unusable.ts';
import { isZod, zodToGuide, zodToJson } from '../../../schema/libraries/zod-guide.ts';
import type { JsonSchema, Schema } from '../../../schema/schema.ts';
import type { MaybePromise } from '../../maybe-promise.ts';
import { hasUnknownKeys, type UnknownKey } from './unknown-keys.ts';
import { dotted } from './value-path.ts';

export type Issue = { readonly path: readonly (string | number)[]; readonly message: string };

export type CheckResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly issues: readonly Issue[] };

/** A schema made ready once: its JSON form for models, and a check. */
export interface CompiledSchema {
  /** JSON Schema (draft 2020-12) of the input: defaults are optional. */
  readonly json: JsonSchema;
  /** Validates, fills defaults; no repair. Refuses keys that would be dropped or are typing errors. Sync if it can. */
  check(value: unknown): MaybePromise<CheckResult>;
}

const known = { input: new WeakMap<object, CompiledSchema>(), output: new WeakMap<object, CompiledSchema>() };
const guides = new WeakMap<CompiledSchema, () => SchemaGuide>();
const judges = new WeakSet<CompiledSchema>();

/** Makes the schema of a tool's arguments ready. Kept per schema object. */
export const compileSchema = (schema: Schema): CompiledSchema => compileOnce(schema, 'input');

/** Makes the schema of a tool's value ready: the same check, but keys it does not know are no error. */
export const compileOutputSchema = (schema: Schema): CompiledSchema => compileOnce(schema, 'output');

function compileOnce(schema: Schema, io: 'input' | 'output'): CompiledSchema {
  const compiled = known[io].get(schema) ?? compile(schema, io);
  known[io].set(schema, compiled);
  return compiled;
}

/** The form of a schema that coercion and messages are guided by. */
export const guideOf = (schema: CompiledSchema): SchemaGuide => guides.get(schema)?.() ?? toGuide(schema.json);

const listed = new WeakMap<CompiledSchema, readonly string[]>();

/** The keys that the schema lists, in any of its alternatives. Kept per schema. */
export function listedKeys(schema: CompiledSchema): readonly string[] {
  let keys = listed.get(schema);
  if (!keys) {
    keys = findListed(guideOf(schema));
    listed.set(schema, keys);
  }
  return keys;
}

function findListed(guide: SchemaGuide): readonly string[] {
  try {
    return [...new Set(viewsOf(guide, guide.root).flatMap(view => [...view.properties.keys()]))];
  } catch {
    return [];
  }
}

/** A plain JSON Schema is its own judge: its guide finds everything that is wrong. */
export const isItsOwnJudge = (schema: CompiledSchema): boolean => judges.has(schema);

function compile(schema: Schema, io: 'input' | 'output'): CompiledSchema {
  if (!isStandard(schema)) return compileJson(schema as JsonSchema, io);
  const json = standardJson(schema, io);
  let kept: SchemaGuide | undefined;
  let [dropsKeys, coerces] = [false, false];
  const guide = () => {
    if (kept) return kept;
    const made = isZod(schema) && io === 'input' ? zodToGuide(schema) : undefined;
    if (made) ({ dropsKeys, coerces } = made);
    else dropsKeys = io === 'input' && mayDropKeys(schema, json);
    kept = newGuide(made?.json ?? json, true);
    return kept;
  };
  const run = schema['~standard'].validate;
  const strict = io === 'input';
  const finish = (value: unknown, result: StandardResult<unknown>): CheckResult => {
    if (result.issues) return refused(toIssues(result.issues), strict ? unknownIn(guide(), value) : []);
    if (strict && hasUnknownKeys(guide(), guide().root, value)) return refused([], unknownIn(guide(), value));
    if (strict && coerces && !accepts(guide(), guide().root, withoutUndefined(value))) return refused([], []);
    return { ok: true, value: strict && dropsKeys ? withDropped(value, result.value) : result.value };
  };
  const check = (value: unknown): MaybePromise<CheckResult> => {
    try {
      const result = run(value);
      return result instanceof Promise ? result.then(late => finish(value, late)).catch(broken) : finish(value, result);
    } catch (error) {
      return broken(error);
    }
  };
  return remember({ json, check }, guide);
}

function compileJson(json: JsonSchema, io: 'input' | 'output'): CompiledSchema {
  const guide = toGuide(json);
  const defaults = JSON.stringify(json).includes('"default":');
  const lookup = guide.lookup as Record<string, Prepared>;
  const check = (given: unknown): CheckResult => {
    try {
      const value = withoutUndefined(given);
      const result = validate(value, guide.root as Prepared, guide.draft, lookup, true);
      const unknown = io === 'input' ? unknownIn(guide, value) : [];
      if (!result.valid) return refused(leaves(result.errors), unknown);
      const endless = endlessIn(value);
      if (endless) return refused([{ path: endless, message: 'expected a finite number' }], unknown);
      if (unknown.length > 0) return refused([], unknown);
      return { ok: true, value: defaults ? fillDefaults(guide, guide.root, value) : value };
    } catch (error) {
      return broken(error);
    }
  };
  const compiled = remember({ json, check }, () => guide);
  judges.add(compiled);
  return compiled;
}

function remember(compiled: CompiledSchema, guide: () => SchemaGuide): CompiledSchema {
  guides.set(compiled, guide);
  return Object.freeze(compiled);
}

function standardJson(schema: StandardSchemaV1, io: 'input' | 'output'): JsonSchema {
  if (isZod(schema)) return zodToJson(schema, io);
  const { jsonSchema } = schema['~standard'];
  if (!jsonSchema) throw new TypeError(unusableSchema(schema));
  return jsonSchema[io]({ target: 'draft-2020-12' });
}

/**
 * The result with the keys that Zod has silently left out: Zod takes the first branch of a union that fits, and forgets
 * the keys that only another branch knows.
 */
function withDropped(given: unknown, result: unknown): unknown {
  if (given === result || typeof given !== 'object' || typeof result !== 'object' || !given || !result) return result;
  if (Object.getPrototypeOf(given) !== Object.getPrototypeOf(result)) return result;
  let kept: object | undefined;
  for (const [key, inside] of Object.entries(given)) {
    const before = Object.hasOwn(result, key) ? (result as Record<string, unknown>)[key] : undefined;
    const after = Object.hasOwn(result, key) ? withDropped(inside, before) : inside;
    if (after === before) continue;
    kept ??= Array.isArray(result) ? [...result] : { ...result };
    setKey(kept, key, after);
  }
  return kept ?? result;
}

/** Whether another library may forget keys of a union; where output and input differ, the change is its own. */
function mayDropKeys(schema: StandardSchemaV1, json: JsonSchema): boolean {
  if (!/"(?:anyOf|oneOf)":\[/.test(JSON.stringify(json))) return false;
  try {
    return isDeepStrictEqual(json, standardJson(schema, 'output'));
  } catch {
    // The output has no JSON Schema.
    return false;
  }
}

/** A check that throws refuses. */
function broken(error: unknown): CheckResult {
  const reason = error instanceof Error ? error.message : String(error);
  return { ok: false, issues: [{ path: [], message: `the check failed: ${reason.slice(0, 200)}` }] };
}

function refused(issues: readonly Issue[], unknown: readonly Issue[]): CheckResult {
  const paths = new Set(unknown.map(issue => dotted(issue.path)));
  return { ok: false, issues: [...issues.filter(issue => !paths.has(dotted(issue.path))), ...unknown] };
}

function unknownIn(guide: SchemaGuide, value: unknown): Issue[] {
  const found: UnknownKey[] = [];
  hasUnknownKeys(guide, guide.root, value, found);
  return found.map(({ path, key }) => ({ path: [...path, key], message: 'unknown key' }));
}

function toIssues(issues: readonly StandardIssue[]): Issue[] {
  const out: Issue[] = [];
  for (const issue of issues) {
    // Zod's strict objects; the keys are listed one by one as unknown keys.
    if ((issue as { code?: string }).code === 'unrecognized_keys') continue;
    const path = (issue.path ?? []).map(step => (typeof step === 'object' ? step.key : step));
    out.push({ path: path.map(key => (typeof key === 'number' ? key : String(key))), message: issue.message });
  }
  return out;
}

/** The errors of the validator's chain that have no cause further inside. */
function leaves(errors: readonly { instanceLocation: string; error: string }[]): Issue[] {
  const deepest = errors.filter(
    (each, i) => !errors.some((other, j) => j > i && other.instanceLocation.startsWith(`${each.instanceLocation}/`)),
  );
  return deepest.map(({ instanceLocation, error }) => ({ path: pointerPath(instanceLocation), message: error }));
}

function pointerPath(pointer: string): (string | number)[] {
  const steps = decodeURI(pointer).split('/').slice(1);
  return steps.map(step => step.replaceAll('%23', '#').replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Where a number stands that JSON does not have, NaN or an infinity: the validator takes both for numbers. */
function endlessIn(value: unknown): Issue['path'] | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : [];
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inside] of Object.entries(value)) {
    const below = endlessIn(inside);
    if (below) return [Array.isArray(value) ? Number(key) : key, ...below];
  }
  return undefined;
}

/** JSON has no undefined: a key that holds it is absent. A value without any comes back as it is. */
export function withoutUndefined(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const out = value.map(withoutUndefined);
    return out.some((each, i) => each !== value[i]) ? out : value;
  }
  const entries = Object.entries(value);
  const kept = entries
    .filter(([, inside]) => inside !== undefined)
    .map(([key, inside]) => [key, withoutUndefined(inside)]);
  const same = kept.length === entries.length && kept.every(([, inside], i) => inside === entries[i]![1]);
  return same ? value : Object.fromEntries(kept);
}
