import { homeOf, placeOf, runsLater } from '../state/place.ts';
import { type JudgedCommand, mild, risk, runScript } from '../state/run.ts';
import { isKnown, isLoose, showValue } from '../state/value.ts';
import { isHostName } from './hosts.ts';
import { addressesIn, CALCULATES, fileNamesIn, reachAddress } from './mentions.ts';
import { namesSecret, readPath } from './touch.ts';

/** Variables whose value is run, loaded or obeyed by programs that come later. */
const RUNS =
  /^(?:LD_PRELOAD|LD_AUDIT|DYLD_.*|BASH_ENV|ENV|SHELLOPTS|BASHOPTS|PROMPT_COMMAND|PS4|PERL5OPT|PERL5DB|PYTHONSTARTUP|PYTHONINSPECT|PYTHONBREAKPOINT|RUBYOPT|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|GIT_SSH|GIT_SSH_COMMAND|GIT_EXTERNAL_DIFF|GIT_PROXY_COMMAND|GIT_CONFIG.*|GIT_EXEC_PATH|GIT_TEMPLATE_DIR|GIT_ASKPASS|SSH_ASKPASS|SUDO_ASKPASS|LESSOPEN|LESSCLOSE|RSYNC_RSH|CVS_RSH|RUSTC_WRAPPER|RUSTC|CARGO_TARGET_.*_RUNNER|TAR_OPTIONS|GREP_OPTIONS|MAKEFLAGS|GNUMAKEFLAGS|npm_config_script_shell|npm_config_git|NPM_CONFIG_SCRIPT_SHELL|BROWSER|EDITOR|VISUAL|GIT_EDITOR|GIT_SEQUENCE_EDITOR|FCEDIT|PAGER|GIT_PAGER|MANPAGER|SYSTEMD_PAGER|SHELL|HGEDITOR|KUBE_EDITOR|SVN_EDITOR|WGETRC|CURL_HOME|OPENSSL_CONF|GCONV_PATH|TERMINFO|GOFLAGS|LUA_INIT\w*|R_PROFILE(?:_USER)?|R_ENVIRON(?:_USER)?|VIMINIT|EXINIT|GVIMINIT|FZF_DEFAULT_COMMAND|FZF_(?:CTRL_T|ALT_C)_COMMAND|ACK_OPTIONS|ACK_PAGER\w*|GTK\d?_MODULES|CARGO_BUILD_RUSTC\w*|RUSTC_WORKSPACE_WRAPPER|RUSTDOC|npm_config_node_options|NPM_CONFIG_NODE_OPTIONS|MAKEFILES|RIPGREP_CONFIG_PATH|TF_CLI_CONFIG_FILE|PHP_INI_SCAN_DIR|PHPRC|GCC_EXEC_PREFIX|COMPILER_PATH|OPENSSL_(?:ENGINES|MODULES))$/;
/** Values that only choose among harmless programs, so that nothing new is run. */
const HARMLESS =
  /^(?:|cat|less|less -[A-Za-z]+|more|true|false|:|\/bin\/(?:true|cat|bash|sh)|vim?|nvim|nano|emacs|ed|code(?: --wait)?|bash|sh|zsh|sccache|ccache|-s|-j ?\d*|-mod=\w+|--no-print-directory|-p=\d+|-count=1)$/;
/** Variables that say where code and packages come from, or through whom they go. */
const SOURCES =
  /^(?:npm_config_registry|NPM_CONFIG_REGISTRY|PIP_INDEX_URL|PIP_EXTRA_INDEX_URL|UV_INDEX_URL|GOPROXY|CARGO_REGISTRIES_.*|https?_proxy|HTTPS?_PROXY|all_proxy|ALL_PROXY|SSLKEYLOGFILE|DOCKER_HOST|KUBECONFIG|AWS_ENDPOINT_URL)$/;
const KNOWN_SOURCES =
  /^(?:$|(?:https?|socks5h?):\/\/(?:localhost|127\.0\.0\.1|registry\.npmjs\.org|pypi\.org|proxy\.golang\.org|index\.crates\.io)|direct$|off$|unix:\/\/\/var\/run\/docker\.sock$|https:\/\/proxy\.golang\.org)/;
