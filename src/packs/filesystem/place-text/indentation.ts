import { indentOf, isBlank, isTrivial } from './lines.ts';

/** An old line that was found: its number in the old text, how that indents it and how the file does. */
export interface IndentSample {
  readonly line: number;
  readonly text: string;
  readonly old: string;
  readonly file: string;
}

/** What is known of a text: its found lines, the indents of its new lines, and one level of the file, if that is told. */
interface IndentedText {
  readonly samples: readonly IndentSample[];
  readonly indents: readonly string[];
  readonly unit: string | undefined;
}

/** How the file indents a line of the text, which may be its first; undefined where that cannot be told. */
type Indenter = (indent: string, leads: boolean) => string | undefined;

/** The ways in which a text may be indented, from strict to loose. */
const RULES: readonly ((text: IndentedText) => Indenter | undefined)[] = [inPlace, inLevels, slipped, shifted];

/** Learns how added lines are indented: by the first rule that explains all found lines; undefined where none does. */
export function learnIndentation(
  samples: readonly IndentSample[],
  indents: readonly string[],
  lines: readonly string[],
): Indenter | undefined {
  const unit = samples.every(isInPlace) ? undefined : unitOf(lines);
  return RULES.values()
    .map(rule => rule({ samples, indents, unit }))
    .find(each => each !== undefined);
}

const isInPlace = ({ old, file }: IndentSample): boolean => old === file;
const explains = (samples: readonly IndentSample[], indenter: Indenter): boolean =>
  samples.every(({ old, file }) => indenter(old, false) === file);

/** All lines are as the file has them. */
function inPlace({ samples }: IndentedText): Indenter | undefined {
  return samples.every(isInPlace) ? indent => indent : undefined;
}

/** The same levels in a unit of the file. The text's unit is a tab, or what divides its indents; odd widths are those of comments with stars. */
function inLevels({ samples, indents, unit }: IndentedText): Indenter | undefined {
  const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));
  const used = [...samples.map(each => each.old), ...indents];
  const tabs = used.some(indent => indent.startsWith('\t'));
  const even = used.filter(indent => indent.length % 2 === 0);
  const step = tabs ? 1 : even.reduce((size, indent) => divisor(size, indent.length), 0);
  if (!unit || step === 0 || !used.every(indent => /^\t* *$/.test(indent))) return undefined;
  // A star stands one column behind its level; what stands further behind has another level.
  if (!tabs && used.some(indent => indent.length % step > 1)) return undefined;
  const levelOf = (indent: string) => (tabs ? /^\t*/.exec(indent)![0].length : Math.floor(indent.length / step));
  // A tab of the text may be as wide as is usual, whatever the file's unit is.
  const made = [unit, ...(tabs ? ['  ', '    ', '        '] : [])]
    .map(
      (level): Indenter =>
        indent =>
          level.repeat(levelOf(indent)) + indent.slice(levelOf(indent) * step),
    )
    .find(each => explains(samples, each));
  const shift = shifted({ samples, indents, unit });
  const isNextTo = (indent: string) => samples.some(({ file }) => indent === file || indent === file + unit);
  return (
    made &&
    ((indent, leads) => {
      const [levelled, moved] = [made(indent, leads), shift?.(indent, leads)];
      // That all lines were moved is as likely where it puts a new line on the next level.
      return moved !== undefined && moved !== levelled && isNextTo(moved) ? undefined : levelled;
    })
  );
}

/**
 * Only the first or the last line is off, and it is no bracket, which would be another one. A first line that was cut
 * and is the only one must show it: all further lines are as far in as the file has it.
 */
function slipped({ samples, indents }: IndentedText): Indenter | undefined {
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

/** All lines went as far in or out as one did, in a file that does not indent by tabs and spaces both. */
function shifted({ samples, unit }: IndentedText): Indenter | undefined {
  const { old, file } = samples.find(each => !isInPlace(each))!;
  const taken = old.slice(0, old.length - file.length);
  const shift: Indenter = file.endsWith(old)
    ? indent => file.slice(0, file.length - old.length) + indent
    : indent => (old.endsWith(file) && indent.startsWith(taken) ? indent.slice(taken.length) : undefined);
  return unit !== undefined && explains(samples, shift) ? shift : undefined;
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
