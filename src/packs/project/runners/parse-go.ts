import { addAll } from '../../../tool/lists/long-lists.ts';
import type { TestEvent, TestStatus } from './events.ts';

type GoEvent = Readonly<{ Action?: string; Package?: string; Test?: string; Output?: string }>;

const STATUS: Readonly<Record<string, TestStatus>> = { pass: 'passed', fail: 'failed', skip: 'skipped' };
const PLACE = /^ *(\S+\.go):(\d+)(?::\d+)?: ?(.*)$/gm;

/** The JSON of `go test`, with plain lines of the compiler between; `place` gives the folder of a package. */
export function parseGo(report: string, place: (importPath: string) => string): readonly TestEvent[] {
  const events: TestEvent[] = [];
  const output = new Map<string, string[]>();
  const begun = new Map<string, GoEvent>();
  const plain: string[] = [];
  const ended = new Set<string>();
  for (const line of report.split('\n')) {
    const event = parseLine(line);
    if ('t' in event) events.push(event as unknown as TestEvent);
    const { Action, Package = '', Test } = event;
    if (Action === undefined) plain.push(line);
    else if (Action === 'build-output') plain.push((event.Output ?? '').replace(/\n$/, ''));
    const key = `${Package}|${Test ?? ''}`;
    if (Action === 'output') output.set(key, [...(output.get(key) ?? []), event.Output ?? '']);
    if (Test === undefined) {
      if (Action === 'fail') addAll(events, packageEnd(Package, { begun, ended, output, place, events }));
      continue;
    }
    if (Action === 'run') begun.set(key, event);
    const status = STATUS[Action ?? ''];
    if (status === undefined || ended.has(key)) continue;
    ended.add(key);
    events.push(endOf(event, { status, said: output.get(key) ?? [], place }));
  }
  // A test that is still open was stopped with everything else.
  for (const [key, { Package = '', Test = '' }] of begun)
    if (!ended.has(key)) events.push({ t: 'start', ...nameOf(Package, Test), file: place(Package) });
  const parents = new Set([...begun.values()].flatMap(({ Package, Test = '' }) => parentsOf(`${Package}|`, Test)));
  const counted = events.filter(event => !('id' in event && parents.has(event.id) && !isOwnFailure(event, events)));
  return [...counted, ...compileErrors(plain, place)];
}

/** Whether a test counts itself: one with tests below it does only if it failed and none below it did. */
const isOwnFailure = (event: TestEvent, all: readonly TestEvent[]): boolean =>
  'id' in event &&
  isFailure(event) &&
  !all.some(other => 'id' in other && other.id.startsWith(`${event.id}/`) && isFailure(other));

const isFailure = (event: TestEvent): boolean =>
  event.t === 'crash' || (event.t === 'end' && event.status === 'failed');

