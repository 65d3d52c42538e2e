import { extname } from 'node:path';
import { parentPort } from 'node:worker_threads';
import type { Plugin } from 'prettier';
import type { PrettierOptions } from './prettier-config.ts';
import type { FormatAnswer, FormatOrder } from './run-bundled.ts';

// Nothing in this thread reaches the network: the text that it formats may come from anywhere.
Reflect.deleteProperty(globalThis, 'fetch');
Reflect.deleteProperty(globalThis, 'WebSocket');

function failureOf(error: unknown): FormatAnswer {
  const { message, loc } = error as { message?: string; loc?: { start?: { line?: number } } };
  const [first = 'it cannot be read'] = String(message ?? error).split('\n');
  const line = loc?.start?.line ?? Number(/\((\d+):\d+\)\s*$/.exec(first)?.[1] ?? Number.NaN);
  return { failure: first, line: Number.isInteger(line) ? line : undefined };
}

parentPort?.on('message', async ({ path, text, options }: FormatOrder) => {
  const answer = await formatText(path, text, options).then(formatted => ({ text: formatted }), failureOf);
  parentPort?.postMessage(answer satisfies FormatAnswer);
});

/** Endings of names, with the parser and plugins of prettier for them. Config and plugins of projects are never run. */
const PARSERS: readonly (readonly [ends: string, parser: string, plugins: string])[] = [
  ['.js .mjs .cjs .jsx', 'babel', 'babel estree'],
  ['.ts .mts .cts .tsx', 'typescript', 'typescript estree'],
  ['.json .webmanifest', 'json', 'babel estree'],
  ['.jsonc', 'jsonc', 'babel estree'],
  ['.json5', 'json5', 'babel estree'],
  ['.css', 'css', 'postcss'],
  ['.scss', 'scss', 'postcss'],
  ['.less', 'less', 'postcss'],
  ['.md .markdown', 'markdown', 'markdown babel estree typescript postcss yaml'],
  ['.mdx', 'mdx', 'markdown babel estree typescript'],
  ['.yml .yaml', 'yaml', 'yaml'],
  ['.html .htm', 'html', 'html babel estree postcss typescript'],
  ['.vue', 'vue', 'html babel estree postcss typescript'],
  ['.graphql .gql', 'graphql', 'graphql'],
];

const PLUGINS: Readonly<Record<string, () => Promise<unknown>>> = {
  babel: () => import('prettier/plugins/babel'),
  estree: () => import('prettier/plugins/estree'),
  typescript: () => import('prettier/plugins/typescript'),
  postcss: () => import('prettier/plugins/postcss'),
  markdown: () => import('prettier/plugins/markdown'),
  yaml: () => import('prettier/plugins/yaml'),
  html: () => import('prettier/plugins/html'),
  graphql: () => import('prettier/plugins/graphql'),
};

/** Formats a text. Throws the errors of prettier. */
async function formatText(path: string, text: string, options: PrettierOptions): Promise<string> {
  const end = extname(path).toLowerCase();
  const [, parser, plugins] = PARSERS.find(([ends]) => ends.split(' ').includes(end)) ?? [];
  if (parser === undefined || plugins === undefined) throw new Error('prettier does not know this kind of file');
  const { format } = await import('prettier/standalone');
  const loaded = await Promise.all(plugins.split(' ').map(name => PLUGINS[name]?.()));
  const modules = loaded.map(module => (module as { default?: Plugin }).default ?? (module as Plugin));
  return format(text, { ...options, parser, plugins: modules, filepath: path });
}
