import type { Alias } from '../tool/define.ts';
import { plainWord } from '../tool/nearest.ts';
import type { JsonSchema } from '../tool/schema/schema.ts';

type Args = Record<string, unknown>;

/** Arguments given under another name of a tool, as the tool's own. */
export function mapAliasArguments(alias: Alias, args: unknown): unknown {
  if (!isObject(args)) return args;
  const renamed = alias.rename ? renameKeys(args, alias.rename) : args;
  return alias.map ? alias.map(renamed) : renamed;
}

/**
 * Renames keys, whatever their case and separators, where the new one is not taken: nothing is lost, and two names for
 * one parameter stay two. A lone object inside, which may be a wrapper, is treated alike.
 */
export function renameKeys(args: unknown, names: Names): Args {
  const renamed = renameOwn(args as Args, names);
  const [only, ...others] = Object.keys(renamed);
  if (only === undefined || others.length > 0 || !isObject(renamed[only])) return renamed;
  const inside = renameOwn(renamed[only], names);
  return inside === renamed[only] ? renamed : { [only]: inside };
}

type Names = Readonly<Record<string, string>>;

function renameOwn(args: Args, names: Names): Args {
  const plain = plainNames(names);
  let renamed: Args | undefined;
  for (const key of Object.keys(args)) {
    const own = plain.get(plainWord(key));
    if (own === undefined || own === key || Object.hasOwn(args, own) || (renamed && Object.hasOwn(renamed, own)))
      continue;
    renamed ??= { ...args };
    renamed[own] = args[key];
    delete renamed[key];
  }
  return renamed ?? args;
}

const known = new WeakMap<Names, ReadonlyMap<string, string>>();

function plainNames(names: Names): ReadonlyMap<string, string> {
  let plain = known.get(names);
  if (!plain) {
    plain = new Map(Object.entries(names).map(([name, own]) => [plainWord(name), own]));
    known.set(names, plain);
  }
  return plain;
}

/** The schema as the alias's users know it: its own names of the properties. */
export function aliasSchema(alias: Alias, schema: JsonSchema): JsonSchema {
  if (!alias.rename || !isObject(schema.properties)) return schema;
  const other = new Map(Object.entries(alias.rename).map(([name, own]) => [own, name]));
  const properties = Object.fromEntries(
    Object.entries(schema.properties).map(([name, value]) => [other.get(name) ?? name, value]),
  );
  const required = Array.isArray(schema.required) ? schema.required.map(name => other.get(name) ?? name) : undefined;
  return { ...schema, properties, ...(required ? { required } : {}) };
}

const isObject = (value: unknown): value is Args =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
