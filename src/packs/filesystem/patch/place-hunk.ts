import { findPlaceholder } from '../edit/placeholders.ts';
import {
  type FileView,
  findLines,
  findNearly,
  findWritten,
  isBlank,
  type LineEdit,
  lineCount,
  locateLoosely,
  mergeHunk,
} from './hunk-engine.ts';
import { anchorLines, atPosition, reachesEnd, underAnchors } from './hunk-places.ts';
import { type Hunk, newLines, oldLines } from './patch-file.ts';
import { equalRival, rivalOf } from './rivals.ts';

/** Where a hunk goes, or why nowhere. Lines count from 0. */
export type Placing =
  | { readonly edit: LineEdit; readonly reading: string; readonly decided?: string }
  | { readonly problem: 'missing' }
  | { readonly problem: 'several'; readonly lines: readonly number[] }
  | { readonly problem: 'applied'; readonly line: number }
  | { readonly problem: 'elsewhere'; readonly line: number; readonly why: string }
  | { readonly problem: 'refused'; readonly line?: number; readonly why: string };

export interface PlaceOptions {
  readonly path: string;
  /** How many lines further down than its numbers said the hunk before this one was found. */
  readonly drift: number;
}

/** Finds the one place that a hunk means. The first that fits is not good enough. */
export function placeHunk(view: FileView, hunk: Hunk, options: PlaceOptions): Placing {
  const placeholder = findPlaceholder(oldLines(hunk), newLines(hunk), options.path);
  if (placeholder) {
    return {
      problem: 'refused',
      why: `its line ${JSON.stringify(placeholder.text)} stands for text that was left out`,
    };
  }
  if (oldLines(hunk).length === 0) return placeAddition(view, hunk);
  const variants = variantsOf(hunk);
  for (const variant of variants) {
    const placing = placeLines(view, variant, options);
    if (placing) return placing;
  }
  const applied = variants.map(variant => standsAt(view, variant)).find(line => line !== undefined);
  if (applied !== undefined) return { problem: 'applied', line: applied };
  const nearly = placeNearly(view, variants.at(-1)!, options);
  return nearly ?? placeLoosely(view, variants.at(-1)!, options);
}

/** The hunk, and the hunk without blank context at its ends: that may be spacing, and is never written. */
function variantsOf(hunk: Hunk): Hunk[] {
  const first = hunk.lines.findIndex(line => line.mark !== ' ' || !isBlank(line.text));
  const last = hunk.lines.findLastIndex(line => line.mark !== ' ' || !isBlank(line.text));
  const cut = (from: number, to: number): Hunk => ({
    ...hunk,
    lines: hunk.lines.slice(from, to),
    ...(from > 0 && hunk.position ? { position: { ...hunk.position, line: hunk.position.line + from } } : {}),
  });
  const all = [hunk];
  if (hunk.spacing > 0) all.push(cut(0, hunk.lines.length - hunk.spacing));
  if (last + 1 < hunk.lines.length) all.push(cut(0, last + 1));
  if (first > 0) all.push(cut(first, last + 1));
  return all.filter(variant => oldLines(variant).length > 0);
}

function placeLines(view: FileView, hunk: Hunk, options: PlaceOptions): Placing | undefined {
  const old = oldLines(hunk);
  const found = findLines(view, old);
  if (!found) return undefined;
  const { reading, sure, places } = found;
  const chosen = choose(view, hunk, { places, drift: options.drift });
  return 'problem' in chosen ? chosen : settle(view, hunk, { ...chosen, reading, sure });
}

type Choice = { readonly place: number; readonly decided?: string } | Extract<Placing, { problem: string }>;

function choose(view: FileView, hunk: Hunk, { places, drift }: { places: readonly number[]; drift: number }): Choice {
  const old = oldLines(hunk);
  const lead = hunk.lines.findIndex(line => line.mark !== ' ');
  let left = places;
  if (hunk.anchors.length > 0) {
    const below = underAnchors(view, { places: left, lead }, hunk.anchors);
    if (below?.length === 0) {
      return { problem: 'elsewhere', line: places[0]!, why: `not in or below ${JSON.stringify(hunk.anchors.at(-1))}` };
    }
    if (!below && !isTelling(old)) {
      return { problem: 'refused', line: places[0]!, why: `${JSON.stringify(hunk.anchors.at(-1))} is not in the file` };
    }
    left = below ?? left;
  }
  if (hunk.endOfFile) {
    const last = left.filter(place => reachesEnd(view, place + old.length));
    if (last.length === 0) return { problem: 'elsewhere', line: left[0]!, why: 'not at the end of the file' };
    left = last;
  }
  if (left.length === 1)
    return {
      place: left[0]!,
      ...(places.length > 1 ? { decided: hunk.endOfFile ? 'by the end of the file' : 'by its anchor' } : {}),
    };
  const there = atPosition(left, hunk, drift);
  if (there !== undefined) return { place: there, decided: 'by its line number' };
  const headed = hunk.heading === undefined ? undefined : underAnchors(view, { places: left, lead }, [hunk.heading]);
  if (headed?.length === 1) return { place: headed[0]!, decided: 'by the heading of the hunk' };
  return { problem: 'several', lines: left };
}

