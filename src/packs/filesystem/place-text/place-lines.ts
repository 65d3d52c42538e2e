import { type HunkLine, newLines, oldLines } from './hunk.ts';
import type { FileView } from './lines/file-view.ts';
import { isTrivial } from './lines/similarity.ts';
import { isBlank, trimEnd } from './lines/white-space.ts';
import { mergeLines } from './merge-lines.ts';
import { type Choose, type Miss, onlyOne, type Placed } from './placed.ts';
import { bareText, READINGS, type Reading, UNDECODABLE } from './readings.ts';

export interface PlaceOptions {
  /** The marks of the lines were found by comparing two texts. */
  readonly compared: boolean;
  readonly choose?: Choose;
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
  const old = oldLines({ lines });
  if (old.every(isBlank)) return undefined;
  const found = findPlaces(view, old, options);
  if (!found) return undefined;
  const { reading, places } = found;
  const { choose = onlyOne(reading.name), all = false, compared } = options;
  const chosen = all ? places.map(place => ({ place })) : choose(places, old);
  if ('miss' in chosen) return chosen;
  const placed: Placed[] = [];
  for (const { place, ...decided } of [chosen].flat()) {
    const doubt = all ? undefined : doubtOf(view, lines, { place, reading });
    if (doubt) return doubt;
    const blocks = mergeLines(view, { lines, images: old.map((_, at) => place + at), compared });
    if ('refused' in blocks) return { miss: 'refused', reading: reading.name, lines: [place], why: blocks.refused };
    placed.push({ reading: reading.name, blocks, line: place, ...decided });
  }
  return placed;
}

export function findPlaces(
  view: FileView,
  old: readonly string[],
  { literal = false, all = false }: Pick<PlaceOptions, 'literal' | 'all'>,
): { reading: Reading; places: readonly number[] } | undefined {
  const limit = all ? Number.POSITIVE_INFINITY : undefined;
  for (const reading of READINGS.filter(each => each.literal)) {
    const places = view.find(reading.key, old, limit);
    if (places.length > 0) return { reading, places };
  }
  // Brackets stand in many places; only their literal indentation would show which.
  if (literal || old.every(isTrivial)) return undefined;
  const loosest = view.find(bareText, old, limit);
  for (const reading of READINGS) {
    const keys = old.map(reading.key);
    const places = loosest.filter(at => keys.every((key, by) => reading.key(view.file.lines[at + by]!) === key));
    if (places.length > 0) return { reading, places };
  }
  if (!old.some(line => line.includes('\ufffd'))) return undefined;
  const places = view.find(UNDECODABLE.key, old, limit);
  return places.length > 0 ? { reading: UNDECODABLE, places } : undefined;
}

/** What speaks against a place: the hunk stands there already, or another place has more of its lines to the letter. */
function doubtOf(
  view: FileView,
  lines: readonly HunkLine[],
  { place, reading }: { place: number; reading: Reading },
): Miss | undefined {
  const applied = standsBeside(view, lines, place);
  if (applied !== undefined) return { miss: 'applied', line: applied };
  if (reading.literal) return undefined;
  const stands = standsElsewhere(view, lines, place);
  if (stands !== undefined) return { miss: 'applied', line: stands };
  const rival = rivalOf(view, oldLines({ lines }), place);
  if (rival === undefined) return undefined;
  return { miss: 'several', reading: reading.name, lines: [place, rival].sort((a, b) => a - b) };
}

/** Lines added at the ends of a hunk that only adds, where they stand beyond those ends already. */
export function standsBeside(view: FileView, lines: readonly HunkLine[], place: number): number | undefined {
  const first = lines.findIndex(line => line.mark !== '+');
  const last = lines.findLastIndex(line => line.mark !== '+');
  if (lines.slice(first, last + 1).some(line => line.mark !== ' ')) return undefined;
  const added = [...lines.slice(0, first), ...lines.slice(last + 1)];
  if (added.every(line => isBlank(line.text))) return undefined;
  const start = place - first;
  const stands = newLines({ lines }).every(
    (text, at) => start + at >= 0 && start + at < view.count && trimEnd(view.file.lines[start + at]!) === trimEnd(text),
  );
  return stands ? start : undefined;
}

/** Where the new lines stand to the letter outside of the place, which does not. */
function standsElsewhere(view: FileView, lines: readonly HunkLine[], place: number): number | undefined {
  if (!lines.some(line => line.mark === '+' && !isTrivial(line.text))) return undefined;
  const [from, to] = [place, place + oldLines({ lines }).length];
  const wanted = newLines({ lines });
  return view.find(trimEnd, wanted).find(at => at < from || at + wanted.length > to);
}

/** Another place that has more of the old lines as they are written, half of the telling ones at least. */
function rivalOf(view: FileView, old: readonly string[], place: number): number | undefined {
  const telling = old.flatMap((line, at) => (isTrivial(line) ? [] : [at]));
  const own = telling.filter(at => trimEnd(view.file.lines[place + at]!) === trimEnd(old[at]!)).length;
  const votes = new Map<number, number>();
  const positions = view.positions(
    trimEnd,
    telling.map(at => old[at]!),
  );
  for (const [index, at] of telling.entries()) {
    for (const line of positions[index]!)
      if (line - at !== place) votes.set(line - at, (votes.get(line - at) ?? 0) + 1);
  }
  return votes.entries().find(([, count]) => count > own && count * 2 >= telling.length)?.[0];
}
