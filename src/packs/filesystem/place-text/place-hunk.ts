import { compareLines, type Hunk, type HunkLine, newLines, oldLines } from './hunk.ts';
import { anchorLines, atPosition, reachesEnd, underAnchors } from './hunk-places.ts';
import type { FileView } from './lines/file-view.ts';
import { indentOf, isBlank, trimEnd } from './lines/white-space.ts';
import { placeAround } from './place-around.ts';
import { placeElided } from './place-elided.ts';
import { findPlaces, type PlaceOptions, placeLines } from './place-lines.ts';
import { type Choose, isMiss, type Miss, type Placed } from './placed.ts';
import { undecorate } from './undecorate/decorations.ts';
import { findPlaceholder } from './undecorate/placeholders.ts';

export interface HunkOptions {
  readonly path: string;
  /** How many lines further down than its numbers said the hunk before this one was found. */
  readonly drift: number;
}

/** Finds the one place that a hunk means. The first that fits is not good enough. */
export function placeHunk(view: FileView, hunk: Hunk, { path, drift }: HunkOptions): Placed | Miss {
  const placeholder = findPlaceholder(oldLines(hunk), newLines(hunk), path);
  if (placeholder) {
    const why = `its line ${JSON.stringify(placeholder.text)} stands for text that was left out`;
    return { miss: 'refused', reading: '', lines: [], why };
  }
  if (oldLines(hunk).length === 0) return placeAddition(view, hunk);
  const variants = variantsOf(hunk);
  const place = (variant: Hunk, options: Partial<PlaceOptions> = {}) =>
    single(placeLines(view, variant.lines, { compared: false, choose: chooser(view, variant, drift), ...options }));
  const doubt = spacingDoubt(view, hunk, drift);
  if (doubt) return doubt;
  for (const variant of variants) {
    const placed = place(variant, { literal: true }) ?? unmarked(view, variant, place);
    if (placed) return placed;
  }
  const tight = withoutMarkSpace(hunk);
  const unspaced = tight && place(tight, { literal: true });
  if (unspaced) return named(unspaced, 'space after the marks');
  const undecorated = withoutDecorations(hunk, place);
  if (undecorated) return undecorated;
  for (const variant of variants) {
    const placed = place(variant);
    if (placed) return placed;
  }
  const applied = variants.map(variant => standsAt(view, variant)).find(line => line !== undefined);
  if (applied !== undefined) return { miss: 'applied', line: applied };
  for (const variant of variants) {
    const options = { compared: false, choose: chooser(view, variant, drift) };
    const placed = placeElided(view, variant.lines, options) ?? placeAround(view, variant.lines, options);
    if (placed) return placed;
  }
  return { miss: 'none', tried: [] };
}

const single = (found: readonly Placed[] | Miss | undefined): Placed | Miss | undefined => [found].flat()[0];

const named = (found: Placed | Miss, reading: string): Placed | Miss => (isMiss(found) ? found : { ...found, reading });

type Place = (hunk: Hunk, options?: Partial<PlaceOptions>) => Placed | Miss | undefined;

