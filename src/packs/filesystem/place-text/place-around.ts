import { compareLines, type HunkLine, newLines, oldLines } from './hunk.ts';
import { opensBlock } from './indentation.ts';
import type { FileView } from './lines/file-view.ts';
import { isTrivial, similarity } from './lines/similarity.ts';
import { isBlank, trimBoth } from './lines/white-space.ts';
import { blanksBetween, type LaidHunk, mergeLines } from './merge-lines.ts';
import type { Choose, Miss, Placed } from './placed.ts';
import { bareText } from './readings.ts';

const READING = 'misremembered context';
/** How far lines that are missing or too many may move the others. */
const SLACK = 6;
const MAX_LINES = 400;
const MAX_STARTS = 12;
/** A line of context beside a change that has less in common with the file's is another line. */
const ALIKE = 0.5;

/** A hunk laid over lines of the file: which line each old line is, and how many of the telling ones are the same. */
interface Alignment {
  readonly images: readonly number[];
  readonly cost: number;
  readonly same: number;
}

/**
 * Makes a hunk whose context is not quite as the file has it. The lines that it removes must be there, next to each
 * other; two telling lines at least must be the same, or one where the others are nearly so; beside a change a line must be there or be alike; no line that is
 * not here may stand elsewhere, for it names another place; and no other place may have as many of the lines.
 */
export function placeAround(
  view: FileView,
  lines: readonly HunkLine[],
  { compared, choose }: { compared: boolean; choose?: Choose },
): Placed | Miss | undefined {
  const old = lines.filter(line => line.mark !== '+');
  if (old.length > MAX_LINES || old.every(line => line.mark !== ' ')) return undefined;
  const texts = old.map(line => line.text);
  const starts = startsOf(view, texts);
  const laid = starts
    .flatMap(start => align(view, old, start) ?? [])
    .sort((a, b) => b.same - a.same || a.cost - b.cost);
  const best = laid.find(each => isGood(view, lines, each));
  if (!best) return undefined;
  const first = best.images.find(line => line >= 0)!;
  const rival = elsewhere(view, texts, best) ?? rivalOf(view, texts, { ...best, compared });
  if (rival !== undefined) return { miss: 'several', reading: READING, lines: [first, rival].sort((a, b) => a - b) };
  const chosen = choose?.([first], texts);
  if (chosen && 'miss' in chosen) return chosen;
  const whole = compared ? withOwnBlanks(view, lines, best) : undefined;
  const blocks = mergeLines(view, { ...(whole ?? { lines, images: best.images }), compared });
  if ('refused' in blocks) return { miss: 'refused', reading: READING, lines: [first], why: blocks.refused };
  return { reading: READING, blocks, line: first };
}

/**
 * The hunk compared anew with the file's own lines, where only blank lines of the old text are not the file's and the
 * new text has those of the file between lines that both texts keep.
 */
function withOwnBlanks(
  view: FileView,
  lines: readonly HunkLine[],
  { images, cost, same }: Alignment,
): Pick<LaidHunk, 'lines' | 'images'> | undefined {
  const known = images.filter(line => line >= 0);
  const [from, to] = [known[0]!, known.at(-1)!];
  const own = view.file.lines.slice(from, to + 1);
  const [old, wanted] = [oldLines({ lines }), newLines({ lines })];
  const bare = (all: readonly string[]) => all.filter(line => !isBlank(line));
  if (same === 0 || cost === 0 || bare(own).length !== bare(old).length) return undefined;
  const gaps = { file: gapsOf(own), old: gapsOf(old), new: gapsOf(wanted) };
  if (gaps.file.some((gap, at) => gap < gaps.old[at]! && at < gaps.file.length - 1)) return undefined;
  let [shown, hidden] = [0, 0];
  const inNew = new Map<number, number>();
  let [oldAt, newAt] = [0, 0];
  for (const { mark } of compareLines(bare(old), bare(wanted))) {
    if (mark === ' ') inNew.set(oldAt, newAt);
    if (mark !== '+') oldAt++;
    if (mark !== '-') newAt++;
  }
  for (const [at, gap] of gaps.file.entries()) {
    if (gap === gaps.old[at] || at === gaps.file.length - 1) continue;
    const [left, right] = [inNew.get(at), inNew.get(at + 1)];
    // Lines that are added there may bring blank ones of their own.
    if (left === undefined || right !== left + 1) continue;
    if (gaps.new[left] === gap) shown++;
    else hidden++;
  }
  if (shown === 0 || hidden > 0) return undefined;
  const made = compareLines(own, wanted);
  // Blank lines alone that come or go may be the ones that were left out.
  const alone = made.some((line, at) => {
    const beside = [made[at - 1], made[at + 1]].some(each => isChange(each) && !isBlank(each!.text));
    return isChange(line) && isBlank(line.text) && !beside;
  });
  return alone ? undefined : { lines: made, images: own.map((_, at) => from + at) };
}

