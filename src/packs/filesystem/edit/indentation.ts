import { commonIndent, indentOf, isBlank } from './white-space.ts';

/** One matched line: how old_text indents it and how the file does. */
export interface IndentSample {
  readonly old: string;
  readonly file: string;
}

/** One level of indentation: a tab or some spaces. */
export type IndentUnit = string;

/** The file's own indentation for one that the model wrote; undefined when the samples do not tell. */
export type IndentMapping = (indent: string) => string | undefined;

const UNITS: readonly IndentUnit[] = ['\t', '  ', '    ', '        '];

/** What one level is in these lines, where most of them agree. */
export function detectUnit(lines: readonly string[]): IndentUnit | undefined {
  const steps = new Map<number, number>();
  let tabs = 0;
  let spaces = 0;
  let before = 0;
  for (const line of lines) {
    if (isBlank(line)) continue;
    const indent = indentOf(line);
    if (indent.startsWith('\t')) tabs++;
    else if (indent.startsWith('  ')) spaces++;
    const step = indent.length - before;
    if (!indent.includes('\t') && step > 1) steps.set(step, (steps.get(step) ?? 0) + 1);
    before = indent.length;
  }
  if (tabs > 4 * spaces) return '\t';
  if (spaces <= 4 * tabs) return undefined;
  const total = steps.values().reduce((sum, count) => sum + count, 0);
  const [size, count] = [...steps].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0]);
  return count * 2 > total ? ' '.repeat(size) : undefined;
}

/** A way in which the model's indentation may map to the file's; `moved` if the block went in or out as well. */
interface Rule {
  readonly map: IndentMapping;
  readonly moved: boolean;
  readonly shift?: true;
}

/**
 * Learns from the matched lines how the model's indentation maps to the file's: by table for what was seen, and for
 * deeper or shallower lines by the rules that fit every sample. Rules that differ on a line decide nothing.
 */
export function learnIndentation(
  samples: readonly IndentSample[],
  model: readonly string[],
  unit: IndentUnit | undefined,
): IndentMapping {
  const table = new Map<string, Set<string>>();
  for (const { old, file } of samples) table.set(old, (table.get(old) ?? new Set()).add(file));
  const rules = fittingRules(samples, model, unit);
  const mostlyKept = samples.filter(s => s.old === s.file).length * 2 > samples.length;
  const kept = (indent: string) => (mostlyKept ? indent : undefined);
  return indent => {
    const seen = table.get(indent);
    // No rule explains all samples, so those that are off are slips, and what they seem to show is nothing.
    if (rules.length === 0) {
      if (!seen) return kept(indent);
      return seen.has(indent) && seen.size === 1 ? indent : undefined;
    }
    if (seen) return seen.size === 1 ? [...seen][0] : undefined;
    // Between the model's and the file's indentation of the only sample a line may be written as either.
    if (table.size === 1 && indent === samples[0]!.file && indent.length < samples[0]!.old.length) return undefined;
    if (table.size === 1 && !isOneStep(indent, samples[0]!.old, { model, unit })) return undefined;
    const answers = new Set(rules.map(rule => rule(indent)));
    return answers.size === 1 ? [...answers][0] : undefined;
  };
}

/**
 * One sample shows the way for a line one level from it; for others only if it is seen how wide the model's levels are,
 * for they may be wider than the file's, or the sample itself a slip.
 */
function isOneStep(
  indent: string,
  sample: string,
  { model, unit }: { readonly model: readonly string[]; readonly unit: IndentUnit | undefined },
): boolean {
  if (stepOf(model)?.block) return true;
  const [longer, shorter] = indent.length > sample.length ? [indent, sample] : [sample, indent];
  const step = longer.startsWith(shorter) ? longer.slice(shorter.length) : '';
  return step === unit || step === '\t';
}

/** Whether one rule explains every sample: the block was shifted or converted as a whole. */
export function isBlockShift(samples: readonly IndentSample[], unit: IndentUnit | undefined): boolean {
  const model = samples.map(sample => `${sample.old}x`);
  return samples.length === 0 || fittingRules(samples, model, unit).length > 0;
}

