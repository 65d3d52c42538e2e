import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { generatedPages } from '../../scripts/docs/generated-pages.ts';
import { DOCS } from '../support/docs/pages.ts';

it('the docs have generated pages that are current; node scripts/build/build-docs.ts makes them anew', async () => {
  for (const [path, text] of await generatedPages()) {
    expect(readFileSync(join(DOCS, path), 'utf8'), `docs/${path}`).toBe(text);
  }
});
