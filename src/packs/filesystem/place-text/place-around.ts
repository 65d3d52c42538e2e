import { diffArrays } from 'diff';
import type { FileView } from './file-view.ts';
import { type HunkLine, oldLines } from './hunk.ts';
import { OPENS } from './line-writer.ts';
import { isBlank, isTrivial, similarity, trimBoth } from './lines.ts';
import { type Choose, type Miss, type Placed, rivalOf } from './place-lines.ts';
import { bareText } from './readings.ts';
import { writeHunk } from './write-hunk.ts';

const READING = 'misremembered context';
/** How far lines that are missing or too many may move the others. */
const SLACK = 4;
const MAX_LINES = 400;

/** Context is never written, so that its quotes and the signs at the ends of its lines do not matter. */
const contextText = (line: string): string => bareText(line).replace(/["'`;,]/g, '') || bareText(line);

/**
 * Makes a hunk whose context is not quite as the file has it. The lines that it removes must be there; two telling
 * lines at least and half of all must be the same; beside a change a line must be there or be alike; no line that is
 * not here may stand elsewhere, for it names another place; and no other place may have as many of the lines.
 */
export function placeAround(
  view: FileView,
  lines: readonly HunkLine[],
  { compared, choose }: { compared: boolean; choose?: Choose | undefined },
): Placed | Miss | undefined {
  const old = oldLines(lines);
  if (old.length > MAX_LINES || lines.every(line => line.mark !== ' ')) return undefined;
  const images = align(view, old);
  if (!images || !isGood(view, lines, images)) return undefined;
  const known = images.filter(line => line >= 0);
  const [from, to] = [known[0]!, known.at(-1)!];
  const isHere = (line: string, at: number) =>
    images[at]! >= 0 && contextText(view.file.lines[images[at]!]!) === contextText(line);
  const absent = old.filter((line, at) => !isTrivial(line) && !isHere(line, at));
  const same = old.filter((line, at) => !isTrivial(line) && isHere(line, at)).length;
  // The marks of a patch say which lines are sure, two compared texts do not.
  const enough = same > (compared ? 2 : 3) ? same - 1 : Math.max(1, same);
  const rival =
    view.positions(trimBoth, absent).find(places => places.length > 0)?.[0] ??
    rivalOf(view, old, { key: bareText, from, to, enough, slack: 2 });
  if (rival !== undefined) return { miss: 'several', reading: READING, lines: [from, rival].sort((a, b) => a - b) };
  const chosen = choose?.([from], old);
  if (chosen && 'miss' in chosen) return chosen;
  const blocks = writeHunk(view, { lines, images, compared });
  if ('refused' in blocks) return { miss: 'refused', reading: READING, lines: [from], why: blocks.refused };
  return { reading: READING, blocks, line: from };
}

/**
 * Which line of the file each old line is, near the start that most telling lines speak for; -1 where there is none.
 * Telling lines are matched in order, others are the same line next to one that was found, and a line that is nowhere
 * is the one that stands between its neighbours.
 */
function align(view: FileView, old: readonly string[]): number[] | undefined {
  const { lines } = view.file;
  const telling = old.flatMap((line, at) => (isTrivial(line) ? [] : [at]));
  const votes = new Map<number, number>();
  for (const [index, places] of view
    .positions(
      contextText,
      telling.map(at => old[at]!),
    )
    .entries())
    for (const line of places) votes.set(line - telling[index]!, (votes.get(line - telling[index]!) ?? 0) + 1);
  if (votes.size === 0) return undefined;
  const [start] = [...votes].reduce((best, each) => (each[1] > best[1] ? each : best));
  const from = Math.max(0, start - SLACK);
  const window = lines
    .slice(from, start + old.length + SLACK)
    .flatMap((line, at) => (isTrivial(line) ? [] : [from + at]));
  const images = old.map(() => -1);
  let [oldAt, fileAt] = [0, 0];
  for (const { value, added, removed } of diffArrays(
    telling.map(at => contextText(old[at]!)),
    window.map(at => contextText(lines[at]!)),
  )) {
    for (const _ of value) {
      if (!added && !removed) images[telling[oldAt]!] = window[fileAt]!;
      if (!added) oldAt++;
      if (!removed) fileAt++;
    }
  }
  // The line of the file that comes after that of the old line above, or before that of the old line below.
  const beside = (at: number, by: number) => {
    let near = at - by;
    while (images[near] === -1 && isBlank(old[near]!)) near -= by;
    let line = (images[near] ?? -1) < 0 ? -1 : images[near]! + by;
    while (line >= 0 && !isBlank(old[at]!) && isBlank(lines[line] ?? '-')) line += by;
    return line < view.count && !images.includes(line) ? line : -1;
  };
  const same = (at: number, line: number) => line >= 0 && contextText(lines[line]!) === contextText(old[at]!);
  for (const by of [1, -1])
    for (const at of by > 0 ? old.keys() : [...old.keys()].reverse())
      if (images[at]! < 0 && same(at, beside(at, by))) images[at] = beside(at, by);
  for (const at of old.keys()) {
    const [below, above] = [beside(at, 1), beside(at, -1)];
    const end = at === 0 ? above : at === old.length - 1 ? below : -1;
    if (images[at]! < 0 && !isBlank(old[at]!)) images[at] = below === above ? below : end;
  }
  return images;
}

function isGood(view: FileView, lines: readonly HunkLine[], images: readonly number[]): boolean {
  const old = lines.filter(line => line.mark !== '+');
  const own = old.map((_, at) => (images[at]! < 0 ? undefined : view.file.lines[images[at]!]!));
  const isHere = old.map(({ text, mark }, at) => {
    const key = mark === '-' ? bareText : contextText;
    return own[at] !== undefined && key(own[at]!) === key(text);
  });
  if (old.some((line, at) => line.mark === '-' && !isHere[at])) return false;
  const telling = old.map((_, at) => at).filter(at => !isTrivial(old[at]!.text));
  const same = telling.filter(at => isHere[at]).length;
  const off = old.filter((line, at) => !isHere[at] && !isBlank(line.text)).length;
  const alike = (at: number, least: number) => own[at] !== undefined && similarity(old[at]!.text, own[at]!) >= least;
  const drawnOut = (at: number) =>
    own[at] !== undefined &&
    [old[at]!.text, own[at]!].map(contextText).some((one, _, both) => both.every(each => each.startsWith(one)));
  const nearly = telling.every(
    at =>
      isHere[at] ||
      drawnOut(at) ||
      (!OPENS.test(old[at]!.text) && alike(at, 0.75) && !contextText(old[at]!.text).endsWith(contextText(own[at]!))),
  );
  // Where the text has a blank line, the file has no visible one.
  const replaced = old.some((line, at) => {
    const above = images.slice(0, at).findLast(image => image >= 0) ?? -1;
    const below = images.slice(at).find(image => image >= 0) ?? -1;
    return (
      isBlank(line.text) && images[at]! < 0 && above >= 0 && !view.file.lines.slice(above + 1, below).every(isBlank)
    );
  });
  if (replaced) return false;
  if (off > 3 || same * 2 < telling.length || (same < 2 && !(same === 1 && nearly))) return false;
  const isChange = (line: HunkLine | undefined) => line !== undefined && line.mark !== ' ';
  let at = -1;
  return lines.every((line, index) => {
    if (line.mark !== '+') at++;
    const beside = line.mark === ' ' && (isChange(lines[index - 1]) || isChange(lines[index + 1]));
    if (!beside || isHere[at]) return true;
    // A blank line may be absent between two lines that are there.
    return isBlank(line.text) ? at > 0 && at < old.length - 1 : alike(at, 0.45);
  });
}
