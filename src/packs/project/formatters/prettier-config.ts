import { posix } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { type ParseError, parse as parseJsonc } from 'jsonc-parser';
import type { Files } from '../../../tool/files.ts';
import { compileGlob, compileGlobs } from '../../../tool/glob/compile-glob.ts';
import { foldersUp, namesThere, readProjectFile, withEnds } from '../read-project-file.ts';

/** Options of prettier that are plain values. */
export type PrettierOptions = Readonly<Record<string, string | number | boolean>>;

export const PRETTIER_DATA = ['.prettierrc', ...withEnds('.prettierrc', '.json .yaml .yml')];
export const PRETTIER_CODE = [
  ...withEnds('.prettierrc', '.js .mjs .cjs .ts .mts .cts .json5 .toml'),
  ...withEnds('prettier.config', '.js .mjs .cjs .ts .mts .cts'),
];

/** Reads the config as data and never runs it: settings that a config makes in code are not known here. */
export async function readPrettierConfig(files: Files, folder: string) {
  /** Notes on settings that could not be taken over. */
  const notes: string[] = [];
  const own = await readOwn(files, folder, notes);
  const editor = await readEditorConfig(files, folder);
  const ignored: { base: string; rule: Ignore }[] = [];
  for (const base of foldersUp(folder)) {
    const text = await readProjectFile(files, `${base}/.prettierignore`);
    if (text !== undefined) ignored.push({ base, rule: ignore().add(text) });
  }
  return {
    notes,
    optionsFor: (path: string): PrettierOptions => ({ ...editor(path), ...own(path) }),
    isIgnored: (path: string): boolean =>
      ignored.some(({ base, rule }) => {
        const within = posix.relative(base, path);
        return !within.startsWith('..') && rule.ignores(within);
      }),
  };
}

type OptionsFor = (path: string) => PrettierOptions;

async function readOwn(files: Files, folder: string, notes: string[]): Promise<OptionsFor> {
  for (const each of foldersUp(folder)) {
    for (const name of PRETTIER_DATA) {
      const text = await readProjectFile(files, `${each}/${name}`);
      if (text !== undefined) return optionsOf(parseData(text, posix.join(each, name), notes), each, notes);
    }
    const manifest = await readProjectFile(files, `${each}/package.json`);
    const inManifest = manifest && (parseJsonc(manifest) as { prettier?: unknown } | undefined)?.prettier;
    if (inManifest) return optionsOf(inManifest, each, notes);
    const [code] = await namesThere(files, each, PRETTIER_CODE);
    if (code !== undefined) {
      notes.push(`${posix.join(each, code)} is not read, for it is code; prettier's own style was used.`);
      return () => ({});
    }
  }
  return () => ({});
}

function parseData(text: string, name: string, notes: string[]): unknown {
  const errors: ParseError[] = [];
  const isJson = text.trimStart().startsWith('{');
  const data: unknown = isJson ? parseJsonc(text, errors, { allowTrailingComma: true }) : parseFlatYaml(text);
  if (data !== undefined && errors.length === 0) return data;
  notes.push(`${name} could not be understood; prettier's own style was used.`);
  return {};
}

/** The values of `key: value`, a line each; anything deeper is not understood. */
function parseFlatYaml(text: string): Record<string, unknown> | undefined {
  const found: Record<string, unknown> = {};
  for (const line of text.split('\n')) {
    if (/^\s*(?:#.*)?$|^---\s*$/.test(line)) continue;
    const [, key, double, single, raw] = /^(\w+):\s*(?:"([^"]*)"|'([^']*)'|([^\s#]\S*))\s*(?:#.*)?$/.exec(line) ?? [];
    if (key === undefined) return undefined;
    found[key] = double ?? single ?? plainValue(raw ?? '');
  }
  return found;
}

const plainValue = (raw: string): string | number | boolean =>
  raw === 'true' || raw === 'false' ? raw === 'true' : /^\d+$/.test(raw) ? Number(raw) : raw;

function optionsOf(config: unknown, folder: string, notes: string[]): OptionsFor {
  if (typeof config !== 'object' || config === null) {
    notes.push('The config of prettier names a package, which is not run; its own style was used.');
    return () => ({});
  }
  const { overrides, plugins, ...plain } = config as Record<string, unknown>;
  if (plugins !== undefined) notes.push('Plugins of prettier that the project names are not run.');
  const some = (Array.isArray(overrides) ? overrides : []).map(overrideOf);
  return path => {
    const within = posix.relative(folder, path);
    const matching = some.filter(({ matches }) => matches(within)).map(({ options }) => options);
    return Object.assign({}, plainOf(plain), ...matching) as PrettierOptions;
  };
}

function overrideOf(override: unknown): { matches: (path: string) => boolean; options: PrettierOptions } {
  const { files = [], excludeFiles = [], options = {} } = (override ?? {}) as Record<string, unknown>;
  const listed = (value: unknown) => [value].flat().filter(each => typeof each === 'string');
  const compiled = (value: unknown) => listed(value).map(glob => compileGlobs([glob], { anywhere: true }));
  const [wanted, unwanted] = [compiled(files), compiled(excludeFiles)];
  const isIn = (globs: typeof wanted, path: string) => globs.some(({ matches }) => matches(path));
  return {
    matches: path => isIn(wanted, path) && !isIn(unwanted, path),
    options: plainOf(options as Record<string, unknown>),
  };
}

function plainOf(options: Record<string, unknown>): PrettierOptions {
  const isPlain = ([key, value]: [string, unknown]) =>
    /^(?:string|number|boolean)$/.test(typeof value) && !/^(?:parser|filepath|plugins|\$schema)$/.test(key);
  return Object.fromEntries(Object.entries(options).filter(isPlain)) as PrettierOptions;
}

/** Options by the .editorconfig files from this folder up to the one that says it is the root. */
async function readEditorConfig(files: Files, folder: string): Promise<OptionsFor> {
  const sections: { base: string; glob: string; values: Record<string, string> }[] = [];
  for (const each of foldersUp(folder)) {
    const text = await readProjectFile(files, `${each}/.editorconfig`);
    if (text === undefined) continue;
    let values: Record<string, string> = {};
    const own: typeof sections = [];
    for (const line of text.split('\n')) {
      const glob = /^\s*\[(.+)\]\s*$/.exec(line)?.[1];
      const [, key, value] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
      if (glob !== undefined) {
        values = {};
        own.push({ base: each, glob, values });
      } else if (key !== undefined) values[key.toLowerCase()] = (value ?? '').toLowerCase();
    }
    for (const section of own.toReversed()) sections.unshift(section);
    if (/^\s*root\s*=\s*true/im.test(text)) break;
  }
  return path => {
    const values: Record<string, string> = {};
    for (const { base, glob, values: more } of sections) {
      const within = posix.relative(base, path);
      const name = glob.includes('/') ? within : posix.basename(path);
      if (compileGlob(glob.replace(/^\//, ''))(name)) Object.assign(values, more);
    }
    return fromEditor(values);
  };
}

function fromEditor(values: Readonly<Record<string, string>>): PrettierOptions {
  const size = Number(values.indent_size ?? values.tab_width);
  const width = Number(values.max_line_length);
  return {
    ...(values.indent_style === undefined ? {} : { useTabs: values.indent_style === 'tab' }),
    ...(size > 0 ? { tabWidth: size } : {}),
    ...(width > 0 ? { printWidth: width } : {}),
    ...(/^(?:lf|crlf|cr)$/.test(values.end_of_line ?? '') ? { endOfLine: values.end_of_line as string } : {}),
  };
}
