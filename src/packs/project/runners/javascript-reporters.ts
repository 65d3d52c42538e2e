/** Each is preceded by `const OUT = …`, the file to write to, and by `SOME`: only some of the tests are run. They run in the project's runner. */
const SHARED = String.raw`
const cut = text => String(text ?? '').replace(/\u001b\[[0-9;]*m/g, '').slice(0, 8000);
const say = event => appendFileSync(OUT, JSON.stringify(event) + '\n');
/** The first place of a stack that lies in a file. */
function lineIn(stack, file) {
  for (const line of String(stack ?? '').split('\n')) {
    const at = line.indexOf(file + ':');
    const found = at < 0 ? null : /^:(\d+)/.exec(line.slice(at + file.length));
    if (found) return Number(found[1]);
  }
  return undefined;
}
`;

export const VITEST_REPORTER = String.raw`
import { appendFileSync } from 'node:fs';
${SHARED}
const EXITED = /process\.exit unexpectedly called|Worker exited unexpectedly/;
const nameOf = test => ({
  id: test.id, name: test.fullName, file: test.module.moduleId, line: test.location?.line,
  pattern: test.fullName.replaceAll(' > ', ' '),
});
function endOf(test) {
  const { state, errors = [] } = test.result();
  const error = errors[0];
  const message = error && cut([error.message, error.cause?.message, error.diff].filter(Boolean).join('\n'));
  const file = test.module.moduleId;
  const line = error?.stacks?.find(each => each.file === file)?.line ?? lineIn(error?.stack, file) ?? test.location?.line;
  const crash = errors.some(each => EXITED.test(each.message));
  return { t: 'end', ...nameOf(test), line, status: state === 'pending' ? 'skipped' : state, message, ...(crash ? { crash } : {}) };
}
class Reporter {
  ended = [];
  onTestCaseResult(test) { say(endOf(test)); this.seen = true; this.ended.push(nameOf(test)); }
  onTestModuleEnd(module) {
    for (const error of module.errors()) {
      if (EXITED.test(error.message)) continue;
      const place = error.stacks?.find(each => each.file === module.moduleId);
      say({ t: 'broken', file: module.moduleId, line: error.loc?.line ?? place?.line ?? lineIn(error.stack, module.moduleId) ?? lineIn(error.message, module.moduleId), message: cut(error.message + (error.frame ? '\n' + error.frame : '')) });
    }
  }
  onTestRunEnd(modules, errors) {
    say({ t: 'finished' });
    for (const module of modules) {
      const state = module.state();
      if (state !== 'pending' && state !== 'queued') continue;
      const why = errors.map(each => each.cause?.message ?? each.message).find(text => text.includes(module.moduleId));
      say({ t: 'broken', dead: true, file: module.moduleId, message: cut(why ?? 'Its process died') });
    }
    for (const error of errors) {
      if (EXITED.test(error.message) || /^\[vitest-pool\]/.test(error.message)) continue;
      const { VITEST_TEST_PATH: file, VITEST_TEST_NAME: name } = error;
      const line = file && (error.stacks?.find(each => each.file === file)?.line ?? lineIn(error.stack, file));
      const test = this.ended.find(each => each.file === file && each.pattern === name?.replaceAll(' > ', ' '));
      const message = cut(error.message);
      // Nobody waited for what failed, so vitest has the test for passed; it says which one it was.
      if (test) say({ t: 'end', ...test, line: line ?? test.line, status: 'failed', crash: true, message });
      else say({ t: 'stray', message, file, line });
    }
  }
  /** Vitest before 3 knows only this one. */
  onFinished(files = [], errors = []) {
    if (this.seen) return;
    const walk = (task, names, file) => {
      const name = [...names, task.name];
      if (task.tasks) return task.tasks.forEach(each => walk(each, name, file));
      const state = task.result?.state;
      const error = task.result?.errors?.[0];
      say({ t: 'end', id: task.id, name: name.join(' > '), file, line: lineIn(error?.stack, file) ?? task.location?.line,
        status: state === 'pass' ? 'passed' : state === 'fail' ? 'failed' : 'skipped', message: error && cut([error.message, error.diff].filter(Boolean).join('\n')) });
    };
    for (const file of files) {
      for (const task of file.tasks) walk(task, [], file.filepath);
      if (file.tasks.length === 0) for (const error of file.result?.errors ?? []) say({ t: 'broken', file: file.filepath, message: cut(error.message), line: lineIn(error.stack, file.filepath) });
    }
  }
}
export { Reporter as default };
`;

