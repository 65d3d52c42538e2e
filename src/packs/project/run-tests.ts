import { posix } from 'node:path';
import { z } from 'zod';
import { otherNames } from '../../text/other-names.ts';
import { previewHead } from '../../text/previews.ts';
import { sayList, withNotes } from '../../text/say.ts';
import type { CallContext, Context } from '../../tool/context.ts';
import { define, type Info } from '../../tool/define.ts';
import { executes } from '../../tool/effect.ts';
import { ToolError } from '../../tool/error.ts';
import { newId } from '../../tool/id.ts';
import { type CommandRun, runCommand } from '../shell/run-command.ts';
import { sayOutside, sayRefused } from '../shell/say-end.ts';
import { steeringFiles } from '../shell/steering-files.ts';
import { foldersUp, readProjectFile } from './read-project-file.ts';
import { collect, type TestReport } from './runners/collect.ts';
import { type TestCommand, testCommand } from './runners/commands.ts';
import { detectRunner, noTests, RUNNERS, type RunnerChoice } from './runners/detect-runner.ts';
import type { TestEvent } from './runners/events.ts';
import { sayTests, type TestFailure, testResult } from './runners/say-tests.ts';
import type { ProjectServices } from './services.ts';

const DEFAULT_TIMEOUT = 300;
const LONGEST = 24 * 3600;
const MOST_LISTED = 200;
const MOST_REPORT = 64 * 1024 * 1024;

const parameters = z.object({
  path: z.string().optional().describe('File or folder with tests, or a folder of a larger project; default all'),
  files: z.array(z.string()).default([]).describe('Only these test files'),
  name: z.string().min(1).optional().describe('Only tests whose name contains this'),
  runner: z.enum(RUNNERS).optional().describe('Which runner; found out when left out'),
  timeout: z.number().positive().max(LONGEST).optional().describe('Seconds; 300 unless given'),
});

type Args = z.output<typeof parameters>;

export const runTests = (services: ProjectServices): Info =>
  define('run_tests', {
    description:
      "Run the project's tests in the sandbox; returns counts, and each failure with file, line and message.",
    parameters,
    returns: testResult,
    permissions: { required: ['execute'] },
    effects: async (args, ctx) => [executes(`${(await detect(args, ctx)).runner} tests`)],
    danger: 'moderate',
    approval: async () =>
      services.shell.isOff() || (await services.shell.sandbox()).proved
        ? false
        : 'runs the project, and no sandbox has been proved to hold',
    bound: async (args, ctx) => {
      const { folder } = await detect(args, ctx);
      return steeringFiles(ctx, { cwd: folder, named: args.files });
    },
    parameterNames: otherNames({
      path: ['directory', 'dir', 'folder', 'cwd', 'working_dir', 'test_path'],
      files: ['paths', 'test_files', 'file', 'file_path'],
      name: ['filter', 'test_name', 'testNamePattern', 'pattern', 'grep'],
      runner: ['framework', 'test_runner'],
      timeout: ['timeout_seconds', 'timeout_sec'],
    }),
    sandboxed: true,
    timeout: (LONGEST + 60) * 1000,
    preview: previewHead,
    execute: async (args, ctx) => {
      const found = await detect(args, ctx);
      const time = Math.min((args.timeout ?? DEFAULT_TIMEOUT) * 1000, services.shell.limits().time);
      const id = newId();
      const report = `.toolgate-tests-${id}`;
      const command = await testCommand({
        files: ctx.files,
        found,
        report: posix.join(ctx.files.root, report),
        mark: `=${id}=`,
        paths: await chosenPaths(args, ctx, found),
        name: args.name,
        offline: ctx.mayReach === undefined,
      });
      const { argv, program, said, parse } = command;
      ctx.metadata({ title: `Running ${said}` });
      const ran = await runCommand(services.shell, ctx, { argv, program, cwd: found.folder, time });
      const events = parse(await takeReport(ctx, report));
      const run = { ctx, found, ran, time };
      const collected = await collectEvents(events, run);
      refuseMissing(collected, run);
      return resultOf(collected, command, run);
    },
  }) as Info;

/** Finds the runner, also when a call is only judged: the question names the runner. */
async function detect({ path, files, runner }: Args, ctx: CallContext): Promise<RunnerChoice> {
  const start = ctx.files.resolve(path ?? files[0] ?? ctx.cwd).relative;
  const stat = await ctx.files.stat(start);
  if ((path !== undefined || files.length > 0) && !stat) throw notThere(start);
  const isFile = stat?.kind === 'file';
  const folder = isFile ? posix.dirname(start) : start;
  const file = isFile ? start : files[0];
  const found = await detectRunner(ctx.files, { folder, file, runner });
  if (found) return found;
  if (runner !== undefined) return { runner, weight: 0, why: 'asked for', folder, others: [], test: '' };
  throw await noTests(ctx.files, folder);
}

const notThere = (path: string): ToolError =>
  new ToolError('FILE_NOT_FOUND', `${path} is not there; no test was run`, {
    suggestion: 'Find test files with glob, or leave path and files out to run all tests.',
  });

/** The paths of the project that are meant; all of it where the path is the project's own folder. */
async function chosenPaths({ path, files }: Args, ctx: Context, { folder }: RunnerChoice): Promise<readonly string[]> {
  const chosen: string[] = [];
  for (const each of files.length > 0 ? files : path === undefined ? [] : [path]) {
    const { relative } = ctx.files.resolve(each);
    if (!(await ctx.files.stat(relative))) throw notThere(relative);
    if (relative !== folder) chosen.push(relative);
  }
  return chosen;
}

