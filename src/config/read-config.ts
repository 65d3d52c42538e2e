import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { ConfigError } from './config-error.ts';

/** The text of a config file, as data; comments and trailing commas are welcome. */
export function parseConfigText(text: string, where: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (!first) return value;
  const before = text.slice(0, first.offset).split('\n');
  throw new ConfigError(
    `${where}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}: ${printParseErrorCode(first.error)}`,
  );
}

/** Undefined when there is no such file. */
export function readConfigFile(file: string): { readonly value: unknown; readonly text: string } | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const text = readFileSync(file, 'utf8');
    return { value: parseConfigText(text, file), text };
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`${file} cannot be read: ${error instanceof Error ? error.message : error}`);
  }
}

/** Runs a config written in TypeScript: only ever for a workspace that the user trusts. */
export async function importConfigFile(file: string): Promise<unknown> {
  const module: { default?: unknown } = await import(pathToFileURL(file).href);
  if (module.default === undefined) throw new ConfigError(`${file} has no default export`);
  return module.default;
}