function fittingRules(
  samples: readonly IndentSample[],
  model: readonly string[],
  unit: IndentUnit | undefined,
): IndentMapping[] {
  // A line that is indented as in the file speaks against a rule that moves the others.
  const kept = samples.some(s => s.old === s.file && s.old !== '');
  const fitting = candidateRules(samples, model, unit).filter(
    ({ map, moved }) => !(kept && moved) && samples.every(s => map(s.old) === s.file),
  );
  // A shift that explains several indentations is enough; a conversion that does the same is a coincidence.
  const several = new Set(samples.map(s => s.old)).size > 1;
  if (several && fitting[0]?.shift) return [fitting[0].map];
  // A text that still has an indentation in common was not moved out, so it was only converted.
  const atMargin = model.some(line => !isBlank(line) && indentOf(line) === '');
  const converted = samples.some(s => s.old.includes('\t') !== s.file.includes('\t')) && !atMargin;
  const inPlace = converted ? fitting.filter(rule => !rule.moved) : [];
  return (inPlace.length > 0 ? inPlace : fitting).map(rule => rule.map);
}

function candidateRules(
  samples: readonly IndentSample[],
  model: readonly string[],
  unit: IndentUnit | undefined,
): Rule[] {
  const first = samples[0];
  if (!first || samples.every(s => s.old === s.file)) return [{ map: indent => indent, moved: false }];
  // Two indentations show the model's step by themselves; with one, the step must fit what the model wrote elsewhere.
  const several = new Set(samples.map(s => s.old)).size > 1;
  const step = several ? undefined : stepOf(model);
  const rules: Rule[] = [];
  if (!step?.block || unit === undefined || step.text === unit) {
    rules.push({ map: shiftBy(first), moved: true, shift: true });
  }
  for (const from of UNITS) {
    if (step !== undefined && step.text !== from) continue;
    // A tab may be as wide as two of the file's levels; spaces are levels.
    for (const to of unit === undefined || from === '\t' ? UNITS : [unit]) {
      const rule = convert(from, to, first);
      // One sample shows a conversion, or that the block was moved to the margin as well; more would be a guess.
      if (from !== to && (several || !rule.moved || first.old === '')) rules.push(rule);
    }
  }
  return rules;
}

/** How a model goes deeper; `block` if that was seen at the start of a block, where it is one level. */
interface Step {
  readonly text: string;
  readonly block: boolean;
}

/** The step by which a model goes deeper: into a block, or else the smallest between the indentations it used. */
function stepOf(lines: readonly string[]): Step | undefined {
  const visible = lines.filter(line => !isBlank(line));
  for (const [at, line] of visible.entries()) {
    const [here, next] = [indentOf(line), indentOf(visible[at + 1] ?? '')];
    if (/(?:[{:]|\belse)\s*$/.test(line) && next.length > here.length && next.startsWith(here)) {
      return { text: next.slice(here.length), block: true };
    }
  }
  const indents = visible.map(indentOf);
  const common = commonIndent(visible);
  if (indents.some(indent => indent.startsWith('\t', common.length))) return { text: '\t', block: false };
  const widths = [...new Set(indents.map(indent => indent.length))].sort((a, b) => a - b);
  const steps = widths.slice(1).map((width, index) => width - widths[index]!);
  const step = Math.min(...steps.filter(each => each > 1));
  return Number.isFinite(step) ? { text: ' '.repeat(step), block: false } : undefined;
}

/** The whole block a fixed piece of white space further in or out. */
function shiftBy({ old, file }: IndentSample): IndentMapping {
  if (file.endsWith(old)) {
    const added = file.slice(0, file.length - old.length);
    return indent => added + indent;
  }
  if (!old.endsWith(file)) return () => undefined;
  const removed = old.slice(0, old.length - file.length);
  return indent => (indent.startsWith(removed) ? indent.slice(removed.length) : undefined);
}

/** Levels of `from` become levels of `to`, a fixed number further in or out; a remainder for alignment stays. */
function convert(from: string, to: string, { old, file }: IndentSample): Rule {
  const [oldLevels, oldRest] = levels(old, from);
  const [fileLevels, fileRest] = levels(file, to);
  const shift = fileLevels - oldLevels;
  const map: IndentMapping = indent => {
    if (oldRest !== fileRest) return undefined;
    const [count, rest] = levels(indent, from);
    // What is left over aligns with something; between two sizes of spaces it is not clear how.
    const whole = from === '\t' ? rest.length < to.length : rest.length <= (to === '\t' ? 1 : 0);
    return count + shift < 0 || !whole ? undefined : to.repeat(count + shift) + rest;
  };
  return { map, moved: shift !== 0 };
}

function levels(indent: string, unit: string): [count: number, rest: string] {
  let count = 0;
  while (indent.startsWith(unit, count * unit.length)) count++;
  return [count, indent.slice(count * unit.length)];
}