/** The report of the runner, whose file is not to stay. */
async function takeReport(ctx: Context, name: string): Promise<string> {
  if (!(await ctx.files.stat(name))) return '';
  const { bytes } = await ctx.files.read(name, { maxBytes: MOST_REPORT });
  await ctx.files.delete(name);
  return Buffer.from(bytes).toString('utf8');
}

type TestsRun = Readonly<{ ctx: Context; found: RunnerChoice; ran: CommandRun; time: number }>;

async function collectEvents(events: readonly TestEvent[], { ctx, found, ran, time }: TestsRun): Promise<TestReport> {
  const there = new Set<string>();
  const named = events.map(event => ('file' in event && event.file) || '/').filter(file => !file.startsWith('/'));
  for (const path of new Set(foldersUp(found.folder).flatMap(above => named.map(file => posix.join(above, file)))))
    if (await ctx.files.stat(path).catch(() => undefined)) there.add(path);
  const stopped =
    ran.ended.stopped === 'time'
      ? `It was still running after ${time / 1000} s, when all was stopped`
      : `The tests ended with exit code ${ran.ended.code} while it ran`;
  const where = { root: ctx.files.root, folder: found.folder, exists: (path: string) => there.has(path), stopped };
  const collected = collect(events, where);
  const located = (list: readonly TestFailure[]) => Promise.all(list.map(one => withLine(one, ctx)));
  return { ...collected, failures: await located(collected.failures), crashed: await located(collected.crashed) };
}

/** A failure with its line. A test that died leaves no stack; its line in the file is found by its name. */
async function withLine(one: TestFailure, ctx: Context): Promise<TestFailure> {
  if (one.line !== undefined || one.file === undefined) return one;
  const title = (one.name.split(' > ').at(-1) ?? '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  if ((await ctx.files.stat(one.file).catch(() => undefined))?.kind === 'directory') return findGoTest(one, ctx);
  // A test is declared by its title in quotes, or by the name of a function.
  const declared = new RegExp(`(?<!\\\\)(['"\`])${title}\\1|\\b(?:def|fn|func|void|fun)\\s+${title}\\s*[(<]`);
  const lines = ((await readProjectFile(ctx.files, one.file)) ?? '').split('\n');
  const at = title === '' ? -1 : lines.findIndex(line => declared.test(line));
  return at < 0 ? one : { ...one, line: at + 1 };
}

/** Finds the file and line of a test in Go that died: only its package is known. */
async function findGoTest(one: TestFailure, ctx: Context): Promise<TestFailure> {
  const { entries } = await ctx.files.find({ path: one.file ?? '.', globs: ['*_test.go'], sort: 'path', limit: 200 });
  for (const { path } of entries) {
    const lines = ((await readProjectFile(ctx.files, path)) ?? '').split('\n');
    const at = lines.findIndex(line => line.startsWith(`func ${one.name.split(' > ')[0]}(`));
    if (at >= 0) return { ...one, file: path, line: at + 1 };
  }
  return one;
}

const INSTALL: Readonly<Record<string, string>> = {
  pytest: 'Install it with install_package { packages: ["pytest"], manager: "pip" }.',
  vitest: 'Install the dependencies of the project, or vitest with install_package.',
  jest: 'Install the dependencies of the project, or jest with install_package.',
};

function refuseMissing({ missing }: TestReport, { found, ran }: TestsRun): void {
  const [program = ran.ended.code === 127 ? found.runner : undefined] = missing;
  if (program === undefined) return;
  throw new ToolError('EXECUTION_ERROR', `${program} is not installed here, so no test was run`, {
    suggestion: INSTALL[program] ?? `Install ${program} so that it is on PATH, or choose another runner.`,
  });
}

const UNREACHED =
  /EAI_AGAIN|ENOTFOUND|ENETUNREACH|name resolution|Network is unreachable|no such host|UnknownHostException|--offline|offline mode/i;

function resultOf(collected: TestReport, command: TestCommand, { ctx, found, ran, time }: TestsRun) {
  const { passed, skipped, failures, crashed } = collected;
  const { code, stopped, duration } = ran.ended;
  const timedOut = stopped === 'time';
  const value = {
    runner: found.runner,
    why: found.why,
    command: command.said,
    folder: found.folder,
    passed,
    failed: failures.length,
    skipped,
    total: passed + failures.length + skipped + crashed.length,
    duration: duration / 1000,
    failures: failures.slice(0, MOST_LISTED),
    crashed: crashed.slice(0, MOST_LISTED),
    // Some runners are told to go on after failures, and then exit as if there were none.
    exitCode: code === 0 && failures.length + crashed.length > 0 ? 1 : code,
    timed_out: timedOut,
  };
  const others = found.others.map(({ runner }) => runner);
  return {
    title: `${command.said}: ${passed} passed, ${failures.length + crashed.length} failed`,
    output: withNotes(sayTests(value, ran.output), [
      timedOut && `Stopped after ${time / 1000} s; tests that had not run are not counted. Give a longer timeout.`,
      stopped === 'memory' && 'The tests took more memory than they may, and were stopped.',
      sayRefused(ran.ended) ??
        ([...failures, ...crashed].some(({ message }) => UNREACHED.test(message)) &&
          'The tests ran without a network.'),
      others.length > 0 && `Chosen by ${found.why}; there is ${sayList([...new Set(others)])} too, see runner.`,
      sayOutside(ran.outside, ctx.planned === true),
    ]),
    value,
    metadata: { runner: found.runner, passed, failed: failures.length, crashed: crashed.length },
  };
}
