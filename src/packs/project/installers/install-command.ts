import { bareName } from './check-package-names.ts';
import { type InstallerChoice, isPython, type Manager } from './detect-installer.ts';

/** Where the sandbox shows the driver. */
const PROGRAM = '/run/toolgate/program';

interface InstallRequest {
  readonly found: InstallerChoice;
  readonly packages: readonly string[];
  readonly dev: boolean;
  readonly scripts: boolean;
  readonly indexes: readonly string[];
  /** The person's own registry; the sandbox has no home to read it from. */
  readonly own?: string;
  readonly mark: string;
  /** Real path of the workspace. */
  readonly root: string;
  /** Files of the home, with what counts of the project's own config. */
  readonly home?: ReadonlyMap<string, string>;
}

interface InstallCommand {
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
  # Isolated: otherwise a file of the project that is called like a module of Python would be run as that.
  if [ ! -x $venv/bin/python ]; then python3 -I -m venv $venv || exit 1; fi
  case $(readlink -f $venv/bin/python) in
    "$root"/*) echo "$venv has a Python of its own, which is code of the project: remove it, or say scripts: true" >&2; exit 1 ;;
  esac
  command=("$venv/bin/python" "${'${'}PIP[@]}" "${'${'}command[@]:1}")
fi
if [ "$modern" ]; then
  case $(yarn --version) in
    [01].*) echo "The project's own Yarn is code of the project, and the one here is of version 1: install a newer one, or say scripts: true" >&2; exit 1 ;;
  esac
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

/** Nothing of the project chooses another program, or has one run: not its config, not the version that it names. */
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

/** Each argument is a word of its own; names stand last, and were checked not to be options. */
export function installCommand(wanted: InstallRequest): InstallCommand {
  const { found, packages, dev, scripts, indexes, own, mark, root, home = new Map<string, string>() } = wanted;
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
    pnpm: ['pnpm', 'add', ...(dev ? ['--save-dev'] : []), ...no('--ignore-scripts'), ...no('--ignore-pnpmfile')],
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
    program: [
      `root=${quoted(root)}\nmodern=${manager === 'yarn' && modern && !scripts ? 1 : ''}\n`,
      ...[...home].map(([name, text]) => `printf %s ${quoted(text)} > "$HOME/${name}"\n`),
      scripts ? 'root=/nowhere\nPIP=(-I -m pip)\n' : PIP_ALONE,
      DRIVER,
    ].join(''),
    env,
    said: [...commands[manager].map(word => (word === '.venv' ? 'pip' : word)), ...packages]
      .filter(word => !/:\/\//.test(word))
      .join(' '),
  };
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * The pip that comes with Python, without what the environment of the project would load first: files that end in
 * `.pth`, `sitecustomize.py`, a pip of its own.
 */
const PIP_ALONE = `
read -r -d '' alone << 'EOF'
import sys, os, glob
venv = os.path.dirname(os.path.dirname(os.path.abspath(sys.executable)))
sys.prefix = sys.exec_prefix = venv
import ensurepip
wheels = glob.glob(os.path.join(os.path.dirname(ensurepip.__file__), '_bundled', 'pip-*.whl'))
wheels += glob.glob('/usr/share/python-wheels/pip-*.whl')
if not wheels:
    sys.exit('Python has no pip of its own here (ensurepip)')
sys.path.insert(0, wheels[0])
import sysconfig
sys.path.append(sysconfig.get_path('purelib', vars={'base': venv, 'platbase': venv}))
import runpy
sys.argv[0] = 'pip'
runpy.run_module('pip', run_name='__main__', alter_sys=True)
EOF
PIP=(-I -S -c "$alone")
`;

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
