/** The languages that are checked. Those that tree-sitter reads have the names of their grammars. */
export type SourceLanguage = ScriptLanguage | GrammarLanguage | 'json' | 'jsonc' | 'yaml';

/** Languages that oxc reads. `cjs` and `mjs` are JavaScript that can only be a script or only a module. */
export type ScriptLanguage = 'js' | 'mjs' | 'cjs' | 'ts' | 'mts' | 'cts' | 'tsx' | 'dts';

/** Languages that tree-sitter reads. C is read as C++. */
export type GrammarLanguage = 'python' | 'go' | 'rust' | 'java' | 'cpp' | 'c-sharp' | 'css' | 'php' | 'ruby' | 'bash';

const EXTENSIONS: Readonly<Record<SourceLanguage, string>> = {
  js: 'js jsx',
  mjs: 'mjs',
  cjs: 'cjs',
  ts: 'ts',
  mts: 'mts',
  cts: 'cts',
  tsx: 'tsx',
  dts: 'd.ts d.mts d.cts',
  json: 'json webmanifest geojson jsonld ipynb',
  jsonc: 'jsonc code-workspace code-snippets',
  yaml: 'yml yaml',
  python: 'py pyi pyw',
  go: 'go',
  rust: 'rs',
  java: 'java',
  cpp: 'c h cc cpp cxx c++ hh hpp hxx h++ ipp inl tpp',
  'c-sharp': 'cs csx',
  css: 'css',
  php: 'php',
  ruby: 'rb rake gemspec ru',
  bash: 'sh bash',
};

const NAMES: Readonly<Partial<Record<SourceLanguage, string>>> = {
  json: 'composer.lock .watchmanconfig',
  jsonc: '.eslintrc .jshintrc .swcrc devcontainer.json .devcontainer.json deno.json api-extractor.json tslint.json',
  yaml: '.clang-format .clang-tidy .yamllint',
  ruby: 'Gemfile Rakefile Guardfile Vagrantfile Podfile Capfile',
  bash: '.bashrc .bash_profile .bash_aliases .bash_logout .profile',
};

// Names of JSON files whose readers allow comments and trailing commas.
const COMMENTED_JSON = /^(?:[tj]sconfig.*|\.eslintrc|toolgate\.config|language-configuration|wrangler|turbo|nx)\.json$/;
const COMMENTED_JSON_FOLDER = /(?:^|\/)(?:\.vscode|\.toolgate|\.devcontainer|\.zed)\/[^/]*\.json$/;

const INTERPRETERS: readonly (readonly [RegExp, SourceLanguage])[] = [
  [/^(?:ba|da|a)?sh$/, 'bash'],
  [/^(?:python|pypy)[\d.]*$/, 'python'],
  [/^(?:node|nodejs)$/, 'js'],
  [/^(?:deno|bun|tsx|ts-node)$/, 'ts'],
  [/^ruby[\d.]*$/, 'ruby'],
  [/^php[\d.]*$/, 'php'],
];

const SCRIPT = /^(?:[mcd]?ts|tsx|[mc]?js)$/;
const byExtension = index(EXTENSIONS);
const byName = index(NAMES);

/** The language of a file by its name, its interpreter (`#!`) or its extension. */
export function languageOfFile(path: string, text: string): SourceLanguage | undefined {
  const normal = path.replaceAll('\\', '/');
  const name = normal.slice(normal.lastIndexOf('/') + 1);
  const named = byName.get(name);
  if (named) return named;
  if (COMMENTED_JSON.test(name) || COMMENTED_JSON_FOLDER.test(normal)) return 'jsonc';
  const parts = name.toLowerCase().split('.');
  const ending = parts.at(-1) ?? '';
  // Files such as `types.d.ts`, and also `styles.d.css.ts`, hold declarations.
  if (parts.length > 2 && parts.includes('d', 1) && /^[mc]?ts$/.test(ending)) return 'dts';
  const extension = parts.length > 1 ? byExtension.get(ending) : undefined;
  const interpreted = text.startsWith('#!') ? byInterpreter(text) : undefined;
  return sameFamily(extension, interpreted) ? extension : (interpreted ?? extension);
}

/** Whether languages are of one family: `cli.mts` that starts with `#!/usr/bin/env node` is what its extension says. */
const sameFamily = (a: SourceLanguage | undefined, b: SourceLanguage | undefined): boolean =>
  a !== undefined && b !== undefined && SCRIPT.test(a) && SCRIPT.test(b);

function byInterpreter(text: string): SourceLanguage | undefined {
  const [, path, more = ''] = /^#!\s*(\S+)(?:[ \t]+(.*))?/.exec(text) ?? [];
  if (path === undefined) return undefined;
  let program = path.slice(path.lastIndexOf('/') + 1);
  if (program === 'env') {
    const rest = more.split(/\s+/).find(word => word && !word.startsWith('-') && !word.includes('='));
    program = rest?.slice(rest.lastIndexOf('/') + 1) ?? '';
  }
  return INTERPRETERS.find(([pattern]) => pattern.test(program))?.[1];
}

function index(table: Readonly<Partial<Record<SourceLanguage, string>>>): ReadonlyMap<string, SourceLanguage> {
  return new Map(
    Object.entries(table).flatMap(([language, words]) =>
      words.split(' ').map(word => [word, language as SourceLanguage]),
    ),
  );
}
