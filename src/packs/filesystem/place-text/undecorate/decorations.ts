import type { TextPair } from '../hunk.ts';
import { isBlank } from '../lines.ts';
import { ESCAPINGS, withoutEscapes } from './escapes.ts';

/** A decoration around the lines of both texts, or in each line: its name, and all ways to take it off. */
interface Decoration {
  readonly name: string;
  readonly strip: (pair: TextPair) => TextPair[];
}

/** The decorations in the order in which they are taken off; a text has at most one of the last ones. */
export const DECORATIONS: readonly (readonly Decoration[])[] = [
  [{ name: 'code fence', strip: withoutFence }],
  [{ name: 'pasted line numbers', strip: withoutLineNumbers }],
  [
    { name: 'diff markers', strip: withoutDiffMarkers },
    ...ESCAPINGS.map(each => ({ name: each.name, strip: (pair: TextPair) => withoutEscapes(pair, each) })),
  ],
];

/** A Markdown code fence around the whole text. */
function withoutFence(pair: TextPair): TextPair[] {
  const old = unfence(pair.old);
  if (!old) return [];
  // A fence of the text itself, inside the fence around it, is no decoration of the new text.
  const opening = (lines: readonly string[]) => lines.find(line => line.trim() !== '')?.trim();
  const own = unfence(old) && opening(old) === opening(pair.new) && !unfence(unfence(pair.new) ?? []);
  const bare = own ? undefined : unfence(pair.new);
  // A new text with more fences than the old text has inside its own keeps that fence: it is text.
  const fences = (lines: readonly string[]) => lines.filter(line => /^\s*(?:`{3,}|~{3,})/.test(line)).length;
  const keeps = !own && !bare && fences(pair.new) > fences(old);
  return keeps ? [] : [{ old, new: bare ?? pair.new }];
}

function unfence(lines: readonly string[]): readonly string[] | undefined {
  const from = lines[0]?.trim() === '' ? 1 : 0;
  const to = lines.at(-1)?.trim() === '' ? lines.length - 1 : lines.length;
  const fence = /^\s*(`{3,}|~{3,})[\w+#.-]*\s*$/.exec(lines[from] ?? '')?.[1];
  if (fence === undefined || to - from < 2 || lines[to - 1]!.trim() !== fence) return undefined;
  return lines.slice(from + 1, to - 1);
}

/** Lines pasted out of a diff: all of them marked, or only the changed ones. */
function withoutDiffMarkers(pair: TextPair): TextPair[] {
  const has = (lines: readonly string[], sign: string) => lines.some(line => line.startsWith(sign));
  if (!has(pair.old, '-') && !has(pair.new, '+')) return [];
  const every = (lines: readonly string[], marks: RegExp) => lines.every(line => line === '' || marks.test(line));
  const cut = (lines: readonly string[], signs: RegExp) => lines.map(line => line.replace(signs, ''));
  const found: TextPair[] = [];
  if (every(pair.old, /^[- ]/)) {
    // Without a plus sign, only lines that both texts have show whether the new text is marked as well.
    const kept = pair.old.filter(line => line.startsWith(' ') && line.trim() !== '');
    const marked = every(pair.new, /^[+ ]/) && (has(pair.new, '+') || pair.new.some(line => kept.includes(line)));
    const plain = !has(pair.new, '+') && pair.new.some(line => kept.includes(` ${line}`));
    if (marked !== plain) found.push({ old: cut(pair.old, /^[- ]/), new: marked ? cut(pair.new, /^[+ ]/) : pair.new });
  }
  if (!has(pair.old, '+') && !has(pair.new, '-')) found.push({ old: cut(pair.old, /^-/), new: cut(pair.new, /^\+/) });
  return found;
}

/** The ways in which tools that read files number their lines: the number is the first group, the line the second. */
const FORMATS = [/^\s*(\d+)[\t→](.*)$/s, /^\s*L?(\d+)(?: ?[|│]|:)(?: |$)(.*)$/s, /^\s*L?(\d+)(?: ?[|│]|:)(.*)$/s];
/** A number alone, which may be left of a blank line. */
const BARE = /^\s*L?(\d+)$/;

/** The lines without their numbers, which count up by one, and the first one; a line break at either end has none. */
function unnumbered(lines: readonly string[], format: RegExp): { lines: string[]; first: number } | undefined {
  const parsed = lines.map(line => format.exec(line) ?? BARE.exec(line));
  const at = parsed.findIndex(each => each !== null);
  const first = Number(parsed[at]?.[1]) - at;
  const counts = (each: RegExpExecArray | null, index: number) =>
    each ? Number(each[1]) === first + index : lines[index] === '' && (index === 0 || index === lines.length - 1);
  if (!lines.some(line => format.test(line)) || !parsed.every(counts)) return undefined;
  return { lines: parsed.map(each => each?.[2] ?? ''), first };
}

/** Takes pasted line numbers off both texts: old lines are numbered in a row, new ones have a number near it or none. */
function withoutLineNumbers(pair: TextPair): TextPair[] {
  return FORMATS.flatMap(format => {
    const { lines: old, first } = unnumbered(pair.old, format) ?? { lines: [], first: 0 };
    if (old.every(isBlank)) return [];
    const last = first + pair.old.length + pair.new.length;
    // A line that the old text has, with or without its number, is that line, whatever it begins with.
    const known = new Map([...pair.old, ...old].map((line, at) => [line, old[at % old.length]!]));
    const isNumbered = pair.new.some(line => (format.test(line) || pair.old.includes(line)) && !old.includes(line));
    const wanted = pair.new.map(line => {
      const [, number, text = ''] = format.exec(line) ?? (isNumbered ? BARE.exec(line) : null) ?? [];
      return known.get(line) ?? (Number(number) >= first - 1 && Number(number) <= last ? text : line);
    });
    return [{ old, new: wanted, numberedFrom: first + (pair.old[0] === '' ? 1 : 0) }];
  });
}

/** Whether the new text alone has line numbers, one after the other, before lines of the old text. */
export const numbersNewOnly = ({ old, new: wanted }: TextPair): boolean =>
  FORMATS.some(
    format =>
      !old.some(line => format.test(line)) &&
      unnumbered(wanted, format)?.lines.some(line => !isBlank(line) && old.includes(line)),
  );
