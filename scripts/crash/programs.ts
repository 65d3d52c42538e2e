import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { relocateUrls } from '../bundle/relocate-urls.ts';

/** The processes that are killed, each as one file. */
export interface Programs {
  readonly worker: string;
  readonly syscallChild: string;
  readonly fleetProcess: string;
  readonly mortalProcess: string;
}

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const cache = join(root, 'node_modules', '.cache');

/** Thousands of short-lived processes load the same code: compiled once. */
export const COMPILED = { NODE_COMPILE_CACHE: join(cache, 'toolgate-crash-compiled') };

let folder: string | undefined;
let made: Promise<Programs> | undefined;

/** Bundles them once in this process: from source, most of their time would go into loading. */
export function programs(): Promise<Programs> {
  made ??= bundle();
  return made;
}

/** For whoever does not live to the exit of the process, as a test does not. */
export function removePrograms(): void {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  made = undefined;
}

async function bundle(): Promise<Programs> {
  mkdirSync(cache, { recursive: true });
  // Below `node_modules`, so that packages which cannot be bundled are found.
  const dist = mkdtempSync(join(cache, 'toolgate-crash-'));
  folder = dist;
  process.once('exit', removePrograms);
  const build = await rolldown({
    cwd: root,
    input: {
      worker: 'scripts/crash/worker.ts',
      'syscall-child': 'scripts/crash/syscall-child.ts',
      'fleet-process': 'scripts/crash/fleet/process.ts',
      'mortal-process': 'scripts/crash/fleet/mortal-process.ts',
    },
    platform: 'node',
    external: [/^node:/, /^@vscode\//, /^oxc-parser$/, /^web-tree-sitter$/, /^pg$/, /^pg-boss$/],
    resolve: { mainFields: ['module', 'main'] },
    plugins: [relocateUrls({ root, dist })],
    tsconfig: join(root, 'tsconfig.json'),
  });
  await build.write({ dir: dist, format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' });
  await build.close();
  return {
    worker: join(dist, 'worker.js'),
    syscallChild: join(dist, 'syscall-child.js'),
    fleetProcess: join(dist, 'fleet-process.js'),
    mortalProcess: join(dist, 'mortal-process.js'),
  };
}
