import { judgeCode } from '../../code/judge-code.ts';
import { JAVASCRIPT } from '../../code/languages.ts';
import { judgeElsewhere, runProject, writePath } from '../../judge/touch.ts';
import { runFetched } from '../../judge/unseen-code.ts';
import { judgeVariable } from '../../judge/variables.ts';
import { type JudgedCommand, judgeInnerCommand, mild, risk, runScript } from '../../state/run.ts';
import { staysBelow, wordOf } from '../../state/value.ts';
import { judged, mildly, onWord, type Program, type Programs, SAFE } from '../program.ts';
import { creates, install, judgeRegistry, projectRun, publish, settings, tool } from './registry.ts';

const nodeVerbs: Programs = {
  'install i add ci in ins inst insta install-test it clean-install update up upgrade upgrade-interactive dedupe ddp rebuild rb import fetch':
    install,
  'uninstall remove rm un unlink r prune link ln': { moderate: 'changes the installed packages' },
  'test t tst start stop restart run run-script rum urn build lint dev serve preview format check typecheck e2e coverage watch clean prepare bundle storybook':
    projectRun,
  // npm takes the first letters of a verb for the verb.
  'exec x exe': tool('missing'),
  dlx: tool('always'),
  'create cr cre crea creat init ini innit inn inni': creates,
  'ls list ll la query explain why root bin prefix help help-search licenses fund doctor docs bugs repo completion':
    SAFE,
  'view info show v search s find outdated audit ping whoami diff': onWord(
    /^fix$/,
    mildly('changes the installed packages'),
    mildly('asks the registry'),
  ),
  'pack version shrinkwrap approve-builds patch patch-commit patch-remove sbom': { moderate: 'changes the package' },
  pkg: judged({}, (run, { operands }) => {
    if (operands[0]?.value === 'get') return;
    mild(run, 'changes the package');
    for (const { value } of operands) {
      const script = /^scripts\.[\w:-]+=([\s\S]*)$/.exec(value)?.[1];
      if (script !== undefined) runScript(run, script);
    }
  }),
  'set-script': judged({}, (run, { operands }) => {
    mild(run, 'changes the package');
    if (operands[1]) runScript(run, operands[1].value);
  }),
  'cache store': { moderate: 'changes the cache' },
  'config c get': settings,
  set: judged({}, (run, { values: [what] }) => {
    if (run.name === 'yarn' && what === 'version') mild(run, 'changes the version of yarn');
    else risk(run, "changes the user's settings");
  }),
  'publish unpublish deprecate login adduser add-user logout token owner author access team org hook profile star unstar dist-tag dist-tags trust stage':
    publish,
  explore: judged({ prefix: true }, (run, { operands: [, ...rest] }) => {
    const command = rest.filter(({ value }) => value !== '--');
    judgeInnerCommand(run, command);
  }),
  workspace: judged({ prefix: true }, (run, { operands: [, ...rest] }) => {
    judgeInnerCommand(run, [{ value: run.name, text: run.name }, ...rest]);
  }),
  workspaces: {
    prefix: true,
    judge: (run, { operands }) => (/^(?:list|info)$/.test(operands[0]?.value ?? '') ? undefined : runProject(run)),
  },
  'self-update setup env global': { moderate: 'changes the installation' },
  node: {
    prefix: true,
    judge: run => void judgeInnerCommand(run, run.args.slice(run.args.findIndex(({ value }) => value === 'node'))),
  },
  pm: { verbs: { 'ls bin hash': SAFE }, otherVerb: { moderate: 'changes the installed packages' } },
  npm: { verbs: { 'publish login logout tag': publish, 'info audit whoami': { moderate: 'asks the registry' } } },
};

/** Judges options that the package manager takes anywhere in the command, up to `--`. */
function judgeOwnOptions(run: JudgedCommand): undefined {
  for (const [at, value] of run.values.entries()) {
    if (value === '--') return;
    const [, name, inline] =
      /^--(script-shell|shell|git|node-options|prefix|userconfig|globalconfig|init-module)(?:=(.*))?$/.exec(value) ??
      [];
    if (name === undefined) continue;
    const given = inline ?? run.values[at + 1] ?? '';
    if (name === 'prefix') {
      if (!staysBelow(given) && run.args.some(({ value: word }) => /^(?:i|install|add|ci|update)$/.test(word)))
        writePath(run, given);
    } else if (name === 'node-options') judgeVariable(run, `NODE_OPTIONS=${given}`);
    else if (name.endsWith('config')) judgeElsewhere(run);
    else risk(run, `runs ${given} in the place of its own program`);
  }
}

const node = (): Program => ({
  prefix: true,
  options: '--prefix= -C= --dir= --cwd= --filter= -F= -w= --workspace= --loglevel= --userconfig= --cache= --registry=',
  risks: { 'runs the named program': '--script-shell=' },
  verbs: nodeVerbs,
  otherVerb: projectRun,
  judge: (run, given) => {
    judgeRegistry(run, given);
    judgeOwnOptions(run);
    if (run.name === 'bun' && /^(?:-e|--eval|-p|--print)$/.test(run.values[0] ?? ''))
      judgeCode(run, JAVASCRIPT, run.values[1] ?? '');
    const code = run.name === 'bun' && given.operands.slice(0, 2).find(({ value }) => /^https?:/.test(value));
    if (code) runFetched(run, code.value, 'other');
    if (given.operands.length === 0 && run.name !== 'npm') mild(run, 'installs packages from the registry');
  },
});

export const NODE_PACKAGES: Programs = {
  'npm pnpm yarn bun cnpm': node(),
  'npx bunx': tool('missing'),
  pnpx: tool('always'),
  corepack: judged({ prefix: true }, (run, { operands: [manager, ...rest] }) => {
    const name = /^(?:npm|npx|pnpm|pnpx|yarn|yarnpkg)(?=@|$)/.exec(manager?.value ?? '')?.[0];
    if (name === undefined) return mild(run, 'changes the installation');
    judgeInnerCommand(run, [wordOf(name.replace(/pkg$/, '')), ...rest]);
  }),
};
