import { mkdirSync, writeFileSync } from 'node:fs';
import { DOCS, generatedPages } from '../docs/generated-pages.ts';

/** Writes the pages of docs/ that are made from the code. A test holds that they are current. */
for (const [path, text] of await generatedPages()) {
  const file = new URL(path, DOCS);
  mkdirSync(new URL('..', file), { recursive: true });
  writeFileSync(file, text);
}
