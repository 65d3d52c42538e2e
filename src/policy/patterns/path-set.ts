import { compilePathGlob, type PathGlob, type PathView } from './path-glob.ts';

/** Many guarding globs at once. Most are names at any depth, so a path is looked up by its parts. */
export interface PathSet {
  find(path: PathView): string | undefined;
  /** Names inside this folder that the globs know: a folder is changed as a whole, with its content unseen. */
  namesBelow(folder: PathView): readonly string[];
  /** Whether a folder of this name is on the way to a path that the globs name, at any depth. */
  isAbove(folder: PathView): boolean;
}

interface Member {
  readonly pattern: string;
  test(path: PathView): boolean;
}

const LITERAL = /^[^*?[\]{}()!+@\\/]+$/;
const AFFIXED = /^([^*?[\]{}()!+@\\/]*)\*([^*?[\]{}()!+@\\/]*)$/;

export function compilePathSet(patterns: readonly string[]): PathSet {
  const byPart = new Map<string, Member[]>();
  const affixed: Affixed[] = [];
  const others: Member[] = [];
  const above = new Set(patterns.flatMap(foldersOf));

  for (const pattern of patterns) {
    const tail = pattern.startsWith('**/') ? pattern.slice(3) : pattern;
    const anywhere = tail !== pattern || !pattern.includes('/');
    const [first = '', ...rest] = tail.toLowerCase().split('/');
    const affix = anywhere && rest.length === 0 ? AFFIXED.exec(first) : null;
    if (affix) affixed.push({ prefix: affix[1] ?? '', suffix: affix[2] ?? '', pattern });
    else if (anywhere && LITERAL.test(first))
      add(byPart, first, member(pattern, rest.length === 0 ? first : undefined));
    else others.push(member(pattern));
  }
  const findAffixed = indexAffixed(affixed);
  /** The last folder without a part that a glob knows: many paths come folder by folder. */
  let plainFolder = '';
  let last: { readonly path: PathView; readonly found: string | undefined } | undefined;

  const find = (given: PathView): string | undefined => {
    const path = foldedView(given);
    const whole = path.relative ?? path.absolute.slice(1);
    const folder = whole.slice(0, whole.lastIndexOf('/') + 1);
    const text = (folder === plainFolder ? whole.slice(folder.length) : whole).toLowerCase();
    let start = 0;
    /** Parts are tried once: a model may repeat one hundreds of times, and each member looks at the whole path. */
    let tried: Set<string> | undefined;
    while (start <= text.length) {
      const slash = text.indexOf('/', start);
      const part = text.slice(start, slash < 0 ? text.length : slash);
      const members = byPart.get(part);
      if (members && !tried?.has(part)) {
        for (const one of members) if (one.test(path)) return one.pattern;
        tried ??= new Set();
        tried.add(part);
      }
      const affix = findAffixed(part);
      if (affix !== undefined) return affix;
      if (slash < 0) break;
      start = slash + 1;
    }
    if (!tried) plainFolder = folder;
    return others.find(one => one.test(path))?.pattern;
  };

  return {
    find(path) {
      if (last?.path !== path) last = { path, found: find(path) };
      return last.found;
    },
    isAbove(given) {
      const parts = foldedView(given).absolute.toLowerCase().split('/');
      return parts.some((_, index) => above.has(parts.slice(index).join('/')));
    },
    namesBelow({ absolute, relative, holdsRoot }) {
      return patterns.map(namedPath).filter(name => {
        if (name === '') return false;
        if (name.startsWith('/')) return name.startsWith(absolute === '/' ? '/' : `${absolute}/`);
        return holdsRoot || (relative !== undefined && name.startsWith(`${relative}/`));
      });
    },
  };
}

type Affixed = { readonly prefix: string; readonly suffix: string; readonly pattern: string };

/** Finds the first of many `a*b` that fits a name. Few begin or end with the same character as the name. */
function indexAffixed(affixed: readonly Affixed[]): (part: string) => string | undefined {
  const byStart = new Map<number, Affixed[]>();
  const byEnd = new Map<number, Affixed[]>();
  const order = new Map(affixed.map((one, index) => [one, index]));
  for (const one of affixed) {
    if (one.prefix !== '') add(byStart, one.prefix.charCodeAt(0), one);
    else add(byEnd, one.suffix === '' ? ANY : one.suffix.charCodeAt(one.suffix.length - 1), one);
  }
  const firstOf = (list: readonly Affixed[] | undefined, part: string) =>
    list?.find(
      ({ prefix, suffix }) =>
        part.length >= prefix.length + suffix.length && part.startsWith(prefix) && part.endsWith(suffix),
    );
  return part => {
    if (part === '') return firstOf(byEnd.get(ANY), part)?.pattern;
    const fitting = [
      firstOf(byStart.get(part.charCodeAt(0)), part),
      firstOf(byEnd.get(part.charCodeAt(part.length - 1)), part),
      firstOf(byEnd.get(ANY), part),
    ];
    let first: Affixed | undefined;
    for (const one of fitting)
      if (one && (first === undefined || (order.get(one) ?? 0) < (order.get(first) ?? 0))) first = one;
    return first?.pattern;
  };
}

/** The character that stands for a `*` alone, which ends with no character of its own. */
const ANY = -1;

/** A path as file systems without case read it: `ſ` is `s`, and characters that nobody sees do not count. */
function foldedView(path: PathView): PathView {
  if (!/[^\0-\x7f]/.test(path.absolute)) return path;
  return {
    ...path,
    absolute: foldName(path.absolute),
    relative: path.relative === undefined ? undefined : foldName(path.relative),
  };
}

const foldName = (text: string): string => text.replace(UNSEEN, '').toUpperCase().toLowerCase();
const UNSEEN = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/** Folders that a glob names on the way to what it means: `.vscode` of `**\/.vscode/tasks.json`. */
function foldersOf(pattern: string): readonly string[] {
  const parts = pattern
    .replace(/^(?:\*\*\/|(?:\.?\/+)+)/, '')
    .toLowerCase()
    .split('/');
  const glob = parts.findIndex(part => !LITERAL.test(part));
  const most = Math.min(parts.length - 1, glob < 0 ? parts.length : glob);
  return parts.slice(0, most).map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** The parts at a glob's beginning that are plain; for a name at any depth, the path at the root. */
function namedPath(pattern: string): string {
  const tail = pattern.startsWith('**/') ? pattern.slice(3) : pattern.replace(/^(\.\/+)+/, '');
  const parts = tail.split('/');
  const glob = parts.findIndex((part, index) => !(LITERAL.test(part) || (index === 0 && part === '')));
  return (glob < 0 ? parts : parts.slice(0, glob)).join('/');
}

/**
 * A glob of the set. A name alone has matched when its part was found. `.git` is the exception to "and all below": as a
 * file it points git to a folder with other hooks; the dangerous parts of the folder have globs of their own.
 */
function member(pattern: string, name?: string): Member {
  if (name === '.git') return { pattern, test: ({ absolute }) => absolute.toLowerCase().endsWith('/.git') };
  if (name !== undefined) return { pattern, test: () => true };
  let glob: PathGlob | undefined;
  return {
    pattern,
    test(path) {
      glob ??= compilePathGlob(pattern, { guards: true });
      return glob.test(path);
    },
  };
}

function add<Key, One>(map: Map<Key, One[]>, key: Key, one: One): void {
  const list = map.get(key);
  if (list) list.push(one);
  else map.set(key, [one]);
}
