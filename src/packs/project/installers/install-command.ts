import { bareName } from './check-names.ts';
import { type Found, isPython, type Manager } from './detect-installer.ts';

/** Where the sandbox shows the driver. */
const PROGRAM = '/run/toolgate/program';

export interface Wanted {
  readonly found: Found;
  readonly packages: readonly string[];
  readonly dev: boolean;
  readonly scripts: boolean;
  readonly indexes: readonly string[];
  /** The person's own registry; the sandbox has no home to read it from. */
  readonly own?: string;
  readonly mark: string;
}

export interface InstallCommand {
  readonly argv: readonly string[];
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  /** As a person would type it. */
  readonly said: string;
}

/**
 * Installs, and then says which version each package has. $1 a mark, $2 the number of words of the command, the command,
 * then names.
 */
const DRIVER = String.raw`
mark=$1 count=$2
shift 2
command=("${'${'}@:1:count}")
shift "$count"
if [ "${'${'}command[0]}" = .venv ]; then
  venv=.venv
  [ -d .venv ] || { [ -d venv ] && venv=venv; }
  if [ ! -x $venv/bin/python ]; then python3 -m venv $venv || exit 1; fi
  command=("$venv/bin/python" -m pip "${'${'}command[@]:1}")
fi
command -v "${'${'}command[0]}" > /dev/null || { printf '%s missing\n' "$mark" >&2; exit 127; }
"${'${'}command[@]}" || exit
folder=$PWD
for name in "$@"; do
  version=
  for above in . .. ../.. ../../..; do
    file=$above/node_modules/$name/package.json
    [ -f "$file" ] || continue
    version=$(sed -n 's/^ *"version": *"\([^"]*\)".*/\1/p; s/.*[{,]"version":"\([^"]*\)".*/\1/p' "$file" | head -n 1)
    break
  done
  if [ -z "$version" ]; then
    plain=$(tr 'A-Z_' 'a-z-' <<< "$name" | tr -s '.-' '-')
    for info in .venv/lib/python*/site-packages/*.dist-info venv/lib/python*/site-packages/*.dist-info; do
      [ -f "$info/METADATA" ] || continue
      own=$(sed -n 's/^Name: *//p' "$info/METADATA" | head -n 1 | tr 'A-Z_' 'a-z-' | tr -s '.-' '-')
      [ "$own" = "$plain" ] && version=$(sed -n 's/^Version: *//p' "$info/METADATA" | head -n 1 | tr -d '\r')
    done
  fi
  printf '%s installed %s %s\n' "$mark" "$name" "$version"
done
`;

/** What cannot be reached is not waited for. */
const IMPATIENT = {
  npm_config_fetch_retries: '1',
  npm_config_fetch_retry_mintimeout: '500',
  npm_config_fetch_retry_maxtimeout: '2000',
  PIP_RETRIES: '1',
};

const NO_SCRIPTS = {
  npm_config_ignore_scripts: 'true',
  YARN_ENABLE_SCRIPTS: 'false',
  POETRY_INSTALLER_ONLY_BINARY: ':all:',
};

/** Each argument is a word of its own; names stand last, and were checked not to be options. */
export function installCommand({ found, packages, dev, scripts, indexes, own, mark }: Wanted): InstallCommand {
  const { manager, modern } = found;
  const no = (option: string) => (scripts ? [] : [option]);
  const commands = {
    npm: [
      'npm',
      'install',
      dev ? '--save-dev' : '--save',
      ...no('--ignore-scripts'),
      '--location=project',
      '--no-progress',
    ],
    pnpm: ['pnpm', 'add', ...(dev ? ['--save-dev'] : []), ...no('--ignore-scripts')],
    yarn: modern
      ? ['yarn', 'add', ...(dev ? ['--dev'] : [])]
      : ['yarn', 'add', ...(dev ? ['--dev'] : []), ...no('--ignore-scripts'), '--non-interactive'],
    bun: ['bun', 'add', ...(dev ? ['--dev'] : []), ...no('--ignore-scripts')],
    pip: [
      '.venv',
      'install',
      '--no-input',
      '--disable-pip-version-check',
      ...no('--only-binary=:all:'),
      ...indexOptions(indexes),
    ],
    uv: ['uv', 'add', ...(dev ? ['--dev'] : []), ...no('--no-build')],
    poetry: ['poetry', 'add', '--no-interaction', ...(dev ? ['--group=dev'] : [])],
  } as const;
  const words = [...commands[manager], ...packages];
  const env = {
    ...IMPATIENT,
    ...(scripts ? {} : NO_SCRIPTS),
    ...(own === undefined ? {} : registryVariables(own, manager)),
  };
  return {
    argv: ['bash', PROGRAM, mark, String(words.length), ...words, ...packages.map(name => bareName(name, manager))],
    program: DRIVER,
    env,
    said: [...commands[manager].map(word => (word === '.venv' ? 'pip' : word)), ...packages]
      .filter(word => !/:\/\//.test(word))
      .join(' '),
  };
}

const registryVariables = (address: string, manager: Manager): Readonly<Record<string, string>> =>
  isPython(manager)
    ? { PIP_INDEX_URL: address, UV_DEFAULT_INDEX: address }
    : { npm_config_registry: address, YARN_REGISTRY: address, YARN_NPM_REGISTRY_SERVER: address };

const indexOptions = (indexes: readonly string[]): readonly string[] =>
  indexes.map((address, at) => `${at === 0 ? '--index-url' : '--extra-index-url'}=${address}`);

/** What the driver said of each package, and the rest of what was printed. */
export function readInstalled(output: string, mark: string) {
  const installed: { name: string; version: string }[] = [];
  const rest: string[] = [];
  for (const line of output.split('\n')) {
    const words = line.startsWith(`${mark} installed `)
      ? line.slice(mark.length + ' installed '.length).split(' ')
      : [];
    if (words.length > 0) installed.push({ name: words[0] ?? '', version: words[1] ?? '' });
    else if (!line.startsWith(mark)) rest.push(line);
  }
  return { installed, printed: rest.join('\n') };
}
