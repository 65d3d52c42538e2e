import { detectUnit, type IndentMapping, type IndentSample, isBlockShift, learnIndentation, leastColumns } from './indentation.ts';
import { pairLines, type Script } from './script.ts';
import { isTrivial } from './similarity.ts';
import type { TextLines } from './text-lines.ts';
import { columns, indentOf, isBlank, withoutSpace } from './white-space.ts';

/** Gives each new line that is written its indentation in the file; undefined where it cannot be told. */
export type IndentPlan = (newLine: number) => string | undefined;

interface PlanInput {
  readonly file: TextLines;
  readonly script: Script;
  /** The file line that each old line is, or -1; only those that are the same but for white space count. */
  readonly images: readonly number[];
}

interface LineSample extends IndentSample {
  readonly line: number;
}

/**
 * Decides in which coordinates the new text is written. Usually it is indented as the old text is, and mapped as that
 * maps to the file; but a model may also get only the old text wrong and indent the new text as the file does.
 */
export function planIndentation(input: PlanInput): IndentPlan {
  const { script } = input;
  const indent = (line: number) => indentOf(script.new[line]!);
  const samples = takeSamples(input);
  if (samples.every(sample => sample.old === sample.file)) return indent;
  const first = samples[0]!;
  if (isFirstLineCut(first, samples.slice(1))) {
    return line => (line === 0 ? firstLineIndent(indent(0), first) : indent(line));
  }
  const mapping = chooseMapping(input, samples);
  return line => mapping(indent(line));
}

/**
 * Whether only the first line lost indentation, as happens when a text is trimmed. Lines at the margin do not show
 * that the others kept theirs, unless the first line lost all of it.
 */
function isFirstLineCut(first: LineSample, others: readonly LineSample[]): boolean {
  const cut = first.line === 0 && first.file.length > first.old.length && first.file.endsWith(first.old);
  const kept = others.length > 0 && others.every(sample => sample.old === sample.file);
  return cut && kept && (first.old === '' || others.some(sample => sample.old !== ''));
}

const GOES_ON = /(?:[{([:=+?,<>\\|&*/-]|=>|\b(?:do|then|else|begin|return|try))\s*$|<[\w.]+[^>]*$/;
const CONTINUES = /^\s*(?:[.?+:*|&)\]}<>-]|and\b|or\b)/;

/**
 * Whether the new text is indented as texts are: deeper only after a line that opens something, and not all on one
 * level although a line opens a block. If it is not, its lines cannot be moved by what a few of them show.
 */
function isRegular(lines: readonly string[]): boolean {
  const visible = lines.filter(line => !isBlank(line));
  const flat = new Set(visible.map(indentOf)).size === 1;
  return visible.every((line, at) => {
    const next = visible[at + 1];
    if (next === undefined) return true;
    const [opens, closes] = [OPENS.test(line), /^\s*[})\]]/.test(next)];
    if (flat) return opens === closes && !LEADS_ON.test(next);
    return columns(indentOf(next)) <= columns(indentOf(line)) || GOES_ON.test(line) || CONTINUES.test(next);
  });
}

const OPENS = /(?:[{([:=+?\\]|\|\||&&)\s*$|\/\*(?!.*\*\/)/;
const LEADS_ON = /^\s*(?:[.?+:]|\|\||&&)/;

function firstLineIndent(indent: string, { old, file }: IndentSample): string | undefined {
  return indent === old || indent === file ? file : undefined;
}

function takeSamples({ file, script, images }: PlanInput): LineSample[] {
  return script.old.flatMap((text, line) => {
    const image = images[line]!;
    if (image < 0 || isBlank(text)) return [];
    return [{ line, old: indentOf(text), file: indentOf(file.lines[image]!) }];
  });
}

function chooseMapping(input: PlanInput, samples: readonly LineSample[]): IndentMapping {
  const { file, script } = input;
  const unit = detectUnit(file.lines);
  const model = [...script.new, ...script.old];
  if (isBlockShift(samples, unit) && !isRegular(script.new)) return () => undefined;
  const asOld = learnIndentation(samples, model, unit);
  const asFile: IndentMapping = indent => indent;
  const evidence = coordinateEvidence(script, samples);
  const least = {
    new: leastColumns(script.new),
    old: leastColumns(script.old),
    file: Math.min(...samples.map(sample => columns(sample.file))),
  };
  if (evidence.old && evidence.file && !evidence.oldSpeaks && least.new !== least.old) {
    return least.new === least.file ? asFile : () => undefined;
  }
  if (evidence.old) return asOld;
  if (evidence.file) return least.new === least.old && least.old! < least.file ? asOld : asFile;
  return firstLineMapping(script, samples, { asOld, asFile });
}

/** Nothing of the old text is left in the new one, so their first lines are compared. */
function firstLineMapping(
  script: Script,
  samples: readonly LineSample[],
  { asOld, asFile }: Readonly<Record<'asOld' | 'asFile', IndentMapping>>,
): IndentMapping {
  const line = script.new.find(each => !isBlank(each));
  if (line === undefined) return asOld;
  const { old, file } = samples[0]!;
  if (indentOf(line) === old) return asOld;
  return indentOf(line) === file ? asFile : () => undefined;
}

/** Which lines that the new text keeps from the old one stand as in the old text, and which as in the file. */
function coordinateEvidence(script: Script, samples: readonly LineSample[]) {
  const evidence = { old: false, oldSpeaks: false, file: false };
  const byLine = new Map(samples.map(sample => [sample.line, sample]));
  const kept = keptLines(script);
  const same = kept.filter(([n, o]) => withoutSpace(script.new[n]!) === withoutSpace(script.old[o]!));
  // Lines that are only similar count where no line is the same.
  const shown = same.some(([, o]) => byLine.has(o)) ? same : kept;
  for (const [newLine, oldLine] of shown) {
    const sample = byLine.get(oldLine);
    if (!sample || sample.old === sample.file) continue;
    const indent = indentOf(script.new[newLine]!);
    if (indent === sample.old) {
      evidence.old = true;
      if (!isTrivial(script.new[newLine]!)) evidence.oldSpeaks = true;
    }
    if (indent === sample.file) evidence.file = true;
  }
  return evidence;
}

/** New lines with the old line that each is or was made from. */
function keptLines(script: Script): [newLine: number, oldLine: number][] {
  const kept: [number, number][] = [];
  let oldAt = 0;
  let newAt = 0;
  for (const change of [...script.changes, undefined]) {
    const end = change?.oldFrom ?? script.old.length;
    while (oldAt < end) kept.push([newAt++, oldAt++]);
    if (!change) break;
    const bare = (text: string) => text.replace(/\s+/g, '');
    for (const [n, o] of pairLines(script, change))
      if (bare(script.new[n]!) === bare(script.old[o]!)) kept.push([n, o]);
    oldAt = change.oldTo;
    newAt = change.newTo;
  }
  return kept;
}
