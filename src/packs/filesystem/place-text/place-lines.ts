import type { FileView } from './file-view.ts';
import { type HunkLine, newLines, oldLines } from './hunk.ts';
import { isBlank, isTrivial, trimEnd } from './lines.ts';
import { bareText, LITERAL, READINGS, type Reading } from './readings.ts';
import type { Block } from './splice.ts';
import { writeHunk } from './write-hunk.ts';

/** Where a hunk goes and what it writes there. Lines count from 0. */
export interface Placed {
  /** `exact`, or what was looked over. */
  readonly reading: string;
  readonly blocks: readonly Block[];
  readonly line: number;
  /** What told one of several places from the others. */
  readonly decided?: string;
}

/** Why an edit or a hunk goes nowhere. Lines count from 0. */
export type Miss =
  | { readonly miss: 'none'; readonly tried: readonly string[] }
  | { readonly miss: 'several'; readonly reading: string; readonly lines: readonly number[] }
  | { readonly miss: 'refused'; readonly reading: string; readonly lines: readonly number[]; readonly why: string }
  | { readonly miss: 'applied'; readonly lines: readonly number[] };

export const isMiss = (found: object): found is Miss => 'miss' in found;

/** Picks one of the places where lines fit, or says why none is meant. */
export type Choose = (places: readonly number[], old: readonly string[]) => { place: number; decided?: string } | Miss;

export interface PlaceOptions {
  /** The marks of the lines were found by comparing two texts. */
  readonly compared: boolean;
  readonly choose?: Choose | undefined;
  /** Every place is meant, not one. */
  readonly all?: boolean;
  /** Only readings that take the lines as they are written. */
  readonly literal?: boolean;
}

/** Makes a hunk where its old lines stand, under the strictest reading that finds any. */
export function placeLines(
  view: FileView,
  lines: readonly HunkLine[],
  options: PlaceOptions,
): Placed[] | Miss | undefined {
  const old = oldLines(lines);
  const found = old.every(isBlank) ? undefined : findPlaces(view, old, options.literal);
  if (!found) return undefined;
  const { reading, places } = found;
  const onlyOne: Choose = () =>
    places.length === 1 ? { place: places[0]! } : { miss: 'several', reading: reading.name, lines: places };
  const { choose = onlyOne, all = false, compared } = options;
  const chosen = all ? places.map(place => ({ place })) : choose(places, old);
  if ('miss' in chosen) return chosen;
  const placed: Placed[] = [];
  for (const { place, ...decided } of [chosen].flat()) {
    const doubt = all ? undefined : doubtOf(view, lines, { place, reading });
    if (doubt) return doubt;
    const blocks = writeHunk(view, { lines, images: old.map((_, at) => place + at), compared });
    if ('refused' in blocks) return { miss: 'refused', reading: reading.name, lines: [place], why: blocks.refused };
    placed.push({ reading: reading.name, blocks, line: place, ...decided });
  }
  return placed;
}

/** Where lines stand under the strictest reading that finds any. Brackets stand in many places; only their literal indentation shows which. */
export function findPlaces(
  view: FileView,
  old: readonly string[],
  literal = false,
): { reading: Reading; places: number[] } | undefined {
  const keys = literal || old.every(isTrivial) ? [trimEnd] : [trimEnd, bareText, READINGS.at(-1)!.key];
  for (const key of keys) {
    const loosest = view.find(key, old);
    for (const reading of loosest.length > 0 ? READINGS : []) {
      const wanted = old.map(reading.key);
      const places = loosest.filter(at => wanted.every((text, by) => reading.key(view.file.lines[at + by]!) === text));
      if (places.length > 0) return { reading, places };
    }
    if (key === bareText && !old.some(line => line.includes('\ufffd'))) return undefined;
  }
  return undefined;
}

/** What speaks against a place: the hunk stands there already, or another place has more of its lines to the letter. */
function doubtOf(
  view: FileView,
  lines: readonly HunkLine[],
  { place, reading }: { place: number; reading: Reading },
): Miss | undefined {
  const beside = standsBeside(view, lines, place);
  if (beside) return { miss: 'applied', lines: [place] };
  if (READINGS.indexOf(reading) < LITERAL) return undefined;
  const [old, wanted] = [oldLines(lines), newLines(lines)];
  const to = place + old.length;
  const telling = lines.some(line => line.mark === '+' && !isTrivial(line.text));
  const stands = telling ? view.find(trimEnd, wanted).find(at => at < place || at + wanted.length > to) : undefined;
  if (stands !== undefined) return { miss: 'applied', lines: [stands] };
  const said = old.filter(line => !isTrivial(line)).length;
  const own = old.filter(
    (line, at) => !isTrivial(line) && trimEnd(view.file.lines[place + at]!) === trimEnd(line),
  ).length;
  const rival = rivalOf(view, old, { key: trimEnd, from: place, to: to - 1, enough: Math.max(own + 1, said / 2) });
  return rival === undefined
    ? undefined
    : { miss: 'several', reading: reading.name, lines: [place, rival].sort((a, b) => a - b) };
}

/** Whether a hunk that only adds lines at its ends finds them there already. */
function standsBeside({ file, count }: FileView, lines: readonly HunkLine[], place: number): boolean {
  const first = lines.findIndex(line => line.mark !== '+');
  const last = lines.findLastIndex(line => line.mark !== '+');
  const added = lines.filter(line => line.mark === '+');
  if (lines.slice(first, last + 1).some(line => line.mark !== ' ') || added.every(line => isBlank(line.text)))
    return false;
  return newLines(lines).every(
    (text, at) => place - first + at < count && trimEnd(file.lines[place - first + at] ?? '\0') === trimEnd(text),
  );
}

interface RivalOptions {
  readonly key: (line: string) => string;
  /** Where the hunk stands. */
  readonly from: number;
  readonly to: number;
  readonly enough: number;
  /** How many lines more or less may lie between. */
  readonly slack?: number;
}

/** Another place that has enough of the telling lines, in their order. */
export function rivalOf(
  view: FileView,
  old: readonly string[],
  { key, from, to, enough, slack = 0 }: RivalOptions,
): number | undefined {
  const telling = old.flatMap((line, at) => (isTrivial(line) ? [] : [at]));
  const votes = new Map<number, Set<number>>();
  for (const [index, places] of view
    .positions(
      key,
      telling.map(at => old[at]!),
    )
    .entries()) {
    for (const line of places) {
      if (slack > 0 ? line >= from && line <= to : line - telling[index]! === from) continue;
      for (let by = -slack; by <= slack; by++) {
        const start = line - telling[index]! + by;
        votes.set(start, (votes.get(start) ?? new Set()).add(index));
      }
    }
  }
  const rival = votes.entries().find(([, lines]) => lines.size >= enough)?.[0];
  return rival === undefined ? undefined : Math.max(0, rival);
}