const PATHS =
  /^(?:PATH|LD_LIBRARY_PATH|LIBRARY_PATH|PYTHONPATH|NODE_PATH|PERL5LIB|RUBYLIB|GEM_PATH|CDPATH|CLASSPATH|GOPATH|PYTHONHOME|PYTHONUSERBASE|GIT_DIR|GIT_WORK_TREE|GIT_COMMON_DIR|BUNDLE_GEMFILE|PIP_CONFIG_FILE|NPM_CONFIG_USERCONFIG|npm_config_userconfig|YARN_RC_FILENAME|GOROOT|RUSTUP_HOME|ZDOTDIR|PKG_CONFIG_PATH|MANPATH|FPATH|LUA_C?PATH|TCLLIBPATH|TCL_LIBRARY|JULIA_(?:LOAD|DEPOT)_PATH|GUILE_LOAD_(?:COMPILED_)?PATH|EMACSLOADPATH|VIMRUNTIME|QT_PLUGIN_PATH|GST_PLUGIN_PATH|GI_TYPELIB_PATH|COREPACK_HOME|(?:npm_config|NPM_CONFIG)_(?:globalconfig|GLOBALCONFIG)|CMAKE_MODULE_PATH|AWS_CONFIG_FILE)$/;

/** Variables that say where programs look for their settings; some settings run other programs. */
const SETTINGS =
  /^(?:HOME|XDG_CONFIG_(?:HOME|DIRS)|XDG_DATA_(?:HOME|DIRS)|INPUTRC|CARGO_HOME|GNUPGHOME|DOCKER_CONFIG)$/;

