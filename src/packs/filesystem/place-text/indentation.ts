import { indentOf, isBlank } from './lines.ts';

/** An old line that was found: its number in the old text, how that indents it and how the file does. */
export interface IndentSample {
  readonly line: number;
  readonly old: string;
  readonly file: string;
}

type Rule = (indent: string) => string | undefined;

const same = (each: IndentSample): boolean => each.old === each.file;

type Indenter = (indent: string, near: readonly IndentSample[]) => string | undefined;

/**
 * How an added line is indented in the file, learnt from the lines that were found. One rule must explain all of them,
 * or leave all but the first or last one as they are, which was cut or pushed alone and says nothing about lines beside
 * it. Without a rule only what was seen is known; undefined where that contradicts itself.
 */
export function learnIndentation(
  samples: readonly IndentSample[],
  indents: readonly string[],
  unit: string,
): Indenter | undefined {
  const odd = samples.filter(each => !same(each));
  const alone =
    odd.length === 1 && samples.length > 1 ? [samples[0], samples.at(-1)].find(each => each === odd[0]) : undefined;
  const leaves: Indenter = (indent, near) =>
    alone && near.includes(alone) && indent === alone.old ? undefined : indent;
  const table = new Map(samples.map(each => [each.old, each.file]));
  // One line that is off among indented ones that are not is odd, whatever unit would explain it by chance.
  if (alone && samples.some(each => same(each) && each.old !== '')) return explain(samples, TABS) ?? leaves;
  const rule = explainMove(samples, indents, unit);
  if (rule) return rule;
  if (alone) return leaves;
  return samples.every(each => table.get(each.old) === each.file) ? indent => table.get(indent) : undefined;
}

/** Lines stay as they are, or have tabs of some width for spaces, or spaces for tabs. */
const TABS: readonly Rule[] = [2, 4, 8].reduce<Rule[]>(
  (rules, width) => {
    const expand = (indent: string) => indent.replaceAll('\t', ' '.repeat(width));
    rules.push(expand, indent => expand(indent).replaceAll(' '.repeat(width), '\t'));
    return rules;
  },
  [indent => indent],
);

/** The first rule that all samples follow: tabs of some width, another unit, a shift of the whole block, both. */
export function explainMove(
  samples: readonly IndentSample[],
  indents: readonly string[],
  unit: string,
): Rule | undefined {
  if (samples.length === 0) return indent => indent;
  const used = [...samples.map(each => each.old), ...indents];
  const moves = [rescale(used, { unit }), shiftOf(samples), rescale(used, { unit, sample: samples[0]! })];
  return explain(samples, [...TABS, ...moves]);
}

function explain(samples: readonly IndentSample[], rules: readonly Rule[]): Rule | undefined {
  const table = new Map(samples.map(each => [each.old, each.file]));
  const rule = rules.find(each => samples.every(({ old, file }) => each(old) === file));
  return rule && (indent => table.get(indent) ?? rule(indent));
}

/** All lines went as far in or out as the first one. */
function shiftOf([sample]: readonly IndentSample[]): Rule {
  const { old, file } = sample!;
  if (file.endsWith(old)) return indent => file.slice(0, file.length - old.length) + indent;
  const taken = old.slice(0, old.length - file.length);
  return indent => (old.endsWith(file) && indent.startsWith(taken) ? indent.slice(taken.length) : undefined);
}

/** The same levels in the file's unit, all moved as far as the sample. */
function rescale(used: readonly string[], { unit, sample }: { unit: string; sample?: IndentSample }): Rule {
  const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));
  // Odd widths are those of comments with stars.
  const step = used.filter(indent => indent.length % 2 === 0).reduce((size, indent) => divisor(size, indent.length), 0);
  const levelOf = (indent: string) => Math.floor(indent.length / (step || 1));
  const move = sample ? Math.floor(sample.file.length / (unit.length || 1)) - levelOf(sample.old) : 0;
  return indent => {
    const level = levelOf(indent);
    if (step === 0 || unit === '' || indent.includes('\t') || level + move < 0) return undefined;
    return unit.repeat(level + move) + indent.slice(level * step);
  };
}

/** One level of indentation in a file: a tab, or the step by which its lines most often go deeper. */
export function unitOf(lines: readonly string[]): string {
  const steps = new Map<string, number>();
  let before = '';
  for (const line of lines.slice(0, 20_000)) {
    if (isBlank(line)) continue;
    const indent = indentOf(line);
    const step = indent.slice(before.length);
    if (step.length > (step.startsWith('\t') ? 0 : 1)) steps.set(step, (steps.get(step) ?? 0) + 1);
    before = indent;
  }
  return [...steps].reduce((best, each) => (each[1] > best[1] ? each : best), ['', 0])[0];
}
