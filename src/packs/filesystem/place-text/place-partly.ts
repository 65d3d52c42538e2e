import { compareLines } from './hunk.ts';
import type { FileView } from './lines/file-view.ts';
import { allIndexesOf, positionAt, splitText, type TextLines } from './lines/text-lines.ts';
import { hasTypography, plainSameLength } from './lines/typography.ts';
import { isBlank, trimEnd } from './lines/white-space.ts';
import { mergeLines } from './merge-lines.ts';
import type { Miss, Placed } from './placed.ts';
import type { TextPair } from './undecorate/pasted-numbers.ts';

/** Texts without the line breaks at their ends, and where the old one had them: there it does not stand inside a line. */
export interface EdgedPair extends TextPair {
  readonly fromStart: boolean;
  readonly toEnd: boolean;
}

interface PartReading {
  readonly name: string;
  readonly key: (line: string) => string;
  applies(view: FileView, old: readonly string[]): boolean;
}

/** Readings that leave columns as they are, so that a text may begin and end inside lines. */
const PARTS: readonly PartReading[] = [
  // The file has other line breaks than the text.
  { name: 'line endings', key: line => line, applies: ({ file }) => file.text.includes('\r') },
  // White space at the ends of lines within the text.
  { name: 'trailing white space', key: trimEnd, applies: (_, old) => old.length > 1 },
  // Quotes, dashes and spaces that are one character each.
  {
    name: 'typographic characters',
    key: plainSameLength,
    applies: ({ file }, old) => old.some(hasTypography) || hasTypography(file.text),
  },
];

/** Makes an edit whose old text begins or ends inside a line, where it does not stand literally. */
export function placePartly(view: FileView, pair: EdgedPair, all: boolean): readonly Placed[] | Miss | undefined {
  const { file } = view;
  for (const { name, key, applies } of PARTS) {
    if (pair.old.every(isBlank) || !applies(view, pair.old)) continue;
    const joined = splitText(file.lines.map(key).join('\n'));
    const needle = pair.old.map(key).join('\n');
    const found = allIndexesOf(joined.text, needle, all ? Number.POSITIVE_INFINITY : 100).filter(at => {
      const [start, end] = [positionAt(joined, at), positionAt(joined, at + needle.length)];
      if ((pair.fromStart || isBlank(pair.old[0]!)) && !isBlank(joined.lines[start.line]!.slice(0, start.column)))
        return false;
      if ((pair.toEnd || isBlank(pair.old.at(-1)!)) && !isBlank(joined.lines[end.line]!.slice(end.column)))
        return false;
      return !splitsRun(joined.text, at) && !splitsRun(joined.text, at + needle.length);
    });
    if (found.length === 0) continue;
    const lines = found.map(at => positionAt(joined, at).line);
    if (found.length > 1 && !all) return { miss: 'several', reading: name, lines };
    const placed: Placed[] = [];
    for (const at of found) {
      const blocks = mergePart(view, pair, { joined, at, end: at + needle.length });
      if ('refused' in blocks) return { miss: 'refused', reading: name, lines, why: blocks.refused };
      placed.push({ reading: name, blocks, line: positionAt(joined, at).line });
    }
    return placed;
  }
  return undefined;
}

function mergePart(
  view: FileView,
  { old, new: wanted }: TextPair,
  { joined, at, end }: { joined: TextLines; at: number; end: number },
) {
  const [first, last] = [positionAt(joined, at), positionAt(joined, end)];
  const prefix = view.file.lines[first.line]!.slice(0, first.column);
  const suffix = view.file.lines[last.line]!.slice(last.column);
  const whole = (lines: readonly string[]) =>
    lines.map((line, index) => {
      const start = index === 0 && !isBlank(prefix) ? prefix + line : line;
      return index === lines.length - 1 && !isBlank(suffix) ? start + suffix : start;
    });
  const [a, b] = [whole(old), whole(wanted)];
  return mergeLines(view, { lines: compareLines(a, b), images: a.map((_, by) => first.line + by), compared: true });
}

/** Whether a place begins or ends inside a row of equal signs, as of dashes: then it is a piece of something longer. */
function splitsRun(text: string, at: number): boolean {
  return text[at] !== undefined && text[at] === text[at - 1] && /[^\s\p{L}\p{N}]/u.test(text[at]!);
}
