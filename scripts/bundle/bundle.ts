import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { asciiCode } from './ascii-code.ts';
import { builtinsByName } from './builtins-by-name.ts';
import { droppableSchemas } from './droppable-schemas.ts';
import { CLIENTS, COMMAND_LINE, FACE, PLUGINS, THREADS } from './entries.ts';
import { functionForLoader } from './function-for-loader.ts';
import { lateCards } from './late-cards.ts';
import { relocateUrls } from './relocate-urls.ts';
import { SELDOM } from './seldom.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** Packages with native or wasm parts are never bundled. All others are pure, and one file loads faster than many. */
const NATIVE = [/^node:/, /^@vscode\//, /^oxc-parser$/, /^web-tree-sitter$/];

/** What only those have who use an adapter or a database for it, or work on the libraries themselves. */
const PEERS = [
  /^ai$/,
  /^@langchain\//,
  /^@mastra\//,
  /^@openai\/agents/,
  /^deepagents$/,
  /^pg$/,
  /^pg-boss$/,
  /^playwright-core$/,
  /^react-devtools-core$/,
];

export interface BundleOptions {
  readonly dist: string;
  /** Besides packages with native parts, and those that only some users have. */
  readonly external?: readonly RegExp[];
  readonly minify?: boolean;
  /** The form of modules; Node starts sooner with the older one. */
  readonly format?: 'esm' | 'cjs';
  /** Modules that are each in one file with all that they import; what an earlier one has, a later one imports. */
  readonly whole?: Readonly<Record<string, string>>;
  /** Folders and files that lie together in a file, without what they import. */
  readonly seldom?: Readonly<Record<string, readonly string[]>>;
  /** Modules that are bundled elsewhere, and the files that they are then found in. */
  readonly apart?: Readonly<Record<string, string>>;
  /** Whether nobody bundles it again, and it may ask Node for its modules in the way that starts soonest. */
  readonly program?: boolean;
}

/** Bundles what hosts start for every call, and what they load. */
export async function bundleClients(options: BundleOptions): Promise<readonly string[]> {
  const modules: string[] = [];
  for (const [name, path] of Object.entries(CLIENTS))
    modules.push(...(await bundle({ [name]: path }, { ...options, format: 'cjs' })));
  for (const [name, path] of Object.entries(PLUGINS)) modules.push(...(await bundle({ [name]: path }, options)));
  return modules;
}

/**
 * Bundles the command line. What every command loads, and what every gate does, are two files: sixty load slowly. What
 * few calls need of them lies apart, and is loaded when it is first used. They are of the older form, for of this one
 * compiled functions can be kept; what draws is not, as it waits while it loads.
 */
export async function bundleProgram(options: BundleOptions): Promise<readonly string[]> {
  const { cli, program } = COMMAND_LINE;
  const own = { ...options, program: true };
  const whole = { start: 'src/cli/run-command-line', gate: 'src/cli/session' };
  return [
    ...(await bundle({ cli }, own)),
    ...(await bundle({ program }, { ...own, format: 'cjs', whole, seldom: SELDOM, apart: { [FACE]: './face.js' } })),
    ...(await bundle({ face: FACE, ...THREADS }, own)),
  ];
}

/** Bundles each entry into one file of its name, and gives back the modules that are in them. */
export async function bundle(input: Record<string, string>, options: BundleOptions): Promise<readonly string[]> {
  const { format = 'esm', whole = {}, seldom = {}, apart = {} } = options;
  const build = await rolldown({
    cwd: ROOT,
    input,
    platform: 'node',
    preserveEntrySignatures: 'allow-extension',
    external: [...NATIVE, ...PEERS, ...(options.external ?? [])],
    // Of a package with both, the ES module: the other form of some (jsonc-parser) cannot be bundled.
    resolve: { mainFields: ['module', 'main'] },
    // Libraries that look for it are bundled in their quick form.
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [
      leaveApart(apart),
      ...(options.program ? [droppableSchemas(), lateCards()] : []),
      relocateUrls({ root: ROOT, dist: options.dist }),
      ...(options.program && format === 'esm' ? [builtinsByName()] : []),
      ...(options.program && format === 'cjs' ? [functionForLoader()] : []),
      asciiCode(),
    ],
    tsconfig: join(ROOT, 'tsconfig.json'),
  });
  try {
    const { output } = await build.write({
      dir: options.dist,
      format,
      minify: options.minify ?? false,
      codeSplitting: {
        groups: [
          ...Object.entries(seldom).map(([name, paths]) => ({
            name,
            test: new RegExp(`/(?:${paths.join('|')})`),
            priority: 20,
            includeDependenciesRecursively: false,
          })),
          ...Object.entries(whole).map(([name, path], index) => ({
            name,
            test: new RegExp(`/${path}\\.ts$`),
            priority: 10 - index,
          })),
        ],
      },
      entryFileNames: format === 'cjs' ? '[name].cjs' : '[name].js',
      // Beside the entries, so that `import.meta.url` means the same folder everywhere.
      chunkFileNames: format === 'cjs' ? '[name]-[hash].cjs' : '[name]-[hash].js',
      comments: { legal: true, annotation: true, jsdoc: false },
    });
    return output.flatMap(chunk => (chunk.type === 'chunk' ? chunk.moduleIds : []));
  } finally {
    await build.close();
  }
}

const leaveApart = (apart: Readonly<Record<string, string>>): Plugin => ({
  name: 'leave-apart',
  resolveId(source, importer) {
    const module = importer && relative(ROOT, resolve(dirname(importer), source)).replaceAll(sep, '/');
    const file = module && apart[module];
    return file ? { id: file, external: true } : undefined;
  },
});
