import type { FileView } from './file-view.ts';
import { type Hunk, isChange } from './hunk.ts';
import { indentOf, isBlank, trimBoth } from './lines.ts';
import { type Choose, refusePlace } from './placed.ts';
import { bareText } from './readings.ts';

/** What an edit or a hunk says of its place besides its lines. */
export type Hints = Pick<Hunk, 'lines' | 'anchors' | 'heading' | 'position' | 'endOfFile'>;

/** What tells one of several places from the others: anchors, the end of the file, numbers, the heading; in this order. */
export function choosePlace(view: FileView, { lines, anchors, heading, position, endOfFile }: Hints): Choose {
  const lead = lines.findIndex(isChange);
  return (places, old) => {
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
      left = left.filter(place => view.file.lines.slice(place + old.length).every(isBlank));
      if (left.length === 0) return refusePlace('that is not the end of the file', places[0]!);
    }
    const there = position ? position.line - 1 : -1;
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

/** Whether the lines stand, but for white space and one line at most, where numbers say: that may be the place that is meant. */
function nearlyStands({ file }: FileView, old: readonly string[], at: number): boolean {
  const off = old.filter((line, by) => bareText(file.lines[at + by] ?? '\0') !== bareText(line)).length;
  return at >= 0 && (off === 0 || (off === 1 && old.length > 2));
}

const depthOf = (line: string): number => indentOf(line).length;

/** Lines that are the anchor, or else that begin with it, or else that hold it as whole words. */
function linesLike({ file }: FileView, anchor: string): number[] {
  const wanted = trimBoth(anchor);
  const ends = (rest: string) => !/^\w/.test(rest);
  const ways: readonly ((line: string) => boolean)[] = [
    line => line === wanted,
    // Git cuts a heading off at 80 characters, white space at its start included.
    line => line.startsWith(wanted) && (wanted.length >= 72 || ends(line.slice(wanted.length))),
    line => {
      const at = /\w{3}/.test(wanted) ? line.indexOf(wanted) : -1;
      return at >= 0 && !/\w$/.test(line.slice(0, at)) && ends(line.slice(at + wanted.length));
    },
  ];
  const found = ways.values().map(is => file.lines.flatMap((line, at) => (is(trimBoth(line)) ? [at] : [])));
  return found.find(lines => lines.length > 0) ?? [];
}

/** Whether a place lies below a line, and no line between them that begins with a word is indented as little where that line opens a block. */
function isUnder({ file: { lines } }: FileView, head: number, place: number): boolean {
  const next = lines.slice(head + 1).find(line => !isBlank(line) && !/^\s*[)\]{]/.test(line));
  const opens = next !== undefined && depthOf(next) > depthOf(lines[head]!);
  const leaves = (line: string) => /^\s*[\w$@]/.test(line) && depthOf(line) <= depthOf(lines[head]!);
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
