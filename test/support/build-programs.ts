import { chmodSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { PAGE_FILE } from '../../scripts/build-page.ts';
import { bundle, bundleClients, bundleProgram, ROOT } from '../../scripts/bundle.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the bundled programs. */
    programs: string;
  }
}

/**
 * Bundles what tests start as processes, once for a run: the command line and the programs in `children/`. A bundle
 * starts three times as fast as the source.
 */
export async function setup(project: TestProject): Promise<() => void> {
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  // Below node_modules, so that packages that are never bundled are found from there.
  const dist = mkdtempSync(join(cache, 'toolgate-programs-'));
  // Some of them go on as an ordinary user, and load more then.
  chmodSync(dist, 0o755);
  const children = globSync('test/support/children/*.ts', { cwd: ROOT });
  // Apart, as in the package: what programs share lies in files of its own, and more of them take longer to load.
  await bundleProgram({ dist });
  await bundleClients({ dist });
  await bundle(Object.fromEntries(children.map(path => [basename(path, '.ts'), path])), { dist });
  // Said by nobody, the kind of each file would be guessed from its text.
  writeFileSync(join(dist, 'package.json'), '{ "type": "module" }');
  symlinkSync(PAGE_FILE, join(dist, 'console.html'));
  project.provide('programs', dist);
  return () => rmSync(dist, { recursive: true, force: true });
}
