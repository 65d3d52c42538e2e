import { closesBlock, opensBlock } from './code-layout.ts';
import type { IndentSample } from './indentation.ts';
import { compareLines } from './script.ts';
import { isTrivial } from './similarity.ts';
import type { TextLines } from './text-lines.ts';
import { indentOf, isBlank, lineParts, withoutSpace } from './white-space.ts';

/** A matched line: its number in the old text, and how that and the file indent it. */
export interface LineSample extends IndentSample {
  readonly line: number;
}

interface Matched {
  readonly file: TextLines;
  readonly old: readonly string[];
  readonly new: readonly string[];
  /** The file line that each old line is, or a negative number. */
  readonly images: readonly number[];
}

export function takeSamples({ file, old, images }: Omit<Matched, 'new'>): LineSample[] {
  return old.flatMap((text, line) => {
    const image = images[line]!;
    if (image < 0 || isBlank(text)) return [];
    return [{ line, old: indentOf(text), file: indentOf(file.lines[image]!) }];
  });
}

/**
 * The old lines to compare the new ones with. Usually the new text is indented as the old text is; but a model may
 * get only the old text wrong and indent the new text as the file does, and then the old lines are taken as the file
 * has them. Undefined if it cannot be told.
 */
export function comparableOld(matched: Matched): readonly string[] | undefined {
  const samples = takeSamples(matched);
  const off = samples.filter(sample => sample.old !== sample.file);
  if (off.length === 0 || matched.new.every(isBlank)) return matched.old;
  const written = writtenAs(matched, samples);
  if (written === undefined) return undefined;
  if (written === 'old') return matched.old;
  const own = new Map(samples.map(sample => [sample.line, sample.file]));
  return matched.old.map((text, line) => {
    const indent = own.get(line);
    const { body, trail } = lineParts(text);
    return indent === undefined ? text : indent + body + trail;
  });
}

/** In whose indentation the new text is written, as the lines show that it has in common with the old text. */
function writtenAs({ old, new: wanted }: Matched, samples: readonly LineSample[]): 'old' | 'file' | undefined {
  const evidence = { old: false, file: false, neither: false };
  const byLine = new Map(samples.map(sample => [sample.line, sample]));
  const common = tellingLines(old, commonLines(old, wanted));
  for (const [newLine, oldLine] of common) {
    const sample = byLine.get(oldLine);
    if (!sample || sample.old === sample.file) continue;
    const indent = indentOf(wanted[newLine]!);
    if (indent === sample.old) evidence.old = true;
    // Further out than the old text it may be where the file has it, or be meant to move.
    if (indent === sample.file && sample.file.length > sample.old.length) evidence.file = true;
    if (indent !== sample.old && indent.length < sample.file.length) evidence.neither = true;
  }
  const head = wanted.findIndex(line => !isBlank(line));
  const first = byFirstLine(indentOf(wanted[head]!), samples[0]!);
  const fresh = common.every(([newLine]) => newLine !== head);
  // Lines that repeat, or are wrapped in a new block, may show either by chance; then a new first line must agree.
  if (evidence.old && !evidence.file) return fresh && first === 'file' ? undefined : 'old';
  if (evidence.file && !evidence.old) {
    if (fresh && first === 'old') return wrappedAs(wanted);
    // Lines further out than all of the file's speak for the old text.
    const outermost = Math.min(...samples.map(sample => sample.file.length));
    const leaves = wanted.some(line => !isBlank(line) && indentOf(line).length < outermost);
    return evidence.neither || leaves ? undefined : 'file';
  }
  // A new first line that stands where the file has the old one may be meant to go deeper.
  if (first !== 'old' || evidence.file) return undefined;
  const last = wanted.findLast(line => !isBlank(line))!;
  return common.length > 0 || indentOf(last) === samples.at(-1)!.old ? 'old' : undefined;
}

/** Brackets pair by chance; they count only where there is nothing else. */
function tellingLines(old: readonly string[], common: readonly [number, number][]): readonly [number, number][] {
  const telling = common.filter(([, oldLine]) => !isTrivial(old[oldLine]!));
  return telling.length > 0 ? telling : common;
}

/** A block around all lines, closed where it was opened, is written as the old text is. */
function wrappedAs(wanted: readonly string[]): 'old' | undefined {
  const [first, ...further] = wanted.filter(line => !isBlank(line));
  const outer = further.filter(line => indentOf(line).length <= indentOf(first!).length);
  const closed = outer.length === 0 || (outer.length === 1 && outer[0] === further.at(-1) && closesBlock(outer[0]!));
  return opensBlock(first!) && closed ? 'old' : undefined;
}

/** Where the lines in common show nothing, or both, as lines that repeat may, the first lines are compared. */
function byFirstLine(indent: string, { old, file }: LineSample): 'old' | 'file' | undefined {
  if (indent === old) return 'old';
  // Further out than the old text, it may be meant so, or be where the file has it.
  return indent === file && file.length > old.length ? 'file' : undefined;
}

/** New lines with the old line that each is, literally or but for white space. */
function commonLines(old: readonly string[], wanted: readonly string[]): [newLine: number, oldLine: number][] {
  return [...equalLines(old, wanted), ...equalLines(old.map(withoutSpace), wanted.map(withoutSpace))];
}

function equalLines(old: readonly string[], wanted: readonly string[]): [newLine: number, oldLine: number][] {
  const common: [number, number][] = [];
  const { changes } = compareLines(old, wanted);
  let oldAt = 0;
  let newAt = 0;
  for (const change of [...changes, undefined]) {
    const end = change?.oldFrom ?? old.length;
    for (; oldAt < end; oldAt++, newAt++) if (!isBlank(old[oldAt]!)) common.push([newAt, oldAt]);
    if (!change) break;
    oldAt = change.oldTo;
    newAt = change.newTo;
  }
  return common;
}
