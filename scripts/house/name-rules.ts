import { posix } from 'node:path';
import { exportsOf, namesTaken } from './exports-of.ts';
import type { Tree } from './tree.ts';

export interface NameOptions {
  /** What lies beside `src/`, with paths from the root: tests, scripts and examples use what `src/` exports. */
  readonly users: Tree;
  /** Files below `src/` that are there for someone outside of the project: what they export is used. */
  readonly entries: ReadonlySet<string>;
}

/** One word is one thing: every exported name is defined in one file, and someone uses it. */
export function* nameViolations(tree: Tree, { users, entries }: NameOptions): Generator<string> {
  const definedIn = new Map<string, string[]>();
  for (const [path, text] of tree) {
    for (const name of new Set(exportsOf(path, text))) definedIn.set(name, [...(definedIn.get(name) ?? []), path]);
  }
  for (const [name, files] of definedIn) {
    if (files.length > 1) yield `"${name}" is exported by ${files.map(path => `src/${path}`).join(', ')}`;
  }
  const used = usedNames(new Map([...[...tree].map(([path, text]) => [`src/${path}`, text] as const), ...users]));
  for (const [name, files] of definedIn) {
    for (const path of files) {
      const names = used.get(`src/${path}`);
      if (!entries.has(path) && !names?.has(name) && !names?.has('*')) {
        yield `src/${path}: nobody uses the export "${name}"`;
      }
    }
  }
}

/** For each file, the names that others take from it. */
function usedNames(tree: Tree): Map<string, Set<string>> {
  const used = new Map<string, Set<string>>();
  for (const [path, text] of tree) {
    for (const { specifier, name } of namesTaken(path, text)) {
      const target = posix.normalize(posix.join(posix.dirname(path), specifier));
      used.set(target, (used.get(target) ?? new Set()).add(name));
    }
  }
  return used;
}
