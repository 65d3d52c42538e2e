import { braceAlternatives } from './brace-alternatives.ts';
import { compileName, type NameTest } from './compile-name.ts';
import { MANY, matchMany } from './match-many.ts';

interface GlobOptions {
  readonly ignoreCase?: boolean;
  /** A trailing `**` may stand for nothing, so that `src/**` is `src` too; not behind a star, which would be any name. */
  readonly folderToo?: boolean;
}

type PathTest = (path: string) => boolean;

/**
 * The one meaning of a glob: `*`, `?`, `[a-z]` and `[!a]` within a name, `**` for any number of folders, `{a,b}` for
 * either, `\` in front of a character to take it plainly. Neither the pattern nor the path is to be trusted: matching
 * takes no more than the product of both lengths.
 */
export function compileGlob(glob: string, { ignoreCase = false, folderToo = false }: GlobOptions = {}): PathTest {
  const alternatives = braceAlternatives(glob).map(text => compileParts(text, ignoreCase, folderToo));
  return path => {
    const names = path.split('/');
    return alternatives.some(parts => matchMany(parts, names, fitsName));
  };
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
