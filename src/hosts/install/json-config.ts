import { isDeepStrictEqual } from 'node:util';
import {
  applyEdits,
  type FormattingOptions,
  findNodeAtLocation,
  modify,
  type Node,
  type ParseError,
  parse,
  parseTree,
} from 'jsonc-parser';
import { ConfigError } from '../../config/config-error.ts';
import { isRecord } from '../../schema/json.ts';

/** A config in JSON, comments and all; throws where it cannot be read. */
export function readJsonConfig(text: string): Record<string, unknown> {
  // Not every host takes a file with this mark, and one that does not goes on without the hooks in the file.
  if (text.startsWith('\uFEFF')) throw unreadableConfig('it begins with a byte order mark');
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0) throw unreadableConfig('it is no JSON');
  if (!isRecord(value)) throw unreadableConfig('it holds no object');
  return value;
}

export const unreadableConfig = (why: string): ConfigError =>
  new ConfigError(`The host's config cannot be changed: ${why}`, 'Mend the file by hand, or move it away.');

/** Whether two configs say the same, in whatever order and format; empty lists and objects say nothing. */
export function hasSameSettings(one: string, other: string): boolean {
  const [a, b] = [one, other].map(text => (text.trim() === '' ? {} : withoutEmpty(readJsonConfig(text))));
  return isDeepStrictEqual(a ?? {}, b ?? {});
}

function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).flatMap(([key, each]) => {
    const left = withoutEmpty(each);
    return left === undefined ? [] : [[key, left] as const];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** The text with a value at a path, or without one where the value is undefined; all else stays as it is. */
export function editJsonConfig(text: string, path: (string | number)[], value: unknown): string {
  if (value === undefined) return withoutValue(text, path);
  const isArrayInsertion = typeof path.at(-1) === 'number';
  return applyEdits(text, modify(text, path, value, { formattingOptions: formatOf(text), isArrayInsertion }));
}

/** Takes out an element of a list, or a key. The library leaves behind a bracket, or a comma that stood at the end. */
function withoutValue(text: string, path: (string | number)[]): string {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const value = tree && findNodeAtLocation(tree, path);
  const own = value?.parent?.type === 'property' ? value.parent : value;
  const beside = own?.parent?.children;
  if (!own || !beside) return text;
  const index = beside.indexOf(own);
  const [before, after] = [beside[index - 1], beside[index + 1]];
  const from = after || !before ? own.offset : endOf(before);
  const to = after ? after.offset : endOf(own);
  const rest = text.slice(to);
  const comma = before || after ? undefined : /^(?:\s|\/\*[\s\S]*?\*\/|\/\/.*)*,/.exec(rest)?.[0].length;
  return text.slice(0, from) + (comma ? rest.slice(0, comma - 1) + rest.slice(comma) : rest);
}

const endOf = ({ offset, length }: Node): number => offset + length;

function formatOf(text: string): FormattingOptions {
  const [, indent = '  '] = /^\{\s*?\n([ \t]+)"/.exec(text) ?? [];
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  return { insertSpaces: !indent.includes('\t'), tabSize: indent.includes('\t') ? 1 : indent.length, eol };
}
