import { addAll } from '../../tool/lists/long-lists.ts';
import { extensionsOf } from '../outline/grammars.ts';
import type { IndexQuestion } from '../port.ts';

/** A condition on the files `f` and symbols `s` of a query. */
export interface PlaceFilter {
  /** A condition in SQL: empty, or begins with `and`. */
  readonly and: string;
  readonly values: readonly string[];
}

const KINDS: Readonly<Record<string, readonly string[]>> = {
  function: ['function', 'method'],
  class: ['class', 'interface'],
  struct: ['class'],
  trait: ['interface'],
  type: ['type', 'interface', 'class', 'enum'],
  variable: ['constant'],
  namespace: ['module'],
};

export function toFilter({ path, language, kind, globs }: IndexQuestion): PlaceFilter {
  const parts: string[] = [];
  const values: string[] = [];
  const one = (condition: string, ...used: string[]) => {
    parts.push(condition);
    addAll(values, used);
  };
  // The sign `0` follows `/`: the range holds all paths that begin with the folder and a slash.
  if (path !== undefined && path !== '.')
    one('(f.path = ? or (f.path > ? and f.path < ?))', path, `${path}/`, `${path}0`);
  if (language !== undefined) {
    const extensions = extensionsOf(language);
    one(`(${extensions.map(() => `lower(f.path) like ? escape '\\'`).join(' or ')})`, ...extensions.map(endsWith));
  }
  if (kind !== undefined) {
    const kinds = KINDS[kind] ?? [kind];
    one(`s.kind in (${kinds.map(() => '?').join(', ')})`, ...kinds);
  }
  if (globs !== undefined && globs.length > 0) one('fits(f.path, ?) = 1', JSON.stringify([path ?? '.', globs]));
  return { and: parts.map(part => `and ${part}`).join(' '), values };
}

const endsWith = (extension: string): string => `%.${extension.replace(/[\\%_]/g, '\\$&')}`;
