import { indentOf, isBlank, isTrivial } from './lines.ts';

/** An old line that was found: its number in the old text, its indent there and its indent in the file. */
export interface IndentSample {
  readonly line: number;
  readonly text: string;
  readonly old: string;
  readonly file: string;
}

/** The file's indent for a line of the text, which may be its first; undefined where that cannot be told. */
type IndentRule = (indent: string, leads: boolean) => string | undefined;

const isInPlace = ({ old, file }: IndentSample): boolean => old === file;

/** Learns how added lines are indented: all rules that explain every found line must agree; undefined without one. */
export function learnIndentation(
  samples: readonly IndentSample[],
  indents: readonly string[],
  lines: readonly string[],
): IndentRule | undefined {
  if (samples.every(isInPlace)) return indent => indent;
  const unit = unitOf(lines);
  const slips = slipped(samples, indents);
  const isCut = slips.length > 0 && samples.length === 1;
  const whole = unit === undefined || isCut ? [] : [...rescaled(samples, indents, unit), ...shifted(samples, unit)];
  const explains = (rule: IndentRule) => samples.every(({ old, file }) => rule(old, false) === file);
  const rules = [...slips, ...whole.filter(explains)];
  if (rules.length === 0) return undefined;
  return (indent, leads) => {
    const [told, ...others] = new Set(rules.map(rule => rule(indent, leads)));
    return others.length === 0 ? told : undefined;
  };
}

/** Rules that keep the levels: the text's unit, a tab of any usual width or its indents' divisor, becomes the file's. */
function rescaled(samples: readonly IndentSample[], indents: readonly string[], unit: string): IndentRule[] {
  const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));
  const used = [...samples.map(each => each.old), ...indents];
  const tabs = used.some(indent => indent.startsWith('\t'));
  const step = tabs ? 1 : used.reduce((size, indent) => divisor(size, indent.length), 0);
  // A file without indentation has no levels; nor is one column a level: a patch that lost its marks is off by one.
  if (unit === '' || (!tabs && step < 2) || !used.every(indent => /^\t* *$/.test(indent))) return [];
  const levelOf = (indent: string) => (tabs ? /^\t*/.exec(indent)![0].length : indent.length / step);
  return (tabs ? [unit, '  ', '    ', '        '] : [unit]).map(
    level => indent => level.repeat(levelOf(indent)) + indent.slice(levelOf(indent) * step),
  );
}

/**
 * Rules where all lines moved as far in or out as one did. If the indents may also have been scaled, only lines on
 * their levels moved, and between two levels of the file only those with the same indent.
 */
function shifted(samples: readonly IndentSample[], unit: string): IndentRule[] {
  const { old, file } = samples.find(each => !isInPlace(each))!;
  const [less, more] = [old.length, file.length].sort((a, b) => a - b) as [number, number];
  const scaled = less > 0 && more % less === 0 && samples.every(each => each.old === old);
  if (scaled && file.length % unit.length > 0) return [indent => (indent === old ? file : undefined)];
  const taken = old.slice(0, old.length - file.length);
  if (file.endsWith(old)) return [indent => file.slice(0, file.length - old.length) + indent];
  const isLevel = (indent: string) => !scaled || indent.length % old.length === 0;
  const isTold = (indent: string) => old.endsWith(file) && indent.startsWith(taken) && isLevel(indent);
  return [indent => (isTold(indent) ? indent.slice(taken.length) : undefined)];
}

/**
 * Rules where only the first or the last line is off, and is no bracket, which would be another one. A cut first line
 * that is the only found one must show it: all further lines are as far in as the file has it.
 */
function slipped(samples: readonly IndentSample[], indents: readonly string[]): IndentRule[] {
  const [odd, second] = samples.filter(each => !isInPlace(each));
  if (!odd || second) return [];
  const isFirst = odd === samples[0];
  const cut = isFirst && odd.file.endsWith(odd.old);
  const shows = cut && indents.length > 1 && indents.slice(1).every(indent => indent.startsWith(odd.file));
  const moved = cut || (odd.old.endsWith(odd.file) && !isTrivial(odd.text));
  if (!moved || !(samples.length > 1 || shows) || !(isFirst || odd === samples.at(-1))) return [];
  // Lines that are in place show what their indent means, in a text that has kept some indentation.
  const others = samples.filter(each => each !== odd);
  const isKept = others.some(each => each.old === odd.old) && indents.some(indent => indent !== odd.old);
  // A last line may be off because all levels are: lines further in are told only where another found line is indented.
  const isShown = isFirst || others.some(each => each.old !== '');
  const isTold = (indent: string) => (indent === odd.old ? isKept : isShown || indent === '');
  return [(indent, leads) => (leads && isFirst && indent === odd.old ? odd.file : isTold(indent) ? indent : undefined)];
}

/** One level of indentation: a tab, or the step by which lines most often go deeper; undefined if a file has both. */
function unitOf(lines: readonly string[]): string | undefined {
  const steps = new Map<string, number>([['', 0]]);
  const signs = new Set<string>();
  const isLevel = (indent: string) => indent.length > (indent.startsWith('\t') ? 0 : 1);
  let before = '';
  for (const line of lines.slice(0, 20_000)) {
    const indent = indentOf(line);
    if (isLevel(indent)) signs.add(indent[0]!);
    if (isBlank(line)) continue;
    const step = indent.slice(before.length);
    if (isLevel(step)) steps.set(step, (steps.get(step) ?? 0) + 1);
    before = indent;
  }
  return signs.size > 1 ? undefined : [...steps].reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}
