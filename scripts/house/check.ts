import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMMAND_LINE, LIBRARY, THREADS } from '../bundle/entries.ts';
import { DOORS } from './doors.ts';
import { houseViolations } from './rules.ts';
import type { Tree } from './tree.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

function readTree(folder: string, pattern: string): Tree {
  const paths = globSync(pattern, { cwd: join(root, folder), exclude: ['**/node_modules/**'] });
  return new Map(paths.map(path => [path.replaceAll('\\', '/'), readFileSync(join(root, folder, path), 'utf8')]));
}

const tree = readTree('src', '**/*.ts');
const users = readTree('.', '{test,scripts,bench,conformance,examples,page}/**/*.{ts,tsx}');
const entries = new Set(
  Object.values({ ...LIBRARY, ...COMMAND_LINE, ...THREADS, source: 'src/cli/main.ts' }).map(path =>
    path.replace(/^src\//, ''),
  ),
);
const violations = houseViolations(tree, { doors: DOORS, users, entries });
if (violations.length === 0) {
  console.log(`House: ${tree.size} files keep to the rules.`);
} else {
  for (const violation of violations) console.error(violation);
  console.error(`House: ${violations.length} violations (the rules are in scripts/house).`);
  process.exitCode = 1;
}
