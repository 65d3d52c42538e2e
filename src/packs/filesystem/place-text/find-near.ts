import type { FileView } from './file-view.ts';
import { ANY_LINES, firstImage, isChange, isOld, type LaidHunk, NO_LINE, oldLines, type Wording } from './hunk.ts';
import { isBlank, isTrivial, trimEnd } from './lines.ts';
import { Miss, refusePlace } from './miss.ts';
import { bareText } from './readings.ts';
import { placeholderKind } from './undecorate/placeholders.ts';

/** The most lines that the file may have more in a gap. */
const SLACK = 4;
/** The number of places of a part that is enough to see that they disagree. */
const ENOUGH = 20;
/** The most work: beyond this product of the lines of the text and of the file no gaps are looked for. */
const MAX_WORK = 5_000_000;

/** A line of context as it is compared. It is never written, so its quotes and the signs at its end do not matter. */
const contextText = (line: string): string => bareText(line).replace(/["'`;,]/g, '') || bareText(line);
/** A line without escapes and the signs that they stand for: a line with escapes may be as the file has it. */
const unescaped = (line: string): string => line.replace(/\\[nrt]?|&(?:lt|gt|amp|quot|#39);|[<>&"'\s]/g, '');
const tellingOf = (lines: readonly string[]): number => lines.filter(line => !isTrivial(line)).length;

/** Lines in two parts, each of which stands in the file as it is, with a gap before line `at`. */
interface Gapped {
  readonly at: number;
  /** The line of the file for each line, if there is one. */
  readonly images: readonly number[];
  /** The line in the gap, which the file has otherwise or not at all; -1 where there is no such line. */
  readonly odd: number;
  /** The number of other lines that tell something. */
  readonly telling: number;
  /** Whether the file has lines in the gap that the text has not. */
  readonly hides: boolean;
}

/**
 * All ways to lay lines over the file where all but one stand. That one is missing in the file or differs there, or the
 * file has some more lines in its place.
 */
function gappedLines(view: FileView, texts: readonly string[], key: (line: string) => string): Gapped[] {
  const found = new Map<string, Gapped>();
  const { keys } = view.keyed(key);
  const wanted = texts.map(key);
  if (texts.length * view.lines.length > MAX_WORK) return [];
  for (const [skip, at] of [0, 1].flatMap(skip => texts.map((_, at) => [skip, at] as const))) {
    const [above, below] = [texts.slice(0, at), texts.slice(at + skip)];
    const [alone, odd] = [above.length === 0 || below.length === 0, skip > 0 ? at : -1];
    const vague = [above, below].some(part => tellingOf(part) === 0);
    const tails = view.find(key, below, wanted.slice(at + skip));
    const isTail = new Set(tails);
    for (const head of above.length > 0 ? view.find(key, above, wanted.slice(0, at)) : tails.map(tail => tail - skip)) {
      // `by` is how many lines wider the gap is in the file; parts with lines between them must both tell their place.
      for (let by = alone ? 0 : -skip; by <= (alone || vague ? 0 : SLACK); by++) {
        const stands = alone || isTail.has(head + at + skip + by);
        // A line that stands beside its part is not the odd one.
        if (!stands || (odd >= 0 && by >= 0 && [0, by].some(more => keys[head + odd + more] === wanted[odd]))) continue;
        const image = (line: number) => head + line + (line < at ? 0 : by);
        const images = texts.map((_, line) => (line === odd && (by !== 0 || alone) ? NO_LINE : image(line)));
        found.set(images.join(), { at, images, odd, hides: by > 0, telling: tellingOf([...above, ...below]) });
      }
    }
  }
  return [...found.values()];
}

/** All ways to lay lines over the file where line `left` stands for any number of lines. */
function partedLines(view: FileView, texts: readonly string[], left: number): number[][] {
  const [above, below] = [texts.slice(0, left), texts.slice(left + 1)];
  const heads = above.length === 0 ? [0] : view.find(bareText, above).slice(0, ENOUGH);
  const tails = below.length === 0 ? [view.lines.length] : view.find(bareText, below).slice(-ENOUGH);
  const lay = (head: number, tail: number) =>
    texts.map((_, at) => (at === left ? ANY_LINES : at < left ? head + at : tail + at - left - 1));
  return heads.flatMap(head => tails.filter(tail => tail >= head + left).map(tail => lay(head, tail)));
}

/**
 * Lays a hunk whose context differs a little from the file over it: in each way that leaves one gap, whatever blank
 * lines there are. The lines that the hunk removes must be there, at least two telling lines and half of all such lines
 * too, and no unknown line may stand beside lines that it changes. A place where such a line is off, but the others
 * stand, may be the one that is meant; so may a place elsewhere that has the line of the gap.
 */
export function findNear(view: FileView, wording: Wording): LaidHunk[] {
  const { lines, compared } = wording;
  // An added blank line at either end is a slip of the text or meant: only an exact match would show which.
  if (compared && [lines[0]!, lines.at(-1)!].some(line => line.mark === '+' && isBlank(line.text))) return [];
  if (lines.every(isChange)) return [];
  const { view: visible, numbers } = view.visible;
  const shown = lines.filter(line => line.mark === '+' || !isBlank(line.text));
  const old = shown.filter(isOld);
  const texts = old.map(line => line.text);
  const left = old.findIndex(({ mark, text }) => mark === ' ' && placeholderKind(text) !== undefined);
  const reading = left < 0 ? 'misremembered context' : 'lines left out';
  const toLines = (images: readonly number[]) => images.map(at => numbers[at] ?? at);
  const lay = (images: readonly number[]): LaidHunk => {
    return { wording, lines, reading, images: withBlanks(view, oldLines(lines), toLines(images)) };
  };
  if (left >= 0) return partedLines(visible, texts, left).map(lay);
  const at = [-1, ...old.map(line => shown.indexOf(line)), shown.length];
  /** Whether the text changes anything from one old line to another. */
  const changes = (from: number, to: number) => shown.slice(Math.max(0, at[from + 1]!), at[to + 1]! + 1).some(isChange);
  // Lines that only the file has must not stand beside a line that changes.
  const ways = gappedLines(visible, texts, contextText).filter(
    way => !way.hides || !changes(way.at - 1, way.odd < 0 ? way.at : way.at + 1),
  );
  const isThere = ({ images, odd }: Gapped, line: number) =>
    line !== odd && bareText(visible.lines[images[line]!]!) === bareText(texts[line]!);
  const fits = (way: Gapped) => old.every(({ mark }, line) => mark === ' ' || isThere(way, line));
  const fitting = ways.filter(fits);
  if (!fitting.some(({ telling }) => telling >= Math.max(2, tellingOf(texts) / 2))) return [];
  const place = firstImage(lay(fitting[0]!.images));
  const odd = fitting.flatMap(way => (way.odd < 0 ? [] : [way.odd]));
  // A change beside the odd line, without a telling line, is shown by the other lines alone: they must stand once.
  const isVague = tellingOf(old.filter(isChange).map(line => line.text)) === 0;
  const parts = odd
    .filter(line => isVague && changes(line - 1, line + 1))
    .flatMap(line => [texts.slice(0, line), texts.slice(line + 1)]);
  if (parts.some(part => part.length === 0))
    refusePlace('a line beside those that it changes is not as the file has it', place);
  const strange = odd.map(line => texts[line]!).filter(line => !isTrivial(line));
  const known = new Set(fitting.flatMap(way => toLines(way.images.filter((_, line) => line !== way.odd))));
  const other = [
    ...toLines(ways.filter(way => !fits(way)).flatMap(way => way.images)),
    ...view.positions(unescaped, strange).flat(),
    ...toLines(parts.flatMap(part => visible.find(contextText, part))),
  ].find(line => line >= 0 && !known.has(line));
  if (other === undefined) return fitting.map(way => lay(way.images));
  const doubtful = [place, other].sort((a, b) => a - b);
  throw new Miss('ambiguous', doubtful, { reading });
}

/** The images of all lines, from those of the visible ones: a blank line is the blank one beside its neighbour. */
function withBlanks({ lines }: FileView, old: readonly string[], visible: readonly number[]): number[] {
  let at = 0;
  const images = old.map(text => (isBlank(text) ? NO_LINE : visible[at++]!));
  for (const [index, text] of old.entries()) {
    const [above, below] = [images[index - 1] ?? -1, images[index + 1] ?? -1];
    const next = above >= 0 ? above + 1 : below - 1;
    if (isBlank(text) && isBlank(lines[next] ?? '\0')) images[index] = next;
  }
  return images;
}

/** A place that rivals a loose one: more telling lines stand there to the letter, but for a gap, and half at least. */
export function strictRival(view: FileView, old: readonly string[], images: readonly number[]): number | undefined {
  const own = tellingOf(old.filter((line, at) => trimEnd(view.lines[images[at]!]!) === trimEnd(line)));
  const enough = Math.max(own + 1, tellingOf(old) / 2);
  const rival = gappedLines(view, old, trimEnd).find(
    way => way.telling >= enough && way.images.some((line, at) => line >= 0 && line !== images[at]),
  );
  return rival?.images.find(line => line >= 0);
}
