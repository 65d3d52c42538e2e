import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const RELATIVE = /((?:from|import)\s*\(?\s*)(['"])(\.{1,2}\/[^'"]+)\.ts\2/g;

/**
 * Writes the declarations of the entries into `dist/types`. The compiler writes those of every source file, with the
 * source's `.ts` in their imports; left are the ones that a user's compiler reaches, with `.js`.
 */
export function writeDeclarations({ root, entries }: { root: string; entries: readonly string[] }): number {
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
  const types = join(root, 'dist/types');
  const reached = new Set<string>();
  const visit = (file: string) => {
    if (reached.has(file)) return;
    reached.add(file);
    const text = readFileSync(file, 'utf8');
    for (const match of text.matchAll(RELATIVE)) visit(resolve(dirname(file), `${match[3]}.d.ts`));
    writeFileSync(file, text.replace(RELATIVE, '$1$2$3.js$2'));
  };
  for (const entry of entries) visit(join(types, entry));
  for (const name of globSync('**/*.d.ts', { cwd: types }))
    if (!reached.has(join(types, name))) rmSync(join(types, name));
  return reached.size;
}
