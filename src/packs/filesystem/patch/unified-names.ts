import { addAll } from '../../../tool/lists/long-lists.ts';
import { badPatch } from './patch-file.ts';
import type { PatchLine } from './patch-lines.ts';

/** The names of a file before and after; a name is undefined where the file is new or goes. */
export interface Names {
  readonly old: string | undefined;
  readonly new: string | undefined;
}

const QUOTED = /"(?:[^"\\]|\\.)*"/.source;
const namesOf = (old: string, fresh: string): Names => {
  const nameOf = (name: string) => (name === '/dev/null' ? undefined : name);
  return { old: nameOf(old), new: nameOf(fresh) };
};

/** The name after `--- ` or `+++ `: without a time after it, and unquoted. */
function headerName({ text, number }: PatchLine): string {
  const rest = text.slice(4);
  const quoted = new RegExp(`^${QUOTED}`).exec(rest)?.[0];
  const time = /\s+\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?: ?[-+]\d{4}| ?Z)?\s*$/;
  const name = quoted === undefined ? rest.split('\t')[0]!.replace(time, '').trimEnd() : plainName(quoted);
  if (name === '') throw badPatch(number, 'a path was expected.', 'unified');
  return name;
}

/** The names of `--- a/x` and `+++ b/x`. */
export const headerNames = (one: PatchLine, other: PatchLine): Names => namesOf(headerName(one), headerName(other));

/** The name in `rename from NAME`, which has no prefix. */
export function plainName(value: string): string {
  const bare = value.trimEnd();
  return bare.startsWith('"') && bare.endsWith('"') && bare.length > 1 ? unquote(bare.slice(1, -1)) : bare;
}

/** Both names of `diff --git a/x b/x`, where they can be told apart. */
export function gitNames(line: string): Names | undefined {
  const rest = line.slice('diff --git '.length).trimEnd();
  const [, old, fresh] =
    new RegExp(`^(${QUOTED}|\\S+) (${QUOTED}|\\S+)$`).exec(rest) ?? /^(a\/(.+)) (?=b\/\2$)/.exec(rest) ?? [];
  if (old === undefined || fresh === undefined) return undefined;
  return namesOf(plainName(old), rest.startsWith(`${old} b/${fresh}`) ? `b/${fresh}` : plainName(fresh));
}

const PREFIX = /^[abciow]\//;

/** Whether two names are those of one file in a diff: the same path, or no name on one side. */
export const isOneFile = ({ old, new: fresh }: Names): boolean =>
  old === undefined || fresh === undefined || old.replace(PREFIX, '') === fresh.replace(PREFIX, '');

/** The names without `a/` and `b/`, or what git writes for them, if every name in the patch has its own of them. */
export function stripPrefixes(all: readonly Names[]): readonly Names[] {
  const fits = ['ab', 'iw', 'ci', 'cw', 'ow'].some(([one, other]) =>
    all.every(names => (names.old?.startsWith(`${one}/`) ?? true) && (names.new?.startsWith(`${other}/`) ?? true)),
  );
  return fits ? all.map(names => ({ old: names.old?.slice(2), new: names.new?.slice(2) })) : all;
}

const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 };

/** Undoes git's quoting of a name, in which bytes that are not ASCII are three octal digits. */
function unquote(text: string): string {
  const bytes: number[] = [];
  for (const [token] of text.matchAll(/\\[0-3][0-7]{2}|\\.|[^\\]/gsu)) {
    if (token.length === 4 && token.startsWith('\\')) bytes.push(Number.parseInt(token.slice(1), 8));
    else if (token.startsWith('\\')) bytes.push(ESCAPES[token[1]!] ?? token.charCodeAt(1));
    else addAll(bytes, new TextEncoder().encode(token));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
