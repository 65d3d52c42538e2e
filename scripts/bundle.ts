import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { relocateUrls } from './relocate-urls.ts';

export const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');

/** Packages with native or wasm parts are never bundled. All others are pure, and one file loads faster than many. */
const NATIVE = [/^node:/, /^@vscode\//, /^oxc-parser$/, /^web-tree-sitter$/];

/** What only those have who use an adapter or a database for it. */
const PEERS = [/^ai$/, /^@langchain\//, /^pg$/, /^pg-boss$/, /^playwright-core$/];

export interface BundleOptions {
  readonly dist: string;
  /** Besides packages with native parts, and those that only some users have. */
  readonly external?: readonly RegExp[];
  readonly minify?: boolean;
}

/** Bundles each entry into one file of its name, and gives back the modules that are in them. */
export async function bundle(input: Record<string, string>, options: BundleOptions): Promise<readonly string[]> {
  const build = await rolldown({
    cwd: ROOT,
    input,
    platform: 'node',
    external: [...NATIVE, ...PEERS, ...(options.external ?? [])],
    // Of a package with both, the ES module: the other form of some (jsonc-parser) cannot be bundled.
    resolve: { mainFields: ['module', 'main'] },
    plugins: [relocateUrls({ root: ROOT, dist: options.dist })],
    tsconfig: join(ROOT, 'tsconfig.json'),
  });
  try {
    const { output } = await build.write({
      dir: options.dist,
      format: 'esm',
      minify: options.minify ?? false,
      entryFileNames: '[name].js',
      // Beside the entries, so that `import.meta.url` means the same folder everywhere.
      chunkFileNames: '[name]-[hash].js',
      comments: { legal: true, annotation: true, jsdoc: false },
    });
    return output.flatMap(chunk => (chunk.type === 'chunk' ? chunk.moduleIds : []));
  } finally {
    await build.close();
  }
}
