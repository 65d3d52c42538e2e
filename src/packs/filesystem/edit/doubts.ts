import type { Miss } from './located.ts';
import type { LinePair } from './merge-place.ts';
import { bareText, type FileView, type Place, READINGS } from './readings.ts';
import { findRival } from './rival-place.ts';
import { compareLines } from './script.ts';
import { isTrivial } from './similarity.ts';
import { isBlank } from './white-space.ts';

const WITH_ANY_TRAIL = READINGS.findLast(reading => reading.name === 'trailing white space')!;
const LOOSEST = READINGS.find(reading => reading.loosest)!;

export interface Candidate {
  readonly reading: string;
  readonly place: Pick<Place, 'from' | 'to'>;
  /** The lines stand there as written, but for line breaks and white space at their end. */
  readonly literal: boolean;
  /** The lines stand there with their indentation as written. */
  readonly indented: boolean;
  /** Another place that is as good is too many. */
  readonly tie?: boolean;
}

/** What speaks against a place that fits only under a reading: the edit stands already, or another place was meant. */
export function doubtOf(
  view: FileView,
  pair: LinePair,
  { reading, place, literal, indented, tie = false }: Candidate,
): Miss | undefined {
  // Lines that the edit keeps stand inside the place itself; that is no sign.
  const within = (each: Place) =>
    each.from >= place.from && each.to <= place.to && each.to - each.from < place.to - place.from;
  const applied = showsItself(pair) ? WITH_ANY_TRAIL.find(view, pair.new).find(each => !within(each))?.from : undefined;
  if (applied !== undefined) return { miss: 'applied', line: applied };
  const visible = pair.old.filter(line => !isBlank(line)).length;
  if (!indented && visible === 1 && pair.new.every(isBlank)) {
    return {
      miss: 'refused',
      reading,
      lines: [place.from],
      why: 'one line that is indented differently is too little to remove by',
    };
  }
  if (!indented && !tellsPlace(view, pair.old)) {
    return {
      miss: 'refused',
      reading,
      lines: [place.from],
      why: 'its lines stand in other places too, so it says too little',
    };
  }
  const rival = literal ? undefined : findRival(view, pair.old, { ...place, tie });
  return rival === undefined
    ? undefined
    : { miss: 'several', reading, lines: [place.from, rival].sort((a, b) => a - b) };
}

/** Whether a line of the old text stands only once in the file, or there are enough of them. */
function tellsPlace(view: FileView, old: readonly string[]): boolean {
  const positions = view.positions(bareText);
  const telling = old.filter(line => !isTrivial(line));
  return telling.length > 3 || telling.some(line => (positions.get(bareText(line)) ?? []).length <= 1);
}

/** Whether the new text would show that it was applied: by a line it adds, or by lines around those it removes. */
export function showsItself({ old, new: wanted }: LinePair): boolean {
  const script = compareLines(old, wanted);
  const visible = (lines: readonly string[]) => lines.some(line => !isBlank(line));
  if (script.changes.some(change => visible(wanted.slice(change.newFrom, change.newTo)))) return true;
  if (wanted.filter(line => !isTrivial(line)).length < 2) return false;
  return script.changes.every(
    change => visible(wanted.slice(0, change.newFrom)) && visible(wanted.slice(change.newTo)),
  );
}

/** Where the lines stand already, white space and typography aside. */
export function linesStand(view: FileView, lines: readonly string[]): number | undefined {
  return (WITH_ANY_TRAIL.find(view, lines)[0] ?? LOOSEST.find(view, lines)[0])?.from;
}
