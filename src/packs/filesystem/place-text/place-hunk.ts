import { anchorLines } from './choose-place.ts';
import type { FileView } from './file-view.ts';
import { type Hunk, newLines, oldLines } from './hunk.ts';
import { trimEnd } from './lines.ts';
import { locateText } from './locate-text.ts';
import { type Miss, type Placed, refusePlace } from './placed.ts';
import { toSplice } from './splice.ts';

interface HunkOptions {
  readonly path: string;
  /** Whether its numbers say where it is. */
  readonly numbered: boolean;
}

/** Finds the one place that a hunk means. The first that fits is not good enough. */
export function placeHunk(view: FileView, hunk: Hunk, { path, numbered }: HunkOptions): Placed | Miss {
  const { lines, position } = hunk;
  const [old, wanted] = [oldLines(lines), newLines(lines)];
  if (old.length === 0) return placeAddition(view, hunk);
  const hints = { ...hunk, position: numbered ? position : undefined };
  return [locateText(view, { pair: { old, new: wanted }, marked: lines, path, hints })].flat()[0]!;
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
    return refusePlace('it only adds lines and does not show where; give it lines of the file as context');
  const heads = anchorLines(view, anchors);
  if (heads.length > 1) return { miss: 'several', reading: '', lines: heads };
  return heads.length === 1 ? insert(heads[0]! + 1) : { miss: 'none', tried: [] };
}
