import { addAll } from '../../../tool/lists/long-lists.ts';
import { type FoldedRow, foldTrace, groupErrors, lineAt, type OutputLines } from './fold.ts';
import { COUNTS_FAILURES, LOG_LINE, NOISE, type Noise, TROUBLE } from './noise.ts';

interface CondensedOutput {
  readonly text: string;
  /** Whether something is left out, so that the whole output must be kept aside. */
  readonly condensed: boolean;
}

/** Characters and lines up to which an output is shown as it is. */
const SHORT = { characters: 4_000, lines: 60 };
/** The end of an output is what people read first: it is left as it is. */
const END = 15;
const ROW = 4;
/** The share of its length above which a condensed output is shown as it was: what is left out must be worth it. */
const WORTH = 0.75;

/** The mark of a gap: the bytes were never here, and lines behind it have other numbers in the whole. */
const LEFT_OUT = /^\[… \d+ bytes are left out here …\]$/m;

/**
 * A long output of a build, a test run, an install or a log, without the parts that say nothing: passed tests, packages
 * that were fetched, progress, lines that repeat, frames of other code. Each gap is told where it is, with its lines in
 * the whole. Errors, lines of no known kind and the end are kept as they are.
 */
export function condenseOutput(text: string, callID: string): CondensedOutput {
  const whole = { text, condensed: false };
  if (text.length <= SHORT.characters && !hasMoreLines(text, SHORT.lines)) return whole;
  const lines = text.split('\n');
  const output = { lines, end: Math.max(0, lines.length - END) };
  const numbered = !LEFT_OUT.test(text);
  const shown: string[] = [];
  let left = 0;
  for (let at = 0; at < lines.length; ) {
    const row = at < output.end ? rowAt(output, at) : undefined;
    if (!row) {
      shown.push(lines[at++]!);
      continue;
    }
    const { before, folded, says, instead } = row;
    const first = at + before.length + 1;
    const place = numbered ? `lines ${first} to ${first + folded - 1}` : `${folded} lines`;
    addAll(shown, before);
    addAll(shown, instead ?? [`[… ${place}: ${says}]`]);
    left += folded - (instead?.length ?? 0);
    at += before.length + folded;
  }
  const made = shown.join('\n');
  if (left === 0 || made.length > text.length * WORTH) return whole;
  const note =
    `[Condensed: ${left} of ${lines.length} lines are left out; errors and the end are all here. ` +
    `Read the whole with read_file path="output:${callID}"${numbered ? ' and offset, limit' : ''}]`;
  return { text: `${made.replace(/\n$/, '')}\n${note}`, condensed: true };
}

function rowAt(output: OutputLines, at: number): FoldedRow | undefined {
  if (lineAt(output, at).trim() === '') return undefined;
  const known = repeated(output, at) ?? noise(output, at) ?? foldTrace(output, at);
  return known ?? groupErrors(output, at) ?? alikeInLog(output, at);
}

/** A line that is printed again and again, or two that take turns. */
function repeated({ lines, end }: OutputLines, at: number): FoldedRow | undefined {
  for (const period of [1, 2]) {
    let to = at + period;
    while (to < end && lines[to] === lines[to - period]) to++;
    const times = Math.floor((to - at) / period);
    if (times < ROW) continue;
    const says = `the ${period === 1 ? 'line' : '2 lines'} above again, ${times - 1} times`;
    return { before: lines.slice(at, at + period), folded: (times - 1) * period, says };
  }
  return undefined;
}

function noise(output: OutputLines, at: number): FoldedRow | undefined {
  const kinds: Noise[] = [];
  let to = at;
  for (let next = at; next < output.end && next - to < 2; next++) {
    const line = lineAt(output, next);
    const kind = NOISE.find(each => isNoise(each, line));
    if (!kind && line.trim() !== '') break;
    if (!kind) continue;
    kinds.push(kind);
    to = next + 1;
  }
  if (to - at < ROW) return undefined;
  // The first line shows what they are like; in a row of progress the last has the newest numbers.
  const first = kinds[0]?.keepsLast ? 0 : 1;
  const until = kinds.at(-1)?.keepsLast ? to - 1 : to;
  const says = [...new Set(kinds.map(kind => kind.says))].join(', ');
  return { before: output.lines.slice(at, at + first), folded: until - at - first, says };
}

const isNoise = ({ lines, isHarmless }: Noise, line: string): boolean =>
  lines.some(pattern => pattern.test(line)) && !(isHarmless ? COUNTS_FAILURES : TROUBLE).test(line);

function alikeInLog(output: OutputLines, at: number): FoldedRow | undefined {
  const form = formOf(lineAt(output, at));
  if (form === undefined) return undefined;
  let to = at + 1;
  while (to < output.end && formOf(lineAt(output, to)) === form) to++;
  if (to - at <= ROW) return undefined;
  return { before: output.lines.slice(at, at + 1), folded: to - at - 2, says: 'lines like these two' };
}

const formOf = (line: string): string | undefined =>
  LOG_LINE.test(line) && !TROUBLE.test(line)
    ? line.replace(/\b[0-9a-f]{8,}(?:-[0-9a-f]{4,})*\b/gi, '#').replace(/\d+/g, '#')
    : undefined;

function hasMoreLines(text: string, most: number): boolean {
  let at = -1;
  for (let line = 0; line < most; line++) {
    at = text.indexOf('\n', at + 1);
    if (at === -1) return false;
  }
  return true;
}
