import { diffArrays } from 'diff';
import type { FileView } from './file-view.ts';
import { type HunkLine, oldLines } from './hunk.ts';
import { isBlank, isTrivial, similarity, trimBoth } from './lines.ts';
import { type Choose, isMiss, type Miss, type Placed, placeLines, rivalOf, writeAt } from './place-lines.ts';
import { bareText } from './readings.ts';
import { placeholderKind } from './undecorate/placeholders.ts';

const READING = 'misremembered context';
/** How far lines that are missing or too many may move the others. */
const SLACK = 4;
const MAX_LINES = 400;

interface AroundOptions {
  readonly compared: boolean;
  readonly choose?: Choose | undefined;
}

/** Context is never written, so that its quotes and the signs at the ends of its lines do not matter. */
const contextText = (line: string): string => bareText(line).replace(/["'`;,]/g, '') || bareText(line);

/**
 * Makes a hunk whose context is not quite as the file has it. The lines that it removes must be there; two telling
 * lines at least and half of all must be the same; beside a change a line must be there or be alike; no line that is
 * not here may stand elsewhere, for it names another place; no other place may have as many of the lines; and a
 * line beside lines that the hunk does not know may not stand among these again.
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
  const isHere = old.map(({ text, mark }, at) => {
    const key = mark === '-' ? bareText : contextText;
    return images[at]! >= 0 && key(view.file.lines[images[at]!]!) === key(text);
  });
  const absent = texts.filter((line, at) => !isHere[at] && !isBlank(line));
  const telling = texts.filter(line => !isTrivial(line)).length;
  const same = texts.filter((line, at) => isHere[at] && !isTrivial(line)).length;
  if (old.some((line, at) => line.mark === '-' && !isHere[at]) || absent.length > 3) return undefined;
  if (same < 2 || same * 2 < telling || !isBesideKnown(view, lines, { images, isHere })) return undefined;
  const known = images.filter(line => line >= 0);
  const [from, to] = [known[0]!, known.at(-1)!];
  // The marks of a patch say which lines are sure, two compared texts do not.
  const enough = same > (compared ? 2 : 3) ? same - 1 : same;
  const elsewhere = absent.filter(line => !isTrivial(line)).flatMap(line => [line, unescaped(line)]);
  const rival =
    view.positions(trimBoth, elsewhere).find(places => places.length > 0)?.[0] ??
    rivalOf(view, texts, { key: bareText, from, to, enough, slack: 2 }) ??
    againInGap(view, images);
  if (rival !== undefined) return { miss: 'several', reading: READING, lines: [from, rival].sort((a, b) => a - b) };
  const chosen = choose?.([from], texts);
  if (chosen && 'miss' in chosen) return chosen;
  return writeAt(view, { lines, images, compared }, READING);
}

/** Blank lines are the same as none: which of them is which shows what stands beside them. */
const lineKey = (line: string, at: number): string => contextText(line) || `\n${at}`;

/** A line that stands in the file once it is unescaped is not misremembered. */
const unescaped = (line: string): string =>
  line
    .replace(/\\(["'`\\])/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/**
 * Which line of the file each old line is, near the start that most telling lines speak for; -1 where there is none. A
 * line that is not there is the one that stands alone between its neighbours.
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
  const images = old.map(() => -1);
  let [oldAt, fileAt] = [0, from];
  for (const { value, added, removed } of diffArrays(
    old.map(lineKey),
    window.map(line => lineKey(line, -1)),
  )) {
    for (const _ of value) {
      if (!added && !removed) images[oldAt] = fileAt;
      if (!added) oldAt++;
      if (!removed) fileAt++;
    }
  }
  for (const [at, line] of images.entries()) {
    const [above, below] = [images[at - 1] ?? -1, images[at + 1] ?? -1];
    if (line >= 0) continue;
    const next = above >= 0 ? above + 1 : below - 1;
    if (isBlank(old[at]!)) images[at] = next >= 0 && next < view.count && isBlank(lines[next]!) ? next : -1;
    else if (above >= 0 && below >= 0) images[at] = below === above + 2 ? next : -1;
    else if (at === 0 || at === old.length - 1) images[at] = next < view.count ? Math.max(-1, next) : -1;
  }
  return images;
}

/** Where a line beside a gap stands in the gap again: which of the two the old line is, nobody can say. */
function againInGap({ file: { lines } }: FileView, images: readonly number[]): number | undefined {
  for (const [at, below] of images.entries()) {
    const above = images[at - 1] ?? -1;
    if (above < 0 || below < 0) continue;
    const beside = [lines[above], lines[below]].map(line => contextText(line ?? ''));
    const again = lines.slice(above + 1, below).findIndex(line => !isBlank(line) && beside.includes(contextText(line)));
    if (again >= 0) return above + 1 + again;
  }
  return undefined;
}

/** Whether each line of context beside a change is there, or one that is alike, or is a blank one. */
function isBesideKnown(
  view: FileView,
  lines: readonly HunkLine[],
  { images, isHere }: { images: readonly number[]; isHere: readonly boolean[] },
): boolean {
  const isChange = (line: HunkLine | undefined) => line !== undefined && line.mark !== ' ';
  let at = -1;
  return lines.every((line, index) => {
    if (line.mark !== '+') at++;
    const beside = line.mark === ' ' && (isChange(lines[index - 1]) || isChange(lines[index + 1]));
    if (!beside || isHere[at] || isBlank(line.text)) return true;
    return images[at]! >= 0 && similarity(line.text, view.file.lines[images[at]!]!) >= 0.45;
  });
}

const isLeftOut = (line: HunkLine): boolean => line.mark === ' ' && placeholderKind(line.text) !== undefined;
const isVisible = (line: HunkLine): boolean => line.mark !== ' ' || !isBlank(line.text);

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
    const place = view.find(bareText, old).find(each => each >= above);
    const isContext = part.every(line => line.mark === ' ');
    const [placed] = isContext
      ? []
      : [placeLines(view, part, { compared, choose }) ?? placeAround(view, part, { compared, choose })].flat();
    if (placed && isMiss(placed)) return placed;
    const line = placed?.line ?? (isContext ? place : undefined);
    if (line === undefined) return undefined;
    if (placed) made.push(placed);
    above = line + old.length;
  }
  return { reading: 'lines left out', splices: made.flatMap(each => each.splices), line: made[0]?.line ?? 0 };
}
