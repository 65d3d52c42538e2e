import { doubtOf } from './doubts.ts';
import { type Found, SURE_LEVEL } from './find-places.ts';
import type { Located, Miss } from './located.ts';
import { type LinePair, mergePlace, type PlaceOutcome } from './merge-place.ts';
import { type FileView, type Place, READINGS } from './readings.ts';
import { type Splice, toSplice } from './splice.ts';
import { allIndexesOf, positionAt, type TextLines } from './text-lines.ts';
import { isBlank } from './white-space.ts';

const LOOSEST = READINGS.find(reading => reading.loosest)!;

/** Makes the edit at the one place that was found, or with `all` at every one. */
export function settlePlaces(view: FileView, found: Found, all: boolean): Located | Miss {
  const { places, reading, pair, byText, level } = found;
  if (places.length > 1 && !all) return { miss: 'several', reading, lines: places.map(place => place.from) };
  const { prefix } = places[0]!;
  // Found inside the indentation of a line, so that it is indented differently after all.
  const shifted = level === undefined && prefix !== '' && isBlank(prefix) && /^\s+\S/.test(pair.old[0]!);
  if ((level !== undefined || shifted) && !all) {
    const doubt = doubtOf(view, pair, { reading, place: places[0]!, indented: !shifted && level! <= SURE_LEVEL });
    if (doubt) return doubt;
  }
  if (level !== undefined && level > SURE_LEVEL) {
    // A looser reading that gives other places disagrees.
    const others = LOOSEST.find(view, pair.old).filter(
      each => !places.some(place => place.from <= each.to && each.from <= place.to),
    );
    if (others.length > 0) {
      const lines = [...places, ...others].map(place => place.from);
      return { miss: 'several', reading, lines: lines.sort((a, b) => a - b) };
    }
  }
  const splices: Splice[] = [];
  let applied: number | undefined;
  for (const place of places) {
    const outcome = placeOutcome(view, place, pair, byText);
    if ('refused' in outcome) return { miss: 'refused', reading, lines: [place.from], why: outcome.refused };
    if ('applied' in outcome) {
      applied = outcome.applied;
      continue;
    }
    const splice = toSplice(view.file, outcome);
    const cut = byText ? inside(view.file, place, splice) : splice;
    if (view.file.text.slice(cut.start, cut.end) === cut.text) applied = place.from;
    else if (!splices.some(other => other.end > cut.start && cut.end > other.start)) splices.push(cut);
  }
  if (splices.length === 0 && applied !== undefined) return { miss: 'applied', line: applied };
  return { reading, splices };
}

function placeOutcome(view: FileView, place: Place, pair: LinePair, byText: boolean): PlaceOutcome {
  if (byText) {
    const old = pair.old.join('\n');
    const wanted = pair.new.join('\n');
    const text = view.joined(asIs);
    const start = text.starts[place.from]! + place.prefix.length;
    for (const at of allIndexesOf(wanted, old)) {
      // A line break after the old text is in the file anyway; a blank line to be added is not.
      const adds = (wanted.slice(0, at) + wanted.slice(at + old.length)).trim() !== '';
      if (adds && start >= at && text.text.startsWith(wanted, start - at))
        return { applied: positionAt(text, start - at).line };
    }
  }
  return mergePlace(view, place, pair, byText);
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