/** How many blank lines follow each visible one. */
function gapsOf(lines: readonly string[]): number[] {
  const gaps: number[] = [];
  for (const line of lines) {
    if (!isBlank(line)) gaps.push(0);
    else if (gaps.length > 0) gaps[gaps.length - 1]!++;
  }
  return gaps;
}

/** Where a telling line stands that is not here: it names another place. */
function elsewhere(view: FileView, old: readonly string[], { images }: Alignment): number | undefined {
  const absent = old.filter((line, at) => !isHere(view, line, images[at]!) && !isTrivial(line));
  return view.positions(trimBoth, absent).find(places => places.length > 0)?.[0];
}

const isHere = (view: FileView, line: string, image: number): boolean =>
  image >= 0 && contextText(view.file.lines[image]!) === contextText(line);

/** Where the hunk may begin, as its telling lines show; the likeliest first. */
function startsOf(view: FileView, old: readonly string[]): number[] {
  const votes = new Map<number, number>();
  for (const [at, places] of tellingPlaces(view, old)) {
    for (const line of places) votes.set(line - at, (votes.get(line - at) ?? 0) + 1);
  }
  const sorted = [...votes].sort((a, b) => b[1] - a[1]).map(([start]) => start);
  return sorted.slice(0, MAX_STARTS);
}

/** Places of the lines that say something and stand in few of them. */
function tellingPlaces(view: FileView, old: readonly string[]): [number, readonly number[]][] {
  const telling = old.flatMap((line, at) => (isTrivial(line) ? [] : [at]));
  const positions = view.positions(
    bareText,
    telling.map(at => old[at]!),
  );
  return telling.map((at, index) => [at, positions[index]!]);
}

/** A line of the text that the file lacks costs more than one of the file that the text does not show. */
const COST = { unlike: 1, blank: 0.5, unseen: 0.9, absent: 1.1, blankAbsent: 0.6 };

