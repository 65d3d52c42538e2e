// node scripts/build/build-page.ts: the console's page as one file, dist/console.html. Nothing is done where it is newer than
// all that it is made of.
import { globSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** Besides its own folder: what it takes from the source, and what makes it. */
const MADE_OF = [
  'page/**/*.{ts,tsx,css,html}',
  'src/policy/describe.ts',
  'src/tool/outcome.ts',
  'src/tool/text/mask.ts',
  'scripts/build/build-page.ts',
];

/** The font that the style names; no module, but its licence asks to be named like theirs. */
const FONT = join(root, 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');

/** React's own renderer is two thirds of the page; this one has the same interface and is a tenth of it. */
const SMALL_REACT = [
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react-dom$/, replacement: 'preact/compat' },
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react$/, replacement: 'preact/compat' },
];

export const PAGE_FILE = join(root, 'dist', 'console.html');

/** Gives back the modules that are in it, or undefined where it was up to date. */
export async function buildPage(options: { force?: boolean } = {}): Promise<readonly string[] | undefined> {
  if (!options.force && !isStale()) return undefined;
  const { build } = await import('vite');
  const made = await build({
    root: join(root, 'page'),
    configFile: false,
    logLevel: 'error',
    // It may be built inside of a test run, where React would otherwise be the one for development.
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    resolve: { alias: SMALL_REACT },
    build: {
      write: false,
      modulePreload: false,
      cssCodeSplit: false,
      assetsInlineLimit: path => path.endsWith('.woff2'),
      target: 'es2023',
    },
  });
  const output = (made as Rolldown.RolldownOutput).output;
  writeWhole(PAGE_FILE, oneFile(output));
  return [...output.flatMap(part => (part.type === 'chunk' ? part.moduleIds : [])), FONT];
}

function isStale(): boolean {
  const built = statSync(PAGE_FILE, { throwIfNoEntry: false });
  if (!built) return true;
  return globSync(MADE_OF, { cwd: root }).some(path => statSync(join(root, path)).mtimeMs > built.mtimeMs);
}

/** The script and the style go where their tags were; anything else that was made has no place. */
function oneFile(output: Rolldown.RolldownOutput['output']): string {
  const scripts = output.filter(part => part.type === 'chunk');
  const assets = output.filter(part => part.type === 'asset');
  const [html, style, ...others] = [
    ...assets.filter(({ fileName }) => fileName.endsWith('.html')),
    ...assets.filter(({ fileName }) => fileName.endsWith('.css')),
    ...assets.filter(({ fileName }) => !/\.(?:html|css)$/.test(fileName)),
  ];
  const [script, ...more] = scripts;
  if (!html || !style || !script || more.length > 0 || others.length > 0) {
    throw new Error(`The page is not one script and one style: ${output.map(({ fileName }) => fileName).join(', ')}`);
  }
  const code = script.code.replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
  const styles = String(style.source);
  // The one font is in it as data.
  if (/<\/style|url\((?!data:font\/woff2;base64,)|@import/i.test(styles))
    throw new Error('The style of the page reaches outside of it');
  const text = String(html.source)
    .replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
    .replace(/\s*<script[^>]*><\/script>/g, '')
    .replace('</head>', () => `  <style>${styles}</style>\n  </head>`)
    .replace('</body>', () => `  <script type="module">${code}</script>\n  </body>`);
  return text;
}

/** Whoever reads it meanwhile sees the old one or the new one. */
function writeWhole(path: string, text: string): void {
  mkdirSync(join(path, '../..'), { recursive: true });
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, text);
  renameSync(fresh, path);
}

if (import.meta.main) {
  const modules = await buildPage({ force: process.argv.includes('--force') });
  console.log(modules ? `page: ${(statSync(PAGE_FILE).size / 1024).toFixed(0)} KiB` : 'page: up to date');
}
