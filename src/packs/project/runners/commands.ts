import { posix } from 'node:path';
import type { Files } from '../../../tool/files.ts';
import { readProgram } from '../../../tool/loading/read-program.ts';
import { PROGRAM_PATH } from '../../shell/shell-program.ts';
import { readProjectFile } from '../read-project-file.ts';
import type { RunnerChoice } from './detect-runner.ts';
import { parseEvents, type TestEvent } from './events.ts';
import { parseCargo } from './parse-cargo.ts';
import { parseGo } from './parse-go.ts';
import { parseMaven } from './parse-maven.ts';

/**
 * The code that reporters share. They run in the project's runner, behind `const OUT = …`, the file to write to, and
 * `SOME`: only some of the tests are run.
 */
const SHARED = readProgram(new URL('./programs/shared.mjs', import.meta.url));

const TEXTS = JSON.stringify({
  vitest: readProgram(new URL('./programs/vitest-reporter.mjs', import.meta.url), { SHARED }),
  jest: readProgram(new URL('./programs/jest-reporter.cjs', import.meta.url), { SHARED }),
  node: readProgram(new URL('./programs/node-reporter.mjs', import.meta.url), { SHARED }),
  // Hooks are loaded into the process of each file: what they say is there also when it is gone a moment later.
  vitestHook: readProgram(new URL('./programs/vitest-hook.mjs', import.meta.url)),
  nodeHook: readProgram(new URL('./programs/node-hook.mjs', import.meta.url), { SHARED }),
  // Starts vitest as its command line does, with our hook beside the setup files of the project's own config.
  vitestStart: readProgram(new URL('./programs/vitest-start.mjs', import.meta.url)),
});

/**
 * Runs vitest, jest or node:test inside the sandbox, with a reporter of ours that writes each event as it comes. Where
 * a test took its process along, its file is run once more without that test, so that the others of the file are
 * counted too. The driver is CommonJS, for it has no extension; its one argument is a `Spec` as JSON.
 */
const JAVASCRIPT_DRIVER = readProgram(new URL('./programs/javascript-driver.cjs', import.meta.url), { TEXTS });

/** A plugin of pytest that writes each event as it comes, and leaves out the tests that crashed before. */
const PLUGIN = JSON.stringify(readProgram(new URL('./programs/pytest-plugin.py', import.meta.url)));

/**
 * Runs pytest inside the sandbox. Where a test, or a file on loading, took the process along, pytest is run once more
 * without the tests that have run already. Its one argument is a spec as JSON.
 */
const PYTEST_DRIVER = readProgram(new URL('./programs/pytest-driver.py', import.meta.url), { PLUGIN });

/**
 * Runs go test inside the sandbox; its JSON goes to the report. A panic ends the whole binary of a package, so the
 * tests that did not run yet are run again, until all have. $1 the report, $2 a pattern for names or nothing, then
 * packages. Progress goes to standard error.
 */
const GO_DRIVER = readProgram(new URL('./programs/go-driver.sh', import.meta.url));

/**
 * Builds the tests with cargo and runs each of their programs itself, inside the sandbox. Where a program dies, the
 * tests that came to no end are run one by one, so that it is known which test did it. $1 the report, $2 a mark that no
 * test knows, $3 what names must hold or nothing, $4 `--offline` or nothing; then names of test files, if only those
 * are meant.
 */
const CARGO_DRIVER = readProgram(new URL('./programs/cargo-driver.sh', import.meta.url));

/**
 * Runs the tests of maven inside the sandbox and gathers the reports of surefire. A test that ends its machine takes
 * the rest of its class along, so such a class is run again, method by method. $1 the report, $2 a mark that no test
 * knows, $3 `-o` or nothing, $4 what to run or nothing.
 */
const MAVEN_DRIVER = readProgram(new URL('./programs/maven-driver.sh', import.meta.url));

type JavaScriptRunner = 'vitest' | 'jest' | 'node';

interface TestRequest {
  readonly files: Files;
  readonly found: RunnerChoice;
  /** The absolute path of the report, and a mark for its parts; nobody can know them beforehand. */
  readonly report: string;
  readonly mark: string;
  /** Workspace-relative files and folders; none means all. */
  readonly paths: readonly string[];
  readonly name: string | undefined;
  /** Whether no host can be reached. */
  readonly offline: boolean;
}

/** A program with its arguments; `said` is the command as a person would type it. */
export interface TestCommand {
  readonly argv: readonly string[];
  readonly program: string;
  readonly said: string;
  readonly parse: (report: string) => readonly TestEvent[];
}

/** The program that runs the tests, each argument a word of its own: no shell reads any of them. */
export async function testCommand(wanted: TestRequest): Promise<TestCommand> {
  const { runner } = wanted.found;
  if (runner === 'vitest' || runner === 'jest' || runner === 'node') return javascript(wanted, runner);
  if (runner === 'pytest') return pytest(wanted);
  if (runner === 'go') return go(wanted);
  return runner === 'cargo' ? cargo(wanted) : maven(wanted);
}

const absolute = ({ files, paths }: TestRequest): readonly string[] => paths.map(path => posix.join(files.root, path));

