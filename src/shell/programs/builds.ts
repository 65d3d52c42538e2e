import { judgeCode } from '../code/judge-code.ts';
import { RUBY } from '../code/languages.ts';
import { awaitsOthers, reachHosts } from '../judge/hosts.ts';
import { judgeElsewhere, readPath, runFile, runProject, writePath } from '../judge/touch.ts';
import { isInput, judgeForeignCode, judgeHidden, runFetched } from '../judge/unseen-code.ts';
import { judgeVariable } from '../judge/variables.ts';
import { blind, type JudgedCommand, judgeInnerCommand, mild, risk, runScript } from '../state/run.ts';
import { locate } from '../state/shell.ts';
import { staysBelow, wordOf } from '../state/value.ts';
import type { GivenWords, Program, Programs } from './program.ts';
import { judged, mildly, onText, risky, SAFE, warned } from './program.ts';

const project: Program = { prefix: true, judge: run => runProject(run) };
const tool: Program = { prefix: true, judge: judgeBuild };

/** A program that reads and reports, and changes files only when told to. */
const checker = (fixes: string): Program => ({
  moderate: "runs the project's own checks",
  options: '-c= --config= --ext= --rulesdir= --format= --ignore-path= -o|--output-file|--output|--outputFile=write',
  milds: { 'changes files': fixes },
  judge: run => judgeElsewhere(run),
});

/** A program that prints its findings, runs nothing of the project, and writes only when told to. */
const looker = (writes: string, checks?: RegExp): Program => ({
  options: `-c= --config= --format= --select= --ignore= --max-line-length= --exclude= --extend-exclude=
    --line-length= -o|--output-file|--output=write`,
  milds: { 'changes files': writes },
  judge: (run, given) => {
    judgeElsewhere(run);
    if (checks && !checks.test(run.text) && !given.has(writes)) mild(run, 'changes files');
  },
});