/** Enough to go by without the anchor that was given and is not there. */
const isTelling = (old: readonly string[]): boolean => old.filter(line => line.trim().length > 5).length >= 2;

function settle(
  view: FileView,
  hunk: Hunk,
  { place, reading, sure, decided }: { place: number; reading: string; sure: boolean; decided?: string },
): Placing {
  const old = oldLines(hunk);
  const applied = standsAround(view, hunk, place) ?? (sure ? undefined : standsAt(view, hunk));
  if (applied !== undefined) return { problem: 'applied', line: applied };
  const rival = sure ? undefined : rivalOf(view, old, place);
  if (rival !== undefined) return { problem: 'several', lines: [place, rival].sort((a, b) => a - b) };
  const edit = mergeHunk(view, hunk, place);
  if ('refused' in edit) return { problem: 'refused', line: place, why: edit.refused };
  return { edit, reading, ...(decided === undefined ? {} : { decided }) };
}

/** Lines added before or after the context that stand there already. */
function standsAround(view: FileView, hunk: Hunk, place: number): number | undefined {
  const firstOld = hunk.lines.findIndex(line => line.mark !== '+');
  const lastOld = hunk.lines.findLastIndex(line => line.mark !== '+');
  if (hunk.lines.slice(firstOld, lastOld + 1).some(line => line.mark !== ' ')) return undefined;
  const start = place - firstOld;
  return findWritten(view, newLines(hunk)).includes(start) ? start : undefined;
}

/** Where the file reads already as the hunk would make it. */
function standsAt(view: FileView, hunk: Hunk): number | undefined {
  const added = hunk.lines.some(line => line.mark === '+' && !isBlank(line.text));
  const around = hunk.lines[0]!.mark === ' ' && hunk.lines.at(-1)!.mark === ' ';
  return added || around ? findWritten(view, newLines(hunk))[0] : undefined;
}

/** Around misremembered context: in one place only, and none other may be meant that has as many of the lines. */
function placeNearly(view: FileView, hunk: Hunk, { drift }: PlaceOptions): Placing | undefined {
  const places = findNearly(view, hunk);
  if (places.length === 0) return undefined;
  if (places.length > 1) return { problem: 'several', lines: places };
  const chosen = choose(view, hunk, { places, drift });
  if ('problem' in chosen) return chosen;
  const old = oldLines(hunk);
  const rival = equalRival(view, old, { from: chosen.place, to: chosen.place + old.length });
  if (rival !== undefined) return { problem: 'several', lines: [chosen.place, rival].sort((a, b) => a - b) };
  const edit = mergeHunk(view, withOwnContext(view, hunk, chosen.place), chosen.place);
  if ('refused' in edit) return { problem: 'refused', line: chosen.place, why: edit.refused };
  return { edit, reading: 'misremembered context' };
}

function withOwnContext(view: FileView, hunk: Hunk, place: number): Hunk {
  let at = place;
  const lines = hunk.lines.map(line => {
    if (line.mark === '+') return line;
    const own = view.file.lines[at++]!;
    return line.mark === ' ' ? { ...line, text: own } : line;
  });
  return { ...hunk, lines };
}

function placeLoosely(view: FileView, hunk: Hunk, { path }: PlaceOptions): Placing {
  const found = locateLoosely(view, hunk, path);
  if ('edit' in found) {
    const place = found.edit.from;
    const rival = found.reading.includes('misremembered') ? equalRival(view, oldLines(hunk), found.edit) : undefined;
    if (rival !== undefined) return { problem: 'several', lines: [place, rival].sort((a, b) => a - b) };
    if (hunk.anchors.length === 0 && !hunk.endOfFile) return found;
    const chosen = choose(view, hunk, { places: [place], drift: 0 });
    return 'problem' in chosen ? chosen : found;
  }
  if (found.miss === 'several' || found.miss === 'disagreement') return { problem: 'several', lines: found.lines };
  if (found.miss === 'refused') return { problem: 'refused', line: found.lines[0], why: found.why };
  return found.miss === 'applied' ? { problem: 'applied', line: found.line } : { problem: 'missing' };
}

/** A hunk that only adds goes below its anchor, or to the end where the patch says so; never there by itself. */
function placeAddition(view: FileView, hunk: Hunk): Placing {
  const count = lineCount(view);
  const added = hunk.lines.map(({ text }) => ({ text, source: -1, own: false }));
  const insert = (at: number): Placing => {
    const wanted = newLines(hunk);
    const already = findWritten(view, wanted).find(line => line === at || line + wanted.length === at);
    if (already !== undefined) return { problem: 'applied', line: already };
    return { edit: { from: at, to: at, lines: added }, reading: 'exact' };
  };
  if (count === 0) return insert(0);
  const { position } = hunk;
  if (hunk.endOfFile || (position && position.count === 0 && position.line >= count)) return insert(count);
  if (hunk.anchors.length === 0) {
    return {
      problem: 'refused',
      why: 'it only adds lines and does not show where; give it lines of the file as context, or "*** End of File" to append',
    };
  }
  const heads = anchorLines(view, hunk.anchors);
  if (heads.length > 1) return { problem: 'several', lines: heads };
  return heads.length === 1 ? insert(heads[0]! + 1) : { problem: 'missing' };
}
