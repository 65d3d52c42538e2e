import { decodeEntities } from '../../../convert/html/strip-tags.ts';
import { addAll } from '../../../tool/lists/long-lists.ts';
import type { TestEvent } from './events.ts';

/** The reports of surefire and the output of maven, each behind the mark; paths are relative to the project. */
export function parseMaven(report: string, mark: string): readonly TestEvent[] {
  const events: TestEvent[] = [];
  let said: readonly string[] = [];
  for (const part of report.split(`${mark} `)) {
    const [head = '', ...lines] = part.split('\n');
    const body = lines.join('\n');
    if (head.startsWith('{"t":')) events.push(JSON.parse(head) as TestEvent);
    else if (head.startsWith('xml ')) addAll(events, parseSurefire(body, head.slice(4)));
    else if (head.startsWith('crash ')) addAll(events, crashOf(head, body));
    else if (head.startsWith('running ')) events.push(runningOf(head));
    else if (head === 'said') said = lines;
  }
  return [...events, ...errorsOf(said, events.length === 0)];
}

const CASE = /<testcase\b([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g;
const BAD = /<(failure|error)\b([^>]*?)(?:\/>|>([\s\S]*?)<\/\1>)/;

function* parseSurefire(xml: string, place: string): Generator<TestEvent> {
  const module = place.replace(/\/?target\/surefire-reports\/[^/]*$/, '') || '.';
  for (const [, attributes = '', body = ''] of xml.matchAll(CASE)) {
    const name = attribute(attributes, 'name') ?? '';
    const owner = attribute(attributes, 'classname') ?? '';
    const file = `${module}/src/test/java/${owner.replace(/\$.*/, '').replaceAll('.', '/')}.java`;
    const test = { id: `${owner}#${name}`, name: `${owner} > ${name}`, file };
    const [, , bad, text = ''] = BAD.exec(body) ?? [];
    if (bad === undefined) yield { t: 'end', ...test, status: /<skipped\b/.test(body) ? 'skipped' : 'passed' };
    else {
      const stack = unescapeXml(text);
      const base = file.slice(file.lastIndexOf('/') + 1);
      const line = new RegExp(`\\(${base.replace('.', '\\.')}:(\\d+)\\)`).exec(stack)?.[1];
      const message = unescapeXml(attribute(bad, 'message') ?? '') || (stack.split('\n')[0] ?? '');
      const type = attribute(bad, 'type') ?? '';
      const said = /Assert|ComparisonFailure/.test(type) || type === '' ? message : `${type}: ${message}`;
      yield { t: 'end', ...test, line: line ? Number(line) : undefined, status: 'failed', message: said };
    }
  }
}

function* crashOf(head: string, body: string): Generator<TestEvent> {
  const [, owner = '', method = '', file = '', line] = head.split(' ');
  const name = { id: `${owner}#${method}`, name: `${owner} > ${method}`, file, line: Number(line) };
  const said = body.trim().split('\n').slice(0, 3).join('\n');
  yield { t: 'start', ...name };
  yield { t: 'crash', id: name.id, message: said || 'It ended its Java machine' };
}

/** A class that had begun when all was stopped; nobody knows which of its tests was running. */
function runningOf(head: string): TestEvent {
  const [, name = '', file = ''] = head.split(' ');
  return { t: 'start', id: name, name, file: file || undefined };
}

const ADVICE = /^(?:To see the full stack trace|Re-run Maven|For more information|\[Help \d|After correcting)/;

/** Errors of the compiler; where there is neither such an error nor a test, the other complaints of maven. */
function* errorsOf(lines: readonly string[], isAll: boolean): Generator<TestEvent> {
  const seen = new Set<string>();
  for (const line of lines) {
    const [, file, number, message] = /^\[ERROR\] (\/.+\.(?:java|kt)):\[(\d+),\d+\] (.*)$/.exec(line) ?? [];
    if (file === undefined || seen.has(line)) continue;
    seen.add(line);
    yield { t: 'broken', file, line: Number(number), message: message ?? '' };
  }
  const failed = lines.some(line => line.includes('BUILD FAILURE'));
  if (seen.size > 0 || !isAll || !failed) return;
  const said = lines
    .filter(line => /^\[(?:ERROR|FATAL)\] \S/.test(line))
    .map(line => line.replace(/^\[\w+\] /, '').replace(/ -> \[Help \d\]$/, ''))
    .filter(line => !ADVICE.test(line));
  yield { t: 'stray', message: said.slice(0, 5).join('\n') };
}

function attribute(text: string, name: string): string | undefined {
  const found = new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1];
  return found === undefined ? undefined : unescapeXml(found);
}

const unescapeXml = (text: string): string =>
  decodeEntities(text.replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, inner: string) => inner.replaceAll('&', '&amp;')));
