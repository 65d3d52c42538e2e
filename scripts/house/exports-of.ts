import { parseSync } from 'oxc-parser';

/** The names that a file defines and exports; what it only passes on from another file is not among them. */
export function exportsOf(path: string, text: string): string[] {
  const { module } = parseSync(path, text);
  return module.staticExports.flatMap(({ entries }) =>
    entries.filter(entry => !entry.moduleRequest).flatMap(entry => entry.exportName.name ?? []),
  );
}

/** A name that a file takes from another one; `*` where it may take any. */
export interface Taken {
  readonly specifier: string;
  readonly name: string;
}

/** Every name that a file takes from others, by import or to pass it on. */
export function namesTaken(path: string, text: string): Taken[] {
  const { module } = parseSync(path, text);
  const taken: Taken[] = [];
  for (const { moduleRequest, entries } of module.staticImports) {
    for (const { importName } of entries) taken.push({ specifier: moduleRequest.value, name: importName.name ?? '*' });
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, importName } of entries) {
      if (moduleRequest) taken.push({ specifier: moduleRequest.value, name: importName.name ?? '*' });
    }
  }
  // Imported at run time, in a type, or started as a thread.
  for (const [, specifier] of text.matchAll(/(?:\bimport\(|\bnew URL\()\s*['"](\.{1,2}\/[^'"]+)['"]/g)) {
    taken.push({ specifier: specifier!, name: '*' });
  }
  return taken;
}
