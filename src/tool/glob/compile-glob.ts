import { ToolError } from '../error.ts';
import { compileName, MANY, matchMany, type NameTest } from './compile-name.ts';

interface GlobOptions {
  readonly ignoreCase?: boolean;
  /** A trailing `**` may stand for nothing, so that `src/**` is `src` too; not behind a star, which fits any name. */
  readonly folderToo?: boolean;
}

type PathTest = (path: string) => boolean;

/**
 * The one meaning of a glob: `*`, `?`, `[a-z]` and `[!a]` within a name, `**` for any number of folders, `{a,b}` for
 * either, `\` in front of a character to take it plainly. Neither the pattern nor the path is to be trusted: matching
 * takes no more than the product of both lengths.
 */
export function compileGlob(glob: string, { ignoreCase = false, folderToo = false }: GlobOptions = {}): PathTest {
  const tests = braceAlternatives(glob).map(text => testOf(compileParts(text, ignoreCase, folderToo)));
  const [only, another] = tests;
  return only && !another ? only : path => tests.some(test => test(path));
}

function testOf(parts: readonly (NameTest | typeof MANY)[]): PathTest {
  const [first, second] = parts;
  // A name in any folder, as most globs are.
  if (parts.length === 2 && first === MANY && typeof second === 'function')
    return path => second(path.slice(path.lastIndexOf('/') + 1));
  return path => matchMany(parts, path.split('/'), fitsName);
}

const fitsName = (test: NameTest, name: string): boolean => test(name);

function compileParts(glob: string, ignoreCase: boolean, folderToo: boolean): (NameTest | typeof MANY)[] {
  const names = glob.split('/');
  const parts = names.map(name => (name === '**' ? MANY : compileName(name, ignoreCase)));
  if (parts.length > 1 && parts.at(-1) === MANY) {
    const last = names.findLast(name => name !== '**') ?? '';
    const endsInStar = last.replace(/\\[\s\S]/g, '').endsWith('*');
    if (!folderToo || endsInStar) parts.push(() => true);
  }
  return parts;
}

/** A list of globs: a path must match one without `!` in front, and none with it. */
export interface Globs {
  /** Whether a path, relative to the same folder as the globs, fits. */
  matches(path: string): boolean;
  /** Patterns for the last component, one of which a match must fit; undefined when there is no simple set of them. */
  readonly names: readonly string[] | undefined;
}

/** `anywhere`: a pattern without a slash fits the name in whatever folder. */
export function compileGlobs(globs: readonly string[], { anywhere = false } = {}): Globs {
  const prepare = (all: readonly string[]) => all.flatMap(braceAlternatives).map(text => relativeGlob(text, anywhere));
  const included = prepare(globs.filter(glob => !glob.startsWith('!')));
  const excluded = prepare(globs.filter(glob => glob.startsWith('!')).map(glob => glob.slice(1)));
  const wanted = included.map(glob => compileGlob(glob));
  const unwanted = excluded.map(glob => compileGlob(glob));
  const names = included.map(glob => glob.slice(glob.lastIndexOf('/') + 1));
  return {
    matches: path => (wanted.length === 0 || wanted.some(fits => fits(path))) && !unwanted.some(fits => fits(path)),
    names: names.length > 0 && names.every(name => SIMPLE.test(name) && name !== '**') ? names : undefined,
  };
}

/** Globs that ripgrep reads in the same sense. */
const SIMPLE = /^[\w.*?-]+$/;

function relativeGlob(text: string, anywhere: boolean): string {
  const plain = text.replace(/^(?:\.?\/+)+/, '').replace(/\/{2,}/g, '/');
  if (plain === '') return '**';
  if (plain.endsWith('/')) return `${plain}**`;
  return anywhere && !plain.includes('/') && !text.startsWith('/') ? `**/${plain}` : plain;
}

const MOST_ALTERNATIVES = 500;
const MOST_CHARACTERS = 2000;

/** `a{b,c}` as `ab` and `ac`. A brace without its partner or without a comma is a character. */
function braceAlternatives(glob: string): string[] {
  if (glob.length > MOST_CHARACTERS) throw tooMuch('is too long');
  const done: string[] = [];
  const todo = [glob];
  for (let text = todo.pop(); text !== undefined; text = todo.pop()) {
    const braces = firstBraces(text);
    if (!braces) done.push(text);
    else for (const option of braces.options.toReversed()) todo.push(braces.before + option + braces.after);
    if (done.length + todo.length > MOST_ALTERNATIVES) throw tooMuch(`has more than ${MOST_ALTERNATIVES} alternatives`);
  }
  return done;
}

const tooMuch = (reason: string): ToolError =>
  new ToolError('INVALID_ARGUMENTS', `A glob ${reason}.`, { suggestion: 'Give a shorter one, or several.' });

function firstBraces(text: string): { before: string; options: string[]; after: string } | undefined {
  for (let open = 0; open < text.length; open += 1) {
    if (text[open] === '\\') open += 1;
    else if (text[open] === '{') {
      const options = splitBraces(text, open);
      if (options && options.parts.length > 1)
        return { before: text.slice(0, open), options: options.parts, after: text.slice(options.end + 1) };
    }
  }
  return undefined;
}

function splitBraces(text: string, open: number): { parts: string[]; end: number } | undefined {
  const parts: string[] = [];
  let depth = 0;
  let start = open + 1;
  for (let at = open + 1; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (char === '{') depth += 1;
    else if (char === '}' && depth > 0) depth -= 1;
    else if (depth === 0 && (char === ',' || char === '}')) {
      parts.push(text.slice(start, at));
      start = at + 1;
      if (char === '}') return { parts, end: at };
    }
  }
  return undefined;
}
