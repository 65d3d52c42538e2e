import { programNamed } from '../programs/index.ts';
import { placeOf, type ShellPath } from '../state/place.ts';
import { blind, createRun, type JudgedCommand, mild, risk } from '../state/run.ts';
import { isFetchedPath, locate, type Shell, type Stream } from '../state/shell.ts';
import { isKnown, isLoose, type Word, wordSet } from '../state/value.ts';
import { awaitsOthers, hostsIn } from './hosts.ts';
import { judgeProgram } from './judge-program.ts';
import { judgeMentioned } from './mentions.ts';
import { secretIn } from './secrets.ts';
import { filterText, judgeEndless } from './text-filters.ts';
import { runFile } from './touch.ts';
import { touchHost } from './touch-host.ts';
import { judgeForeignCode, judgeHidden, judgeInput, judgeOptionValues } from './unseen-code.ts';

/** Judges one simple command with all its words; gives its output as far as it is known. */
export function judgeCommand(words: readonly Word[], shell: Shell, stdin?: Stream): Stream {
  const run = createRun(words, shell, stdin);
  const { findings } = shell.session;
  findings.ran(words, run.text);
  findings.touch({ kind: 'execute', resource: run.text });
  const program = words[0]!.value;
  if (!isKnown(program)) blind(run, 'runs a program whose name is known only at run time');
  else if (program.includes('/')) judgePath(run, program);
  else judgeNamed(run);
  judgeListening(run);
  judgeOptionValues(run);
  judgeMentioned(run);
  judgeEndless(run);
  judgeFiltered(run);
  if (SETUP.test(run.text)) run.output = { kind: 'text', value: '' };
  return run.output;
}

/** Tells the output of a filter whose input is known; to run that output is to hide a command all the same. */
function judgeFiltered(run: JudgedCommand): undefined {
  const { stdin, output } = run;
  const text = stdin?.kind === 'text' ? stdin.value : stdin?.kind === 'data' ? stdin.told : undefined;
  if (text === undefined || output.kind !== 'data') return;
  const told = filterText(run.name, run.values, text);
  if (told !== undefined) run.output = { ...output, told };
}

/** Options by which any program waits for connections, or lets itself be driven by them. */
const LISTENS = /^--(?:listen(?:-\w+)?|inspect(?:-brk|-wait)?|remote-debugging-(?:port|address|pipe))(?:=|$)/;

function judgeListening(run: JudgedCommand): undefined {
  const word = run.args.find(one => LISTENS.test(one.value) && !run.handed.includes(one))?.value;
  if (word === undefined || /^(?:echo|printf|grep|rg|git)$/.test(run.name)) return;
  const near = /^--(?:inspect|remote-debugging)/.test(word) && !/0\.0\.0\.0|\*/.test(word);
  awaitsOthers(run, near ? 'localhost' : '*');
  mild(run, 'waits for connections');
}

/** Programs that print commands for the shell to run, which do nothing but set it up for the tool. */
const SETUP =
  /^(?:ssh-agent(?: -\w+)*|direnv (?:hook|export) \w+|(?:py|rb|nod|j|go)env (?:init|virtualenv-init)(?: -+\w*)*(?: \w+)?|\S*brew shellenv|fnm env.*|mise activate \w+|starship init \w+|zoxide init \w+|dircolors(?: -b)?|opam env|conda shell\.\w+ hook|minikube (?:-p \S+ )?docker-env|(?:kubectl|npm|gh|helm|docker|rustup|pip) completion(?: \S+)*)$/;

function judgeNamed(run: JudgedCommand): undefined {
  const program = programNamed(run.name);
  if (!program) return judgeUnknown(run);
  if (!tellsVersion(run)) judgeProgram(run, program);
}

const SYSTEM_PROGRAMS =
  /^\/(?:usr\/(?:local\/)?|opt\/(?:homebrew|local)\/|nix\/store\/[^/]+\/|snap\/)?s?bin\/[^/]+$|^\/usr\/lib(?:exec)?\/[^/]+\/bin\/[^/]+$/;