/** Context is never written, so that its quotes and the signs at the ends of its lines do not matter. */
const contextText = (line: string): string => bareText(line).replace(/["'`;,]/g, '') || bareText(line);

/** The cheapest way to lay the hunk over the file near a start: lines are the same, unlike, left out or not shown. */
function align(view: FileView, old: readonly HunkLine[], start: number): Alignment | undefined {
  const low = Math.max(0, start - SLACK);
  const high = Math.min(view.count, start + old.length + SLACK);
  const width = high - low + 1;
  if (width <= 1) return undefined;
  const own = view.file.lines.slice(low, high);
  const [keys, loose] = [own.map(bareText), own.map(contextText)];
  const wanted = old.map(({ mark, text }) => (mark === '-' ? bareText(text) : contextText(text)));
  const cost = new Float64Array((old.length + 1) * width).fill(Number.POSITIVE_INFINITY);
  const step = new Uint8Array(cost.length);
  cost.fill(0, 0, width);
  const offer = (cell: number, value: number, how: number) => {
    if (value >= cost[cell]!) return;
    cost[cell] = value;
    step[cell] = how;
  };
  for (let at = 1; at <= old.length; at++) {
    const key = wanted[at - 1]!;
    const fixed = old[at - 1]!.mark === '-';
    const inside = fixed && old[at]?.mark === '-';
    for (let to = 0; to < width; to++) {
      const cell = at * width + to;
      if (to > 0) {
        const own = (fixed ? keys : loose)[to - 1]!;
        const pair = own === key ? 0 : fixed || own === '' || key === '' ? Number.POSITIVE_INFINITY : COST.unlike;
        offer(cell, cost[cell - width - 1]! + pair, 1);
        const unseen = at === old.length || inside ? Number.POSITIVE_INFINITY : own === '' ? COST.blank : COST.unseen;
        offer(cell, cost[cell - 1]! + unseen, 3);
      }
      if (!fixed) offer(cell, cost[cell - width]! + (key === '' ? COST.blankAbsent : COST.absent), 2);
    }
  }
  let to = 0;
  for (let at = 0; at < width; at++) if (cost[old.length * width + at]! < cost[old.length * width + to]!) to = at;
  const total = cost[old.length * width + to]!;
  if (!Number.isFinite(total)) return undefined;
  const images = old.map(() => -1);
  let same = 0;
  for (let at = old.length; at > 0; ) {
    const how = step[at * width + to];
    if (how === 3) to--;
    else {
      at--;
      if (how !== 1) continue;
      to--;
      images[at] = low + to;
      if ((old[at]!.mark === '-' ? keys : loose)[to] === wanted[at] && !isTrivial(old[at]!.text)) same++;
    }
  }
  return { images, cost: total, same };
}

function isGood(view: FileView, lines: readonly HunkLine[], { images, cost, same }: Alignment): boolean {
  const old = oldLines({ lines });
  const telling = old.filter(line => !isTrivial(line)).length;
  // A line that opens a block names it; another one that is cut, drawn out or has one other word is the same.
  const nearlySame = (line: string, other: string) => {
    const [one, two] = [contextText(line), contextText(other)];
    return one.startsWith(two) || two.startsWith(one) || (!opensBlock(line) && similarity(line, other) > 0.75);
  };
  const known = old.every(
    (line, own) => isTrivial(line) || (images[own]! >= 0 && nearlySame(line, view.file.lines[images[own]!]!)),
  );
  if ((same < 2 && !(same === 1 && known)) || cost > 3.6 || same * 2 < telling) return false;
  // Where the text has a blank line, the file has no visible one.
  const replaced = old.some((line, own) => {
    if (!isBlank(line) || images[own]! >= 0) return false;
    const above = images.slice(0, own).findLast(image => image >= 0) ?? -1;
    return Number.isNaN(blanksBetween(view, above, images.slice(own).find(image => image >= 0) ?? -1));
  });
  if (replaced) return false;
  let at = 0;
  return lines.every((line, index) => {
    if (line.mark === '+') return true;
    const own = at++;
    const beside = line.mark === ' ' && (isChange(lines[index - 1]) || isChange(lines[index + 1]));
    if (!beside || isHere(view, line.text, images[own]!)) return true;
    // A blank line may be absent between two lines that are there.
    if (isBlank(line.text)) return own > 0 && own < old.length - 1;
    return images[own]! >= 0 && similarity(line.text, view.file.lines[images[own]!]!) >= ALIKE;
  });
}

const isChange = (line: HunkLine | undefined): boolean => line !== undefined && line.mark !== ' ';

/** Another place that has as many of the telling lines, or all but one of them. */
function rivalOf(
  view: FileView,
  old: readonly string[],
  { images, same, compared }: Alignment & { readonly compared: boolean },
): number | undefined {
  const known = images.filter(line => line >= 0);
  const [from, to] = [known[0]!, known.at(-1)!];
  const votes = new Map<number, Set<number>>();
  for (const [at, places] of tellingPlaces(view, old)) {
    for (const line of places) {
      if (line >= from && line <= to) continue;
      for (let by = -2; by <= 2; by++) {
        const start = line - at + by;
        votes.set(start, (votes.get(start) ?? new Set()).add(at));
      }
    }
  }
  // The marks of a patch say which lines are sure, two compared texts do not.
  const enough = same > (compared ? 2 : 3) ? same - 1 : same;
  const rival = votes.entries().find(([, lines]) => lines.size >= enough)?.[0];
  return rival === undefined ? undefined : Math.max(0, rival);
}
