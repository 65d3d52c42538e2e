import { chmodSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { PAGE_FILE } from '../../scripts/build/build-page.ts';
import { bundle, bundleClients, bundleProgram, ROOT } from '../../scripts/bundle/bundle.ts';
import { openStore } from '../../src/store/open-store.ts';
import { EMPTY_STORE } from './program-path.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the bundled programs. */
    programs: string;
  }
}

/**
 * Makes what tests share, once for a run: bundles of the command line and of the programs in `children/`, since a bundle
 * starts three times as fast as the source, and a store in which nothing happened yet.
 */
export async function setup(project: TestProject): Promise<() => void> {
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  // Below node_modules, so that packages that are never bundled are found from there.
  const dist = mkdtempSync(join(cache, 'toolgate-programs-'));
  // Some of them go on as an ordinary user, and load more then.
  chmodSync(dist, 0o755);
  const children = globSync('test/support/children/**/*.ts', { cwd: ROOT });
  // Apart, as in the package: what programs share lies in files of its own, and more of them take longer to load.
  await bundleProgram({ dist });
  await bundleClients({ dist });
  await bundle(Object.fromEntries(children.map(path => [basename(path, '.ts'), path])), { dist });
  // Said by nobody, the kind of each file would be guessed from its text.
  writeFileSync(join(dist, 'package.json'), '{ "type": "module" }');
  symlinkSync(PAGE_FILE, join(dist, 'console.html'));
  const empty = await openStore({ kind: 'sqlite', file: join(dist, EMPTY_STORE) });
  await empty.close();
  project.provide('programs', dist);
  return () => rmSync(dist, { recursive: true, force: true });
}
