import { findPlaceholder } from '../edit/placeholders.ts';
import { trimEnd } from '../edit/white-space.ts';
import {
  type FileView,
  findLines,
  findUnmarked,
  findWritten,
  isBlank,
  type LineEdit,
  lineCount,
  locateLoosely,
  mergeHunk,
} from './hunk-engine.ts';
import { anchorLines, atPosition, reachesEnd, underAnchors } from './hunk-places.ts';
import { newLinesMeant } from './new-lines-meant.ts';
import { type Hunk, newLines, oldLines } from './patch-file.ts';
import { placeAligned } from './place-aligned.ts';
import { rivalOf } from './rivals.ts';
import { withoutNumbers } from './without-numbers.ts';

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
  const doubt = spacingDoubt(view, hunk, options);
  if (doubt) return doubt;
  const variants = variantsOf(hunk);
  for (const variant of variants) {
    const placing = placeLines(view, variant, { ...options, sure: true }) ?? placeUnmarked(view, variant, options);
    if (placing) return placing;
  }
  const tight = withoutMarkSpace(hunk);
  const unspaced = tight && placeLines(view, tight, { ...options, sure: true });
  if (unspaced) return 'edit' in unspaced ? { ...unspaced, reading: 'space after the marks' } : unspaced;
  const plain = withoutNumbers(hunk);
  if (plain) {
    const position = { line: plain.line, count: oldLines(hunk).length };
    const placing = placeLines(view, { ...plain.hunk, position }, { drift: 0, path: options.path, sure: true });
    if (placing) return 'edit' in placing ? { ...placing, reading: 'pasted line numbers' } : placing;
  }
  for (const variant of variants) {
    const placing = placeLines(view, variant, { ...options, sure: false });
    if (placing) return placing;
  }
  const applied = variants.map(variant => standsAt(view, variant)).find(line => line !== undefined);
  if (applied !== undefined) return { problem: 'applied', line: applied };
  for (const variant of variants) {
    const placing = placeNearly(view, variant, options);
    if (placing) return placing;
  }
  return placeLoosely(view, variants.at(-1)!, options);
}

/** An empty line at the end of a hunk may be spacing, and so does not tell one of several places from the others. */
function spacingDoubt(view: FileView, hunk: Hunk, { drift }: PlaceOptions): Placing | undefined {
  if (hunk.spacing === 0) return undefined;
  const shorter = { ...hunk, lines: hunk.lines.slice(0, hunk.lines.length - hunk.spacing) };
  const places = findLines(view, oldLines(shorter), true)?.places ?? [];
  if (places.length < 2) return undefined;
  const chosen = choose(view, shorter, { places, drift });
  return 'problem' in chosen ? chosen : undefined;
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

function placeLines(
  view: FileView,
  hunk: Hunk,
  { drift, sure }: PlaceOptions & { readonly sure: boolean },
): Placing | undefined {
  const found = findLines(view, oldLines(hunk), sure);
  if (!found) return undefined;
  const { reading, places } = found;
  const chosen = choose(view, hunk, { places, drift });
  const named = sure && 'place' in chosen ? nearlyNamed(view, hunk, drift) : undefined;
  if (named !== undefined && 'place' in chosen && named !== chosen.place)
    return { problem: 'several', lines: [chosen.place, named].sort((a, b) => a - b) };
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
  if (left.length === 1 && (!old.every(isBlank) || hunk.anchors.length > 0 || hunk.endOfFile))
    return {
      place: left[0]!,
      ...(places.length > 1 ? { decided: hunk.endOfFile ? 'by the end of the file' : 'by its anchor' } : {}),
    };
  const there = atPosition(left, hunk, drift);
  if (there !== undefined) return { place: there, decided: 'by its line number' };
  const headed = hunk.heading === undefined ? undefined : underAnchors(view, { places: left, lead }, [hunk.heading]);
  if (headed?.length === 1) return { place: headed[0]!, decided: 'by the heading of the hunk' };
  if (left.length === 1)
    return { problem: 'refused', line: left[0]!, why: 'blank lines are all that it shows of the file; add others' };
  return { problem: 'several', lines: left };
}

/** The place that the numbers name, where the hunk stands but for one line at most: that may be the one meant. */
function nearlyNamed(view: FileView, hunk: Hunk, drift: number): number | undefined {
  if (!hunk.position || Number.isNaN(drift)) return undefined;
  const at = hunk.position.line - 1 + drift;
  const old = oldLines(hunk);
  const off = old.filter((line, index) => view.keys(trimEnd)[at + index] !== trimEnd(line)).length;
  return off === 0 || (off === 1 && old.length > 2) ? at : undefined;
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

/** The hunk without the space that follows each `-` and `+`, but not the mark of its context. */
function withoutMarkSpace(hunk: Hunk): Hunk | undefined {
  const changed = hunk.lines.filter(line => line.mark !== ' ' && !isBlank(line.text));
  if (!changed.some(line => line.mark === '-') || !changed.every(line => line.text.startsWith(' '))) return undefined;
  const lines = hunk.lines.map(line => (line.mark === ' ' ? line : { ...line, text: line.text.slice(1) }));
  return { ...hunk, lines };
}

/** Context that lacks its mark: it seems to be indented by one column less than the file. */
function placeUnmarked(view: FileView, hunk: Hunk, { drift }: PlaceOptions): Placing | undefined {
  const places = findUnmarked(view, hunk);
  if (places.length === 0) return undefined;
  const chosen = choose(view, hunk, { places, drift });
  if ('problem' in chosen) return chosen;
  const own = view.file.lines.slice(chosen.place, chosen.place + oldLines(hunk).length);
  const meant = newLinesMeant(view, hunk, own);
  if (meant === 'moved') return undefined;
  if (meant === 'unclear') {
    return {
      problem: 'refused',
      line: chosen.place,
      why: 'its context lacks a column, and its new lines may or may not',
    };
  }
  const marked = withContext(hunk, own);
  return settle(view, marked, { ...chosen, reading: 'context without its marks', sure: true });
}

function withContext(hunk: Hunk, own: readonly string[]): Hunk {
  let at = 0;
  const lines = hunk.lines.map(line => {
    if (line.mark === '+') return line;
    const text = own[at++]!;
    return line.mark === ' ' ? { mark: line.mark, text } : line;
  });
  return { ...hunk, lines };
}

/** Around context that is not as the file has it: in one place only, and none other may be meant. */
function placeNearly(view: FileView, hunk: Hunk, { drift }: PlaceOptions): Placing | undefined {
  const found = placeAligned(view, hunk, drift);
  if (!found) return undefined;
  if ('lines' in found) return { problem: 'several', lines: found.lines };
  const chosen = choose(view, found.hunk, { places: [found.place], drift });
  if ('problem' in chosen) return chosen;
  return settle(view, found.hunk, { place: found.place, reading: 'misremembered context', sure: true });
}

function placeLoosely(view: FileView, hunk: Hunk, { path }: PlaceOptions): Placing {
  const found = locateLoosely(view, hunk, path);
  if ('edit' in found) {
    if (hunk.anchors.length === 0 && !hunk.endOfFile) return found;
    const chosen = choose(view, hunk, { places: [found.edit.from], drift: 0 });
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
