import { addAll } from '../../../tool/lists/long-lists.ts';
import type { TestEvent } from './events.ts';

/** What one program printed, its exit code, and the one test that it was to run, if it was run for one. */
type Section = Readonly<{ source: string; lines: readonly string[]; status: number; alone?: string | undefined }>;

const RESULT = /^test (.+?)(?: - should panic(?: - compile fail)?)? \.\.\. (ok|FAILED|ignored.*)$/;
const STDOUT = /^---- (.+) stdout ----$/;
const PANIC = /panicked at ([^\s:']+):(\d+):\d+:\n([\s\S]*)$/;
/** The message of a panic before Rust 1.73, when the place came after the message. */
const OLD_PANIC = /panicked at '([\s\S]*?)', ([^\s:']+):(\d+):\d+$/m;

/** The output of cargo and its test programs: errors of the compiler as JSON, results as libtest prints them. */
export function parseCargo(report: string, mark: string): readonly TestEvent[] {
  const [head = '', ...rest] = report.split(`${mark} `);
  const events: TestEvent[] = [...compilerErrors(report)];
  if (head.startsWith('{"t":')) events.push(JSON.parse(head.split('\n')[0] ?? '') as TestEvent);
  const failed = rest.find(part => part.startsWith('build-failed'));
  if (failed && events.length === 0) events.push({ t: 'stray', message: failed.slice('build-failed'.length).trim() });
  for (const section of sectionsOf(rest)) addAll(events, eventsOf(section));
  return [...events, ...stillRunning(rest)];
}

/** The tests that ran when all was stopped, in the last program: known if each test that was left had a thread. */
function stillRunning(parts: readonly string[]): readonly TestEvent[] {
  const [listed = '', last = ''] = parts.slice(-2);
  const [, threads, source = ''] = /^list (\d+) (.*)/.exec(listed) ?? [];
  if (threads === undefined || !last.startsWith('run ')) return [];
  const ended = new Set(last.split('\n').map(line => RESULT.exec(line)?.[1]));
  const left = listed.split('\n').filter((name, at) => at > 0 && name !== '' && !ended.has(name));
  if (left.length > Number(threads)) return [];
  return left.map(name => ({ t: 'start', id: `${source}|${name}`, name: name.replaceAll('::', ' > '), file: source }));
}

function* sectionsOf(parts: readonly string[]): Generator<Section> {
  for (const [at, part] of parts.entries()) {
    if (!part.startsWith('run ')) continue;
    const [source = '', ...lines] = part.slice(4).split('\n');
    const [, kind, status, alone] = /^(end|alone) (\d+) ?(.*)/.exec(parts[at + 1] ?? '') ?? [];
    yield { source, lines, status: Number(status ?? -1), alone: kind === 'alone' ? alone : undefined };
  }
}

function eventsOf({ source, lines, status, alone }: Section): readonly TestEvent[] {
  const panics = panicsOf(lines);
  const nameOf = (test: string) => ({ id: `${source}|${test}`, name: test.replaceAll('::', ' > '), file: source });
  const known = new Map<string, TestEvent>();
  // A program that died says nothing of the tests that had failed; they are run again alone.
  const isCut = alone === undefined && status > 0 && !lines.some(line => line.startsWith('test result: '));
  for (const line of lines) {
    const [, name, result] = RESULT.exec(line) ?? [];
    if (name === undefined || result === undefined || (isCut && result === 'FAILED')) continue;
    const ended = result === 'ok' ? 'passed' : result === 'FAILED' ? 'failed' : 'skipped';
    const panic = source === 'documentation' ? inDocs(name, panics.get(name)) : panics.get(name);
    const message = ended === 'failed' ? (panic?.message ?? 'failed') : undefined;
    const place = { file: panic?.file ?? source, line: panic?.line };
    known.set(name, { t: 'end', ...nameOf(name), ...place, status: ended, message });
  }
  const events = [...known.values()];
  if (alone === undefined || known.has(alone)) return events;
  const said = lines.filter(line => line !== '' && !/^(?:running \d+ tests?|test .* \.\.\. ?$)/.test(line)).join('\n');
  const name = nameOf(alone);
  const end = status > 128 ? `a signal (${status - 128})` : `exit code ${status}`;
  return [
    ...events,
    { t: 'start', ...name },
    { t: 'crash', id: name.id, message: `The program ended with ${end}.${said === '' ? '' : `\n${said}`}` },
  ];
}

/** The panic of a doc test, at the test's line: the code is put into a program with other lines than the file. */
function inDocs(name: string, panic: Panic | undefined): Panic {
  const [, file = name, line] = /^(\S+) - .*\(line (\d+)\)/.exec(name) ?? [];
  return { message: panic?.message ?? 'failed', file, line: line ? Number(line) : undefined };
}

type Panic = Readonly<{ message: string; file?: string; line?: number }>;

/** The panics of failing tests, from the text that is printed of each after all results. */
function panicsOf(lines: readonly string[]): ReadonlyMap<string, Panic> {
  const panics = new Map<string, Panic>();
  for (const [at, line] of lines.entries()) {
    const name = STDOUT.exec(line)?.[1];
    if (name === undefined || panics.has(name)) continue;
    const end = lines.findIndex((other, index) => index > at && (STDOUT.test(other) || /^failures:$/.test(other)));
    panics.set(name, panicOf(lines.slice(at + 1, end < 0 ? undefined : end)));
  }
  return panics;
}

function panicOf(lines: readonly string[]): Panic {
  const said = lines.filter(line => !line.startsWith('note: '));
  const printed = said.join('\n').trim();
  const [, below, line, rest] = PANIC.exec(printed) ?? [];
  if (below !== undefined) return { message: (rest ?? '').trim(), file: below, line: Number(line) };
  const [, message, file, number] = OLD_PANIC.exec(printed) ?? [];
  return file === undefined ? { message: printed } : { message: message ?? '', file, line: Number(number) };
}

interface Diagnostic {
  readonly level?: string;
  readonly message?: string;
  readonly spans?: readonly { file_name: string; line_start: number; is_primary: boolean }[];
}

function* compilerErrors(report: string): Generator<TestEvent> {
  for (const line of report.split('\n')) {
    if (!line.startsWith('{"reason":"compiler-message"')) continue;
    const { message } = JSON.parse(line) as { message?: Diagnostic };
    const span = message?.spans?.find(each => each.is_primary) ?? message?.spans?.[0];
    if (message?.level !== 'error' || !span) continue;
    yield { t: 'broken', file: span.file_name, line: span.line_start, message: message.message ?? 'does not compile' };
  }
}
