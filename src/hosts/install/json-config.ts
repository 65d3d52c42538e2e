import { isDeepStrictEqual } from 'node:util';
import {
  applyEdits,
  type FormattingOptions,
  findNodeAtLocation,
  modify,
  type ParseError,
  parse,
  parseTree,
} from 'jsonc-parser';
import { ConfigError } from '../../config/config-error.ts';

/** A config in JSON, comments and all; throws where it cannot be read. */
export function readJsonConfig(text: string): Record<string, unknown> {
  // Not every host takes such a file, and one that does not goes on without the hooks in it.
  if (text.startsWith('\uFEFF')) throw unreadableConfig('it begins with a byte order mark');
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0) throw unreadableConfig('it is no JSON');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadableConfig('it holds no object');
  return value as Record<string, unknown>;
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
  if (value === undefined && typeof path.at(-1) === 'number') return withoutElement(text, path);
  // What is taken out needs no format, and what stands around it keeps its own.
  if (value === undefined) return applyEdits(text, modify(text, path, value, {}));
  const isArrayInsertion = typeof path.at(-1) === 'number';
  return applyEdits(text, modify(text, path, value, { formattingOptions: formatOf(text), isArrayInsertion }));
}

/** Takes one element out of a list. The library leaves a bracket behind where there is no blank after the last one. */
function withoutElement(text: string, path: (string | number)[]): string {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const elements = (tree && findNodeAtLocation(tree, path.slice(0, -1))?.children) ?? [];
  const index = path.at(-1) as number;
  const [before, own, after] = [elements[index - 1], elements[index]!, elements[index + 1]];
  const from = after || !before ? own.offset : before.offset + before.length;
  const to = after ? after.offset : own.offset + own.length;
  return text.slice(0, from) + text.slice(to);
}

/** The way in which a file is indented. */
function formatOf(text: string): FormattingOptions {
  const [, indent = '  '] = /^\{\s*?\n([ \t]+)"/.exec(text) ?? [];
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  return { insertSpaces: !indent.includes('\t'), tabSize: indent.includes('\t') ? 1 : indent.length, eol };
}
