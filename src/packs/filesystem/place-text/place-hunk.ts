import { anchorLines, underAnchors } from './anchors.ts';
import type { FileView } from './file-view.ts';
import { type Hunk, newLines, oldLines } from './hunk.ts';
import { isBlank, trimEnd } from './lines.ts';
import { locateText } from './locate-text.ts';
import type { Choose, Miss, Placed } from './placed.ts';
import { toSplice } from './splice.ts';

interface HunkOptions {
  readonly path: string;
  /** Whether its numbers say where it is. */
  readonly numbered: boolean;
}

const refuse = (why: string, ...lines: number[]): Miss => ({ miss: 'refused', reading: '', lines, why });

/** Finds the one place that a hunk means. The first that fits is not good enough. */
export function placeHunk(view: FileView, hunk: Hunk, { path, numbered }: HunkOptions): Placed | Miss {
  const { lines } = hunk;
  const [old, wanted] = [oldLines(lines), newLines(lines)];
  if (old.length === 0) return placeAddition(view, hunk);
  // Numbers that were pasted before the lines say where they are, as those of the hunk do.
  const choose = (named?: number) =>
    named === undefined
      ? chooser(view, hunk, numbered)
      : chooser(view, { ...hunk, position: { line: named + 1, count: 0 } }, true);
  return [locateText(view, { pair: { old, new: wanted }, marked: lines, path, choose })].flat()[0]!;
}

/** What tells one of several places from the others: anchors, the end of the file, numbers, the heading; in this order. */
function chooser(view: FileView, hunk: Hunk, numbered: boolean): Choose {
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
      left = left.filter(place => view.file.lines.slice(place + old.length).every(isBlank));
      if (left.length === 0) return refuse('that is not the end of the file', places[0]!);
    }
    const there = numbered && position ? position.line - 1 : -1;
    if (left.length === 1) {
      if (there !== left[0] && nearlyStands(view, old, there))
        return { miss: 'several', reading: '', lines: [left[0]!, there].sort((a, b) => a - b) };
      if (places.length === 1) return { place: left[0]! };
      return { place: left[0]!, decided: endOfFile ? 'by the end of the file' : 'by its anchor' };
    }
    if (left.includes(there)) return { place: there, decided: 'by its line number' };
    const headed = heading === undefined ? undefined : underAnchors(view, left, { anchors: [heading], lead });
    if (headed?.length === 1) return { place: headed[0]!, decided: 'by the heading of the hunk' };
    return { miss: 'several', reading: '', lines: left };
  };
}

/** Whether the hunk stands, but for one line at most, where its numbers say: that may be the place that is meant. */
function nearlyStands({ file }: FileView, old: readonly string[], at: number): boolean {
  const off = old.filter((line, by) => trimEnd(file.lines[at + by] ?? '\0') !== trimEnd(line)).length;
  return at >= 0 && (off === 0 || (off === 1 && old.length > 2));
}

/** A hunk that only adds goes below its anchor, or to the end of the file; where its numbers say otherwise, nowhere. */
function placeAddition(view: FileView, { lines, position, anchors, endOfFile }: Hunk): Placed | Miss {
  const wanted = newLines(lines);
  const end = view.count;
  const insert = (at: number): Placed | Miss => {
    const already = view.find(trimEnd, wanted).filter(line => line === at || line + wanted.length === at);
    if (already.length > 0) return { miss: 'applied', lines: already };
    return { splices: [toSplice(view.file, { from: at, to: at, lines: wanted })], reading: 'exact', line: at };
  };
  if (end === 0 || endOfFile || (anchors.length === 0 && (!position || position.line >= end))) return insert(end);
  if (anchors.length === 0)
    return refuse('it only adds lines and does not show where; give it lines of the file as context');
  const heads = anchorLines(view, anchors);
  if (heads.length > 1) return { miss: 'several', reading: '', lines: heads };
  return heads.length === 1 ? insert(heads[0]! + 1) : { miss: 'none', tried: [] };
}
