import { type FileView, MOST_PLACES } from './file-view.ts';
import { compareLines, type HunkLine, isAdded, isChange, type LaidHunk, newLines, oldLines } from './hunk.ts';
import { isBlank, isTrivial, trimEnd } from './lines.ts';
import { type Choose, isMiss, type Miss, type Placed } from './placed.ts';
import { READINGS } from './readings.ts';
import { applySplices, type Splice, toSplice } from './splice.ts';
import { writeHunk } from './write-hunk.ts';

interface PlaceOptions {
  /** Lines with the same key are the same. */
  readonly key: (line: string) => string;
  /** The marks of the lines were found by comparing two texts. */
  readonly compared: boolean;
  readonly choose: Choose;
  /** Every place is meant, not one. */
  readonly all?: boolean;
}

/** Makes a hunk where its old lines stand; undefined where they do not. */
export function placeLines(
  view: FileView,
  lines: readonly HunkLine[],
  { key, compared, choose, all = false }: PlaceOptions,
): Placed[] | Miss | undefined {
  const old = oldLines(lines);
  const places = old.every(isBlank) ? [] : view.find(key, old);
  if (places.length === 0) return undefined;
  const placed: Placed[] = [];
  for (const each of all ? places.map(place => ({ place })) : [choose(places, old)]) {
    if ('miss' in each) return each;
    const { place, ...decided } = each;
    const images = old.map((_, at) => place + at);
    const stands = (reading: (typeof READINGS)[number]) =>
      old.every((line, by) => reading.key(line) === reading.key(view.file.lines[place + by]!));
    const reading = READINGS.find(stands)?.name ?? '';
    const rival = all || key === trimEnd ? undefined : strictRival(view, old, images);
    const made: Placed | Miss =
      rival === undefined
        ? writeAt(view, { lines, images, compared }, reading)
        : { miss: 'several', reading, lines: [place, rival].sort((a, b) => a - b) };
    if (isMiss(made)) return made;
    placed.push({ ...made, ...decided });
  }
  return placed;
}

/** Writes a hunk that is laid over the file; where the new lines stand around the old ones already, it is applied. */
export function writeAt(view: FileView, laid: LaidHunk, reading: string): Placed | Miss {
  const known = laid.images.filter(line => line >= 0);
  const [line, last] = [known[0]!, known.at(-1)!];
  const around = laid.lines.some(isAdded) ? standsAround(view, newLines(laid.lines), { line, last }) : undefined;
  if (around !== undefined) return { miss: 'applied', lines: [around] };
  const refuse = (why: string): Miss => ({ miss: 'refused', reading, lines: [line], why });
  const written: Splice[][] = [];
  for (const each of comparisons(laid)) {
    const blocks = writeHunk(view, each);
    if ('refused' in blocks) return refuse(blocks.refused);
    written.push(blocks.map(block => toSplice(view.file, block)));
  }
  const seen = (splices: readonly Splice[]) => applySplices(view.file.text, splices).replace(/^[ \t]+$/gm, '');
  if (written[1] && seen(written[0]!) !== seen(written[1]))
    return refuse('which of its equal lines are new cannot be told');
  return { reading, splices: written[0]!, line };
}

/** Where the new lines stand already so that they hold the lines of a place. */
function standsAround(
  { file }: FileView,
  wanted: readonly string[],
  { line, last }: { line: number; last: number },
): number | undefined {
  const keys = wanted.map(trimEnd);
  for (let at = Math.max(0, last + 1 - keys.length); at <= line; at++)
    if (keys.every((key, by) => key === trimEnd(file.lines[at + by] ?? '\0'))) return at;
  return undefined;
}

/** Two texts are compared from the start and from the end: which of equal lines are new must not matter. */
function comparisons(laid: LaidHunk): LaidHunk[] {
  if (!laid.compared) return [laid];
  const [old, wanted] = [oldLines(laid.lines).toReversed(), newLines(laid.lines).toReversed()];
  const lines = compareLines(old, wanted, trimEnd).toReversed();
  const marks = (all: readonly HunkLine[]) =>
    ['+', '-'].map(other => all.flatMap(({ mark }) => (mark === other ? [] : [mark])).join('')).join();
  return marks(lines) === marks(laid.lines) ? [laid] : [laid, { ...laid, lines }];
}

/** Where the file reads already as it would: it has lines that come, or shows what stood beside those that are gone. */
export function standing(view: FileView, lines: readonly HunkLine[]): number[] {
  const shows = (part: readonly HunkLine[]) => part.some(line => line.mark === ' ' && !isTrivial(line.text));
  const [first, last] = [lines.findIndex(isChange), lines.findLastIndex(isChange)];
  const tells = lines.some(isAdded) || shows(lines.slice(0, first)) || shows(lines.slice(last));
  return tells ? view.find(trimEnd, newLines(lines)) : [];
}

/** Another place than one that fits loosely, with more of the telling lines to the letter, and half of them at least. */
function strictRival(view: FileView, old: readonly string[], images: readonly number[]): number | undefined {
  const telling = old.flatMap((line, at) => (isTrivial(line) ? [] : [at]));
  const own = telling.filter(at => trimEnd(view.file.lines[images[at]!]!) === trimEnd(old[at]!));
  const enough = Math.max(own.length + 1, telling.length / 2);
  return rivalOf(view, old, { key: trimEnd, images, enough, counts: line => !isTrivial(line) });
}

interface RivalOptions {
  readonly key: (line: string) => string;
  /** Which line of the file each line is. */
  readonly images: readonly number[];
  readonly enough: number;
  /** How many lines more or less may lie between. */
  readonly slack?: number;
  /** Which lines count. */
  readonly counts: (line: string) => boolean;
}

/** Another place that has enough of the lines that count, in their order. */
export function rivalOf(
  view: FileView,
  old: readonly string[],
  { key, images, enough, slack = 0, counts }: RivalOptions,
): number | undefined {
  const votes = new Map<number, Set<number>>();
  let least = enough;
  for (const [index, places] of view.positions(key, old).entries()) {
    if (!counts(old[index]!)) continue;
    // A line that stands in so many places may stand in any.
    if (places.length > MOST_PLACES) least--;
    for (const line of places.length > MOST_PLACES ? [] : places.filter(each => each !== images[index])) {
      for (let start = line - index - slack; start <= line - index + slack; start++)
        votes.set(start, (votes.get(start) ?? new Set()).add(index));
    }
  }
  const from = images.find(line => line >= 0)!;
  const rival = votes.entries().find(([at, lines]) => Math.abs(at - from) > slack && lines.size >= least)?.[0];
  return rival === undefined ? undefined : Math.max(0, rival);
}
