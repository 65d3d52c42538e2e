
import { appendFileSync } from 'node:fs';
import { resolve } from 'node:path';
__SHARED__
const stacks = new Map();
const seen = new Map();
/** A test's name as in the hook in its own process, which knows no lines: so tests are told apart by counting. */
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
/** The error that was thrown when the file was loaded, and where. */
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
/** Tells a failure that nobody waited for: its test has passed already, and Node says which test it was. */
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
    // A hook that failed is told by the tests that it kept from running.
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
