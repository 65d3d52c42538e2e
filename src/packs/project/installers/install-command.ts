import { ToolError } from '../../../tool/error.ts';
import { readProgram } from '../../../tool/loading/read-program.ts';
import { PROGRAM_PATH } from '../../shell/shell-program.ts';
import { type InstallerChoice, isPython, type Manager } from './detect-installer.ts';

/** A name in the registry, perhaps with a version, a range or a tag: no option, address, path or alias. */
const JAVASCRIPT = /^(@[a-z0-9~_-][a-z0-9._~-]*\/)?[a-z0-9~_-][a-z0-9._~-]*(?:@[a-z0-9^~<>=*|. +_-]+)?$/i;
const VERSION = String.raw`(?:===|==|~=|!=|<=|>=|<|>)\s*[A-Za-z0-9.*+!_-]+`;
const PYTHON = new RegExp(
  String.raw`^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?(?:\[[A-Za-z0-9._, -]+\])?(?:\s*${VERSION}(?:\s*,\s*${VERSION})*)?$`,
);
const LONGEST = 214;

/** Throws for a text that is not a plain name of a package. */
export function checkPackageNames(packages: readonly string[], manager: Manager): void {
  const form = isPython(manager) ? PYTHON : JAVASCRIPT;
  const bad = packages.filter(name => name.length > LONGEST || name.startsWith('-') || !form.test(name));
  if (bad.length === 0) return;
  const example = isPython(manager) ? 'requests or "requests>=2,<3"' : 'left-pad, "left-pad@^1.3.0" or "@scope/name@2"';
  throw new ToolError(
    'INVALID_ARGUMENTS',
    `${bad.map(name => JSON.stringify(name.slice(0, 80))).join(', ')}: not the name of a package for ${manager}; nothing was installed`,
    { suggestion: `Give names of the registry, such as ${example}. Addresses, paths and repositories are not taken.` },
  );
}

/** The name without its version. */
const bareName = (given: string, manager: Manager): string =>
  isPython(manager) ? (/^[A-Za-z0-9._-]+/.exec(given)?.[0] ?? given) : given.replace(/(?<=.)@.*$/, '');

interface InstallRequest {
  readonly found: InstallerChoice;
  readonly packages: readonly string[];
  readonly dev: boolean;
  readonly scripts: boolean;
  readonly indexes: readonly string[];
  /** The person's own registry; the sandbox has no home to read it from. */
  readonly own?: string | undefined;
  readonly mark: string;
  /** The real path of the workspace. */
  readonly root: string;
  /** Files of the home, with the parts of the project's own config that count. */
  readonly home?: ReadonlyMap<string, string> | undefined;
}

/** Installs, then tells each package's version. $1 a mark, $2 how many words the command has, the words, then names. */
const DRIVER = readProgram(new URL('./install-driver.sh', import.meta.url));

/** Settings that keep managers from waiting for hosts that cannot be reached. */
const IMPATIENT = {
  npm_config_fetch_retries: '1',
  npm_config_fetch_retry_mintimeout: '500',
  npm_config_fetch_retry_maxtimeout: '2000',
  PIP_RETRIES: '1',
};

/** Settings by which nothing of the project chooses or runs another program: not its config, nor a version it names. */
const NO_SCRIPTS = {
  npm_config_ignore_scripts: 'true',
  npm_config_git: 'false',
  npm_config_ignore_pnpmfile: 'true',
  npm_config_manage_package_manager_versions: 'false',
  COREPACK_ENABLE_PROJECT_SPEC: '0',
  COREPACK_ENABLE_DOWNLOAD_PROMPT: '0',
  YARN_IGNORE_PATH: '1',
  PIP_CONFIG_FILE: '/dev/null',
  PIP_KEYRING_PROVIDER: 'disabled',
  UV_NO_CONFIG: '1',
  UV_NO_BUILD: '1',
  UV_KEYRING_PROVIDER: 'disabled',
  YARN_ENABLE_SCRIPTS: 'false',
  POETRY_INSTALLER_ONLY_BINARY: ':all:',
};

/** The command. Each argument is a word of its own; names stand last, and were checked not to be options. */
export function installCommand(wanted: InstallRequest) {
  const { found, packages, dev, scripts, indexes, own, mark, root, home = new Map<string, string>() } = wanted;
  const { manager, modern } = found;
  const forDev = (option: string) => (dev ? option : '');
  const no = (option: string) => (scripts ? '' : option);
  const commands: Readonly<Record<Manager, string>> = {
    npm: `npm install ${dev ? '--save-dev' : '--save'} ${no('--ignore-scripts')} --location=project --no-progress`,
    pnpm: `pnpm add ${forDev('--save-dev')} ${no('--ignore-scripts --ignore-pnpmfile')}`,
    yarn: `yarn add ${forDev('--dev')} ${modern ? '' : `${no('--ignore-scripts')} --non-interactive`}`,
    bun: `bun add ${forDev('--dev')} ${no('--ignore-scripts')}`,
    pip: `.venv install --no-input --disable-pip-version-check ${no('--only-binary=:all:')}`,
    uv: `uv add ${forDev('--dev')} ${no('--no-build')}`,
    poetry: `poetry add --no-interaction ${forDev('--group=dev')}`,
  };
  const command = commands[manager].split(' ').filter(word => word !== '');
  const words = [...command, ...(manager === 'pip' ? indexOptions(indexes) : []), ...packages];
  const names = packages.map(name => bareName(name, manager));
  const registry = own === undefined ? {} : registryVariables(own, manager);
  return {
    argv: ['bash', PROGRAM_PATH, mark, String(words.length), ...words, ...names],
    program: [
      `root=${quoted(root)}\nmodern=${manager === 'yarn' && modern && !scripts ? 1 : ''}\n`,
      ...[...home].map(([name, text]) => `printf %s ${quoted(text)} > "$HOME/${name}"\n`),
      scripts ? 'root=/nowhere\nPIP=(-I -m pip)\n' : PIP_ALONE,
      DRIVER,
    ].join(''),
    env: { ...IMPATIENT, ...(scripts ? {} : NO_SCRIPTS), ...registry },
    // Addresses of indexes are left out: they may hold a token.
    said: [...command, ...packages].join(' ').replace(/^\.venv/, 'pip'),
  };
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * The pip that comes with Python, without the files that the environment of the project would load first: those that
 * end in `.pth`, `sitecustomize.py`, a pip of its own.
 */
const PIP_ALONE = readProgram(new URL('./pip-alone.sh', import.meta.url));

const registryVariables = (address: string, manager: Manager): Readonly<Record<string, string>> =>
  isPython(manager)
    ? { PIP_INDEX_URL: address, UV_DEFAULT_INDEX: address }
    : { npm_config_registry: address, YARN_REGISTRY: address, YARN_NPM_REGISTRY_SERVER: address };

const indexOptions = (indexes: readonly string[]): readonly string[] =>
  indexes.map((address, at) => `${at === 0 ? '--index-url' : '--extra-index-url'}=${address}`);

/** The words of the driver on each package, and the rest of the output. */
export function readInstalled(output: string, mark: string) {
  const installed: { name: string; version: string }[] = [];
  const rest: string[] = [];
  for (const line of output.split('\n')) {
    if (!line.startsWith(mark)) rest.push(line);
    const [, kind, name = '', version = ''] = line.startsWith(`${mark} `) ? line.split(' ') : [];
    if (kind === 'installed') installed.push({ name, version });
  }
  return { installed, printed: rest.join('\n') };
}
