import { chmodSync, copyFileSync, globSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, bundleClients, bundleProgram, ROOT } from '../bundle/bundle.ts';
import { LIBRARY } from '../bundle/entries.ts';
import { buildPage } from './build-page.ts';
import { writeDeclarations } from './declarations.ts';
import { MANIFEST_SCHEMA } from './manifest-schema.ts';
import { thirdPartyNotices } from './third-party-notices.ts';

const dist = join(ROOT, 'dist');

/** What the library shares with the user's own code: schemas, traces, and clients and servers of MCP. */
const SHARED = [/^zod(?:\/|$)/, /^@opentelemetry\//, /^@modelcontextprotocol\/(?:client|server)(?:\/|$)/];

// The page is replaced as a whole, so that whoever serves it meanwhile has one.
for (const name of globSync('*', { cwd: dist, exclude: ['console.html'] }))
  rmSync(join(dist, name), { recursive: true, force: true });
const modules = [
  ...(await bundle(LIBRARY, { dist, external: SHARED })),
  // Nobody reads the program or builds on it, and it starts sooner.
  ...(await bundleProgram({ dist, minify: true })),
  ...(await bundleClients({ dist, minify: true })),
  ...((await buildPage({ force: true })) ?? []),
];
writeFileSync(join(dist, 'THIRD-PARTY.txt'), thirdPartyNotices(modules));
writeFileSync(join(dist, 'manifest.schema.json'), `${JSON.stringify(MANIFEST_SCHEMA, null, 2)}\n`);
copyFileSync(join(ROOT, 'src/config/config.schema.json'), join(dist, 'config.schema.json'));
chmodSync(join(dist, 'cli.js'), 0o755);
const entries = Object.values(LIBRARY).map(path => path.replace(/^src\//, '').replace(/\.ts$/, '.d.ts'));
const types = writeDeclarations({ root: ROOT, entries });
console.log(`build: ${globSync('*.js', { cwd: dist }).length} files of code and ${types} of types in dist`);