/** An empty line at the end of a hunk may be spacing, and so does not tell one of several places from the others. */
function spacingDoubt(view: FileView, hunk: Hunk, drift: number): Miss | undefined {
  if (hunk.spacing === 0) return undefined;
  const shorter = { ...hunk, lines: hunk.lines.slice(0, hunk.lines.length - hunk.spacing) };
  const old = oldLines(shorter);
  const places = findPlaces(view, old, { literal: true })?.places ?? [];
  if (places.length < 2) return undefined;
  const chosen = chooser(view, shorter, drift)(places, old);
  return 'miss' in chosen ? chosen : undefined;
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

/** What tells one of several places from the others: anchors, the end of the file, numbers, the heading; in this order. */
function chooser(view: FileView, hunk: Hunk, drift: number): Choose {
  const lead = hunk.lines.findIndex(line => line.mark !== ' ');
  return (places, old) => {
    let left = places;
    const anchor = JSON.stringify(hunk.anchors.at(-1));
    const refuse = (why: string): Miss => ({ miss: 'refused', reading: '', lines: [left[0]!], why });
    if (hunk.anchors.length > 0) {
      const below = underAnchors(view, { places: left, lead }, hunk.anchors);
      if (below?.length === 0) return { miss: 'elsewhere', line: places[0]!, why: `not in or below ${anchor}` };
      const telling = old.filter(line => line.trim().length > 5).length >= 2;
      if (!below && !telling) return refuse(`${anchor} is not in the file`);
      left = below ?? left;
    }
    if (hunk.endOfFile) {
      const last = left.filter(place => reachesEnd(view, place + old.length));
      if (last.length === 0) return { miss: 'elsewhere', line: left[0]!, why: 'not at the end of the file' };
      left = last;
    }
    const rival = left.length === 1 ? nearlyNamed(view, hunk, { drift, old }) : undefined;
    if (rival !== undefined && rival !== left[0]) {
      return { miss: 'several', reading: '', lines: [left[0]!, rival].sort((a, b) => a - b) };
    }
    if (left.length === 1) {
      const decided = hunk.endOfFile ? 'by the end of the file' : 'by its anchor';
      return { place: left[0]!, ...(places.length > 1 ? { decided } : {}) };
    }
    const there = atPosition(left, hunk, drift);
    if (there !== undefined) return { place: there, decided: 'by its line number' };
    const headed = hunk.heading === undefined ? undefined : underAnchors(view, { places: left, lead }, [hunk.heading]);
    if (headed?.length === 1) return { place: headed[0]!, decided: 'by the heading of the hunk' };
    return { miss: 'several', reading: '', lines: left };
  };
}

/** The place that the numbers name, where the hunk stands but for one line at most: that may be the one meant. */
function nearlyNamed(
  { file, count }: FileView,
  { position }: Hunk,
  { drift, old }: { drift: number; old: readonly string[] },
): number | undefined {
  const at = (position?.line ?? Number.NaN) - 1 + drift;
  if (Number.isNaN(at) || at < 0 || at + old.length > count) return undefined;
  const off = old.filter((line, by) => trimEnd(file.lines[at + by]!) !== trimEnd(line)).length;
  return off === 0 || (off === 1 && old.length > 2) ? at : undefined;
}

/** The hunk without the space that follows each `-` and `+`, but not the mark of its context. */
function withoutMarkSpace(hunk: Hunk): Hunk | undefined {
  const changed = hunk.lines.filter(line => line.mark !== ' ' && !isBlank(line.text));
  if (!changed.some(line => line.mark === '-') || !changed.every(line => line.text.startsWith(' '))) return undefined;
  const lines = hunk.lines.map(line => (line.mark === ' ' ? line : { ...line, text: line.text.slice(1) }));
  return { ...hunk, lines };
}

/** Context that lacks its marks: the first column of a line was taken for one. New lines have theirs, if they are indented as the file is. */
function unmarked(view: FileView, hunk: Hunk, place: Place): Placed | Miss | undefined {
  const marked = (line: HunkLine): HunkLine => ({
    mark: line.mark,
    text: line.mark === ' ' && !line.bare && line.text !== '' ? ` ${line.text}` : line.text,
  });
  const lines = hunk.lines.map(marked);
  if (lines.every((line, at) => line.text === hunk.lines[at]!.text)) return undefined;
  const placed = place({ ...hunk, lines }, { literal: true });
  if (!placed || isMiss(placed)) return placed;
  const levels = new Set(oldLines({ lines }).map(indentOf));
  const fits = (indent: string) => levels.has(indent) || indent.length % (view.unit?.length ?? 2) === 0;
  const removes = lines.some(line => line.mark === '-' && !isBlank(line.text));
  if (removes || lines.every(line => line.mark !== '+' || isBlank(line.text) || fits(indentOf(line.text))))
    return named(placed, 'context without its marks');
  const why = 'its context lacks a column, and its new lines may or may not';
  return { miss: 'refused', reading: '', lines: [placed.line], why };
}

/** The hunk without what was pasted or escaped around its lines, where these then stand as they are written. */
function withoutDecorations(hunk: Hunk, place: Place): Placed | Miss | undefined {
  for (const { old, new: wanted, decorations, numberedFrom, onlyThere } of undecorate({
    old: oldLines(hunk),
    new: newLines(hunk),
  })) {
    if (decorations.includes('diff markers') || (onlyThere && decorations.length > 1)) continue;
    const position = numberedFrom === undefined ? {} : { position: { line: numberedFrom, count: old.length } };
    const found = place({ ...hunk, ...position, lines: compareLines(old, wanted) }, { literal: true, compared: true });
    if (found && onlyThere && !isMiss(found) && found.line !== numberedFrom! - 1) continue;
    if (found) return named(found, decorations.join(', '));
  }
  return undefined;
}

/** Where the file reads already as the hunk would make it. */
function standsAt(view: FileView, hunk: Hunk): number | undefined {
  const added = hunk.lines.some(line => line.mark === '+' && !isBlank(line.text));
  const around = hunk.lines[0]!.mark === ' ' && hunk.lines.at(-1)!.mark === ' ';
  return added || around ? view.find(trimEnd, newLines(hunk), 1)[0] : undefined;
}

/** A hunk that only adds goes below its anchor, or to the end of the file; where its numbers say otherwise, nowhere. */
function placeAddition(view: FileView, hunk: Hunk): Placed | Miss {
  const wanted = newLines(hunk);
  const insert = (at: number): Placed | Miss => {
    const already = view.find(trimEnd, wanted).find(line => line === at || line + wanted.length === at);
    if (already !== undefined) return { miss: 'applied', line: already };
    return { blocks: [{ from: at, to: at, lines: wanted }], reading: 'exact', line: at };
  };
  const { position, anchors, endOfFile } = hunk;
  const end = view.count;
  if (end === 0 || endOfFile) return insert(end);
  if (anchors.length === 0) {
    if (!position || position.line >= end) return insert(end);
    const why = 'it only adds lines and does not show where; give it lines of the file as context';
    return { miss: 'refused', reading: '', lines: [], why };
  }
  const heads = anchorLines(view, anchors);
  if (heads.length > 1) return { miss: 'several', reading: '', lines: heads };
  return heads.length === 1 ? insert(heads[0]! + 1) : { miss: 'none', tried: [] };
}
