import { judgeElsewhere, runFile, runProject } from '../../judge/touch.ts';
import { runFetched } from '../../judge/unseen-code.ts';
import { doubtOptions, type JudgedCommand, judgeInnerCommand, mild, risk } from '../../state/run.ts';
import { type GivenWords, judged, mildly, onOption, onText, onVerb, type Programs, risky, SAFE } from '../program.ts';
import { runRest } from '../wrappers.ts';
import { build, install, judgeRegistry, projectRun, publish, settings } from './registry.ts';

const fetchesFirst = (run: JudgedCommand, { values: [what = 'a program'] }: GivenWords): undefined =>
  runFetched(run, what, 'other');

const OWN_CODE = { moderate: "runs the project's own code" };
const INSTALLS = { moderate: 'installs packages from the registry' };
const RUNS_NAMED = { 'runs the named program': '-exec|-toolexec=' };

/** Package managers of other languages, and programs that choose their versions. */
export const PACKAGES: Programs = {
  'nvm fnm volta n asdf mise pyenv rbenv nodenv jenv goenv sdk rustup conda mamba micromamba': {
    judge: (run, { operands }) => {
      const verb = operands[0]?.value ?? '';
      if (!/^(?:run|exec)$/.test(verb))
        doubtOptions(
          run,
          /^-{1,2}(?:help|version|json|all|envs|e|n|name=?.*|export|explicit|no-pip|bare|installed|verbose|v|q|quiet|plain|format=?.*|show\S*|get|describe|toolchain|current|lts|remote|path|aliases|no-builds|from-history|full|outdated|depth=?.*|no-colors|y|yes|c|channel=?.*|p|prefix=?.*|override-channels|revisions|r|f|system|user)$/,
        );
      if (operands[1]?.value === 'list') return;
      if (verb === 'config' && run.values.some(value => /^--(?:show|get|describe)/.test(value))) return;
      if (/^(?:self|config)$/.test(verb) && operands[1]?.value !== 'update')
        return risk(run, 'changes the whole installation');
      if (/^(?:ls|list|current|which|version|versions|show|info|help|root|where|search|home|--version)$/.test(verb))
        return;
      if (/^(?:run|exec|x)$/.test(verb)) {
        const [, tool] = operands.map(({ value }) => value);
        if (run.name === 'mise' && tool !== undefined && tool !== '--' && run.values[1] !== '--')
          runFetched(run, tool, 'other');
        const at = run.args.findIndex(({ value }) => value === '--');
        return void runRest(run, at >= 0 ? run.args.slice(at + 1) : operands.slice(1));
      }
      mild(run, 'changes the installed versions');
    },
    prefix: true,
  },
  'jbang dnx': judged({ prefix: true }, (run, { operands: [code] }) => {
    if (code && run.name === 'jbang' && !/:\/\/|@/.test(code.value)) runFile(run, code.value, 'other');
    else if (code) runFetched(run, code.value, 'other');
  }),
  pkgx: { prefix: true, judge: fetchesFirst },
  'pixi coursier cs': {
    prefix: true,
    verbs: { 'exec x launch': { prefix: true, judge: fetchesFirst }, 'list info search tree resolve': SAFE },
    otherVerb: { moderate: "runs the project's own code, or changes the installed packages" },
  },
  cargo: {
    prefix: true,
    options: '-Z= --color= --config=',
    ...onText(
      /--config[= ]\S*(?:wrapper|runner|linker|rustc\b|rustdoc\b|source|registr|credential|alias|\/tmp\/)/,
      risky('chooses its own programs or sources'),
    ),
    verbs: {
      'build b check c test t run r bench doc d clippy fmt fix clean generate-lockfile vendor package nextest expand llvm-cov tarpaulin miri watch make udeps hack insta criterion flamegraph sqlx leptos tauri ndk wasi xtask deny audit outdated machete bloat geiger semver-checks about dist lambda component espflash':
        build,
      'add update fetch remove rm init new upgrade set-version': {
        moderate: 'changes the dependencies',
        options: '--registry=',
        risks: { 'takes code from elsewhere': '--git=' },
      },
      'install binstall': {
        moderate: 'installs a program from the registry',
        options: '--path=read',
        risks: { 'takes code from elsewhere': '--git|--index=' },
      },
      'tree metadata pkgid locate-project verify-project help version config read-manifest': SAFE,
      'search info': { moderate: 'asks the registry' },
      'publish login logout yank owner': publish,
      uninstall: { moderate: 'removes a program' },
    },
    otherVerb: build,
  },
  go: {
    prefix: true,
    options: '-C=',
    judge: run => judgeElsewhere(run),
    verbs: {
      'build test vet fmt generate clean fix': {
        ...OWN_CODE,
        long: true,
        options: `-run= -count= -timeout= -tags= -ldflags= -gcflags= -coverprofile= -bench= -benchtime= -p=
          -parallel= -mod= -o=write`,
        risks: { 'runs the named program': '-exec|-toolexec|-vettool=' },
        judge: run => runProject(run),
      },
      run: judged({ ...OWN_CODE, long: true, prefix: true, options: '-tags= -ldflags=', risks: RUNS_NAMED }, runsGo),
      'get install': {
        moderate: 'installs from the registry',
        long: true,
        risks: { 'takes code without checking': '-insecure', ...RUNS_NAMED },
      },
      mod: onVerb(/^(?:graph|why|verify)$/, undefined, mildly('changes the dependencies')),
      work: { moderate: 'changes the workspace of modules' },
      tool: { long: true, ...onOption('-n', undefined, mildly('runs a tool')) },
      'list version doc help telemetry bug': { long: true },
      env: { long: true, risks: { "changes the user's settings": '-w|-u' } },
    },
  },
  gem: {
    verbs: {
      'install update': {
        moderate: 'installs from the registry',
        options: '-v= --version= --source|-s=',
        judge: judgeRegistry,
      },
      'list search info specification environment env which contents dependency outdated help': SAFE,
      'push yank owner signin': publish,
      exec: { judge: (run, { operands }) => runFetched(run, operands[0]?.value ?? 'a gem', 'ruby') },
      open: { moderate: 'opens an editor', options: '-e|--editor=script' },
      sources: onOption('-a --add -r --remove -c', risky('takes packages from elsewhere')),
      'uninstall cleanup build pristine': { moderate: 'changes the installed packages' },
    },
  },
  bundle: {
    prefix: true,
    verbs: {
      'install update add lock config clean init package': install,
      exec: judged({ prefix: true }, (run, { operands }) => {
        runProject(run);
        judgeInnerCommand(run, operands);
      }),
      'list show info check outdated platform licenses': SAFE,
    },
    judge: (run, given) => {
      if (given.operands.length === 0) mild(run, INSTALLS.moderate);
    },
  },
  'bundler carthage vcpkg': INSTALLS,
  composer: {
    prefix: true,
    verbs: {
      'require install update remove dump-autoload dumpautoload create-project init global self-update selfupdate bump reinstall':
        { ...INSTALLS, risks: { 'takes packages from elsewhere': '--repository|--repository-url=' } },
      'show info outdated validate licenses why depends diagnose suggests check-platform-reqs status about': SAFE,
      'run-script run exec test lint analyse': projectRun,
      audit: { moderate: 'asks the registry' },
      config: settings,
    },
    otherVerb: projectRun,
  },
  luarocks: { verbs: { 'install make build remove': install, 'list show search': SAFE, upload: publish } },
  'mix rebar3': {
    verbs: {
      'test compile format deps.get deps.update run phx.server ecto.migrate ecto.create credo dialyzer new phx.new release deps.compile ecto.gen.migration phx.gen.html deps.clean escript.build docs archive.install local.hex local.rebar clean assets.build ecto.setup':
        build,
      'ecto.drop ecto.reset': { dangerous: 'deletes a database' },
      'hex.publish': publish,
      'help deps hex.info hex.outdated xref': SAFE,
    },
    otherVerb: build,
  },
  'dart flutter pub': {
    verbs: {
      'pub run test analyze format build compile create clean fix doc': judged(OWN_CODE, (run, { values: [verb] }) => {
        if (verb === 'publish' && !run.text.includes('--dry-run')) risk(run, 'sends a package away');
        runProject(run);
      }),
      'doctor devices --version': SAFE,
      upgrade: { moderate: 'changes the installation' },
    },
    otherVerb: build,
  },
  'stack cabal opam dune lein clj clojure sbt mill': build,
  swift: {
    verbs: {
      'build test run format': build,
      package: { verbs: { 'describe show-dependencies dump-package': SAFE }, otherVerb: build },
    },
    otherVerb: build,
  },
  pod: judged(INSTALLS, (run, { values: [area = '', verb] }) => {
    if (/^(?:trunk|repo)$/.test(area) && verb === 'push') risk(run, 'sends a package away');
  }),
  conan: { verbs: { upload: publish, 'install create build export': build }, otherVerb: build },
  helmfile: { dangerous: 'changes a cluster' },
};

function runsGo(run: JudgedCommand, { values: [file = ''] }: GivenWords): undefined {
  if (/@/.test(file)) runFetched(run, file, 'go');
  if (/^(?:\/|\.\.\/)/.test(file)) runFile(run, file, 'other');
  runProject(run);
}
