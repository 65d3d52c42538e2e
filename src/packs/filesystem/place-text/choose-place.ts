import type { FileView } from './file-view.ts';
import { type Hunk, isChange } from './hunk.ts';
import { indentOf, isBlank, trimBoth } from './lines.ts';
import { Miss, refusePlace } from './miss.ts';
import { bareText } from './readings.ts';

/** The hints of an edit or a hunk on its place, besides its lines. */
export type Hints = Partial<Pick<Hunk, 'lines' | 'anchors' | 'heading' | 'position' | 'endOfFile'>>;

/** The places that are meant: by anchors, end of the file, numbers and heading, in this order; or why none is. */
export function choosePlace(
  view: FileView,
  { lines = [], anchors = [], heading, position, endOfFile }: Hints,
  { places, old }: { places: readonly number[]; old: readonly string[] },
): { places: readonly number[]; decided?: string } {
  const lead = lines.findIndex(isChange);
  const anchor = JSON.stringify(anchors.at(-1));
  /** The places under the last anchor, which may also stand among the first lines of context, if the file has it. */
  const under = (of: readonly number[], wanted: readonly string[]) => {
    const heads = anchorLines(view, wanted);
    const allows = (head: number, at: number) => (head >= at ? head < at + lead : isUnder(view, head, at));
    return heads.length === 0 ? undefined : of.filter(place => heads.some(head => allows(head, place)));
  };
  const below = anchors.length > 0 ? under(places, anchors) : places;
  if (below?.length === 0) return refusePlace(`that is not in or below ${anchor}`, places[0]!);
  const telling = old.filter(line => line.trim().length > 5).length >= 2;
  if (!below && !telling) return refusePlace(`${anchor} is not in the file`, places[0]!);
  const left = (below ?? places).filter(place => !endOfFile || view.lines.slice(place + old.length).every(isBlank));
  const [only, second] = left;
  if (only === undefined) return refusePlace('that is not the end of the file', places[0]!);
  const there = position ? position.line - 1 : -1;
  const doubtful = [only, there].sort((a, b) => a - b);
  if (second === undefined && there !== only && nearlyStands(view, old, there)) throw new Miss('ambiguous', doubtful);
  if (places.length === 1) return { places };
  if (second === undefined) return { places: left, decided: endOfFile ? 'by the end of the file' : 'by its anchor' };
  if (left.includes(there)) return { places: [there], decided: 'by its line number' };
  const headed = heading === undefined ? undefined : under(left, [heading]);
  return headed?.length === 1 ? { places: headed, decided: 'by the heading of the hunk' } : { places: left };
}

/** Whether the lines stand where numbers say, but for white space and one line at most: that place may be meant. */
function nearlyStands({ lines }: FileView, old: readonly string[], at: number): boolean {
  const off = old.filter((line, by) => bareText(lines[at + by] ?? '\0') !== bareText(line)).length;
  return at >= 0 && (off === 0 || (off === 1 && old.length > 2));
}

/**
 * Whether a place lies below a line. If that line opens a block, no line between them may leave the block: begin with a
 * word and be indented no deeper than the line.
 */
function isUnder({ lines }: FileView, head: number, place: number): boolean {
  const depth = indentOf(lines[head]!).length;
  const next = lines.slice(head + 1).find(line => !isBlank(line) && !/^\s*[)\]{]/.test(line));
  const opens = next !== undefined && indentOf(next).length > depth;
  const leaves = (line: string) => /^\s*[\w$@]/.test(line) && indentOf(line).length <= depth;
  return head < place && !(opens && lines.slice(head + 1, place).some(leaves));
}

/** The lines that hold the last anchor as whole words, each under a line that holds the anchor before it. */
export function anchorLines(view: FileView, anchors: readonly string[]): readonly number[] {
  return anchors.reduce<readonly number[]>((heads, anchor, index) => {
    const wanted = trimBoth(anchor);
    return [...view.lines.keys()].filter(at => {
      const [before, ...after] = view.lines[at]!.split(wanted);
      if (after.length === 0 || /\w$/.test(before!) || /^\w/.test(after.join(wanted))) return false;
      return index === 0 || heads.some(head => isUnder(view, head, at));
    });
  }, []);
}