export const JEST_REPORTER = String.raw`
const { appendFileSync } = require('node:fs');
${SHARED}
const NAMES = ' > ';
const nameOf = (file, each, index) => ({
  id: file + '#' + index, name: [...each.ancestorTitles, each.title].join(NAMES), file, line: each.location?.line, pattern: each.fullName,
});
function endOf(file, each, index) {
  const failed = each.status === 'failed';
  const text = cut((each.failureMessages ?? []).join('\n'));
  const message = text.split('\n').filter(line => !/^\s+at .*[:(]/.test(line)).join('\n').trim();
  return { t: 'end', ...nameOf(file, each, index), line: (failed && lineIn(text, file)) || each.location?.line,
    status: failed ? 'failed' : each.status === 'passed' ? 'passed' : 'skipped', ...(failed ? { message } : {}) };
}
module.exports = class {
  constructor() { this.files = new Map(); }
  /** What the worker said before it died, if it did: it is tried anew then, so the last life counts. */
  ofFile(file) {
    if (!this.files.has(file)) this.files.set(file, { ended: new Map(), begun: new Map() });
    return this.files.get(file);
  }
  onTestCaseStart(test, each) {
    const { begun } = this.ofFile(test.path);
    const name = nameOf(test.path, { ...each, fullName: [...each.ancestorTitles, each.title].join(' ') }, [...each.ancestorTitles, each.title].join(NAMES));
    if (begun.has(name.id)) return;
    begun.set(name.id, name);
    say({ t: 'start', ...name });
  }
  onTestCaseResult(test, each) {
    const { ended } = this.ofFile(test.path);
    const name = [...each.ancestorTitles, each.title].join(NAMES);
    if (ended.has(name)) return;
    ended.set(name, endOf(test.path, each, name));
    say(ended.get(name));
  }
  onTestFileResult(test, result) {
    const { ended, begun } = this.ofFile(test.path);
    this.files.delete(test.path);
    const died = /worker process .*was terminated|Call retries were exceeded|process\.exit/.test(result.testExecError?.message ?? result.failureMessage ?? '') && begun.size > 0;
    if (result.testExecError && !died) {
      const text = cut(result.failureMessage || result.testExecError.message);
      const lines = text.split('\n').filter(line => !/^\s+at .*[:(]|^\s*● Test suite failed to run/.test(line));
      say({ t: 'broken', file: test.path, line: lineIn(result.testExecError.stack, test.path) ?? lineIn(text, test.path), message: lines.map(line => line.replace(/^ {4}/, '')).join('\n').trim() });
      return;
    }
    const seen = new Map();
    const ends = died ? [...ended.values()] : result.testResults.map(each => {
      const name = [...each.ancestorTitles, each.title].join(NAMES);
      const count = seen.get(name) ?? 0;
      seen.set(name, count + 1);
      return endOf(test.path, each, count === 0 ? name : name + '#' + count);
    });
    for (const end of ends) { say(end); begun.delete(end.id); }
    if (!died) return;
    const why = /signal=\w+, exitCode=\w+/.exec(result.failureMessage ?? '')?.[0] ?? 'its process ended, and again when it was tried anew';
    for (const name of begun.values()) say({ ...name, t: 'end', status: 'failed', crash: true, died: true, message: cut('The process of the tests died while this test ran: ' + why) });
  }
  onRunComplete() { say({ t: 'finished' }); }
};
`;

export const NODE_REPORTER = String.raw`
import { appendFileSync } from 'node:fs';
import { resolve } from 'node:path';
${SHARED}
const stacks = new Map();
const seen = new Map();
/** Names as the hook in the test's own process has them, which knows no lines: so tests are told apart by counting. */
function nameOf(data) {
  const name = [...(stacks.get(data.file) ?? []).slice(0, data.nesting), data.name].join(' > ');
  const key = data.file + '|' + name;
  const count = seen.get(key) ?? 0;
  seen.set(key, count + 1);
  return { id: key + '|' + count, name, file: data.file, line: data.line };
}
const isFile = data => data.nesting === 0 && data.file !== undefined && resolve(data.name) === data.file;
const withTests = new Set();
const complaints = new Map();
const late = new Set();
/** What was thrown when the file was loaded, and where. */
function complaintOf(file) {
  const text = complaints.get(file) ?? '';
  const line = lineIn(text, file);
  return line === undefined ? {} : { line };
}
function sayDeath(error, file) {
  const end = 'Its process ended with ' + (error?.signal ? error.signal : 'exit code ' + error?.exitCode);
  const thrown = /^(?:Uncaught )?\w*Error\b.*(?:\n(?! +at ).+){0,5}/m.exec(complaints.get(file) ?? '')?.[0];
  return cut(thrown ?? end);
}
/** Nobody waited for what failed, so the test has passed already; Node says which one it was. */
function sayLate(message) {
  const [, name, file, line, error] = /^Error: Test "(.*)" at (.+):(\d+):\d+ generated asynchronous activity after the test ended.*created the error "([^]*)" and would have/.exec(message) ?? [];
  const test = error === undefined ? undefined : [...ended.values()].find(each => each.name.split(' > ').at(-1) === name && each.line === Number(line) && resolve(file) === each.file);
  if (!test) return;
  late.add(test.file);
  say({ t: 'end', ...test, status: 'failed', crash: true, message: cut(error) });
}
const ended = new Map();
const cancelled = new Set();
async function* report(source) {
  for await (const { type, data } of source) {
    if (type === 'test:stdout' || type === 'test:stderr') yield data.message;
    if (type === 'test:stderr') {
      const file = data.entryFile ?? resolve(data.file);
      complaints.set(file, ((complaints.get(file) ?? '') + data.message).slice(-20_000));
    }
    if (type === 'test:diagnostic') sayLate(data.message);
    if (type === 'test:start') {
      const stack = (stacks.get(data.file) ?? []).slice(0, data.nesting);
      stack[data.nesting] = data.name;
      stacks.set(data.file, stack);
    }
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const error = data.details?.error;
    const kind = error?.failureType;
    const cause = error?.cause ?? error;
    if (isFile(data)) {
      if (type === 'test:fail') say({ t: 'broken', dead: true, file: data.file, ...complaintOf(data.file), message: sayDeath(error, data.file), failedTests: kind === 'subtestsFailed' || late.has(data.file) });
      else if (!withTests.has(data.file) && !SOME) say({ t: 'end', id: data.file, name: data.name, file: data.file, status: 'passed' });
      continue;
    }
    withTests.add(data.file);
    const failed = type === 'test:fail';
    if (data.details?.type === 'suite' && (!failed || kind === 'subtestsFailed')) continue;
    if (kind === 'subtestsFailed') { say({ t: 'end', ...nameOf(data), status: 'skipped', parent: true }); continue; }
    const skipped = (data.skip ?? false) !== false || (data.todo ?? false) !== false;
    const name = nameOf(data);
    ended.set(name.id, name);
    const message = cut(typeof cause === 'string' ? cause : [cause?.message ?? error?.message, cause?.cause?.message].filter(Boolean).join('\n'));
    if (kind === 'cancelledByParent') { cancelled.add({ ...name, message }); continue; }
    // A hook that failed is said by the tests that it kept from running.
    const kept = kind !== 'hookFailed' ? [] : [...cancelled].filter(each => each.file === data.file && each.name.startsWith(name.name + ' > '));
    for (const each of kept) { say({ t: 'end', ...each, status: 'failed', message }); cancelled.delete(each); }
    if (kept.length > 0) continue;
    say({ t: 'end', ...name, status: skipped ? 'skipped' : failed ? 'failed' : 'passed',
      ...(failed ? { line: lineIn(cause?.stack, data.file) ?? data.line, message } : {}) });
  }
  for (const each of cancelled) say({ t: 'end', ...each, status: 'failed' });
  say({ t: 'finished' });
}
export { report as default };
`;

