import type { FileView } from './file-view.ts';
import { type Hunk, isChange } from './hunk.ts';
import { indentOf, isBlank, trimBoth } from './lines.ts';
import { type Miss, refusePlace } from './placed.ts';
import { bareText } from './readings.ts';

/** What an edit or a hunk says of its place besides its lines. */
export type Hints = Pick<Hunk, 'lines' | 'anchors' | 'heading' | 'position' | 'endOfFile'>;

/** Which of the places are meant, by anchors, the end of the file, numbers and the heading, in this order; or why none is. */
export function choosePlace(
  view: FileView,
  { lines, anchors, heading, position, endOfFile }: Hints,
  { places, old }: { places: readonly number[]; old: readonly string[] },
): { places: readonly number[]; decided?: string } | Miss {
  const lead = lines.findIndex(isChange);
  let left = places;
  if (anchors.length > 0) {
    const anchor = JSON.stringify(anchors.at(-1));
    const below = underAnchors(view, left, { anchors, lead });
    if (below?.length === 0) return refusePlace(`that is not in or below ${anchor}`, places[0]!);
    const telling = old.filter(line => line.trim().length > 5).length >= 2;
    if (!below && !telling) return refusePlace(`${anchor} is not in the file`, places[0]!);
    left = below ?? left;
  }
  if (endOfFile) {
    left = left.filter(place => view.lines.slice(place + old.length).every(isBlank));
    if (left.length === 0) return refusePlace('that is not the end of the file', places[0]!);
  }
  const there = position ? position.line - 1 : -1;
  if (left.length === 1) {
    if (there !== left[0] && nearlyStands(view, old, there))
      return { miss: 'ambiguous', reading: '', lines: [left[0]!, there].sort((a, b) => a - b) };
    if (places.length === 1) return { places: left };
    return { places: left, decided: endOfFile ? 'by the end of the file' : 'by its anchor' };
  }
  if (left.includes(there)) return { places: [there], decided: 'by its line number' };
  const headed = heading === undefined ? undefined : underAnchors(view, left, { anchors: [heading], lead });
  return headed?.length === 1 ? { places: headed, decided: 'by the heading of the hunk' } : { places: left };
}

/** Whether the lines stand, but for white space and one line at most, where numbers say: that may be the place that is meant. */
function nearlyStands({ lines }: FileView, old: readonly string[], at: number): boolean {
  const off = old.filter((line, by) => bareText(lines[at + by] ?? '\0') !== bareText(line)).length;
  return at >= 0 && (off === 0 || (off === 1 && old.length > 2));
}

/** Lines that hold the anchor as whole words. */
function linesLike({ lines }: FileView, anchor: string): number[] {
  const wanted = trimBoth(anchor);
  const isLike = (line: string) => {
    const at = line.indexOf(wanted);
    return at >= 0 && !/\w$/.test(line.slice(0, at)) && !/^\w/.test(line.slice(at + wanted.length));
  };
  return lines.flatMap((line, at) => (isLike(line) ? [at] : []));
}

/** Whether a place lies below a line, and no line between them that begins with a word is indented as little where that line opens a block. */
function isUnder({ lines }: FileView, head: number, place: number): boolean {
  const depth = indentOf(lines[head]!).length;
  const next = lines.slice(head + 1).find(line => !isBlank(line) && !/^\s*[)\]{]/.test(line));
  const opens = next !== undefined && indentOf(next).length > depth;
  const leaves = (line: string) => /^\s*[\w$@]/.test(line) && indentOf(line).length <= depth;
  return head < place && !(opens && lines.slice(head + 1, place).some(leaves));
}

/** The lines that the last anchor may mean, each under one that the anchor before it may mean. */
export function anchorLines(view: FileView, anchors: readonly string[]): readonly number[] {
  return anchors.reduce<readonly number[]>((heads, anchor, index) => {
    const lines = linesLike(view, anchor);
    return index === 0 ? lines : lines.filter(line => heads.some(head => isUnder(view, head, line)));
  }, []);
}

/** The places under the last anchor, which may stand again among the `lead` lines of context that a hunk begins with; undefined where the file has no such line. */
function underAnchors(
  view: FileView,
  places: readonly number[],
  { anchors, lead }: { anchors: readonly string[]; lead: number },
): readonly number[] | undefined {
  const heads = anchorLines(view, anchors);
  const allows = (head: number, place: number) => (head >= place ? head < place + lead : isUnder(view, head, place));
  return heads.length === 0 ? undefined : places.filter(place => heads.some(head => allows(head, place)));
}
