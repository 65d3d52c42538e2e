import { largestOf } from '../../../tool/lists/long-lists.ts';
import type { FileView } from './file-view.ts';
import { type HunkLine, isChange, isOld } from './hunk.ts';
import { isBlank, isTrivial, trimEnd } from './lines.ts';
import { ANY_LINES, firstImage, type LaidHunk, type Miss, NO_LINE, refusePlace } from './placed.ts';
import { bareText } from './readings.ts';
import { placeholderKind } from './undecorate/placeholders.ts';

/** How many lines more the file may have in a gap. */
const SLACK = 4;
/** So many places of a part are enough to see that they disagree. */
const ENOUGH = 20;
const MAX_LINES = 400;

/** Context is never written, so that its quotes and the signs at the ends of its lines do not matter. */
const contextText = (line: string): string => bareText(line).replace(/["'`;,]/g, '') || bareText(line);

const ESCAPES = /\\[nrt]?|&(?:lt|gt|amp|quot|#39);/g;
/** What is left of a line without escapes and what they stand for: one that has some may be as the file has it. */
const unescaped = (line: string): string => line.replace(ESCAPES, '').replace(/[<>&"'\s]/g, '');

/** Lines in two parts, each of which stands in the file as it is, and a gap between them. */
interface Gapped {
  /** For each line the line of the file that it is, if any. */
  readonly images: readonly number[];
  /** The line in the gap, which the file has otherwise or not at all; -1 where there is none. */
  readonly odd: number;
  /** The others. */
  readonly here: readonly string[];
}

/** Every way to lay lines over the file in which all but one stand there, in two parts: that one is missing or another in the file, or the file has some more lines there. */
function gappedLines(view: FileView, texts: readonly string[], key: (line: string) => string): Gapped[] {
  const count = texts.length;
  const wanted = texts.map(key);
  const { keys } = view.keyed(key);
  const found = new Map<string, Gapped>();
  const lay = (head: number, skipped: number, [start, end]: readonly [number, number]) => {
    const odd = skipped > 0 ? head : -1;
    const outside = start !== end || head === 0 || head + skipped === count;
    const images = texts.map((_, at) =>
      at === odd && outside ? NO_LINE : at < head + skipped ? start + at : end + at,
    );
    found.set(images.join(), { images, odd, here: texts.filter((_, at) => at !== odd) });
  };
  /** The first part has its first line at `start`; the second one lies as if that were at `end`. */
  const layAll = (start: number, end: number) => {
    let [head, tail] = [0, 0];
    while (head < count && keys[start + head] === wanted[head]) head++;
    while (tail < count && keys[end + count - 1 - tail] === wanted[count - 1 - tail]) tail++;
    if (start === end && head === count) return lay(count, 0, [start, end]);
    const skipped = end > start && head + tail >= count ? 0 : 1;
    for (let at = Math.max(0, count - tail - skipped); at <= Math.min(head, count - skipped); at++)
      if (start === end || (at > 0 && at + skipped < count)) lay(at, skipped, [start, end]);
  };
  const starts = new Set<number>();
  for (const [at, places] of view.positions(key, texts).entries())
    for (const line of isTrivial(texts[at]!) ? [] : places) starts.add(line - at);
  for (const start of starts) {
    for (let by = -1; by <= SLACK; by++) {
      layAll(start, start + by);
      if (!starts.has(start - by)) layAll(start - by, start);
    }
  }
  return [...found.values()];
}

/** Every way to lay lines over the file where line `left` stands for any number of lines. */
function partedLines(view: FileView, texts: readonly string[], left: number): number[][] {
  const [above, below] = [texts.slice(0, left), texts.slice(left + 1)];
  const heads = above.length === 0 ? [0] : view.find(bareText, above).slice(0, ENOUGH);
  const tails = below.length === 0 ? [view.lines.length] : view.find(bareText, below).slice(-ENOUGH);
  const lay = (head: number, tail: number) => [
    ...above.map((_, at) => head + at),
    ANY_LINES,
    ...below.map((_, at) => tail + at),
  ];
  return heads.flatMap(head => tails.filter(tail => tail >= head + left).map(tail => lay(head, tail)));
}

const tellingOf = (lines: readonly string[]): number => lines.filter(line => !isTrivial(line)).length;
const isLeftOut = ({ mark, text }: HunkLine): boolean => mark === ' ' && placeholderKind(text) !== undefined;

/**
 * Lays a hunk over the file whose context is not quite as the file has it: in each way that leaves one gap, whatever
 * blank lines there are. The lines that it removes must be there, two telling lines at least and half of all too, and no
 * line that it does not know beside those that it changes. A place where such a line is off, but as many lines stand, may
 * be the one that is meant; and so may that of a line in the gap which stands elsewhere.
 */
export function findNear(view: FileView, lines: readonly HunkLine[], compared: boolean): LaidHunk[] | Miss {
  const shown = lines.filter(line => line.mark === '+' || !isBlank(line.text));
  const old = shown.filter(isOld);
  const texts = old.map(line => line.text);
  if (texts.length > MAX_LINES || lines.every(line => line.mark !== ' ')) return [];
  const { view: visible, numbers } = view.visible;
  const toLines = (images: readonly number[]) => images.map(at => numbers[at] ?? at);
  const left = old.findIndex(isLeftOut);
  const reading = left < 0 ? 'misremembered context' : 'lines left out';
  const lay = (images: readonly number[]): LaidHunk => {
    return { lines, compared, reading, images: withBlanks(view, lines.filter(isOld), toLines(images)) };
  };
  if (left >= 0) return partedLines(visible, texts, left).map(lay);
  const ways = gappedLines(visible, texts, contextText).filter(way => knowsNeighbours(shown, way));
  const isThere = ({ images, odd }: Gapped, at: number) =>
    at !== odd && images[at]! >= 0 && bareText(visible.lines[images[at]!]!) === bareText(texts[at]!);
  const fits = (way: Gapped) => old.every((line, at) => line.mark === ' ' || isThere(way, at));
  const tells = ({ here }: Gapped) => tellingOf(here) >= Math.max(2, tellingOf(texts) / 2);
  const best = largestOf(
    ways.filter(way => fits(way) && tells(way)).map(way => way.here.length),
    0,
  );
  const rivals = ways.filter(way => way.here.length >= (best > 3 ? best - 1 : best));
  const fitting = rivals.filter(fits);
  if (!fitting.some(tells)) return [];
  const place = firstImage(lay(fitting[0]!.images));
  const parts = fitting.flatMap(way => partsBeyond(shown, way));
  if (parts.some(part => part.length === 0))
    return refusePlace('a line beside those that it changes is not as the file has it', place);
  const odd = fitting.flatMap(way => texts[way.odd] ?? []).filter(line => !isTrivial(line));
  const known = new Set(fitting.flatMap(way => toLines(way.images.filter((_, at) => at !== way.odd))));
  const others = [
    ...rivals.filter(way => !fits(way)).flatMap(way => toLines(way.images)),
    ...view.positions(unescaped, odd).flat(),
    ...toLines(parts.flatMap(part => visible.find(contextText, part))),
  ].filter(line => line >= 0 && !known.has(line));
  if (others.length === 0) return fitting.map(way => lay(way.images));
  return { miss: 'ambiguous', reading, lines: [place, others[0]!].sort((a, b) => a - b) };
}

/** Whether no line that only the file has stands beside a line that changes. */
function knowsNeighbours(shown: readonly HunkLine[], { images }: Gapped): boolean {
  let [at, above, changes] = [-1, -1, false];
  for (const line of shown) {
    changes ||= isChange(line);
    if (!isOld(line) || images[++at]! < 0) continue;
    if (changes && above >= 0 && images[at]! > above + 1) return false;
    [above, changes] = [images[at]!, isChange(line)];
  }
  return true;
}

/** The lines beyond the odd one, as seen from a change right beside it that no telling line shows; only they show where it is. */
function partsBeyond(shown: readonly HunkLine[], { odd }: Gapped): string[][] {
  const old = shown.filter(isOld);
  const at = odd < 0 ? shown.length : shown.indexOf(old[odd]!);
  const sides = [
    { beside: shown.slice(at + 1), part: old.slice(0, Math.max(0, odd)) },
    { beside: shown.slice(0, odd < 0 ? 0 : at).toReversed(), part: old.slice(odd + 1) },
  ];
  return sides.flatMap(({ beside, part }) => {
    const run = beside.slice(
      0,
      [...beside, undefined].findIndex(line => !line || !isChange(line)),
    );
    const vague = run.length > 0 && tellingOf(run.filter(isOld).map(line => line.text)) === 0;
    return vague && (part.length > 0 || run.some(isOld)) ? [part.map(line => line.text)] : [];
  });
}

/** The images of all lines, from those of the visible ones: a blank line is the blank one beside its neighbour. */
function withBlanks({ lines }: FileView, old: readonly HunkLine[], visible: readonly number[]): number[] {
  let at = 0;
  const images = old.map(({ text }) => (isBlank(text) ? NO_LINE : visible[at++]!));
  for (const [index, { text }] of old.entries()) {
    const [above, below] = [images[index - 1] ?? -1, images[index + 1] ?? -1];
    const next = above >= 0 ? above + 1 : below - 1;
    if (isBlank(text) && isBlank(lines[next] ?? '\0')) images[index] = next;
  }
  return images;
}

/** Another place than one that fits loosely, where more of the telling lines stand to the letter but for a gap, and half of them at least. */
export function strictRival(view: FileView, old: readonly string[], images: readonly number[]): number | undefined {
  const own = tellingOf(old.filter((line, at) => trimEnd(view.lines[images[at]!]!) === trimEnd(line)));
  const enough = Math.max(own + 1, tellingOf(old) / 2);
  const rival = gappedLines(view, old, trimEnd).find(
    way => tellingOf(way.here) >= enough && way.images.some((line, at) => line >= 0 && line !== images[at]),
  );
  return rival?.images.find(line => line >= 0);
}
