import type { FileView } from './file-view.ts';
import { type HunkLine, type LaidHunk, newLines, oldLines } from './hunk.ts';
import { isBlank, isTrivial, trimEnd } from './lines.ts';
import { bareText, LITERAL, READINGS, type Reading } from './readings.ts';
import { type Splice, toSplice } from './splice.ts';
import { writeHunk } from './write-hunk.ts';

/** Where an edit or a hunk goes and what it writes there. */
export interface Placed {
  /** `exact`, or what was looked over. */
  readonly reading: string;
  readonly splices: readonly Splice[];
  /** Counted from 0. */
  readonly line: number;
  /** What told one of several places from the others. */
  readonly decided?: string;
  /** It begins inside a line. */
  readonly inLine?: boolean;
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

interface PlaceOptions {
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
  { compared, choose = onlyOne, all = false, literal = false }: PlaceOptions,
): Placed[] | Miss | undefined {
  const old = oldLines(lines);
  const found = findPlaces(view, old, literal);
  if (!found) return undefined;
  const { reading, places } = found;
  const chosen = all ? places.map(place => ({ place })) : [choose(places, old)];
  const placed: Placed[] = [];
  for (const each of chosen) {
    if ('miss' in each) return each.miss === 'several' ? { ...each, reading: reading.name } : each;
    const { place, ...decided } = each;
    const doubt = all ? undefined : doubtOf(view, lines, { place, reading });
    if (doubt) return doubt;
    const made = writeAt(view, { lines, images: old.map((_, at) => place + at), compared }, reading.name);
    if (isMiss(made)) return made;
    placed.push({ ...made, ...decided });
  }
  return placed;
}

/** One place must fit. */
export const onlyOne: Choose = places =>
  places.length === 1 ? { place: places[0]! } : { miss: 'several', reading: '', lines: places };

/** Writes a hunk that is laid over the file; where the new lines stand around the old ones already, it is applied. */
export function writeAt(view: FileView, laid: LaidHunk, reading: string): Placed | Miss {
  const known = laid.images.filter(line => line >= 0);
  const [line, last] = [known[0]!, known.at(-1)!];
  const wanted = newLines(laid.lines);
  const adds = laid.lines.some(each => each.mark === '+' && !isBlank(each.text));
  const stands = adds ? view.find(trimEnd, wanted).find(at => at <= line && at + wanted.length > last) : undefined;
  if (stands !== undefined) return { miss: 'applied', lines: [stands] };
  const blocks = writeHunk(view, laid);
  if ('refused' in blocks) return { miss: 'refused', reading, lines: [line], why: blocks.refused };
  return { reading, splices: blocks.map(block => toSplice(view.file, block)), line };
}

/** Where lines stand under the strictest reading that finds any. Brackets stand in many places; only their literal indentation shows which. */
export function findPlaces(
  view: FileView,
  old: readonly string[],
  literal = false,
): { reading: Reading; places: number[] } | undefined {
  if (old.every(isBlank)) return undefined;
  const loosest = view.find(literal || old.every(isTrivial) ? trimEnd : bareText, old);
  for (const reading of loosest.length > 0 ? READINGS : []) {
    const wanted = old.map(reading.key);
    const places = loosest.filter(at => wanted.every((text, by) => reading.key(view.file.lines[at + by]!) === text));
    if (places.length > 0) return { reading, places };
  }
  return undefined;
}

/** What speaks against a place that fits loosely: the new lines stand elsewhere, or another place has more of the old ones to the letter. */
function doubtOf(
  view: FileView,
  lines: readonly HunkLine[],
  { place, reading }: { place: number; reading: Reading },
): Miss | undefined {
  if (READINGS.indexOf(reading) < LITERAL) return undefined;
  const [old, wanted] = [oldLines(lines), newLines(lines)];
  const to = place + old.length;
  const telling = lines.some(line => line.mark === '+' && !isTrivial(line.text));
  const stands = telling ? view.find(trimEnd, wanted).find(at => at < place || at + wanted.length > to) : undefined;
  if (stands !== undefined) return { miss: 'applied', lines: [stands] };
  const said = old.filter(line => !isTrivial(line)).length;
  const own = old.filter((line, at) => !isTrivial(line) && trimEnd(view.file.lines[place + at]!) === trimEnd(line));
  const enough = Math.max(own.length + 1, said / 2);
  const rival = rivalOf(view, old, { key: trimEnd, from: place, to: to - 1, enough });
  return rival === undefined
    ? undefined
    : { miss: 'several', reading: reading.name, lines: [place, rival].sort((a, b) => a - b) };
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
  const votes = new Map<number, Set<number>>();
  for (const [index, places] of view.positions(key, old).entries()) {
    if (isTrivial(old[index]!)) continue;
    for (const line of places) {
      if (slack > 0 ? line >= from && line <= to : line - index === from) continue;
      for (let by = -slack; by <= slack; by++) {
        const start = line - index + by;
        votes.set(start, (votes.get(start) ?? new Set()).add(index));
      }
    }
  }
  const rival = votes.entries().find(([, lines]) => lines.size >= enough)?.[0];
  return rival === undefined ? undefined : Math.max(0, rival);
}
