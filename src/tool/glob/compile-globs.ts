import { braceAlternatives } from './brace-alternatives.ts';
import { compileGlob } from './compile-glob.ts';

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
