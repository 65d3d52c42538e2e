import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { MANIFEST_SCHEMA } from './manifest-schema.ts';
import { relocateUrls } from './relocate-urls.ts';
import { thirdPartyNotices } from './third-party-notices.ts';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const dist = join(root, 'dist');

/** What `package.json` points to, and the code of the thread that parses. */
const ENTRIES: Readonly<Record<string, string>> = {
  index: 'src/index.ts',
  testing: 'src/testing/index.ts',
  cli: 'src/cli/main.ts',
  'syntax-worker': 'src/syntax/worker.ts',
};

/**
 * Packages that are not bundled: with native or wasm parts; shared with the user's own code (schemas, traces). All
 * others are small and pure, and one file loads faster than their many.
 */
const EXTERNAL = [
  /^node:/,
  /^@vscode\//,
  /^oxc-parser$/,
  /^web-tree-sitter$/,
  /^zod(?:\/|$)/,
  /^@opentelemetry\//,
  ...(process.env.TOOLGATE_BUILD_EXTERNAL === 'all' ? [/^[^./]/] : []),
];

async function bundle(): Promise<readonly string[]> {
  const input = Object.fromEntries(
    Object.entries(ENTRIES).filter(([, file]) => {
      const there = existsSync(join(root, file));
      if (!there) console.error(`build: ${file} is missing, its entry is left out`);
      return there;
    }),
  );
  const build = await rolldown({
    cwd: root,
    input,
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

/** Declarations of what the entries reach. `.ts` in a path is for the source; here the files are `.d.ts`. */
function declare(): void {
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
  for (const name of globSync('types/**/*.d.ts', { cwd: dist })) {
    const file = join(dist, name);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/((?:from|import)\s*\(?\s*)(['"])(\.{1,2}\/[^'"]+)\.ts\2/g, '$1$2$3.js$2'));
  }
}

rmSync(dist, { recursive: true, force: true });
const modules = await bundle();
writeFileSync(join(dist, 'THIRD-PARTY.txt'), thirdPartyNotices(modules));
writeFileSync(join(dist, 'manifest.schema.json'), `${JSON.stringify(MANIFEST_SCHEMA, null, 2)}\n`);
chmodSync(join(dist, 'cli.js'), 0o755);
if (!process.argv.includes('--no-types')) declare();
console.log(`build: ${globSync('*.js', { cwd: dist }).length} files in dist`);
