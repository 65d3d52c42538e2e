import { extname } from 'node:path';
import type { Plugin } from 'prettier';
import type { PrettierOptions } from './prettier-config.ts';

/** Endings of names, with the parser and plugins of prettier for them. Config and plugins of projects are never run. */
const PARSERS: Readonly<Record<string, readonly [parser: string, plugins: readonly string[]]>> = {
  ...each(['.js', '.mjs', '.cjs', '.jsx'], 'babel', ['babel', 'estree']),
  ...each(['.ts', '.mts', '.cts', '.tsx'], 'typescript', ['typescript', 'estree']),
  ...each(['.json', '.webmanifest'], 'json', ['babel', 'estree']),
  ...each(['.jsonc'], 'jsonc', ['babel', 'estree']),
  ...each(['.json5'], 'json5', ['babel', 'estree']),
  ...each(['.css'], 'css', ['postcss']),
  ...each(['.scss'], 'scss', ['postcss']),
  ...each(['.less'], 'less', ['postcss']),
  ...each(['.md', '.markdown'], 'markdown', ['markdown', 'babel', 'estree', 'typescript', 'postcss', 'yaml']),
  ...each(['.mdx'], 'mdx', ['markdown', 'babel', 'estree', 'typescript']),
  ...each(['.yml', '.yaml'], 'yaml', ['yaml']),
  ...each(['.html', '.htm'], 'html', ['html', 'babel', 'estree', 'postcss', 'typescript']),
  ...each(['.vue'], 'vue', ['html', 'babel', 'estree', 'postcss', 'typescript']),
  ...each(['.graphql', '.gql'], 'graphql', ['graphql']),
};

function each(ends: readonly string[], parser: string, plugins: readonly string[]) {
  return Object.fromEntries(ends.map(end => [end, [parser, plugins] as const]));
}

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
export async function formatText(path: string, text: string, options: PrettierOptions): Promise<string> {
  const [parser, names] = PARSERS[extname(path).toLowerCase()] ?? [];
  if (parser === undefined || names === undefined) throw new Error('prettier does not know this kind of file');
  const { format } = await import('prettier/standalone');
  const loaded = await Promise.all(names.map(name => PLUGINS[name]?.()));
  const plugins = loaded.map(module => (module as { default?: Plugin }).default ?? (module as Plugin));
  return format(text, { ...options, parser, plugins, filepath: path });
}
