import { chmodSync, copyFileSync, globSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { buildPage } from './build-page.ts';
import { writeDeclarations } from './declarations.ts';
import { LIBRARY, PROGRAM } from './entries.ts';
import { MANIFEST_SCHEMA } from './manifest-schema.ts';
import { relocateUrls } from './relocate-urls.ts';
import { thirdPartyNotices } from './third-party-notices.ts';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const dist = join(root, 'dist');

/** Packages with native or wasm parts are never bundled. All others are pure, and one file loads faster than many. */
const NATIVE = [/^node:/, /^@vscode\//, /^oxc-parser$/, /^web-tree-sitter$/];

/** What the library shares with the user's own code: schemas, traces, and clients and servers of MCP. */
const SHARED = [/^zod(?:\/|$)/, /^@opentelemetry\//, /^@modelcontextprotocol\/(?:client|server)(?:\/|$)/];

/** What only those have who use an adapter or a database for it. */
const PEERS = [/^ai$/, /^@langchain\//, /^pg$/, /^pg-boss$/, /^playwright-core$/];

interface BundleOptions {
  readonly external: readonly RegExp[];
  readonly minify?: boolean;
}

async function bundle(input: Record<string, string>, options: BundleOptions): Promise<readonly string[]> {
  const build = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    external: [...options.external],
    // Of a package with both, the ES module: the other form of some (jsonc-parser) cannot be bundled.
    resolve: { mainFields: ['module', 'main'] },
    plugins: [relocateUrls({ root, dist })],
    tsconfig: join(root, 'tsconfig.json'),
  });
  try {
    const { output } = await build.write({
      dir: dist,
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

// The page is replaced as a whole, so that whoever serves it meanwhile has one.
for (const name of globSync('*', { cwd: dist, exclude: ['console.html'] }))
  rmSync(join(dist, name), { recursive: true, force: true });
const modules = [
  ...(await bundle(LIBRARY, { external: [...NATIVE, ...SHARED, ...PEERS] })),
  // Nobody reads the program or builds on it, and it starts sooner.
  ...(await bundle(PROGRAM, { external: [...NATIVE, ...PEERS], minify: true })),
  ...((await buildPage({ force: true })) ?? []),
];
writeFileSync(join(dist, 'THIRD-PARTY.txt'), thirdPartyNotices(modules));
writeFileSync(join(dist, 'manifest.schema.json'), `${JSON.stringify(MANIFEST_SCHEMA, null, 2)}\n`);
copyFileSync(join(root, 'src/config/config.schema.json'), join(dist, 'config.schema.json'));
chmodSync(join(dist, 'cli.js'), 0o755);
const entries = Object.values(LIBRARY).map(path => path.replace(/^src\//, '').replace(/\.ts$/, '.d.ts'));
const types = writeDeclarations({ root, entries });
console.log(`build: ${globSync('*.js', { cwd: dist }).length} files of code and ${types} of types in dist`);