/** Compilers, build tools, test runners and checkers: they run or obey files of the project. */
export const BUILDS: Programs = {
  'make gmake bmake nmake': {
    options: `-j= -l= --jobs= --load-average= -W= -o= -f|--file|--makefile=own -C|--directory=look
      -I|--include-dir=look -j=?`,
    risks: { 'runs what stands on the command line': '--eval=' },
    judge: (run, given) => {
      for (const value of given.values) {
        if (/^\w+=(?:\S*\/)?(?:ba|da|z|k)?sh\b|^\w+=(?:python\d?|perl|ruby|node|eval|curl|wget)\b/.test(value))
          risk(run, 'chooses its own programs');
        else if (/^\w+=[\s\S]*(?:\$\(shell|`)/.test(value)) risk(run, 'runs a command from a variable');
        else if (/^SHELL=/.test(value)) risk(run, 'chooses its own shell');
        else if (/^(?:CC|CXX|LD|AR|PYTHON|NODE)=.*[/;|&$`]/.test(value)) risk(run, 'chooses its own programs');
        else if (/^(?:DESTDIR|prefix|PREFIX|INSTALL_ROOT)=/.test(value))
          writePath(run, value.slice(value.indexOf('=') + 1));
        else if (/^\w+=/.test(value)) judgeVariable(run, value);
      }
      if (given.options.some(({ name, value }) => name === '-f' && /^-$|^\/dev\//.test(value ?? '')))
        risk(run, 'takes its rules from what comes in');
      runProject(run);
    },
  },
  'fastlane ninja just task rake cmake ctest meson scons bazel bazelisk buck2 pants waf xmake premake5 b2 gradle gradlew mvn mvnw ant sbt lein gulp grunt webpack rollup vite esbuild parcel turbo nx lerna rush moon wireit next nuxt astro remix svelte-kit gatsby ng vue vue-cli-service react-scripts expo metro electron-builder electron ionic quasar tsup unbuild ncc pkg swc babel tsdown rspack farm hardhat truffle forge anchor vitepress docusaurus hugo jekyll mkdocs sphinx-build hexo eleventy storybook start-storybook concurrently npm-run-all run-s run-p cross-env dotenv wait-on start-server-and-test craco rescripts snowpack umi taro':
    tool,
  'jest vitest mocha ava tap jasmine karma cypress playwright testcafe nightwatch pytest py.test tox nox nose2 behave robot rspec minitest cucumber phpunit pest codecept kahlan gotestsum ginkgo bats shellspec busted xcodebuild xcrun c8 nyc stryker coverage locust detox wdio':
    tool,
  'tsc vue-tsc tsgo': {
    options: '-p= --project= --target= --module= --lib= --outDir|--outFile|--declarationDir=write',
    judge: (run, given) => {
      judgeElsewhere(run);
      const looks = given.has('--noEmit --showConfig --listFilesOnly') && !given.has('-w --watch -b --build');
      if (!looks) mild(run, 'writes what it compiles');
    },
  },
  'eslint tslint oxlint standard xo stylelint biome prettier dprint rome knip depcheck madge dependency-cruiser depcruise ts-prune unimport publint attw size-limit bundlewatch cspell commitlint lint-staged html-validate htmlhint sass-lint markdownlint-cli2 textlint alex write-good vale remark sql-lint sqlfluff spectral redocly ajv tsd type-coverage license-checker npm-check npm-check-updates ncu taze syncpack sort-package-json':
    checker('--fix --write --apply --apply-unsafe -w -u --upgrade'),
  'autopep8 yapf autoflake pyupgrade pylint mypy basedpyright pyre safety pip-audit interrogate djlint curlylint mdformat docformatter blue ufmt pytype ty':
    checker('--fix --in-place -i'),
  'flake8 pyright bandit pydocstyle vulture radon xenon pyflakes pycodestyle cpplint': looker('--createstub'),
  'gofmt goimports gofumpt shfmt codespell': looker('-w --write --write-changes'),
  'clang-format': { ...looker('-i'), long: true },
  'black isort rustfmt': looker('--in-place', / --?(?:check|check-only|diff|c)\b/),
  ruff: looker('--fix --unsafe-fixes --add-noqa', / (?:check|rule|linter|config)\b| --(?:check|diff)\b/),
  'rust-analyzer golangci-lint staticcheck gosec govulncheck revive errcheck golint buf protolint clang-tidy include-what-you-use astyle uncrustify rubocop standardrb reek brakeman erb_lint haml-lint php-cs-fixer phpcs phpcbf phpstan psalm rector pint ktlint detekt scalafmt scalafix swiftlint swiftformat checkstyle spotbugs pmd google-java-format hlint ormolu fourmolu stylish-haskell ocamlformat elm-format elm-review cfn-lint tflint tfsec checkov terrascan kube-linter kubeval kubeconform trivy grype syft semgrep beautysh nixfmt alejandra statix luacheck stylua selene taplo perltidy perlcritic credo solhint solium slither zizmor pre-commit lefthook':
    checker('-w --write --fix -i -a -A --auto-correct --autocorrect'),
  'gcc g++ cc c89 c99 c++ clang clang++ tcc icc nvcc emcc em++ rustc ghc javac kotlinc scalac swiftc gccgo gfortran fpc ocamlc ocamlopt dmd ldc2 nim zig valac v odin as nasm yasm ld ranlib lld gold mcs csc vbc fsc tinygo solc protoc flatc thrift capnp bison yacc flex lex swig cython coffee sass scss lessc stylus postcss tailwindcss terser uglifyjs csso cleancss html-minifier windres rc':
    {
      moderate: 'writes what it compiles',
      options: '-x= -std= -I= -L= -l= -D= -march= -W= -o|--output|--out-dir|-d=write --plugin|--load=own',
      risks: { 'runs the named program': '-fplugin|-wrapper|-B|-specs|-fuse-ld=' },
      judge: compiles,
    },
  ar: judged({}, (run, { values: [, archive] }) => {
    if (archive !== undefined) /^-?[tp]/.test(run.values[0]!) ? readPath(run, archive) : writePath(run, archive);
  }),
  dotnet: {
    prefix: true,
    verbs: {
      'build test run restore clean publish pack format watch new add remove sln tool workload ef msbuild vstest':
        judged(project, dotnetVerb),
      '--info --list-sdks --list-runtimes list help': SAFE,
      nuget: onText(
        / locals .*--list/,
        undefined,
        onText(
          / push| delete| add source| update source/,
          risky('sends a package away, or takes them from elsewhere'),
          mildly('changes packages'),
        ),
      ),
    },
    otherVerb: project,
  },
  'rails artisan symfony django-admin manage.py ember adonis nest medusa strapi payload keystone redwood rw blitz sails flask uvicorn gunicorn hypercorn daphne celery dramatiq streamlit gradio jupyter jupyter-lab jupyter-notebook notebook airflow dbt prefect dagster luigi scrapy kedro mlflow dvc huey rq puma unicorn thin sidekiq foreman overmind hivemind honcho goreman pm2 forever serve http-server live-server browser-sync json-server msw wrangler':
    tool,
  'prisma drizzle-kit sequelize sequelize-cli typeorm knex mikro-orm alembic flyway liquibase dbmate goose migrate sqlx diesel atlas ecto':
    tool,
  changeset: onText(/ publish/, risky('sends a package away'), mildly('changes files')),
  'semantic-release release-it np standard-version auto goreleaser': judged({}, run =>
    /--dry-run|--snapshot| check|standard-version/.test(run.text) ? runProject(run) : risk(run, 'sends a release away'),
  ),
  ...warned('moderate', {
    'writes build files':
      'autoconf automake autoreconf aclocal libtoolize autoheader configure gettext msgfmt xgettext',
    'makes a project from a template':
      'create-react-app create-next-app create-vite degit cookiecutter yo plop hygen copier giget tiged',
    'writes what it makes':
      'ansible-lint yamale openapi-generator openapi-generator-cli swagger-cli graphql-codegen gql-gen protoc-gen-go typedoc jsdoc documentation api-extractor',
    'sets up hooks': 'husky',
  }),
};

/** Words by which a project's tool is told to send, deploy or delete. */
const AWAY = /^(?:deploy|publish|release|upload|login|eject|destroy|push|unpublish|rollback-all|cloud)$/;
const DELETES =
  /^(?:db:drop|db:reset|db:purge|db:wipe|migrate:(?:fresh|reset|refresh)|migrate:reset|drop|nuke|drop_\w+|flush|sqlflush|reset_db|schema:drop|clean:database)$/;

/** Goals of build and migration tools that send the built files to a registry, or delete a database. */
const SENDS: Readonly<Record<string, RegExp>> = {
  prefect: /^(?:delete|deploy)$/,
  airflow: /^delete$/,
  mlflow: /^(?:delete|gc|deployments)$/,
  xcrun: /^(?:altool|notarytool|devicectl)$/,
  mvn: /^(?:deploy|site-deploy|(?:release|deploy):\S+)$/,
  gradle: /^\S*(?:publish(?!ToMavenLocal)|upload|deploy)\w*$/i,
  nx: /^(?:publish|release)$/,
  flyway: /^clean$/,
  atlas: /^clean$/,
  alembic: /^base$/,
  liquibase: /^drop/,
  dbmate: /^drop$/,
  goose: /^reset$/,
  diesel: /^reset$/,
  sqlx: /^(?:drop|reset)$/,
  fastlane: /^(?:beta|release|deliver|pilot|supply|upload\w*)$/,
};

/** Programs that hand out the files of a folder to anybody who asks. */
const SERVERS = /^(?:serve|http-server|live-server|browser-sync|json-server)$/;

/** Programs that run the files they are given. */
const RUN_FILES =
  /^(?:pytest|py\.test|jest|vitest|mocha|ava|tap|rspec|phpunit|bats|behave|robot|streamlit|locust|celery|nodemon)$/;

/** Programs whose words are names of the project's own tasks. */
const RUN_TASKS =
  /^(?:make|just|task|rake|gradle|gradlew|mvn|mvnw|ant|nx|turbo|lerna|gulp|grunt|bazel|ninja|dbt|hugo|drizzle-kit|prisma|cmake|run-s|run-p|npm-run-all)$/;

function judgeBuild(run: JudgedCommand, { values }: GivenWords): undefined {
  const { name, text } = run;
  const [first = '', second = ''] = run.values;
  if (SERVERS.test(name)) awaitsOthers(run, '*');
  const remote = run.args.filter(({ value }) => /^--(?:remote|bes|cache)_?\w*=\w+:\/\//.test(value));
  if (remote.length > 0) reachHosts(run, remote);
  const isJupyter = name.startsWith('jupyter');
  if (isJupyter && /^jupyter-|^(?:notebook|lab|server|nbclassic|console|qtconsole)$/.test(values[0] ?? name))
    awaitsOthers(run, 'localhost');
  if (RUN_FILES.test(name))
    for (const value of values) if (/^(?:\/|\.\.\/)/.test(value)) runFile(run, value.replace(/::.*/, ''), 'other');
  if (/^mvnw?$/.test(name) && /^(?:-s|--settings)$/.test(first) && !staysBelow(second))
    risk(run, 'takes settings from elsewhere');
  if (name === 'cmake') judgeCmake(run);
  if (name === 'rake' && /^-[ep]$/.test(first)) judgeCode(run, RUBY, second);
  const sends = SENDS[/^(?:mvn|gradle)w$/.test(name) ? name.slice(0, -1) : name];
  if (sends && values.some(value => sends.test(value))) risk(run, 'sends a release away, or deletes a database');
  const resets = name === 'prisma' && values.includes('reset');
  if (resets || values.some(value => DELETES.test(value)) || DELETES_BY_TEXT.test(text))
    risk(run, 'deletes a database');
  else if (AWAY.test(values[0] ?? '') && !RUN_TASKS.test(name)) risk(run, 'sends something away');
  else if (name === 'lerna' && values.includes('publish')) risk(run, 'sends a package away');
  if (isJupyter && /--(?:ServerApp\.|NotebookApp\.)?ip[= ]["']?(?:0\.0\.0\.0|\*|::)/.test(text))
    risk(run, 'lets others run code on this machine');
  if (/^(?:concurrently|wait-on|start-server-and-test)$/.test(name))
    for (const value of values) if (value.includes(' ')) runScript(run, value);
  if (/^(?:cross-env|dotenv)$/.test(name)) wraps(run, values);
  runProject(run);
}

const DELETES_BY_TEXT = /--force-reset|--accept-data-loss|^airflow db (?:reset|clean)/;

function judgeCmake(run: JudgedCommand): undefined {
  const [first, second] = run.values;
  if (first === '-P' && second !== undefined) runFile(run, second, 'other');
  const verb = /^(?:rm|remove|remove_directory)$/.test(second ?? '') ? 'rm' : second === 'env' ? 'env' : undefined;
  if (first === '-E' && verb) judgeInnerCommand(run, [wordOf(verb), ...run.args.slice(2)]);
  const prefix = /--prefix[= ](\S+)/.exec(run.text)?.[1];
  if (prefix !== undefined) writePath(run, prefix);
}

function wraps(run: JudgedCommand, values: readonly string[]): undefined {
  const start = values.findIndex(value => !/^\w+=/.test(value) && value !== '--');
  for (const value of values.slice(0, Math.max(0, start))) if (value.includes('=')) judgeVariable(run, value);
  const program = run.args.findIndex(({ value }) => value === values[start]);
  if (start >= 0) run.shell.session.engine.command(run.args.slice(program), run.shell, run.stdin);
}

/** Options of compilers that load code or run another program. */
const LOADS =
  /^(?:-fplugin=|-specs=|-B|--plugin=(?:[\w-]+=)?|-fuse-ld=|--ld-path=|-?-?(?:C|codegen)?=?linker=|-Clinker=|-J-javaagent:)(.+)$/;

function compiles(run: JudgedCommand, given: GivenWords): undefined {
  judgeHidden(run);
  judgeForeignCode(run);
  for (const [at, value] of run.values.entries()) {
    const path = LOADS.exec(value)?.[1] ?? (/^-processorpath$/.test(value) ? run.values[at + 1] : undefined);
    if (path === undefined) continue;
    if (value.startsWith('-specs') || (/^(?:\/|\.\.)/.test(path) && !/^\/usr\//.test(path)))
      risk(run, `loads or runs ${path}`);
  }
  for (const value of given.values) if (/^[/~]|^\.\./.test(value)) readPath(run, value);
  if (/^(?:zig|nim|v|crystal|odin)$/.test(run.name)) runProject(run);
  // The input that is compiled is code that nobody has seen, whether it is run at once or later.
  if (run.stdin?.kind === 'data' && run.values.some(value => isInput(value))) {
    if (run.values.some(value => /^-(?:run|script)$/.test(value))) blind(run, 'runs what another program prints');
    run.shell.session.fetched.add(locate(run.shell, given.valueOf('-o') ?? 'a.out').path);
  }
  const script = run.name === 'zig' && given.values[0] === 'run' ? given.values[1] : undefined;
  if (script !== undefined) runFile(run, script, 'other');
}

function dotnetVerb(run: JudgedCommand, { values }: GivenWords): undefined {
  const [verb = '', wanted = 'a tool'] = values;
  if (/ tool /.test(run.text) && /^(?:exec|execute)$/.test(verb)) runFetched(run, wanted, 'other');
  if (values.includes('drop')) risk(run, 'deletes a database');
  runProject(run);
}
