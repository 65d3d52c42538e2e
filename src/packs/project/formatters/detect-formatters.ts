import type { Files } from '../../../tool/files.ts';
import { foldersUp, namesThere, readPackageJson, readProjectFile } from '../read-project-file.ts';
import { PRETTIER_CODE, PRETTIER_DATA } from './prettier-config.ts';

export type Formatter = 'biome' | 'prettier' | 'oxfmt' | 'dprint' | 'ruff' | 'black' | 'gofmt' | 'rustfmt';

/** Families of files that one formatter formats: the kinds that the big web formatters share, and one language each. */
export type Family = 'web' | 'python' | 'go' | 'rust';

const WEB_FILE =
  /\.(?:[cm]?[jt]s|[jt]sx|jsonc?|json5|webmanifest|css|scss|less|mdx?|markdown|ya?ml|html?|vue|graphql|gql)$/;

export function familyOf(path: string): Family | undefined {
  if (/\.pyi?$/.test(path)) return 'python';
  if (path.endsWith('.go')) return 'go';
  if (path.endsWith('.rs')) return 'rust';
  return WEB_FILE.test(path) ? 'web' : undefined;
}

/** A formatter, and the workspace-relative folder that has its config. */
export type FormatterChoice = Readonly<{ formatter: Formatter; folder: string; why: string }>;

/** The project's own formatter for a family of files, from the nearest folder that names one. */
export async function detectFormatter(
  files: Files,
  folder: string,
  family: Family,
): Promise<FormatterChoice | undefined> {
  if (family === 'go') return { formatter: 'gofmt', folder, why: 'Go has one formatter' };
  if (family === 'rust') return { formatter: 'rustfmt', folder, why: 'Rust has one formatter' };
  const signs = family === 'web' ? webSign : pythonSign;
  for (const each of foldersUp(folder)) {
    const found = await signs(files, each);
    if (found) return { ...found, folder: each };
  }
  return undefined;
}

type Sign = Pick<FormatterChoice, 'formatter' | 'why'>;

const WEB: readonly (readonly [Formatter, readonly string[]])[] = [
  ['biome', ['biome.json', 'biome.jsonc', '.biome.json', '.biome.jsonc']],
  ['oxfmt', ['.oxfmtrc.json', '.oxfmtrc.jsonc']],
  ['dprint', ['dprint.json', 'dprint.jsonc', '.dprint.json', '.dprint.jsonc']],
  ['prettier', [...PRETTIER_DATA, ...PRETTIER_CODE]],
];
const NAMES = ['package.json', ...WEB.flatMap(([, names]) => names)];

async function webSign(files: Files, folder: string): Promise<Sign | undefined> {
  const names = await namesThere(files, folder, NAMES);
  for (const [formatter, own] of WEB) {
    const name = own.find(each => names.has(each));
    if (name !== undefined) return { formatter, why: name };
  }
  const manifest = names.has('package.json') ? await readPackageJson(files, folder) : undefined;
  if (manifest?.has('prettier')) return { formatter: 'prettier', why: 'the key prettier of package.json' };
  const packages = { '@biomejs/biome': 'biome', prettier: 'prettier', oxfmt: 'oxfmt', dprint: 'dprint' } as const;
  for (const [name, formatter] of Object.entries(packages))
    if (manifest?.dependencies.has(name)) return { formatter, why: `package.json depends on ${name}` };
  return undefined;
}

const PYTHON_FILES = ['pyproject.toml', 'requirements.txt', 'requirements-dev.txt', '.pre-commit-config.yaml'];

async function pythonSign(files: Files, folder: string): Promise<Sign | undefined> {
  const names = await namesThere(files, folder, ['ruff.toml', '.ruff.toml', ...PYTHON_FILES]);
  for (const name of ['ruff.toml', '.ruff.toml']) if (names.has(name)) return { formatter: 'ruff', why: name };
  const project = (await readProjectFile(files, `${folder}/pyproject.toml`)) ?? '';
  if (/^\[tool\.black\b/m.test(project)) return { formatter: 'black', why: 'pyproject.toml' };
  if (/^\[tool\.ruff\b/m.test(project)) return { formatter: 'ruff', why: 'pyproject.toml' };
  for (const name of PYTHON_FILES) {
    const text = names.has(name) ? ((await readProjectFile(files, `${folder}/${name}`)) ?? '') : '';
    const [, formatter] = /^[\s"'-]*(?:repo:.*\/)?(black|ruff)\b/m.exec(text) ?? [];
    if (formatter === 'black' || formatter === 'ruff') return { formatter, why: name };
  }
  return undefined;
}
