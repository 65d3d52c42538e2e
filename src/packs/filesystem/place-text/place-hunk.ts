import { anchorLines, underAnchors } from './anchors.ts';
import type { FileView } from './file-view.ts';
import { compareLines, type Hunk, type HunkLine, newLines, oldLines } from './hunk.ts';
import { indentOf, isBlank, trimEnd } from './lines.ts';
import { placeAround } from './place-around.ts';
import { placeElided } from './place-elided.ts';
import {
  type Choose,
  findPlaces,
  isMiss,
  type Miss,
  type Placed,
  type PlaceOptions,
  placeLines,
} from './place-lines.ts';
import { undecorate } from './undecorate/decorations.ts';
import { findPlaceholder } from './undecorate/placeholders.ts';

interface HunkOptions {
  readonly path: string;
  /** How many lines further down than its numbers said the hunk before this one was found. */
  readonly drift: number;
}

const refuse = (why: string, ...lines: number[]): Miss => ({ miss: 'refused', reading: '', lines, why });

/** Finds the one place that a hunk means. The first that fits is not good enough. */
export function placeHunk(view: FileView, hunk: Hunk, { path, drift }: HunkOptions): Placed | Miss {
  const placeholder = findPlaceholder(oldLines(hunk.lines), newLines(hunk.lines), path);
  if (placeholder) return refuse(`its line ${JSON.stringify(placeholder.text)} stands for text that was left out`);
  if (oldLines(hunk.lines).length === 0) return placeAddition(view, hunk);
  const place = (variant: Hunk, options: Partial<PlaceOptions> = {}) =>
    [placeLines(view, variant.lines, { compared: false, choose: chooser(view, variant, drift), ...options })].flat()[0];
  const variants = variantsOf(hunk);
  const ways: readonly (() => Placed | Miss | undefined)[] = [
    () => spacingDoubt(view, hunk, drift),
    ...variants.flatMap(each => [() => place(each, { literal: true }), () => unmarked(view, each, place)]),
    () => withoutMarkSpace(hunk, place),
    () => withoutDecorations(hunk, place),
    ...variants.map(each => () => place(each)),
    ...variants.map(each => () => standsAt(view, each)),
    ...variants.map(each => () => placeElided(view, each.lines, { compared: false })),
    ...variants.map(
      each => () => placeAround(view, each.lines, { compared: false, choose: chooser(view, each, drift) }),
    ),
  ];
  return (
    ways
      .values()
      .map(way => way())
      .find(found => found !== undefined) ?? { miss: 'none', tried: [] }
  );
}

const named = (found: Placed | Miss | undefined, reading: string) =>
  found && !isMiss(found) ? { ...found, reading } : found;

type Place = (hunk: Hunk, options?: Partial<PlaceOptions>) => Placed | Miss | undefined;

/** An empty line at the end of a hunk may be spacing, and so does not tell one of several places from the others. */
function spacingDoubt(view: FileView, hunk: Hunk, drift: number): Miss | undefined {
  const shorter = { ...hunk, lines: hunk.lines.slice(0, hunk.lines.length - hunk.spacing) };
  const old = oldLines(shorter.lines);
  const places = hunk.spacing > 0 ? (findPlaces(view, old, true)?.places ?? []) : [];
  const chosen = places.length > 1 ? chooser(view, shorter, drift)(places, old) : undefined;
  return chosen && 'miss' in chosen ? chosen : undefined;
}

/** The hunk, and the hunk without blank context at its ends: that may be spacing, and is never written. */
function variantsOf(hunk: Hunk): Hunk[] {
  const said = (line: HunkLine) => line.mark !== ' ' || !isBlank(line.text);
  const [first, last] = [hunk.lines.findIndex(said), hunk.lines.findLastIndex(said) + 1];
  const cuts = [
    [0, hunk.lines.length],
    [0, hunk.lines.length - hunk.spacing],
    [0, last],
    [first, last],
  ] as const;
  const { position } = hunk;
  return cuts
    .filter(([from, to], at) => cuts.findIndex(each => each[0] === from && each[1] === to) === at)
    .map(([from, to]) => ({
      ...hunk,
      lines: hunk.lines.slice(from, to),
      position: position && { ...position, line: position.line + from },
    }))
    .filter(variant => oldLines(variant.lines).length > 0);
}

