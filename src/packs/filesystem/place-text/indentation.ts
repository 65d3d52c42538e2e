import { indentOf, isBlank } from './lines.ts';

/** An old line that was found: its number in the old text, how that indents it and how the file does. */
export interface IndentSample {
  readonly line: number;
  readonly old: string;
  readonly file: string;
}

type Rule = (indent: string) => string | undefined;
/** Says how the file indents a line of the text, beside the samples above and below it; undefined where that cannot be told. */
type Indenter = (indent: string, near: readonly IndentSample[]) => string | undefined;

const isSame = (each: IndentSample): boolean => each.old === each.file;

/**
 * Learns how added lines are indented from the lines that were found: by the first rule that all of these follow. A
 * first or last line that is off alone is a slip, and says nothing about lines elsewhere. Without a rule only what
 * was seen is known.
 */
export function learnIndentation(
  samples: readonly IndentSample[],
  indents: readonly string[],
  lines: readonly string[],
): Indenter {
  const [odd, second] = samples.filter(each => !isSame(each));
  if (!odd) return indent => indent;
  const moved = odd.old.endsWith(odd.file) || odd.file.endsWith(odd.old);
  const alone = moved && !second && samples.length > 1 && [samples[0], samples.at(-1)].includes(odd);
  const slip: Indenter = (indent, near) => (near.includes(odd) && indent === odd.old ? undefined : indent);
  // Among indented lines that are not off, one is a slip, whatever unit would explain it by chance.
  if (alone && samples.some(each => isSame(each) && each.old !== '')) return slip;
  const seen = Map.groupBy(samples, each => each.old);
  const known: Rule = indent => {
    const files = new Set(seen.get(indent)?.map(each => each.file));
    return files.size === 1 ? [...files][0] : undefined;
  };
  const rule = ruleFor(samples, indents, lines);
  if (rule) return indent => known(indent) ?? rule(indent);
  return alone && odd.old.length > odd.file.length ? slip : known;
}

/** The first rule that all samples follow: tabs of some width, another unit, a shift of the whole block, both. */
export function ruleFor(
  samples: readonly IndentSample[],
  indents: readonly string[],
  lines: readonly string[],
): Rule | undefined {
  const odd = samples.find(each => !isSame(each));
  if (!odd) return indent => indent;
  const unit = unitOf(lines);
  const used = [...samples.map(each => each.old), ...indents];
  const takesOff = odd.old.length > odd.file.length;
  const rules =
    unit !== undefined
      ? [...TABS, rescale(used, unit), shiftOf(odd), rescale(used, unit, samples[0])]
      : // How a line that was not seen looks in a file of tabs and spaces, only a shift that takes off can tell.
        takesOff
        ? [shiftOf(odd)]
        : [];
  return rules.find(each => samples.every(({ old, file }) => each(old) === file));
}

/** Tabs of some width for spaces, or spaces for tabs. */
const TABS: readonly Rule[] = [2, 4, 8].flatMap(width => {
  const expand = (indent: string) => indent.replaceAll('\t', ' '.repeat(width));
  return [expand, (indent: string) => expand(indent).replaceAll(' '.repeat(width), '\t')];
});

/** All lines went as far in or out as one did. */
function shiftOf({ old, file }: IndentSample): Rule {
  if (file.endsWith(old)) return indent => file.slice(0, file.length - old.length) + indent;
  const taken = old.slice(0, old.length - file.length);
  return indent => (old.endsWith(file) && indent.startsWith(taken) ? indent.slice(taken.length) : undefined);
}

/** The same levels in the file's unit, all moved as far as the sample. */
function rescale(used: readonly string[], unit: string, sample?: IndentSample): Rule {
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

/** One level of indentation: a tab, or the step by which lines most often go deeper; undefined in a file that indents by both. */
function unitOf(lines: readonly string[]): string | undefined {
  const steps = new Map<string, number>([['', 0]]);
  const signs = new Set<string>();
  let before = '';
  for (const line of lines.slice(0, 20_000)) {
    const indent = indentOf(line);
    if (indent.length > (indent.startsWith('\t') ? 0 : 1)) signs.add(indent[0]!);
    if (isBlank(line)) continue;
    const step = indent.slice(before.length);
    if (step.length > (step.startsWith('\t') ? 0 : 1)) steps.set(step, (steps.get(step) ?? 0) + 1);
    before = indent;
  }
  return signs.size > 1 ? undefined : [...steps].reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}
