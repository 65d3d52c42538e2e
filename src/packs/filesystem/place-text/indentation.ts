import { indentOf, isBlank, isTrivial } from './lines.ts';

/** An old line that was found: its number in the old text, how that indents it and how the file does. */
export interface IndentSample {
  readonly line: number;
  readonly text: string;
  readonly old: string;
  readonly file: string;
}

/** How the file indents a line of the text; undefined where that cannot be told. */
type Rule = (indent: string) => string | undefined;
/** The same for an added line, which may be the first of the text. */
export type Indenter = (indent: string, leads: boolean) => string | undefined;

/** Learns how added lines are indented: by the first rule that all found lines follow; undefined where they follow none. */
export function learnIndentation(
  samples: readonly IndentSample[],
  indents: readonly string[],
  lines: readonly string[],
): Indenter | undefined {
  const [odd, second] = samples.filter(each => each.old !== each.file);
  if (!odd) return indent => indent;
  const unit = unitOf(lines);
  const fits = (rule: Rule) => samples.every(({ old, file }) => rule(old) === file);
  const used = [...samples.map(each => each.old), ...indents];
  const levels =
    unit === undefined
      ? []
      : [unit, ...(used.some(indent => indent.startsWith('\t')) ? TABS : [])].map(width => levelRule(used, width));
  const leveled = levels.find(fits);
  if (leveled) return leveled;
  // A first or last line that is off alone is a slip; where it is the only one, all further lines must be as far in as it is in the file.
  const isFirst = odd === samples[0];
  const cut = isFirst && odd.file.endsWith(odd.old);
  const alone = !second && (cut || (odd.old.endsWith(odd.file) && !isTrivial(odd.text)));
  const others =
    samples.length > 1 || (cut && indents.length > 1 && indents.slice(1).every(indent => indent.startsWith(odd.file)));
  if (alone && others && (isFirst || odd === samples.at(-1)))
    return (indent, leads) => (indent !== odd.old ? indent : leads && isFirst ? odd.file : undefined);
  const shift = shiftRule(odd);
  return unit !== undefined && fits(shift) ? shift : undefined;
}

/** All lines went as far in or out as one did. */
function shiftRule({ old, file }: IndentSample): Rule {
  if (file.endsWith(old)) return indent => file.slice(0, file.length - old.length) + indent;
  const taken = old.slice(0, old.length - file.length);
  return indent => (old.endsWith(file) && indent.startsWith(taken) ? indent.slice(taken.length) : undefined);
}

/** How wide a tab of the text may be, other than the file's unit. */
const TABS = ['  ', '    ', '        '];

/** The same levels in a unit of the file. The text's unit is a tab, or what divides its indents; odd widths are those of comments with stars. */
function levelRule(used: readonly string[], unit: string): Rule {
  const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));
  const tabs = used.some(indent => indent.startsWith('\t'));
  const even = used.filter(indent => indent.length % 2 === 0);
  const step = tabs ? 1 : even.reduce((size, indent) => divisor(size, indent.length), 0);
  return indent => {
    if (step === 0 || unit === '') return undefined;
    const level = tabs ? /^\t*/.exec(indent)![0].length : Math.floor(indent.length / step);
    return unit.repeat(level) + indent.slice(level * step);
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