function javascript(wanted: TestRequest, runner: JavaScriptRunner): TestCommand {
  const { found, name, report, paths } = wanted;
  const spec = { runner, report, files: absolute(wanted), name, ...optionsOf(found.test, runner) };
  const own = { vitest: 'vitest run', jest: 'jest', node: 'node --test' }[runner];
  return {
    argv: ['node', PROGRAM_PATH, JSON.stringify(spec)],
    program: JAVASCRIPT_DRIVER,
    said: say(own, paths, name && `-t ${JSON.stringify(name)}`),
    parse: parseEvents,
  };
}

/** Options for Node in a test script, and for node:test the files that it names. */
function optionsOf(script: string, runner: JavaScriptRunner) {
  const words = (script.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map(word => word.replace(/^(["'])(.*)\1$/, '$2'));
  const nodeOptions: string[] = [];
  const globs: string[] = [];
  let after = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (/^(?:&&|\|\||;|\|)$/.test(word)) after = false;
    const bare = word.replace(/^NODE_OPTIONS=["']?/, '').replace(/["']$/, '');
    if (word === '--test') after = true;
    else if (/^(?:--import|--require|-r|--loader|--experimental-loader)$/.test(bare))
      nodeOptions.push(bare, words[++at] ?? '');
    else if (
      /^--(?:import=|require=|loader=|experimental-(?!test)|no-warnings|enable-source-maps|conditions=)/.test(bare)
    )
      nodeOptions.push(bare);
    else if (after && runner === 'node' && !word.startsWith('-') && !/[$`<>&|;]/.test(word)) globs.push(word);
  }
  if (runner === 'node' && /(?:^|\s)tsx\s/.test(script)) nodeOptions.push('--import', 'tsx');
  return { nodeOptions, globs };
}

function pytest(wanted: TestRequest): TestCommand {
  const { files, report, name, paths } = wanted;
  const spec = { root: files.root, report, files: absolute(wanted), name };
  return {
    argv: ['python3', PROGRAM_PATH, JSON.stringify(spec)],
    program: PYTEST_DRIVER,
    said: say('pytest', paths, name && `-k ${JSON.stringify(name)}`),
    parse: parseEvents,
  };
}

async function go({ files, found, report, name, paths }: TestRequest): Promise<TestCommand> {
  const module = /^module\s+"?([^\s"]+)/m.exec((await readProjectFile(files, `${found.folder}/go.mod`)) ?? '')?.[1];
  const place = (importPath: string) => {
    if (importPath === module || module === undefined) return '.';
    return importPath.startsWith(`${module}/`) ? importPath.slice(module.length + 1) : importPath;
  };
  const packages = (paths.length > 0 ? paths : [found.folder]).map(path => {
    const within = posix.relative(found.folder, path);
    return within.endsWith('.go') ? `./${posix.dirname(within)}` : `./${posix.join(within, '...')}`;
  });
  const chosen = [...new Set(packages)];
  const pattern = (name ?? '')
    .replaceAll(' > ', '/')
    .replaceAll(' ', '_')
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return {
    argv: ['bash', PROGRAM_PATH, report, pattern, ...chosen],
    program: GO_DRIVER,
    said: ['go test', ...(name === undefined ? [] : [`-run ${JSON.stringify(pattern)}`]), ...chosen].join(' '),
    parse: text => parseGo(text, place),
  };
}

function cargo({ report, mark, name, paths, offline }: TestRequest): TestCommand {
  const own = paths.map(path => /^(?:.*\/)?tests\/([\w-]+)(?:\.rs|\/main\.rs)$/.exec(path)?.[1]);
  const targets = own.every(each => each !== undefined) ? (own as string[]) : [];
  const asked = name?.replaceAll(' > ', '::') ?? '';
  return {
    argv: ['bash', PROGRAM_PATH, report, mark, asked, offline ? '--offline' : '', ...targets],
    program: CARGO_DRIVER,
    said: say(['cargo test', ...targets.map(each => `--test ${each}`)].join(' '), [], name && JSON.stringify(asked)),
    parse: text => parseCargo(text, mark),
  };
}

function maven({ report, mark, name, paths, offline }: TestRequest): TestCommand {
  const classes = paths
    .filter(path => /\.(?:java|kt)$/.test(path))
    .map(path => posix.basename(path).replace(/\.\w+$/, ''));
  const asked = name?.replace(/ > /, '#').replace(/[^\p{L}\p{N}_$.#*-]/gu, '*');
  const wanted =
    asked === undefined
      ? classes.join(',')
      : asked.includes('#')
        ? asked
        : classes.length > 0
          ? classes.map(each => `${each}#*${asked}*`).join(',')
          : `*${asked}*,*#*${asked}*`;
  return {
    argv: ['bash', PROGRAM_PATH, report, mark, offline ? '-o' : '', wanted],
    program: MAVEN_DRIVER,
    said: ['mvn test', ...(wanted === '' ? [] : [`-Dtest=${JSON.stringify(wanted)}`])].join(' '),
    parse: text => parseMaven(text, mark),
  };
}

const say = (program: string, paths: readonly string[], filter: string | undefined | ''): string =>
  [program, ...(filter ? [filter] : []), ...paths.slice(0, 5), ...(paths.length > 5 ? ['…'] : [])].join(' ');
