import { reachHosts } from '../../judge/hosts.ts';
import { judgeElsewhere, readPath, runProject } from '../../judge/touch.ts';
import { touchHost } from '../../judge/touch-host.ts';
import { runFetched } from '../../judge/unseen-code.ts';
import { blind, type JudgedCommand, judgeInnerCommand, mild, risk, runScript } from '../../state/run.ts';
import { isFetchedPath, locate } from '../../state/shell.ts';
import { isLoose } from '../../state/value.ts';
import { type GivenWords, judged, type Program } from '../program.ts';

const KNOWN_REGISTRY =
  /^https?:\/\/(?:registry\.npmjs\.org|registry\.yarnpkg\.com|pypi\.org|files\.pythonhosted\.org|localhost|127\.0\.0\.1|index\.crates\.io|rubygems\.org|proxy\.golang\.org)(?:[:/]|$)/;

/** A package that does not come from the registry: an address, a repository, an archive. */
const FOREIGN =
  /^(?:git(?:\+|:|@)|github:|gitlab:|bitbucket:|gist:|https?:|ssh:|ftp:|[\w.-]+\/[\w.-]+(?:#|$)(?!.*@))|^@?[\w./-]+@(?:git[+@:]|https?:|ssh:|github:|gitlab:)|@ (?:git|https?)|\.git(?:#|$)/;

/** Whether a package is foreign; a scope (`@a/b`) looks like a repository but is none. */
const isForeign = (name: string): boolean =>
  FOREIGN.test(name) && (!name.startsWith('@') || /@(?:git[+@:]|https?:|ssh:|github:|gitlab:)/.test(name.slice(1)));

function installs(run: JudgedCommand, given: GivenWords): undefined {
  for (const value of given.values) {
    if (isLoose(value)) mild(run, 'installs a package that is known only at run time');
    else if (/^\/|^~|^\.\.?\//.test(value)) {
      readPath(run, value);
      const { path, kind } = locate(run.shell, value);
      if (kind === 'temp' || isFetchedPath(run.shell.session, path))
        blind(run, `installs ${value}, which cannot be seen here`);
    } else if (isForeign(value)) blind(run, `installs ${value}, which is not from the registry`);
  }
  mild(run, 'installs packages from the registry');
}

export function judgeRegistry(run: JudgedCommand, given: GivenWords): undefined {
  for (const value of given.allOf('--registry -i --source')) {
    if (KNOWN_REGISTRY.test(value)) continue;
    if (/:\/\//.test(value)) touchHost(run, value);
    risk(run, `takes packages from ${value}`);
  }
}

export const install: Program = {
  options: `-w= --workspace= --omit= --tag= --prefix= -C= --filter= -F= --cwd= --otp= --loglevel= --cache=
    --store-dir= --modules-folder= --registry=`,
  risks: { 'runs the named program': '--script-shell|--git=' },
  judge: (run, given) => {
    judgeRegistry(run, given);
    judgeElsewhere(run);
    installs(run, given);
  },
};

export const projectRun: Program = {
  prefix: true,
  options: '-w= --workspace= --filter= -F= --prefix= -C= --cwd=',
  risks: { 'runs the named program': '--script-shell=' },
  judge: (run, { operands }) =>
    / run(?: -\S+)*$/.test(run.text) && operands.length === 0 ? undefined : runProject(run),
};

/** When a tool is fetched: in any case, if it is not installed, or never. */
type Fetching = 'always' | 'missing' | 'never';

/** Judges the tool of `npx tool …`, which comes from the registry where the project has none of that name. */
function judgeFetched(run: JudgedCommand, given: GivenWords, fetching: Fetching): undefined {
  // `pnpm exec` and `yarn exec` run only what is installed.
  if (fetching === 'never' || isOffline(run, given) || (fetching === 'missing' && /^(?:pnpm|yarn)$/.test(run.name)))
    return;
  const packages = given.allOf('-p');
  const [tool] = given.operands;
  const wanted = packages.length > 0 ? packages : tool ? [tool.value] : [];
  const missing = wanted.find(name => fetching === 'always' || !isThere(run, name, given.has('-y')));
  if (missing === undefined || /^[./~]/.test(missing)) return;
  runFetched(run, missing, /^(?:uvx?|pipx|rye)$/.test(run.name) ? 'python' : 'node');
}

/** Whether a switch forbids to fetch; with a value (`--no-install=false`) it may mean the opposite. */
const isOffline = ({ args }: JudgedCommand, given: GivenWords): boolean =>
  given.has('--no-install') && !args.some(({ value }) => /^--(?:no-install|no|offline)=/.test(value));

/** Whether the wanted version is installed; where nobody knows, whoever says yes beforehand expects that it is not. */
function isThere({ shell }: JudgedCommand, name: string, sure: boolean): boolean {
  const { where } = shell.session;
  if (/.@/.test(name)) return false;
  return where.isInstalled?.(name, shell.cwd ?? where.cwd) ?? !sure;
}

/** Makes a project with a program of the registry: `npm create vite` fetches and runs `create-vite`. */
export const creates: Program = {
  prefix: true,
  options: '-y -f --yes --force --private -w= --workspace= --scope=',
  judge: (run, { operands: [template] }) => {
    mild(run, 'makes a package');
    if (template && !/^[./~]/.test(template.value)) runFetched(run, `what makes ${template.value}`, 'node');
  },
};

function runsTool(run: JudgedCommand, given: GivenWords): undefined {
  const call = given.valueOf('-c');
  if (call !== undefined) return void runScript(run, call);
  for (const value of given.allOf('-p')) {
    if (FOREIGN.test(value) || /@(?:https?|git)/.test(value))
      blind(run, `runs ${value}, which is not from the registry`);
  }
  const [tool, ...rest] = given.operands;
  if (!tool) return;
  const name = tool.value.replace(/(?<=.)@[^/]*$/, '');
  if (isLoose(name)) return blind(run, 'runs a tool that is known only at run time');
  if (isForeign(tool.value)) return blind(run, `runs ${tool.value}, which is not from the registry`);
  if (/^[./~]/.test(name)) return void judgeInnerCommand(run, given.operands);
  runProject(run, `runs ${name}, the project's own tool or one from the registry`);
  const short = name.replace(/^@[^/]+\//, '');
  if (!/^(?:sudo|su|env|test|time|install|kill)$/.test(short))
    judgeInnerCommand(run, [{ value: short, text: short }, ...rest]);
}

/** A program that runs a tool, and fetches the tool from the registry before. */
export const tool = (fetching: Fetching): Program => ({
  prefix: true,
  options: `-w= --workspace= --node-options= --python= -p|--package|--from|--with|--spec= -c|--call|--shell-mode=
    -y|--yes -q|--quiet --no-install|--no|--offline --registry=`,
  judge: (run, given) => {
    judgeRegistry(run, given);
    judgeFetched(run, given, fetching);
    runsTool(run, given);
  },
});

/** Second verbs that only tell something. */
const ASKS =
  /^\S+ (?:dist-tags?|owner|author|access|team|org|profile|hook|trust) (?:ls|list|get|get-status|--list|-l)(?: |$)/;

export const publish: Program = judged({}, run => {
  if (run.text.includes('--dry-run')) return mild(run, 'tries what would be sent');
  if (ASKS.test(run.text)) return mild(run, 'asks the registry');
  reachHosts(run);
  risk(run, "sends a package or an account's data to the registry");
});
export const settings: Program = judged({}, (run, { operands }) => {
  const verb = operands[0]?.value ?? 'list';
  if (/^(?:get|list|ls)$/.test(verb))
    return /token|auth|password/i.test(run.text) ? risk(run, 'prints a secret') : undefined;
  if (/^--location=project$/.test(operands.at(-1)?.value ?? '')) return mild(run, 'changes settings');
  risk(run, "changes the user's settings");
});

export const build: Program = judged({}, run => {
  if (run.values.some(value => /^(?:publish|deploy|publishSigned)$/.test(value))) risk(run, 'sends a package away');
  runProject(run);
});
