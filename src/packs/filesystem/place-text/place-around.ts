import { diffArrays } from 'diff';
import type { FileView } from './file-view.ts';
import { type HunkLine, isChange, oldLines } from './hunk.ts';
import { isBlank, isTrivial, trimBoth, trimEnd } from './lines.ts';
import { placeLines, rivalOf, writeAt } from './place-lines.ts';
import { type Choose, isMiss, type Miss, type Placed } from './placed.ts';
import { bareText } from './readings.ts';
import { placeholderKind } from './undecorate/placeholders.ts';

const READING = 'misremembered context';
/** How far lines that are missing or too many may move the others. */
const SLACK = 4;
const MAX_LINES = 400;

interface AroundOptions {
  readonly compared: boolean;
  readonly choose: Choose;
}

/** Context is never written, so that its quotes and the signs at the ends of its lines do not matter. */
const contextText = (line: string): string => bareText(line).replace(/["'`;,]/g, '') || bareText(line);

/** A line that stands in the file once escapes are taken off it is not misremembered. */
const unescaped = (line: string): string => trimBoth(line).replace(/\\|&(?:lt|gt|amp|quot);|[<>&"]/g, '');

/**
 * Makes a hunk whose context is not quite as the file has it. The lines that it removes must be there; two telling
 * lines at least and half of all must be the same; no line that is not here may stand elsewhere, for it names another
 * place; no other place may have as many of the lines; and a line beside lines that the hunk does not know may not
 * stand among these again.
 */
export function placeAround(
  view: FileView,
  lines: readonly HunkLine[],
  options: AroundOptions,
): Placed | Miss | undefined {
  if (lines.some(isLeftOut)) return placeParts(view, lines, options);
  const { compared, choose } = options;
  const old = lines.filter(line => line.mark !== '+');
  if (old.length > MAX_LINES || lines.every(line => line.mark !== ' ')) return undefined;
  const texts = old.map(line => line.text);
  const images = align(view, texts);
  const isHere = (at: number, key = bareText) =>
    images[at]! >= 0 && key(view.file.lines[images[at]!]!) === key(texts[at]!);
  if (old.some(({ mark }, at) => mark === '-' && !isHere(at))) return undefined;
  const here = [...texts.keys()].filter(at => !isBlank(texts[at]!) && isHere(at, contextText));
  const [same, telling] = [here.map(at => texts[at]!), texts].map(all => all.filter(line => !isTrivial(line)).length);
  if (same! < 2 || same! * 2 < telling!) return undefined;
  const from = images.find(line => line >= 0)!;
  const absent = texts.filter((line, at) => !here.includes(at) && !isTrivial(line));
  const enough = compared && here.length > 3 ? here.length - 1 : here.length;
  const rival =
    view.positions(unescaped, absent).find(places => places.length > 0)?.[0] ??
    rivalOf(view, texts, { key: bareText, images, slack: 2, enough, counts: line => !isBlank(line) }) ??
    againInGap(view, texts, images);
  if (rival !== undefined) return { miss: 'several', reading: READING, lines: [from, rival].sort((a, b) => a - b) };
  const chosen = choose([from], texts);
  if ('miss' in chosen) return chosen;
  return writeAt(view, { lines, images, compared }, READING);
}

/**
 * Which line of the file each old line is, near the start that most telling lines speak for; -1 where there is none.
 * Lines are compared to the letter where that finds as many. A line that is not there is the one that stands alone
 * between its neighbours.
 */
function align(view: FileView, old: readonly string[]): number[] {
  const { lines } = view.file;
  const votes = new Map<number, number>();
  for (const [index, places] of view.positions(contextText, old).entries())
    for (const line of isTrivial(old[index]!) ? [] : places)
      votes.set(line - index, (votes.get(line - index) ?? 0) + 1);
  const [start] = [...votes].reduce((best, each) => (each[1] > best[1] ? each : best), [0, 0]);
  const from = Math.max(0, start - SLACK);
  const window = lines.slice(from, Math.min(view.count, start + old.length + SLACK));
  const count = (images: readonly number[]) => images.filter(line => line >= 0).length;
  const images = [trimEnd, contextText]
    .map(key => commonLines(old, window, key).map(line => (line < 0 ? line : from + line)))
    .reduce((strict, loose) => (count(strict) < count(loose) ? loose : strict));
  for (const [at, line] of images.entries()) {
    const [above, below] = [images[at - 1] ?? -1, images[at + 1] ?? -1];
    if (line >= 0) continue;
    const next = above >= 0 ? above + 1 : below - 1;
    if (isBlank(old[at]!)) images[at] = next >= 0 && next < view.count && isBlank(lines[next]!) ? next : -1;
    else if (above >= 0 && below >= 0) images[at] = below === above + 2 ? next : -1;
  }
  return images;
}

/** For each old line the line that it has in common with others, or -1; which of blank lines is which shows what stands beside them. */
function commonLines(old: readonly string[], lines: readonly string[], key: (line: string) => string): number[] {
  const images: number[] = [];
  const keyed = (all: readonly string[], sign: string) => all.map(line => key(line) || sign);
  let at = 0;
  for (const { value, added, removed } of diffArrays(keyed(old, '\n'), keyed(lines, '\r'))) {
    for (const _ of value) {
      if (!added) images.push(removed ? -1 : at);
      if (!removed) at++;
    }
  }
  return images;
}

/** Where a line beside a gap stands in the gap again: which of the two the old line is, nobody can say. */
function againInGap(
  { file: { lines } }: FileView,
  old: readonly string[],
  images: readonly number[],
): number | undefined {
  const known = images.filter((line, at) => line >= 0 && !isBlank(old[at]!));
  for (const [index, line] of known.entries()) {
    const above = known[index - 1] ?? line;
    const beside = [above, line].map(each => contextText(lines[each]!));
    const again = lines.slice(above + 1, line).findIndex(each => !isBlank(each) && beside.includes(contextText(each)));
    if (again >= 0) return above + 1 + again;
  }
  return undefined;
}

const isLeftOut = (line: HunkLine): boolean => line.mark === ' ' && placeholderKind(line.text) !== undefined;
const isVisible = (line: HunkLine): boolean => isChange(line) || !isBlank(line.text);

/**
 * Makes a hunk in whose context dots or a remark stand for lines that were left out: it is taken apart there, and each
 * part must fit in one place below the parts before it.
 */
function placeParts(
  view: FileView,
  lines: readonly HunkLine[],
  { compared }: AroundOptions,
): Placed | Miss | undefined {
  const parts: HunkLine[][] = [[]];
  for (const line of lines) {
    if (isLeftOut(line)) parts.push([]);
    else parts.at(-1)!.push(line);
  }
  const made: Placed[] = [];
  let above = 0;
  for (const whole of parts.filter(each => each.some(isVisible))) {
    const part = whole.slice(whole.findIndex(isVisible), whole.findLastIndex(isVisible) + 1);
    const old = oldLines(part);
    const choose: Choose = places => {
      const below = places.filter(place => place >= above);
      return below.length === 1 ? { place: below[0]! } : { miss: 'several', reading: '', lines: places };
    };
    const by = (key: (line: string) => string) => placeLines(view, part, { key, compared, choose });
    const [placed] = part.some(isChange)
      ? [by(trimEnd) ?? by(bareText) ?? placeAround(view, part, { compared, choose })].flat()
      : view.find(bareText, old).flatMap(line => (line >= above ? [{ line, splices: [], reading: '' }] : []));
    if (placed === undefined || isMiss(placed)) return placed;
    if (placed.splices.length > 0) made.push(placed);
    above = placed.line + old.length;
  }
  return { reading: 'lines left out', splices: made.flatMap(each => each.splices), line: made[0]?.line ?? 0 };
}