/** Loaded into the process of each file: what it says is there also when the process is gone a moment later. */
export const NODE_HOOK = String.raw`
import { appendFileSync } from 'node:fs';
import { afterEach, beforeEach } from 'node:test';
${SHARED}
const seen = new Map();
const ids = new Map();
if (process.env.NODE_TEST_CONTEXT === 'child-v8') {
  beforeEach(test => {
    const file = test.filePath ?? process.argv[1];
    const name = test.fullName ?? test.name;
    const key = file + '|' + name;
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    ids.set(name, key + '|' + count);
    appendFileSync(OUT, JSON.stringify({ t: 'start', id: key + '|' + count, name, file, pattern: test.name }) + '\n');
  });
  afterEach(test => {
    const error = test.error?.cause ?? test.error;
    const event = { t: 'over', id: ids.get(test.fullName ?? test.name), status: test.passed === false ? 'failed' : 'passed', message: error?.message, line: lineIn(error?.stack, test.filePath ?? process.argv[1]) };
    appendFileSync(OUT, JSON.stringify(event) + '\n');
  });
}
`;

/** The same for vitest, as a file that it loads before those with tests. */
export const VITEST_HOOK = String.raw`
import { appendFileSync } from 'node:fs';
import { beforeEach, onTestFinished } from 'vitest';
beforeEach(({ task }) => {
  const names = [task.name];
  for (let suite = task.suite; suite?.name; suite = suite.suite) if (suite !== task.file) names.unshift(suite.name);
  const event = { t: 'start', id: task.id, name: names.join(' > '), file: task.file.filepath, line: task.location?.line, pattern: names.join(' ') };
  appendFileSync(OUT, JSON.stringify(event) + '\n');
  onTestFinished(() => {
    const over = { t: 'over', id: task.id, status: task.result?.state === 'fail' ? 'failed' : 'passed', message: task.result?.errors?.[0]?.message };
    appendFileSync(OUT, JSON.stringify(over) + '\n');
  });
});
`;

/** Starts vitest as its command line does, with our hook beside what the project's own config has it load. */
export const VITEST_START = `
import { accessSync, constants, existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
const { startVitest } = await import(pathToFileURL(ENTRY).href);
const options = { run: true, watch: false, includeTaskLocation: true, cache: false, fsModuleCachePath: CACHE, passWithNoTests: true, reporters: [REPORTER, 'default'] };
// A config is written there to be loaded; where it is a link to what can only be read, it is loaded in another way.
try {
  if (existsSync('node_modules')) accessSync('node_modules', constants.W_OK);
} catch {
  options.configLoader = 'runner';
}
if (PATTERN !== '') options.testNamePattern = PATTERN;
const vitest = await startVitest('test', FILES, options, { cacheDir: CACHE, test: { setupFiles: [HOOK] } });
await vitest?.close();
`;
