import type { Alias } from '../tool/define.ts';
import type { JsonSchema } from '../tool/schema/schema.ts';

type Args = Record<string, unknown>;

/** Arguments given under another name of a tool, as the tool's own. */
export function mapAliasArguments(alias: Alias, args: unknown): unknown {
  if (!isObject(args)) return args;
  const renamed = alias.rename ? renameKeys(args, alias.rename) : args;
  return alias.map ? alias.map(renamed) : renamed;
}

/** Renames keys where the new one is not taken; nothing is lost. */
export function renameKeys(args: unknown, names: Readonly<Record<string, string>>): Args {
  const from = args as Args;
  let renamed: Args | undefined;
  for (const key of Object.keys(from)) {
    const own = Object.hasOwn(names, key) ? names[key] : undefined;
    if (own === undefined || Object.hasOwn(from, own) || (renamed && Object.hasOwn(renamed, own))) continue;
    renamed ??= { ...from };
    renamed[own] = from[key];
    delete renamed[key];
  }
  return renamed ?? from;
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

const isObject = (value: unknown): value is Args => typeof value === 'object' && value !== null && !Array.isArray(value);
