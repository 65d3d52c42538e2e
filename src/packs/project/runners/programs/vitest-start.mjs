
import { accessSync, constants, existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
const { startVitest } = await import(pathToFileURL(ENTRY).href);
const options = { run: true, watch: false, includeTaskLocation: true, cache: false, fsModuleCachePath: CACHE, passWithNoTests: true, reporters: [REPORTER, 'default'] };
// Vitest writes a config into node_modules to load it; where that links to a read-only folder, it has another way.
try {
  if (existsSync('node_modules')) accessSync('node_modules', constants.W_OK);
} catch {
  options.configLoader = 'runner';
}
if (PATTERN !== '') options.testNamePattern = PATTERN;
const vitest = await startVitest('test', FILES, options, { cacheDir: CACHE, test: { setupFiles: [HOOK] } });
await vitest?.close();
