import type { Hunk } from './hunk.ts';
import type { FileView } from './lines/file-view.ts';
import { indentOf, isBlank, trimBoth } from './lines/white-space.ts';

/**
 * The places that an anchor allows: in the block that it opens, or below it where it opens none. It may stand
 * again among the `lead` lines of context that a hunk begins with.
 */
export function underAnchors(
  view: FileView,
  { places, lead }: { places: readonly number[]; lead: number },
  anchors: readonly string[],
): readonly number[] | undefined {
  const heads = anchorLines(view, anchors);
  if (heads.length === 0) return undefined;
  return places.filter(place =>
    heads.some(head => {
      if (head >= place) return head < place + lead;
      return !opensBlock(view, head) || isInside(view, head, place) || isHeading(view, head, place);
    }),
  );
}

function opensBlock({ file }: FileView, head: number): boolean {
  const next = file.lines.slice(head + 1).find(line => !isBlank(line) && !/^\s*[)\]{]/.test(line));
  return next !== undefined && indentOf(next).length > indentOf(file.lines[head]!).length;
}

/** Whether git would name this line as the heading of a hunk there, though the block that it opens has ended above. */
function isHeading({ file }: FileView, head: number, place: number): boolean {
  return file.lines.slice(head, place).findLastIndex(line => /^[A-Za-z_$]/.test(line)) === 0;
}

/** The lines that the last anchor may mean, each below one that the anchor before it may mean. */
export function anchorLines(view: FileView, anchors: readonly string[]): readonly number[] {
  let heads: readonly number[] | undefined;
  for (const anchor of anchors) {
    const lines = linesLike(view, anchor);
    const above: readonly number[] | undefined = heads;
    const below = above ? lines.filter(line => above.some(head => head < line)) : lines;
    const inside = above ? below.filter(line => above.some(head => isInside(view, head, line))) : [];
    heads = inside.length > 0 ? inside : below;
  }
  return heads ?? [];
}

/** Git cuts a heading off at 80 characters, white space at its start included. */
const HEADING_LENGTH = 72;

/** Lines that are the anchor, or else that begin with it. */
function linesLike({ file }: FileView, anchor: string): number[] {
  const wanted = trimBoth(anchor);
  const all = (test: (line: string) => boolean) => file.lines.flatMap((line, at) => (test(trimBoth(line)) ? [at] : []));
  const same = all(line => line === wanted);
  if (same.length > 0) return same;
  const cut = wanted.length >= HEADING_LENGTH;
  const beginning = all(line => line.startsWith(wanted) && (cut || !/^\w/.test(line.slice(wanted.length))));
  return beginning.length > 0 ? beginning : all(line => hasWords(line, wanted));
}

/** `def run` in `async def run(self):`, as whole words. */
function hasWords(line: string, wanted: string): boolean {
  const at = line.indexOf(wanted);
  if (at < 0 || !/\w{3}/.test(wanted)) return false;
  return !/\w$/.test(line.slice(0, at)) && !/^\w/.test(line.slice(at + wanted.length));
}

/** Whether a line lies in the block that a line above it opens, as the indentation shows. */
function isInside({ file }: FileView, head: number, line: number): boolean {
  if (line <= head) return false;
  const depth = indentOf(file.lines[head]!).length;
  for (let at = head + 1; at <= line; at++) {
    const text = file.lines[at]!;
    if (isBlank(text) || indentOf(text).length > depth) continue;
    // The rest of a head that takes several lines.
    if (at === line || !/^\s*[)\]{#]/.test(text)) return false;
  }
  return true;
}

/** Whether a place reaches the last line that is not blank. */
export function reachesEnd(view: FileView, to: number): boolean {
  return view.file.lines.slice(to, view.count).every(isBlank);
}

/**
 * The one of several places that the numbers of a unified diff name: the line itself, moved by as much as hunks that
 * stand in one place only are. Anything but precisely there says nothing.
 */
export function atPosition(places: readonly number[], { position }: Hunk, drift: number): number | undefined {
  return position && places.find(place => place === position.line - 1 + drift);
}
