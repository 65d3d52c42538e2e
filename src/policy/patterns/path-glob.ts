import { posix } from 'node:path';
import { compileGlob } from '../../tool/glob/compile-glob.ts';

export interface PathView {
  readonly absolute: string;
  /** The path below the root, `''` for the root itself; undefined outside. */
  readonly relative: string | undefined;
  /** Whether the root lies at the path or below it. */
  readonly holdsRoot: boolean;
}

const UNTIDY = /\/(\.{0,2})(\/|$)/;

/** A path as globs see it. Resolved ones pass through; others are made absolute first, so that no spelling slips by. */
export function viewPath(path: string, given: string): PathView {
  if (given !== last.given) last = { given, root: tidyRoot(given), folder: '', path: '', view: undefined };
  if (path === last.path && last.view) return last.view;
  const view = viewIn(last.root, last.folder, path);
  last.path = path;
  last.view = view;
  if (view.relative && view.absolute === path) last.folder = path.slice(0, path.lastIndexOf('/') + 1);
  return view;
}

/** The view of a path; in a tidy folder inside the root only the name is left to look at. */
function viewIn(root: string, folder: string, path: string): PathView {
  if (folder !== '' && path.startsWith(folder) && isPlainName(path, folder.length))
    return { absolute: path, relative: path.slice(root === '/' ? 1 : root.length + 1), holdsRoot: false };
  let absolute = path.startsWith('/') && !UNTIDY.test(path) ? path : posix.resolve(root, path);
  if (!isAscii(absolute)) absolute = absolute.normalize('NFC');
  if (absolute === root) return { absolute, relative: '', holdsRoot: true };
  if (root === '/') return { absolute, relative: absolute.slice(1), holdsRoot: false };
  if (absolute.startsWith(root) && absolute.charCodeAt(root.length) === 47)
    return { absolute, relative: absolute.slice(root.length + 1), holdsRoot: false };
  return { absolute, relative: undefined, holdsRoot: absolute === '/' || root.startsWith(`${absolute}/`) };
}

/** The view of the last path: thousands of paths come folder by folder, below one root, and several ask about each. */
let last: LastView = { given: '/', root: '/', folder: '', path: '', view: undefined };

interface LastView {
  readonly given: string;
  readonly root: string;
  /** A tidy folder inside the root, with its slash, or nothing. */
  folder: string;
  path: string;
  view: PathView | undefined;
}

/** Whether the rest of a path is one name that stands for itself; a name with a leading dot is looked at wholly. */
function isPlainName(path: string, from: number): boolean {
  if (from >= path.length || path.charCodeAt(from) === 46) return false;
  for (let index = from; index < path.length; index++) {
    const code = path.charCodeAt(index);
    if (code > 127 || code === 47) return false;
  }
  return true;
}

/** A root in the form that paths are compared in: a root in another form would have nothing inside. */
function tidyRoot(given: string): string {
  const bare = given.length > 1 && given.endsWith('/') ? given.slice(0, -1) : given;
  return isAscii(bare) ? bare : bare.normalize('NFC');
}

export interface PathGlob {
  test(path: PathView): boolean;
  /** Whether the glob might match something below this folder. Never wrong when it says no. */
  mayMatchBelow(folder: PathView): boolean;
}

interface PathGlobOptions {
  /**
   * Whether the glob guards (deny, ask, protected, private): a match on a folder holds for all below it, upper and
   * lower case are one (some file systems think so), and brackets are also read as plain characters (`app/[id]`).
   */
  readonly guards: boolean;
}

/**
 * A glob over paths, after the manner of `.gitignore`: without a slash it is a name at any depth, with one it starts
 * at the root (`./name` is the way to say so for a name alone), a leading slash means an absolute path, a trailing one
 * a folder and all below it. `*`, `**`, `?`, `[ab]` and `{a,b}` are special, `\\` makes plain. Outside the root only absolute globs, names and `**` at the beginning can match.
 */
export function compilePathGlob(pattern: string, { guards }: PathGlobOptions): PathGlob {
  const { glob, absolute, anywhere, folder } = readPattern(pattern);
  const globs = guards ? [...new Set([glob, escapeBrackets(glob)])] : [glob];
  const all = globs.flatMap(one => (guards || folder ? [one, `${one}/**`] : [one]));
  const matchers = all.filter(one => one !== '').map(one => compileGlob(one, { ignoreCase: guards, folderToo: true }));
  const matches = (path: string) => matchers.some(matcher => matcher(path));
  const base = fold(literalBase(glob), guards);
  const matchesRoot = glob === '**' || glob === '';

  return {
    test({ absolute: path, relative }) {
      if (absolute) return matches(path);
      if (relative === '') return matchesRoot;
      if (relative !== undefined) return matchesRoot || matches(relative);
      return anywhere && matches(path.slice(1));
    },
    mayMatchBelow({ absolute: path, relative, holdsRoot }) {
      if (anywhere || matchesRoot) return true;
      if (absolute) return overlap(base, fold(path, guards));
      if (relative === undefined) return holdsRoot;
      return overlap(base, fold(relative, guards));
    },
  };
}

export function globProblem(glob: string): string | undefined {
  if (glob.split('/').includes('..')) return 'it cannot leave the root with ".."; write an absolute path';
  try {
    compilePathGlob(glob, { guards: true });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** A text in which no character has a meaning for a glob. */
export const escapeGlob = (text: string): string => text.replace(/[\\*?[\]{}()!+@]/g, '\\$&');

interface Pattern {
  readonly glob: string;
  readonly absolute: boolean;
  readonly anywhere: boolean;
  readonly folder: boolean;
}

function readPattern(pattern: string): Pattern {
  const text = pattern.normalize('NFC').replace(/\/(\.?\/)+/g, '/');
  if (text === '/') return { glob: '/**', absolute: true, anywhere: false, folder: false };
  const folder = text.length > 1 && text.endsWith('/');
  const bare = folder ? text.replace(/\/+$/, '') : text;
  if (bare.startsWith('/')) return { glob: bare, absolute: true, anywhere: false, folder };
  const anchored = bare.replace(/^(\.\/+)+/, '');
  if (anchored !== bare || anchored === '.')
    return { glob: anchored === '.' ? '' : anchored, absolute: false, anywhere: false, folder };
  if (bare === '**' || bare.startsWith('**/')) return { glob: bare, absolute: false, anywhere: true, folder };
  if (!bare.includes('/')) return { glob: `**/${bare}`, absolute: false, anywhere: true, folder };
  return { glob: bare, absolute: false, anywhere: false, folder };
}

/** A glob with plain brackets, for folders are named like this too. */
const escapeBrackets = (glob: string): string =>
  glob.replace(/\\[\s\S]|[[\]]/g, part => (part.length > 1 ? part : `\\${part}`));

const fold = (text: string, guards: boolean): string => (guards ? text.toLowerCase() : text);
const isWild = (part: string): boolean => /[*?[\]{}]/.test(part.replace(/\\[\s\S]/g, ''));

/** The folders at the beginning that have no glob in them, escapes taken away. */
function literalBase(glob: string): string {
  const parts = glob.split('/');
  const wild = parts.findIndex(isWild);
  const literal = wild < 0 ? parts : parts.slice(0, wild);
  return literal.join('/').replace(/\\([\s\S])/g, '$1');
}

/** Whether one path is at, above or below the other. */
function overlap(a: string, b: string): boolean {
  if (a === '' || b === '' || a === b) return true;
  return a.startsWith(b.endsWith('/') ? b : `${b}/`) || b.startsWith(a.endsWith('/') ? a : `${a}/`);
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 127) return false;
  return true;
}
