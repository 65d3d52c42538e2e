import { badPatch } from './patch-error.ts';

const NOWHERE = '/dev/null';

/** The name after `--- ` or `+++ `: without a time after a tab, and unquoted. */
export function readHeaderName(header: string, number: number): string {
  const rest = header.slice(4);
  if (rest.startsWith('"')) {
    const end = closingQuote(rest);
    if (end > 0) return unquote(rest.slice(1, end));
    throw badPatch(number, 'a closing quote was expected after the name.', 'unified');
  }
  const name = rest
    .split('\t')[0]!
    .replace(/\s+\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?: ?[-+]\d{4}| ?Z)?\s*$/, '')
    .trimEnd();
  if (name === '') throw badPatch(number, 'a path was expected.', 'unified');
  return name;
}

/** The name in `rename from NAME`, which has no prefix. */
export function plainName(value: string): string {
  const bare = value.trimEnd();
  return bare.startsWith('"') && bare.endsWith('"') && bare.length > 1 ? unquote(bare.slice(1, -1)) : bare;
}

/** Both names of `diff --git a/x b/x`, where they can be told apart. */
export function gitNames(line: string): { old: string; new: string } | undefined {
  const rest = line.slice('diff --git '.length).trimEnd();
  const quoted = /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)$/.exec(rest);
  if (quoted) return { old: plainName(quoted[1]!), new: plainName(quoted[2]!) };
  const same = /^a\/(.+) b\/\1$/.exec(rest);
  return same ? { old: `a/${same[1]}`, new: `b/${same[1]}` } : undefined;
}

/** Whether two lines name one file as a diff does: the same path, or nothing on one side. */
export function looksLikeNames(oldHeader: string, newHeader: string): boolean {
  const [old, fresh] = [readHeaderName(oldHeader, 0), readHeaderName(newHeader, 0)];
  return old === NOWHERE || fresh === NOWHERE || old === fresh || withoutPrefix(old) === withoutPrefix(fresh);
}

export interface Names {
  /** Undefined: the file is new. */
  readonly old: string | undefined;
  /** Undefined: the file goes. */
  readonly new: string | undefined;
}

export function namesOf(old: string, fresh: string): Names {
  return { old: old === NOWHERE ? undefined : old, new: fresh === NOWHERE ? undefined : fresh };
}

const PREFIX = /^(?:a|b|i|w|c|o)\//;
const withoutPrefix = (name: string): string => name.replace(PREFIX, '');

/** Names lose `a/` and `b/` only where every name in the patch has its own of them. */
export function stripPrefixes(all: readonly Names[]): readonly Names[] {
  const pairs = [
    ['a/', 'b/'],
    ['i/', 'w/'],
    ['c/', 'i/'],
    ['c/', 'w/'],
    ['o/', 'w/'],
  ] as const;
  const fits = pairs.find(([one, other]) =>
    all.every(names => (names.old?.startsWith(one) ?? true) && (names.new?.startsWith(other) ?? true)),
  );
  if (!fits) return all;
  const strip = (name: string | undefined) => name?.slice(2);
  return all.map(names => ({ old: strip(names.old), new: strip(names.new) }));
}

function closingQuote(text: string): number {
  for (let at = 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return -1;
}

const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 };

/** Undoes git's quoting of a name, in which bytes that are not ASCII are three octal digits. */
function unquote(text: string): string {
  const bytes: number[] = [];
  for (const [token] of text.matchAll(/\\[0-3][0-7]{2}|\\.|[^\\]/gsu)) {
    if (token.length === 4 && token.startsWith('\\')) bytes.push(Number.parseInt(token.slice(1), 8));
    else if (token.startsWith('\\')) bytes.push(ESCAPES[token[1]!] ?? token.charCodeAt(1));
    else bytes.push(...new TextEncoder().encode(token));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
