import { isRecord, setKey } from '../schema/json.ts';
import type { JsonSchema } from '../schema/schema.ts';
import { isWrapper } from '../tool/arguments/coerce/object.ts';
import { copySpellings } from '../tool/arguments/coerce/spelling.ts';
import { findOwnName, type ParameterNames } from '../tool/arguments/parameter-names.ts';
import type { Alias } from '../tool/define.ts';

type Args = Record<string, unknown>;

/** The tool's own arguments, from those given under another name of it. */
export function mapAliasArguments(alias: Alias, args: unknown): unknown {
  if (!isRecord(args)) return args;
  const renamed = alias.rename ? renameKeys(args, alias.rename) : args;
  return alias.map ? alias.map(renamed) : renamed;
}

/**
 * Renames keys, whatever their case and separators, where the new name is not taken: nothing is lost, and two names for
 * one parameter stay two. A lone wrapper stays, though a parameter may have its name too; coercion looks inside.
 */
export function renameKeys(args: unknown, names: ParameterNames): Args {
  const given = args as Args;
  const keys = Object.keys(given);
  if (keys.length === 1 && isWrapper(keys[0]!) && isRecord(given[keys[0]!])) return given;
  const renames = new Map<string, string>();
  for (const key of keys) {
    const own = findOwnName(names, key);
    if (own === undefined || own === key || Object.hasOwn(given, own) || [...renames.values()].includes(own)) continue;
    renames.set(key, own);
  }
  if (renames.size === 0) return given;
  const nameOf = (key: string) => renames.get(key) ?? key;
  const renamed: Args = {};
  for (const key of keys) setKey(renamed, nameOf(key), given[key]);
  copySpellings(given, renamed, nameOf);
  return renamed;
}

/** The schema as the alias's users know it: its own names of the properties. */
export function aliasSchema(alias: Alias, schema: JsonSchema): JsonSchema {
  if (!alias.rename || !isRecord(schema.properties)) return schema;
  const other = new Map(Object.entries(alias.rename).map(([name, own]) => [own, name]));
  const properties = Object.fromEntries(
    Object.entries(schema.properties).map(([name, value]) => [other.get(name) ?? name, value]),
  );
  const required = Array.isArray(schema.required) ? schema.required.map(name => other.get(name) ?? name) : undefined;
  return { ...schema, properties, ...(required ? { required } : {}) };
}
