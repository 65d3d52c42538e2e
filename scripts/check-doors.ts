import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DOORS } from './doors.ts';
import { houseViolations } from './house-rules.ts';

const src = fileURLToPath(new URL('../src', import.meta.url));
const tree = new Map(
  globSync('**/*.ts', { cwd: src }).map(path => [path.replaceAll('\\', '/'), readFileSync(`${src}/${path}`, 'utf8')]),
);

const violations = houseViolations(tree, DOORS);
if (violations.length === 0) {
  console.log(`Doors: ${tree.size} files keep to the rules of the house.`);
} else {
  for (const violation of violations) console.error(violation);
  console.error(`Doors: ${violations.length} violations (the table is scripts/doors.ts).`);
  process.exitCode = 1;
}
