import { isDisguised } from '../edit/align-approximately.ts';
import { isTrivial, similarity } from '../edit/similarity.ts';
import { indentOf, isBlank, trimEnd } from '../edit/white-space.ts';
import { type FileView, lineCount } from './hunk-engine.ts';
import { looseLine } from './loose-line.ts';
import type { Hunk, HunkLine } from './patch-file.ts';

/** What it costs that the context of a hunk is not as the file has it. Lines that go must be there as they are. */
const COST = { loose: 0.25, blank: 0.5, unlike: 1 };
const MOST = 6;
/** A line that has less in common with another is not the same, misremembered. */
export const ALIKE = 0.2;
/** How far lines that are missing or too many may move the others. */
const BAND = 6;
const MAX_STARTS = 300;
/** Lines that stand more often than this show no place. */
const COMMON = 200;

/** A hunk laid over the file: for each of its old lines the line of the file, or -1 for a blank one that is not there. */
export interface Alignment {
  readonly images: readonly number[];
  readonly cost: number;
  /** Which of the old lines are misremembered. */
  readonly unlike: ReadonlySet<number>;
}

interface Cell {
  readonly cost: number;
  readonly step: 'pair' | 'extra' | 'unseen' | 'start';
}

interface OldLine extends HunkLine {
  readonly key: string;
  readonly loose: string;
  /** It says something, and stands in the file: not misremembered then, wherever it is meant. */
  readonly known: boolean;
  /** What it costs to take it for a line of the file, as far as that was asked. */
  readonly costs: Map<number, number>;
  /** Whether lines of the file may lie before this one that the hunk does not show. */
  readonly gapBefore: boolean;
}

/** Every way to lay the hunk over the file with its context read generously, one for each place. */
export function alignHunk(view: FileView, hunk: Hunk): Alignment[] {
  const old = oldLinesOf(view, hunk);
  const found = new Map<string, Alignment>();
  for (const start of startsOf(view, old)) {
    const aligned = alignAt(view, old, start);
    if (!aligned) continue;
    const key = aligned.images.join();
    if (!found.has(key)) found.set(key, aligned);
  }
  return [...found.values()];
}

function oldLinesOf(view: FileView, { lines }: Hunk): OldLine[] {
  const old: OldLine[] = [];
  for (const line of lines) {
    if (line.mark === '+') continue;
    const last = old.at(-1);
    const key = trimEnd(line.text);
    old.push({
      ...line,
      key,
      loose: looseLine(line.text),
      known: !isTrivial(line.text) && view.positions(trimEnd).has(key),
      costs: new Map(),
      gapBefore: last !== undefined && !(last.mark === '-' && line.mark === '-'),
    });
  }
  return old;
}

/** Where the hunk may begin, as the lines that say something show. */
function startsOf(view: FileView, old: readonly OldLine[]): number[] {
  const starts = new Set<number>();
  for (const [index, { key, text, loose }] of old.entries()) {
    if (isTrivial(text)) continue;
    const at = view.positions(trimEnd).get(key) ?? view.positions(looseLine).get(loose) ?? [];
    if (at.length <= COMMON) for (const line of at) starts.add(line - index);
  }
  return starts.size > MAX_STARTS ? [] : [...starts];
}

/** The cheapest way with the first line near `start`; the file is looked at in a band around that diagonal. */
function alignAt(view: FileView, old: readonly OldLine[], start: number): Alignment | undefined {
  const width = 2 * BAND + 1;
  const rows: Cell[][] = [Array.from({ length: width }, () => ({ cost: 0, step: 'start' }))];
  for (const [index, line] of old.entries()) {
    const above = rows.at(-1)!;
    const row: Cell[] = [];
    for (let band = 0; band < width; band++) {
      // `file` lines of the file are used up in this cell, counted from its beginning.
      const file = start + index + 1 + band - BAND;
      const pair = above[band]!.cost > MOST ? Infinity : above[band]!.cost + pairCost(view, line, file - 1);
      const extra =
        line.mark === ' ' && isBlank(line.text) && band < width - 1 ? above[band + 1]!.cost + COST.blank : Infinity;
      const next = old[index + 1];
      const unseen = band > 0 && next?.gapBefore ? row[band - 1]!.cost + unseenCost(view, file - 1) : Infinity;
      const cost = Math.min(pair, extra, unseen);
      row.push({ cost, step: cost === pair ? 'pair' : cost === unseen ? 'unseen' : 'extra' });
    }
    rows.push(row);
  }
  const last = rows.at(-1)!;
  // Of equal ends the one on this diagonal: another is found from its own.
  const far = (band: number) => last[band]!.cost + Math.abs(band - BAND) / 1000;
  const best = last.reduce((least, _, band) => (far(band) < far(least) ? band : least), BAND);
  return last[best]!.cost > MOST ? undefined : traceBack(view, { old, rows, start, end: best });
}

function pairCost(view: FileView, line: OldLine, file: number): number {
  const asked = line.costs.get(file);
  if (asked !== undefined) return asked;
  const cost = newPairCost(view, line, file);
  line.costs.set(file, cost);
  return cost;
}

function newPairCost(view: FileView, { mark, text, key, loose, known, bare }: OldLine, file: number): number {
  if (file < 0 || file >= lineCount(view)) return Infinity;
  const own = view.keys(trimEnd)[file]!;
  if (own === key) return 0;
  if (mark === '-' || isBlank(text) || isBlank(own)) return Infinity;
  if (own === ` ${key}` || view.keys(looseLine)[file] === loose) return COST.loose;
  // A line without a mark may be a new one.
  if (bare || known || indentOf(own) !== indentOf(text) || isDisguised(text, own)) return Infinity;
  return similarity(text, own) >= ALIKE ? COST.unlike : Infinity;
}

function unseenCost(view: FileView, file: number): number {
  const own = view.file.lines[file];
  if (own === undefined || file >= lineCount(view)) return Infinity;
  return isBlank(own) ? COST.blank : COST.unlike;
}

function traceBack(
  view: FileView,
  { old, rows, start, end }: { old: readonly OldLine[]; rows: readonly Cell[][]; start: number; end: number },
): Alignment {
  const images: number[] = new Array(old.length).fill(-1);
  const unlike = new Set<number>();
  let band = end;
  for (let index = old.length; index > 0; ) {
    const { step } = rows[index]![band]!;
    const file = start + index + band - BAND - 1;
    if (step === 'unseen') {
      band--;
      continue;
    }
    index--;
    if (step === 'extra') band++;
    else {
      images[index] = file;
      if (pairCost(view, old[index]!, file) === COST.unlike) unlike.add(index);
    }
  }
  return { images, cost: rows.at(-1)![end]!.cost, unlike };
}
