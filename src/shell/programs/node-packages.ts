import { each, moderate, type Program, type Programs, risky, SAFE } from '../program.ts';
import { mild, risk, runCommand } from '../run.ts';
import { runProject } from '../touch.ts';
import { install, judgeRegistry, projectRun, publish, registry, settings, tool } from './registry.ts';

const nodeVerbs: Programs = {
  ...each(
    'install i add ci in ins inst insta install-test it clean-install update up upgrade upgrade-interactive dedupe ddp rebuild rb import fetch',
    install,
  ),
  ...each('uninstall remove rm un unlink r prune link ln', {
    danger: 'moderate',
    why: 'changes the installed packages',
  }),
  ...each(
    'test t tst start stop restart run run-script rum urn build lint dev serve preview format check typecheck e2e coverage watch clean prepare bundle storybook',
    projectRun,
  ),
  ...each('exec x dlx', tool),
  ...each('create', { ...tool, judge: run => runProject(run, 'makes a project from a template of the registry') }),
  init: moderate('makes a package'),
  ...each(
    'ls list ll la query explain why root bin prefix help help-search licenses fund doctor docs bugs repo completion',
    SAFE,
  ),
  ...each('view info show v search s find outdated audit ping whoami diff', {
    judge: (run, { operands }) =>
      operands.some(({ value }) => value === 'fix')
        ? mild(run, 'changes the installed packages')
        : mild(run, 'asks the registry'),
  }),
  ...each('pack version set-script shrinkwrap approve-builds patch patch-commit patch-remove sbom', {
    danger: 'moderate',
    why: 'changes the package',
  }),
  pkg: { judge: (run, { operands }) => (operands[0]?.value === 'get' ? undefined : mild(run, 'changes the package')) },
  cache: moderate('changes the cache'),
  store: moderate('changes the cache'),
  ...each('config c get', settings),
  set: {
    judge: (run, { operands }) =>
      run.name === 'yarn' && operands[0]?.value === 'version'
        ? mild(run, 'changes the version of yarn')
        : risk(run, "changes the user's settings"),
  },
  ...each(
    'publish unpublish deprecate login adduser add-user logout token owner author access team org hook profile star unstar dist-tag dist-tags trust stage',
    publish,
  ),
  explore: { prefix: true, judge: (run, { operands }) => void runCommand(run, operands.slice(1)) },
  workspace: {
    prefix: true,
    judge: (run, { operands }) => void runCommand(run, [{ value: run.name, text: run.name }, ...operands.slice(1)]),
  },
  workspaces: projectRun,
  ...each('self-update setup env global', { danger: 'moderate', why: 'changes the installation' }),
  dlx: tool,
  npm: {
    verbs: {
      ...each('publish login logout tag', publish),
      ...each('info audit whoami', moderate('asks the registry')),
    },
  },
};

const node = (): Program => ({
  prefix: true,
  values: '--prefix -C --dir --cwd --filter -F -w --workspace --loglevel --userconfig --cache',
  options: { '--registry': registry, '--script-shell': risky('runs the named program', 'text') },
  verbs: nodeVerbs,
  otherVerb: projectRun,
  judge: (run, given) => {
    judgeRegistry(run, given);
    if (given.operands.length === 0 && run.name !== 'npm') mild(run, 'installs packages from the registry');
  },
});

/** Package managers of JavaScript. */
export const NODE_PACKAGES: Programs = {
  ...each('npm pnpm yarn bun cnpm', node()),
  ...each('npx bunx pnpx', tool),
  ...each('corepack', { danger: 'moderate', why: 'changes the installation' }),
};
