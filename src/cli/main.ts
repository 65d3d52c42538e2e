#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { makeFolder, xdgFolder } from '../config/folders.ts';

try {
  // In the user's own folder: whoever could write there could make us run their code.
  const cache = xdgFolder(process.env, 'XDG_CACHE_HOME');
  if (cache) {
    const folder = join(cache, 'toolgate', 'compile');
    makeFolder(folder);
    enableCompileCache(folder);
  }
} catch {
  // It only starts more slowly.
}
const { run } = await import('./run.ts');
await run(process.argv);