/** Judges a place that a variable names, such as a log or a trace: a program may write there. */
function judgeNamedPlace(run: JudgedCommand, name: string, value: string): boolean {
  const { cwd, session } = run.shell;
  const names = /[\s]/.test(value) && !/OPT|FLAGS|ARGS/i.test(name) ? [value] : fileNamesIn(value);
  for (const piece of names) {
    if (!/^~?\//.test(piece)) continue;
    const { path, kind } = placeOf(piece.replace(/^~(?=\/|$)/, homeOf(session.where)), cwd, session.where);
    if (kind === 'workspace' || !runsLater(path)) continue;
    risk(run, `${name} names ${showValue(path)}, and a program may write there`);
    return true;
  }
  return false;
}

/** Judges an address for the programs that get it: with a plain variable none yet, with `export` every one. */
function judgeAddressed(run: JudgedCommand, name: string, value: string): undefined {
  if (run.words[0]!.value.includes('=') || CALCULATES.test(run.name) || SOURCES.test(name)) return;
  if (run.name === 'export' && !/HOST|URL|URI|ENDPOINT|DSN|SERVER/i.test(name)) return;
  const hosts = /HOST(?:ADDR|NAME)?$/i.test(name) && isHostName(value) ? [value] : addressesIn(value);
  for (const host of hosts) reachAddress(run, host);
}

/** Whether a variable before a command makes it another command. */
export const steers = (name: string): boolean =>
  RUNS.test(name) || SOURCES.test(name) || PATHS.test(name) || name === 'NODE_OPTIONS';

/** Judges `NAME=value`: what a variable makes other programs do. */
export function judgeVariable(run: JudgedCommand, assignment: string): undefined {
  const equals = assignment.indexOf('=');
  const name = assignment.slice(0, equals).replace(/\+$/, '');
  const value = assignment.slice(equals + 1);
  // A program may open the file that a variable names.
  if (isKnown(value) && namesSecret(run.shell, value)) readPath(run, value, { unseen: true });
  if (isKnown(value) && judgeNamedPlace(run, name, value)) return;
  if (isKnown(value)) judgeAddressed(run, name, value);
  // This variable, once it is set, lets patterns match names that begin with a dot.
  if (name === 'GLOBIGNORE' && value !== '') run.shell.session.hiddenGlobs = true;
  if (SETTINGS.test(name) && value !== '') mild(run, `${name} changes which settings programs find`);
  if (PATHS.test(name)) return judgePaths(run, name, value);
  if (name === 'NODE_OPTIONS') return judgeNodeOptions(run, value);
  if (/^PS[0-4]$|^PROMPT_COMMAND$/.test(name)) {
    if (isKnown(value)) runScript(run, name !== 'PROMPT_COMMAND' ? `: "${value.replaceAll('"', '')}"` : value);
    else risk(run, `${name} is run by the shell, and not known`);
    if (name !== 'PROMPT_COMMAND' && /\$\(|`/.test(value)) mild(run, `${name} runs commands for every prompt or trace`);
    if (name === 'PROMPT_COMMAND' && value !== '') risk(run, 'has a command run before every prompt');
    return;
  }
  if (name === 'HISTFILE' || (/^HIST(?:FILE)?SIZE$/.test(name) && value === '0'))
    return risk(run, 'hides what is typed');
  if (TOOLS.test(name)) return judgeTool(run, name, value);
  if (RUNS.test(name) && !HARMLESS.test(value))
    return risk(run, `${name} makes later programs run or load ${showValue(value)}`);
  if (SOURCES.test(name) && !KNOWN_SOURCES.test(value)) risk(run, `${name} sends requests to ${showValue(value)}`);
}

/** Variables that name programs for a build to run, or flags with which those run others. */
const TOOLS =
  /^(?:CC|CXX|CPP|LD|AR|AS|NM|MAKE|PYTHON|NODE|PERL|RUBY|CMAKE|CARGO|RUSTFLAGS|LDFLAGS|CFLAGS|CXXFLAGS|CMAKE_TOOLCHAIN_FILE|GRADLE_OPTS|MAVEN_OPTS|SBT_OPTS|JAVA_OPTS|PYTEST_ADDOPTS|PYTEST_PLUGINS|ESLINT_USE_FLAT_CONFIG)$/;

function judgeTool(run: JudgedCommand, name: string, value: string): undefined {
  for (const [path] of value.matchAll(/(?:^|(?<=[\s=:]))\/[^\s=:]+/g)) {
    const { kind } = placeOf(path, run.shell.cwd, run.shell.session.where);
    const runs = !/FLAGS$|OPTS$/.test(name) || /linker|plugin|wrapper|agent|-B|-p /.test(value);
    if (runs && kind !== 'workspace' && kind !== 'system') risk(run, `${name} makes the build run ${path}`);
  }
  if (/[;|&`]|\$\(|^(?:ba|da|z)?sh\b/.test(value)) risk(run, `${name} makes the build run ${showValue(value)}`);
}

function judgePaths(run: JudgedCommand, name: string, value: string): undefined {
  let changed = name !== 'PATH';
  let before = true;
  for (const folder of value.split(':')) {
    if (isLoose(folder)) before = false;
    if (folder === '' || isLoose(folder)) continue;
    const { kind, path } = placeOf(folder, run.shell.cwd, run.shell.session.where);
    if (kind !== 'system') changed = true;
    // A program in that folder would take the place of every other of its name.
    if (name === 'PATH' && path === run.shell.cwd && before) return risk(run, `${name} takes programs from here first`);
    before &&= kind !== 'system';
    if (kind === 'temp' || kind === 'outside' || kind === 'device')
      return risk(run, `${name} takes programs from ${showValue(path)}`);
  }
  if (changed) mild(run, `${name} changes which files programs find`);
}

function judgeNodeOptions(run: JudgedCommand, value: string): undefined {
  const loads = LOADS.exec(value);
  if (isLoose(value)) mild(run, 'NODE_OPTIONS is known only at run time');
  else if (loads && placeOf(loads[1]!, run.shell.cwd, run.shell.session.where).kind !== 'workspace')
    risk(run, `NODE_OPTIONS makes node load ${loads[1]}`);
  else if (loads) mild(run, `NODE_OPTIONS makes node load ${loads[1]}`);
}

const LOADS = /(?:^|\s)(?:-r|--require|--import|--loader|--experimental-loader|--inspect\S*|--eval|-e)[\s=]+["']?(\S+)/;
