import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openCodeIndex } from '../../../search/open-code-index.ts';
import type { CodeIndex } from '../../../search/port.ts';
import { removeTree } from '../../../system/remove-tree.ts';
import { verifyTool } from '../../../testing/verify-tool.ts';
import type { ProjectServices } from '../services.ts';
import { searchCode } from './search-code.ts';

const opened: CodeIndex[] = [];
const folders: string[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(index => index.close()));
  for (const folder of folders.splice(0)) removeTree(folder);
});

it('search_code does as it says', async () => {
  let index: Promise<CodeIndex> | undefined;
  const tool = searchCode({ index: () => index! } as ProjectServices);
  const { findings, succeeded } = await verifyTool(tool, {
    runs: 3,
    packs: ['filesystem'],
    prepare: async (_, workspace) => {
      const folder = mkdtempSync(join(tmpdir(), 'toolgate-search-'));
      folders.push(folder);
      index = openCodeIndex({ root: realpathSync(workspace.root), folder });
      opened.push(await index);
      // What is said while it is being built may change.
      await (await index).settled();
    },
    arguments: [
      { query: 'greet' },
      { query: 'where is the greeting made', path: 'src', limit: 2 },
      { query: 'x', path: 'none' },
    ],
  });
  expect(findings).toEqual([]);
  expect(succeeded).toBeGreaterThan(0);
});
