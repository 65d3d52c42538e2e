import { braceAlternatives } from './brace-alternatives.ts';
import { compileName, type NameTest } from './compile-name.ts';
import { MANY, matchMany } from './match-many.ts';

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
