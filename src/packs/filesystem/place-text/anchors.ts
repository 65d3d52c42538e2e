import type { FileView } from './file-view.ts';
import { indentOf, isBlank, trimBoth } from './lines.ts';

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
export function underAnchors(
  view: FileView,
  places: readonly number[],
  { anchors, lead }: { anchors: readonly string[]; lead: number },
): readonly number[] | undefined {
  const heads = anchorLines(view, anchors);
  const allows = (head: number, place: number) => (head >= place ? head < place + lead : isUnder(view, head, place));
  return heads.length === 0 ? undefined : places.filter(place => heads.some(head => allows(head, place)));
}