/** Programs that a project installs for itself. */
const PROJECT_PROGRAMS =
  /(?:^|\/)(?:node_modules\/\.bin|\.?venv\/bin|env\/bin|vendor\/bin|\.bin|target\/(?:debug|release))\/[^/]+$|\/(?:gradlew|mvnw)$/;

/** Places of whole toolchains, below folders that neither a workspace nor a command can write unasked. */
const TOOLCHAINS = /^\/(?:usr|opt|nix\/store|snap|Library|Applications)(?:\/[\w.+@ -]+)+\/s?bin\/[^/]+$/;

/** Whether a path is a program of a toolchain, and not put there by this very text. */
const isToolchain = ({ shell: { session } }: JudgedCommand, { kind, path }: ShellPath): boolean =>
  kind === 'system' && TOOLCHAINS.test(path) && !session.made.has(path) && !isFetchedPath(session, path);

/** Judges a command that is a path: it runs that very file, whatever the name promises. */
function judgePath(run: JudgedCommand, path: string): undefined {
  const place = placeOf(path, run.shell.cwd, run.shell.session.where);
  const here = locate(run.shell, path);
  if (SYSTEM_PROGRAMS.test(place.path) && here.kind !== 'workspace') return judgeNamed(run);
  if (isToolchain(run, here) && programNamed(run.name)) return judgeNamed(run);
  const own = PROJECT_PROGRAMS.test(place.path) && here.kind === 'workspace';
  const program = own ? programNamed(run.name) : undefined;
  if (program) {
    mild(run, `runs ${path}, the project's own copy`);
    return judgeProgram(run, program);
  }
  runFile(run, path, isShellScript(run, path) ? 'shell' : 'other');
  judgeArguments(run);
  judgeHidden(run);
}

