import { indentOf, isBlank, isTrivial } from './lines.ts';

/** An old line that was found: its number in the old text, how that indents it and how the file does. */
export interface IndentSample {
  readonly line: number;
  readonly text: string;
  readonly old: string;
  readonly file: string;
}

/** How the file indents a line of the text, which may be its first; undefined where that cannot be told. */
type Indenter = (indent: string, leads: boolean) => string | undefined;

const isInPlace = ({ old, file }: IndentSample): boolean => old === file;

/** Learns how added lines are indented: all rules that explain every found line must say the same; undefined where none does. */
export function learnIndentation(
  samples: readonly IndentSample[],
  indents: readonly string[],
  lines: readonly string[],
): Indenter | undefined {
  if (samples.every(isInPlace)) return indent => indent;
  const unit = unitOf(lines);
  const slip = slipped(samples, indents);
  const whole =
    unit === undefined || (slip && samples.length === 1)
      ? []
      : [...levels(samples, indents, unit), shifted(samples, unit)];
  const rules = [
    ...(slip ? [slip] : []),
    ...whole.filter(rule => samples.every(({ old, file }) => rule(old, false) === file)),
  ];
  if (rules.length === 0) return undefined;
  return (indent, leads) => {
    const told = new Set(rules.map(rule => rule(indent, leads)));
    return told.size === 1 ? [...told][0] : undefined;
  };
}

/** The same levels in a unit of the file. The text's unit is a tab, which may be as wide as is usual, or what divides its indents. */
function levels(samples: readonly IndentSample[], indents: readonly string[], unit: string): Indenter[] {
  const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));
  const used = [...samples.map(each => each.old), ...indents];
  const tabs = used.some(indent => indent.startsWith('\t'));
  const step = tabs ? 1 : used.reduce((size, indent) => divisor(size, indent.length), 0);
  // One column is no level: lines are off by one where the marks of a patch are lost.
  if ((!tabs && step < 2) || !used.every(indent => /^\t* *$/.test(indent))) return [];
  const levelOf = (indent: string) => (tabs ? /^\t*/.exec(indent)![0].length : indent.length / step);
  return (tabs ? [unit, '  ', '    ', '        '] : [unit]).map(
    level => indent => level.repeat(levelOf(indent)) + indent.slice(levelOf(indent) * step),
  );
}

/**
 * Only the first or the last line is off, and it is no bracket, which would be another one. A first line that was cut
 * and is the only one must show it: all further lines are as far in as the file has it.
 */
function slipped(samples: readonly IndentSample[], indents: readonly string[]): Indenter | undefined {
  const [odd, second] = samples.filter(each => !isInPlace(each));
  if (!odd || second) return undefined;
  const isFirst = odd === samples[0];
  const cut = isFirst && odd.file.endsWith(odd.old);
  const shows = cut && indents.length > 1 && indents.slice(1).every(indent => indent.startsWith(odd.file));
  const moved = cut || (odd.old.endsWith(odd.file) && !isTrivial(odd.text));
  if (!moved || !(samples.length > 1 || shows) || !(isFirst || odd === samples.at(-1))) return undefined;
  // Lines that are in place show what their indent means, in a text that has kept some.
  const isKept =
    samples.some(each => each !== odd && each.old === odd.old) && indents.some(indent => indent !== odd.old);
  return (indent, leads) => {
    if (indent !== odd.old) return indent;
    return leads && isFirst ? odd.file : isKept ? indent : undefined;
  };
}

/** All lines went as far in or out as one did; where they may as well have been made wider or narrower, between two levels of the file, only lines on their level did. */
function shifted(samples: readonly IndentSample[], unit: string): Indenter {
  const { old, file } = samples.find(each => !isInPlace(each))!;
  const [less, more] = [old.length, file.length].sort((a, b) => a - b) as [number, number];
  const scaled = less > 0 && more % less === 0 && samples.every(each => each.old === old);
  if (scaled && file.length % unit.length > 0) return indent => (indent === old ? file : undefined);
  const taken = old.slice(0, old.length - file.length);
  if (file.endsWith(old)) return indent => file.slice(0, file.length - old.length) + indent;
  return indent => (old.endsWith(file) && indent.startsWith(taken) ? indent.slice(taken.length) : undefined);
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
