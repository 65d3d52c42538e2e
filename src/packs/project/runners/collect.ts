import { posix } from 'node:path';
import { foldersUp } from '../read-project-file.ts';
import type { TestEvent, TestName, TestStatus } from './events.ts';
import type { TestFailure } from './say-tests.ts';

export type TestReport = ReturnType<typeof collect>;

/** Where a runner ran: `root` is absolute, the others workspace-relative; `stopped` says why tests that began did not end. */
type RunnerPlace = Readonly<{ root: string; folder: string; exists: (path: string) => boolean; stopped: string }>;

interface SeenTest extends TestName {
  status?: TestStatus | 'crashed' | 'parent';
  message?: string;
}

/** Puts events together: one end for each test, the first that a run came to; a test without an end has crashed. */
export function collect(events: readonly TestEvent[], where: RunnerPlace) {
  const tests = new Map<string, SeenTest>();
  const broken: TestFailure[] = [];
  const strays: TestFailure[] = [];
  const missing: string[] = [];
  const over = new Map<string, TestEvent>();
  for (const event of events) {
    if (event.t === 'missing') missing.push(event.program);
    else if (event.t === 'broken' && !isExplained(event, events))
      broken.push(failedOf({ ...event, name: posix.basename(event.file) }, where));
    else if (event.t === 'stray') strays.push(failedOf({ ...event, name: 'outside of tests' }, where));
    else if (event.t === 'start' && !tests.has(event.id)) tests.set(event.id, { ...event });
    else if (event.t === 'over') over.set(event.id, event);
    else if (event.t === 'end' || event.t === 'crash') end(tests, event);
  }
  const all = [...tests.values()];
  for (const test of all) if (test.status === undefined) Object.assign(test, over.get(test.id));
  const of = (status: SeenTest['status']) => all.filter(test => test.status === status);
  const lost = all.filter(({ status }) => status === undefined).map(test => ({ ...test, message: where.stopped }));
  const died = [...of('crashed'), ...lost];
  const crashed = died.filter(test => !died.some(other => holds(test, other))).map(test => failedOf(test, where));
  // A file that died is told once: by the test that did it, when that is known.
  const known = new Set(crashed.map(({ file }) => file));
  const files = broken.filter((one, at) => !known.has(one.file) && at === broken.findIndex(other => same(one, other)));
  return {
    passed: of('passed').length,
    skipped: of('skipped').length,
    failures: of('failed').map(test => failedOf(test, where)),
    crashed: [...crashed, ...files, ...strays],
    missing,
  };
}

/** Whether a test holds another: it ends with the inner test that took the process along. */
const holds = (test: TestName, other: TestName): boolean =>
  test.file === other.file && other.name.startsWith(`${test.name} > `);

/** Whether an event is no news: node:test ends a file with an error when tests of the file failed. */
const isExplained = (event: TestEvent, events: readonly TestEvent[]): boolean =>
  'failedTests' in event &&
  event.failedTests === true &&
  events.some(other => other.t === 'end' && other.status === 'failed' && 'file' in event && other.file === event.file);

function end(tests: Map<string, SeenTest>, event: Extract<TestEvent, { t: 'end' | 'crash' }>): void {
  const before = tests.get(event.id);
  if (event.t === 'crash') {
    if (before && before.status === undefined) Object.assign(before, { status: 'crashed', message: event.message });
    return;
  }
  // A test that has passed may still fail, while it is torn down.
  if (before?.status !== undefined && !(before.status === 'passed' && event.status === 'failed')) return;
  const status = 'parent' in event ? 'parent' : event.crash ? 'crashed' : event.status;
  tests.set(event.id, { ...event, status });
}

const same = (a: TestFailure, b: TestFailure): boolean =>
  a.file === b.file && a.line === b.line && a.message === b.message;

const failedOf = ({ name, file, line, message }: Omit<SeenTest, 'id'>, where: RunnerPlace): TestFailure => ({
  name,
  file: file ? relativeTo(file, where) : undefined,
  line,
  message: message?.trim() || 'no message',
});

/** The workspace-relative path of a file: runners say it in full, or from their own folder or one above. */
function relativeTo(file: string, { root, folder, exists }: RunnerPlace): string {
  const plain = file.replace(/^file:\/\//, '');
  if (plain.startsWith('/')) return plain.startsWith(`${root}/`) ? plain.slice(root.length + 1) : plain;
  const paths = foldersUp(folder).map(above => posix.join(above, plain));
  return paths.find(exists) ?? posix.join(folder, plain);
}