/** What tells one of several places from the others: anchors, the end of the file, numbers, the heading; in this order. */
function chooser(view: FileView, hunk: Hunk, drift: number): Choose {
  const lead = hunk.lines.findIndex(line => line.mark !== ' ');
  const { anchors, heading, position, endOfFile } = hunk;
  return (places, old) => {
    let left = places;
    if (anchors.length > 0) {
      const anchor = JSON.stringify(anchors.at(-1));
      const below = underAnchors(view, left, { anchors, lead });
      if (below?.length === 0) return refuse(`that is not in or below ${anchor}`, places[0]!);
      const telling = old.filter(line => line.trim().length > 5).length >= 2;
      if (!below && !telling) return refuse(`${anchor} is not in the file`, places[0]!);
      left = below ?? left;
    }
    if (endOfFile) {
      const last = left.filter(place => view.file.lines.slice(place + old.length).every(isBlank));
      if (last.length === 0) return refuse('that is not the end of the file', left[0]!);
      left = last;
    }
    const there = (position?.line ?? Number.NaN) - 1 + drift;
    if (left.length === 1) {
      if (there !== left[0] && nearlyStands(view, old, there))
        return { miss: 'several', reading: '', lines: [left[0]!, there].sort((a, b) => a - b) };
      return {
        place: left[0]!,
        ...(places.length > 1 ? { decided: endOfFile ? 'by the end of the file' : 'by its anchor' } : {}),
      };
    }
    if (left.includes(there)) return { place: there, decided: 'by its line number' };
    const headed = heading === undefined ? undefined : underAnchors(view, left, { anchors: [heading], lead });
    if (headed?.length === 1) return { place: headed[0]!, decided: 'by the heading of the hunk' };
    return { miss: 'several', reading: '', lines: left };
  };
}

/** Whether the hunk stands, but for one line at most, where its numbers say: that may be the place that is meant. */
function nearlyStands({ file }: FileView, old: readonly string[], at: number): boolean {
  if (!(at >= 0)) return false;
  const off = old.filter((line, by) => trimEnd(file.lines[at + by] ?? '\0') !== trimEnd(line)).length;
  return off === 0 || (off === 1 && old.length > 2);
}

/** The hunk without the space that follows each `-` and `+`, but not the mark of its context. */
function withoutMarkSpace(hunk: Hunk, place: Place): Placed | Miss | undefined {
  const changed = hunk.lines.filter(line => line.mark !== ' ' && !isBlank(line.text));
  if (!changed.some(line => line.mark === '-') || !changed.every(line => line.text.startsWith(' '))) return undefined;
  const lines = hunk.lines.map(line => (line.mark === ' ' ? line : { ...line, text: line.text.slice(1) }));
  return named(place({ ...hunk, lines }, { literal: true }), 'space after the marks');
}

/** Context that lacks its marks: the first column of a line was taken for one. New lines have theirs, if they are indented as the file is. */
function unmarked(view: FileView, hunk: Hunk, place: Place): Placed | Miss | undefined {
  const lines = hunk.lines.map(({ mark, text, bare }) => ({
    mark,
    text: mark === ' ' && !bare && text !== '' ? ` ${text}` : text,
  }));
  if (lines.every((line, at) => line.text === hunk.lines[at]!.text)) return undefined;
  const placed = place({ ...hunk, lines }, { literal: true });
  if (!placed || isMiss(placed)) return placed;
  const levels = new Set(oldLines(lines).map(indentOf));
  const fits = (indent: string) => levels.has(indent) || indent.length % (view.unit?.length ?? 2) === 0;
  const removes = lines.some(line => line.mark === '-' && !isBlank(line.text));
  if (removes || lines.every(line => line.mark !== '+' || isBlank(line.text) || fits(indentOf(line.text))))
    return named(placed, 'context without its marks');
  return refuse('its context lacks a column, and its new lines may or may not', placed.line);
}

/** The hunk without what was pasted or escaped around its lines, where these then stand as they are written. */
function withoutDecorations(hunk: Hunk, place: Place): Placed | Miss | undefined {
  for (const { old, new: wanted, decorations, numberedFrom, onlyThere } of undecorate({
    old: oldLines(hunk.lines),
    new: newLines(hunk.lines),
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
function standsAt(view: FileView, { lines }: Hunk): Miss | undefined {
  const added = lines.some(line => line.mark === '+' && !isBlank(line.text));
  const around = lines[0]!.mark === ' ' && lines.at(-1)!.mark === ' ';
  const [line] = added || around ? view.find(trimEnd, newLines(lines)) : [];
  return line === undefined ? undefined : { miss: 'applied', lines: [line] };
}

/** A hunk that only adds goes below its anchor, or to the end of the file; where its numbers say otherwise, nowhere. */
function placeAddition(view: FileView, { lines, position, anchors, endOfFile }: Hunk): Placed | Miss {
  const wanted = newLines(lines);
  const end = view.count;
  const insert = (at: number): Placed | Miss => {
    const already = view.find(trimEnd, wanted).filter(line => line === at || line + wanted.length === at);
    if (already.length > 0) return { miss: 'applied', lines: already };
    return { blocks: [{ from: at, to: at, lines: wanted }], reading: 'exact', line: at };
  };
  if (end === 0 || endOfFile || (anchors.length === 0 && (!position || position.line >= end))) return insert(end);
  if (anchors.length === 0)
    return refuse('it only adds lines and does not show where; give it lines of the file as context');
  const heads = anchorLines(view, anchors);
  if (heads.length > 1) return { miss: 'several', reading: '', lines: heads };
  return heads.length === 1 ? insert(heads[0]! + 1) : { miss: 'none', tried: [] };
}
