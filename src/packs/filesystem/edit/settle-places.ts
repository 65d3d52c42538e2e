import { doubtOf } from './doubts.ts';
import { type Found, SURE_LEVEL } from './find-places.ts';
import type { Located, Miss } from './located.ts';
import type { Merge } from './merge-lines.ts';
import { type LinePair, mergePlace, type PlaceOutcome } from './merge-place.ts';
import { bareEdges, FileView, type Place, READINGS } from './readings.ts';
import { similarity } from './similarity.ts';
import { type Splice, toSplice } from './splice.ts';
import { allIndexesOf, positionAt, splitText, type TextLines } from './text-lines.ts';
import { indentOf, isBlank } from './white-space.ts';

/** Lines of more characters are looked at in part. */
const LONG_LINE = 4000;
const LOOSEST = READINGS.find(reading => reading.loosest)!;

/** Makes the edit at the one place that was found, or with `all` at every one. */
export function settlePlaces(view: FileView, found: Found, all: boolean): Located | Miss {
  const { places, reading, pair, level } = found;
  if (places.length > 1 && !all) return { miss: 'several', reading, lines: places.map(place => place.from) };
  const { prefix } = places[0]!;
  // Found inside the indentation of a line, so that it is indented differently after all.
  const shifted = level === undefined && prefix !== '' && isBlank(prefix) && /^\s+\S/.test(pair.old[0]!);
  if ((level !== undefined || shifted) && !all) {
    const literal = !shifted && level! <= SURE_LEVEL;
    const indented = literal || (!shifted && standsIndented(view, pair, places[0]!));
    const doubt = doubtOf(view, pair, { reading, place: places[0]!, literal, indented });
    if (doubt) return doubt;
  }
  if (level !== undefined && level > SURE_LEVEL && breaksDiffer(pair)) {
    return { miss: 'refused', reading, lines: [places[0]!.from], why: EDGE_BREAK };
  }
  if (level !== undefined && (level > SURE_LEVEL || level < 0)) {
    // A looser reading that gives other places disagrees.
    const others = LOOSEST.find(view, pair.old).filter(
      each => !places.some(place => place.from <= each.to && each.from <= place.to),
    );
    if (others.length > 0) {
      const lines = [...places, ...others].map(place => place.from);
      return { miss: 'several', reading, lines: lines.sort((a, b) => a - b) };
    }
  }
  const literal = (level === undefined || level < 0) && isPiece(pair);
  const splices: Splice[] = [];
  let applied: number | undefined;
  for (const place of places) {
    const outcome = spliceAt(view, place, found, literal);
    if ('refused' in outcome) return { miss: 'refused', reading, lines: [place.from], why: outcome.refused };
    if ('applied' in outcome) applied = outcome.applied;
    else if (view.file.text.slice(outcome.start, outcome.end) === outcome.text) applied = place.from;
    else if ((splices.at(-1)?.end ?? 0) <= outcome.start) splices.push(outcome);
  }
  if (splices.length === 0 && applied !== undefined) return { miss: 'applied', line: applied };
  return { reading, splices };
}

export const EDGE_BREAK =
  'only one of old_text and new_text ends with a line break, so it cannot be told whether a blank line is meant';

/** Whether only one of the texts has a line break after a last line that is the same or alike in both. */
export function breaksDiffer({ old, new: wanted }: LinePair): boolean {
  const ends = (lines: readonly string[]) => lines.length > 1 && lines.at(-1) === '';
  if (ends(old) === ends(wanted)) return false;
  const [bare, other] = ends(old) ? [old, wanted] : [wanted, old];
  return similarity(bare.at(-2)!, other.at(-1)!) >= 0.5;
}

/** One line for one line, indented alike: where it stands literally it is spliced, and no line has to be looked at. */
function isPiece({ old, new: wanted }: LinePair): boolean {
  if (old.length !== 1 || wanted.length !== 1 || isBlank(wanted[0]!)) return false;
  return indentOf(old[0]!) === indentOf(wanted[0]!);
}

function spliceAt(
  view: FileView,
  place: Place,
  { pair, byText }: Found,
  literal: boolean,
): Splice | Exclude<PlaceOutcome, Merge> {
  const standing = byText ? standsApplied(view, place, pair) : undefined;
  if (standing !== undefined) return { applied: standing };
  if (literal) {
    const start = view.file.starts[place.from]! + place.prefix.length;
    return { start, end: start + pair.old[0]!.length, text: pair.new[0]! };
  }
  const near = byText ? windowAround(view, place) : { view, place, offset: 0 };
  const outcome = mergePlace(near.view, near.place, pair, byText);
  if (!('lines' in outcome)) return outcome;
  const splice = toSplice(near.view.file, outcome);
  const { start, end, text } = byText ? inside(near.view.file, near.place, splice) : splice;
  return { start: start + near.offset, end: end + near.offset, text };
}

/** In a line as long as those of minified files, only what stands near the place. */
function windowAround(view: FileView, place: Place): { view: FileView; place: Place; offset: number } {
  const line = view.file.lines[place.from]!;
  if (place.from !== place.to || place.suffix === '' || line.length <= LONG_LINE) return { view, place, offset: 0 };
  const from = Math.max(0, place.prefix.length - LONG_LINE / 4);
  const to = Math.min(line.length, line.length - place.suffix.length + LONG_LINE / 4);
  const near = {
    from: 0,
    to: 0,
    prefix: place.prefix.slice(from),
    suffix: place.suffix.slice(0, place.suffix.length - (line.length - to)),
  };
  const window = new FileView(splitText(line.slice(from, to), view.file.dominant));
  return { view: window, place: near, offset: view.file.starts[place.from]! + from };
}

/** Whether each line of the old text is indented as the file line in its place. */
function standsIndented(view: FileView, { old }: LinePair, { from, prefix }: Place): boolean {
  if (prefix !== '') return false;
  return bareEdges(old).every((line, at) => isBlank(line) || indentOf(line) === indentOf(view.file.lines[from + at]!));
}

/** The line where the new text stands already around this place, if it holds the old one. */
function standsApplied(view: FileView, place: Place, pair: LinePair): number | undefined {
  const old = pair.old.join('\n');
  const wanted = pair.new.join('\n');
  const within = allIndexesOf(wanted, old);
  if (within.length === 0) return undefined;
  const text = view.joined(asIs);
  const start = text.starts[place.from]! + place.prefix.length;
  for (const at of within) {
    // A line break after the old text is in the file anyway; a blank line to be added is not.
    const adds = (wanted.slice(0, at) + wanted.slice(at + old.length)).trim() !== '';
    if (adds && start >= at && text.text.startsWith(wanted, start - at)) return positionAt(text, start - at).line;
  }
  return undefined;
}

const asIs = (line: string): string => line;

/** Cuts what stands before and after the place back off a splice of whole lines. */
function inside(file: TextLines, { from, to, prefix, suffix }: Place, splice: Splice): Splice {
  const { start, end, text } = splice;
  const whole = start === file.starts[from] && end === file.starts[to]! + file.lines[to]!.length;
  if (!whole || !text.startsWith(prefix) || !text.endsWith(suffix) || text.length < prefix.length + suffix.length)
    return splice;
  return {
    start: start + prefix.length,
    end: end - suffix.length,
    text: text.slice(prefix.length, text.length - suffix.length),
  };
}