/** Whether a file that this text made is a shell script: its first line says so, or says nothing. */
function isShellScript({ shell }: JudgedCommand, path: string): boolean {
  const content = shell.session.made.get(locate(shell, path).path)?.content;
  return content !== undefined && (!content.startsWith('#!') || /^#!\S*(?:\/|env )(?:ba|da|z|k)?sh\b/.test(content));
}

function judgeUnknown(run: JudgedCommand): undefined {
  mild(run, `${run.name} is not a program that is known here`);
  if (run.stdin?.kind === 'data' && run.stdin.network) judgeInput(run);
  const words = run.values;
  const verb = words
    .filter(value => value[0] !== '-')
    .slice(0, 3)
    .find(value => AWAY.test(value));
  if (verb !== undefined || words.some(value => SENDING.test(value)))
    risk(run, `is told to ${verb ?? 'send or delete something'}, by a program that is not known here`);
  judgeArguments(run);
  judgeHidden(run);
  judgeForeignCode(run);
}

/** Words that make most tools send something away or destroy it. */
const AWAY =
  /^(?:deploy|publish|unpublish|delete|upload|push|login|destroy|purge|wipe|nuke|drop|submit|deliver|erase|flash|reboot|terminate|revoke)(?:[:._-].*)?$/;
const SENDING = /^--?(?:upload|delete|erase|wipe|purge|destroy|publish)(?:-|=|$)/;

/** Judges the words that a program which is not known gets to see. */
function judgeArguments(run: JudgedCommand): undefined {
  for (const host of hostsIn(run.args)) touchHost(run, host);
  for (const value of run.values) {
    const text = value.replace(/^-{1,2}[\w-]+=/, '');
    if (/[/.]/.test(text) && !isLoose(text) && !text.startsWith('-')) {
      const { path, kind } = locate(run.shell, text);
      if (kind !== 'workspace' && kind !== 'anywhere' && secretIn(path, kind))
        risk(run, `hands ${text} to ${run.name}`);
    }
  }
}

const SHORT_VERSION = wordSet(
  'node npm npx pnpm yarn bun deno python python2 python3 pip pip3 ruby perl php docker tsc java javac gcc g++ clang cc go git lua nginx rustc cargo vim make cmake gem bundle composer dotnet mvn gradle psql mysql helm kubectl terraform tmux ssh scp curl wget rsync zip unzip ffmpeg strace sudo',
);

/** Programs of many verbs, each of which tells how the verb is used. */
const HELPFUL =
  /^(?:git|npm|pnpm|yarn|bun|deno|cargo|go|pip3?|pipx|poetry|pdm|hatch|rye|uv|conda|mamba|rustup|docker|podman|nerdctl|kubectl|oc|helm|terraform|tofu|pulumi|aws|gcloud|az|gh|glab|brew|apt|apt-get|dotnet|gem|bundle|composer|mix|flutter|dart|systemctl|vercel|netlify|heroku|fly|flyctl|wrangler|firebase|twine|doctl|eksctl|argocd|flux|minikube|kind|skaffold|vault|consul|nomad|packer|vagrant|restic|borg|rclone|ansible-galaxy|ansible-vault|supabase|railway|serverless|sls|sam|cdk|gsutil|nix|ip|nmcli|loginctl|timedatectl|hostnamectl|journalctl|machinectl)$/;
/** Verbs after which the words belong to another program. */
const HANDS_ON = /^(?:run|run-script|exec|x|dlx|tool|shell|ssh|sh|start|test|node|eval|workspace|compose)$/;
/** Programs whose other words are scripts of the project, which get the question for help as an argument. */
const SCRIPTED = /^(?:yarn|pnpm|bun)$/;
const OWN_VERBS =
  /^(?:add|install|i|remove|rm|update|up|upgrade|link|unlink|publish|pack|audit|outdated|why|list|ls|info|view|config|cache|store|init|create|login|logout|import|patch|prune|dedupe|global|set|self-update|licenses|owner|tag|team|version|versions|plugin)$/;
/** Programs to which `-h` means something to do. */
const NO_HELP =
  /^(?:killall5|pm-\w+|update-grub|ldconfig|cron|atd|anacron|run-parts|shutdown|halt|poweroff|reboot|init|telinit|echo|eval|exec|printf|wall|write|finger|source|\.|command|builtin)$/;

/** Whether a command is `program verb verb --help`. */
function asksForHelp({ name, args }: JudgedCommand): boolean {
  const words = args.map(({ value }) => value);
  const last = words.pop() ?? '';
  if (!/^--?help$|^-h$/.test(last) && !(last === 'help' && /^(?:aws|gcloud|go)$/.test(name) && words.length > 0))
    return false;
  if (NO_HELP.test(name))
    return (
      last === '--help' && words.length === 0 && !/^(?:echo|eval|exec|printf|source|\.|command|builtin)$/.test(name)
    );
  if (words.length === 0) return true;
  if (!HELPFUL.test(name) || words.length > 4 || !words.every(word => /^[a-z][\w:-]*$/.test(word))) return false;
  if (words.slice(0, -1).some(word => HANDS_ON.test(word))) return false;
  return !SCRIPTED.test(name) || OWN_VERBS.test(words[0]!);
}

/** Whether a command only asks a known program what it is. */
function tellsVersion(run: JudgedCommand): boolean {
  const { name, args } = run;
  const [only, second] = args;
  if (asksForHelp(run)) return true;
  if (/^(?:rustc|gcc|g\+\+|cc|clang|clang\+\+)$/.test(name) && /^-{1,2}(?:print|dump)/.test(only?.value ?? ''))
    return true;
  if (
    /^(?:rustc|tsc|ld|gcc|clang)$/.test(name) &&
    args.every(({ value }) => /^-(?:v|V|vV|Vv|-version|-verbose|-noEmit)$/.test(value)) &&
    args.some(({ value }) => value !== '--noEmit')
  )
    return true;
  if (!only || second) return false;
  if (only.value === '--version') return name !== 'echo' && name !== 'eval' && name !== 'exec';
  return only.value === '-version' || ((only.value === '-v' || only.value === '-V') && SHORT_VERSION.has(name));
}
