import { chmodSync, globSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { writeDeclarations } from './declarations.ts';
import { MANIFEST_SCHEMA } from './manifest-schema.ts';
import { relocateUrls } from './relocate-urls.ts';
import { thirdPartyNotices } from './third-party-notices.ts';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const dist = join(root, 'dist');

/** What `package.json` points to, and the code of the thread that parses. */
const ENTRIES = {
  index: 'src/index.ts',
  testing: 'src/testing/index.ts',
  cli: 'src/cli/main.ts',
  'syntax-worker': 'src/syntax/worker.ts',
};

/**
 * Packages that are not bundled: with native or wasm parts; shared with the user's own code (schemas, traces). All
 * others are small and pure, and one file loads faster than their many.
 */
const EXTERNAL = [/^node:/, /^@vscode\//, /^oxc-parser$/, /^web-tree-sitter$/, /^zod(?:\/|$)/, /^@opentelemetry\//];

async function bundle(): Promise<readonly string[]> {
  const build = await rolldown({
    cwd: root,
    input: ENTRIES,
    platform: 'node',
    external: EXTERNAL,
    // Of a package with both, the ES module: the other form of some (jsonc-parser) cannot be bundled.
    resolve: { mainFields: ['module', 'main'] },
    plugins: [relocateUrls({ root, dist })],
    tsconfig: join(root, 'tsconfig.json'),
  });
  try {
    const { output } = await build.write({
      dir: dist,
      format: 'esm',
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

rmSync(dist, { recursive: true, force: true });
const modules = await bundle();
writeFileSync(join(dist, 'THIRD-PARTY.txt'), thirdPartyNotices(modules));
writeFileSync(join(dist, 'manifest.schema.json'), `${JSON.stringify(MANIFEST_SCHEMA, null, 2)}\n`);
chmodSync(join(dist, 'cli.js'), 0o755);
const types = writeDeclarations({ root, entries: ['index.d.ts', 'testing/index.d.ts'] });
console.log(`build: ${globSync('*.js', { cwd: dist }).length} files of code and ${types} of types in dist`);