const parentsOf = (prefix: string, test: string): readonly string[] =>
  [...test.matchAll(/\//g)].map(({ index }) => prefix + test.slice(0, index));

function parseLine(line: string): GoEvent {
  try {
    return line.startsWith('{') ? (JSON.parse(line) as GoEvent) : {};
  } catch {
    return {};
  }
}

type PackageEnding = Readonly<{ status: TestStatus; said: readonly string[]; place: (importPath: string) => string }>;

const nameOf = (package_: string, test: string) => ({ id: `${package_}|${test}`, name: test.replaceAll('/', ' > ') });

function endOf({ Package = '', Test = '' }: GoEvent, { status, said, place }: PackageEnding): TestEvent {
  const name = nameOf(Package, Test);
  const folder = place(Package);
  const panic = said.findIndex(line => /^(?:panic: |fatal error: |runtime: goroutine stack)/.test(line));
  if (status === 'failed' && panic >= 0) return crashOf(name, said, folder, panicText(said.slice(panic)));
  const lines = said.filter(line => !/^\s*(?:=== |--- )/.test(line)).join('');
  // Text that is only logged looks the same, and comes before the failure.
  const places = [...lines.matchAll(PLACE)];
  const [, file, line] = places.at(-1) ?? [];
  const message = places.length === 1 ? lines.replace(PLACE, '$3') : lines.replace(/^ {4}/gm, '');
  return {
    t: 'end',
    ...name,
    ...(file === undefined ? { file: folder } : { file: `${folder}/${file}`, line: Number(line) }),
    status,
    ...(status === 'failed' ? { message: message.trim() } : {}),
  };
}

interface RunningTests {
  readonly begun: ReadonlyMap<string, GoEvent>;
  readonly ended: Set<string>;
  readonly output: ReadonlyMap<string, readonly string[]>;
  readonly place: (importPath: string) => string;
  readonly events: readonly TestEvent[];
}

/** The end of a package that failed: its tests that did not end; if none is to blame, its program's output. */
function packageEnd(package_: string, running: RunningTests): readonly TestEvent[] {
  const crashes = [...crashesOf(package_, running)];
  const isOf = (event: TestEvent) => 'id' in event && event.id.startsWith(`${package_}|`);
  const said = running.output.get(`${package_}|`) ?? [];
  const isKnown = running.events.some(event => isOf(event) && event.t === 'end' && event.status === 'failed');
  if (crashes.length > 0 || isKnown || said.some(line => /\[(?:build|setup) failed\]/.test(line))) return crashes;
  const panic = said.findIndex(line => /^(?:panic: |fatal error: )/.test(line));
  const rest = said.filter(line => !/^(?:FAIL|PASS|ok)\b/.test(line)).join('');
  const message = panic < 0 ? rest : panicText(said.slice(panic));
  const why = 'Its program failed, and no test of it: see TestMain and init';
  return [{ t: 'broken', ...stackPlace(said, running.place(package_)), message: message.trim() || why }];
}

/** Tests of a package that had begun when its program ended. */
function* crashesOf(package_: string, { begun, ended, output, place }: RunningTests): Generator<TestEvent> {
  for (const [key, { Package, Test = '' }] of begun) {
    if (Package !== package_ || ended.has(key)) continue;
    ended.add(key);
    const own = output.get(key) ?? [];
    const said = [...own, ...(output.get(`${package_}|`) ?? [])];
    const panic = said.findIndex(line => /^(?:panic: |fatal error: |signal: |exit status )/.test(line));
    const message =
      panic < 0
        ? 'The program of the tests ended while this test ran, without a panic: by os.Exit, or killed'
        : panicText(said.slice(panic));
    yield {
      t: 'end',
      ...nameOf(package_, Test),
      ...stackPlace(said, place(package_)),
      status: 'failed',
      crash: true,
      message,
    };
  }
}

const crashOf = (name: { id: string; name: string }, said: readonly string[], folder: string, message: string) =>
  ({ t: 'end', ...name, ...stackPlace(said, folder), status: 'failed', crash: true, message }) as const;

/** The panic itself, without the stacks of all goroutines. */
function panicText(lines: readonly string[]): string {
  const end = lines.findIndex(line => /^(?:goroutine \d+|\s*\[signal|runtime stack:|FAIL\b)/.test(line));
  const panic = lines.slice(0, end < 0 ? 10 : Math.max(end, 1));
  const text = panic.join('').trim();
  return /^(?:exit status|signal:)/.test(text) ? `The program of the tests ended: ${text}` : text;
}

function stackPlace(lines: readonly string[], folder: string): { file: string; line?: number } {
  for (const text of lines) {
    const [, file, line] = /^\s+(\/\S+_test\.go):(\d+)/.exec(text) ?? [];
    if (file !== undefined) return { file, line: Number(line) };
  }
  return { file: folder };
}

/** Errors as the compiler says them, below `go vet` too: `# package` and then `./file.go:3:5: message`. */
function* compileErrors(lines: readonly string[], place: (importPath: string) => string): Generator<TestEvent> {
  let folder = '.';
  for (const [at, line] of lines.entries()) {
    const name = /^# (\S+)/.exec(line)?.[1];
    if (name !== undefined) folder = place(name.replace(/\.test$|_test$/, ''));
    const [, file, number, message] = /^(?:vet: )?(\S+\.go):(\d+)(?::\d+)?: (.*)$/.exec(line) ?? [];
    if (file === undefined) continue;
    const path = file.startsWith('./') || file.startsWith('../') || !file.includes('/') ? `${folder}/${file}` : file;
    const more = lines[at + 1]?.startsWith('\t') ? ` ${lines[at + 1]?.trim()}` : '';
    yield { t: 'broken', file: path, line: Number(number), message: `${message}${more}` };
  }
}
