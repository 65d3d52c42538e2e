import type { FileView } from './file-view.ts';
import { indentOf, isBlank, trimBoth } from './lines.ts';

const depthOf = (line: string): number => indentOf(line).length;

/** Git cuts a heading off at 80 characters, white space at its start included. */
const HEADING_LENGTH = 72;

/** Lines that are the anchor, or else that begin with it, or else that hold it as whole words. */
function linesLike({ file }: FileView, anchor: string): number[] {
  const wanted = trimBoth(anchor);
  const ends = (text: string) => wanted.length >= HEADING_LENGTH || !/^\w/.test(text);
  const ways: readonly ((line: string) => boolean)[] = [
    line => line === wanted,
    line => line.startsWith(wanted) && ends(line.slice(wanted.length)),
    line => {
      const at = /\w{3}/.test(wanted) ? line.indexOf(wanted) : -1;
      return at >= 0 && !/\w$/.test(line.slice(0, at)) && !/^\w/.test(line.slice(at + wanted.length));
    },
  ];
  const found = ways.values().map(is => file.lines.flatMap((line, at) => (is(trimBoth(line)) ? [at] : [])));
  return found.find(lines => lines.length > 0) ?? [];
}

/** Whether a line lies in the block that a line above it opens, as the indentation shows. */
function isInside({ file }: FileView, head: number, line: number): boolean {
  const outer = file.lines.slice(head + 1, line + 1).findIndex((text, by) => {
    if (isBlank(text) || depthOf(text) > depthOf(file.lines[head]!)) return false;
    // The rest of a head that takes several lines.
    return head + 1 + by === line || !/^\s*[)\]{#]/.test(text);
  });
  return line > head && outer < 0;
}

/** The lines that the last anchor may mean, each below one that the anchor before it may mean, and in its block if any is. */
export function anchorLines(view: FileView, anchors: readonly string[]): readonly number[] {
  return anchors.reduce<readonly number[]>((heads, anchor, index) => {
    const lines = linesLike(view, anchor);
    if (index === 0) return lines;
    const inside = lines.filter(line => heads.some(head => isInside(view, head, line)));
    return inside.length > 0 ? inside : lines.filter(line => heads.some(head => head < line));
  }, []);
}

/**
 * The places that anchors allow: in the block that the last one opens, or below it where it opens none or git would
 * name it as the heading. It may stand again among the `lead` lines of context that a hunk begins with. Undefined
 * where the file has no such line.
 */
export function underAnchors(
  view: FileView,
  places: readonly number[],
  { anchors, lead }: { anchors: readonly string[]; lead: number },
): readonly number[] | undefined {
  const { lines } = view.file;
  const heads = anchorLines(view, anchors);
  const opens = (head: number) => {
    const next = lines.slice(head + 1).find(line => !isBlank(line) && !/^\s*[)\]{]/.test(line));
    return next !== undefined && depthOf(next) > depthOf(lines[head]!);
  };
  const isHeading = (head: number, place: number) =>
    lines.slice(head, place).findLastIndex(line => /^[A-Za-z_$]/.test(line)) === 0;
  const allows = (head: number, place: number) =>
    head >= place ? head < place + lead : !opens(head) || isInside(view, head, place) || isHeading(head, place);
  return heads.length === 0 ? undefined : places.filter(place => heads.some(head => allows(head, place)));
}
