import { parseSync } from 'oxc-parser';

export interface Import {
  readonly specifier: string;
  /** Nothing of it is left when the types are erased. */
  readonly typeOnly: boolean;
}

/** What a TypeScript file imports: statically, re-exported, dynamically and in types. */
export function importsOf(path: string, text: string): Import[] {
  const { module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]!.message}`);
  const imports: Import[] = [];
  for (const { moduleRequest, entries } of module.staticImports) {
    imports.push({
      specifier: moduleRequest.value,
      typeOnly: entries.length > 0 && entries.every(entry => entry.isType),
    });
  }
  for (const { entries } of module.staticExports) {
    const specifier = entries.find(entry => entry.moduleRequest)?.moduleRequest?.value;
    if (specifier) imports.push({ specifier, typeOnly: entries.every(entry => entry.isType) });
  }
  const dynamic = new Set(module.dynamicImports.map(({ start }) => start));
  for (const match of text.matchAll(/\bimport\(\s*(['"])([^'"]+)\1\s*\)/g)) {
    imports.push({ specifier: match[2]!, typeOnly: !dynamic.has(match.index) });
  }
  return imports;
}
