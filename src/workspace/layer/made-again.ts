/** A kind of folder whose content a tool makes again, and the signs that tell it from a folder of somebody's own. */
export interface RebuiltKind {
  /** The folder's name, or the end of its path. */
  readonly names: readonly string[];
  /** Files of which one lies beside the folder: the folder's content is written down there. */
  readonly proof?: readonly string[];
  /** Whether the proof may lie in any folder above, as in a project of several packages. */
  readonly above?: true;
  /** A file that the tool leaves in the folder. */
  readonly mark?: string;
  /** Whether git has to ignore the folder as well: the name alone could be anybody's. */
  readonly ignored?: true;
  /** Whether the folder holds packages, of which only those that the proof names are made again. */
  readonly packages?: true;
  /** Whether people give the name to folders of their own too: their files that are lost from it are kept. */
  readonly anybodys?: true;
}

const PYTHON = ['uv.lock', 'poetry.lock', 'pdm.lock', 'Pipfile.lock', 'pylock.toml', 'requirements.txt'];

/** Kinds of folders; the first that fits counts. */
const KINDS: readonly RebuiltKind[] = [
  {
    names: ['node_modules'],
    proof: ['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock'],
    above: true,
    packages: true,
  },
  { names: ['.venv', 'venv'], proof: PYTHON, mark: 'pyvenv.cfg' },
  { names: ['target'], proof: ['Cargo.lock'], mark: 'CACHEDIR.TAG' },
  { names: ['vendor'], proof: ['composer.lock'], mark: 'autoload.php' },
  { names: ['vendor'], proof: ['go.sum'], mark: 'modules.txt' },
  { names: ['Pods'], proof: ['Podfile.lock'], mark: 'Manifest.lock' },
  { names: ['deps', '_build'], proof: ['mix.lock'], ignored: true },
  {
    names: [
      ...['__pycache__', '.pytest_cache', '.mypy_cache', '.ruff_cache', '.tox', '.nox'],
      ...['.parcel-cache', '.turbo', '.sass-cache', '.nyc_output', '.next/cache', '.angular/cache'],
    ],
  },
  { names: ['htmlcov', '.gradle', '.next', '.nuxt', '.svelte-kit', '.dart_tool'], ignored: true },
  { names: ['dist', 'build', 'out', '.output', 'coverage', 'target', 'obj'], ignored: true, anybodys: true },
];

/** Kinds that a folder may be of by its name alone. */
export const kindsOf = (folder: string): readonly RebuiltKind[] =>
  KINDS.filter(({ names }) => names.some(name => folder === name || folder.endsWith(`/${name}`)));

/** Whether a folder is a cache by its name alone: a tool writes all that is in it by itself. */
export const isCache = (folder: string): boolean => kindsOf(folder).some(({ proof, ignored }) => !proof && !ignored);

/** The names in a lockfile, of packages and of all else in it. */
export const namesInLockfile = (lockfile: string): ReadonlySet<string> =>
  new Set(lockfile.match(/(?:@[\w.~-]+\/)?[\w.~-]+/g) ?? []);
