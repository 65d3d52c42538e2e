import type { Alignment } from './merge-lines.ts';
import { bareText, type FileView } from './readings.ts';
import type { Script } from './script.ts';
import { isTrivial, similarity } from './similarity.ts';
import { isBlank, withoutSpace } from './white-space.ts';

/** What differs between the old text and the file, as costs: a kept line that is only similar, lines left out. */
const COST = { similar: 1, unseenBlank: 0.5, extraBlank: 0.5 };
/** Another place this much worse is still too close to choose. */
const MARGIN = 0.75;
const MAX_CELLS = 20_000_000;

export type Approximation =
  | { readonly alignments: readonly Alignment[]; readonly from: number }
  | { readonly places: readonly number[] }
  | undefined;

/** Finds the one place where all lines stand exactly, but for blank lines that are missing or too many. */
export function alignWithBlanks(view: FileView, script: Script): Approximation {
  const table = costTable(view, script, Number.POSITIVE_INFINITY);
  if (!table) return undefined;
  const budget = Math.max(1, Math.min(4, script.old.length * 0.25));
  const separate = separatePlaces(
    script,
    endsWithin(table, budget).map(end => traceBack(table, end)),
  );
  return chosen(table, separate, () => isAnchoredThroughout(script, separate[0]!));
}

/**
 * Finds the one place where every line that the edit changes stands exactly and where of the lines that it keeps only
 * a few are misremembered. Several places are returned as such; weak evidence is none.
 */
export function alignApproximately(view: FileView, script: Script): Approximation {
  const table = costTable(view, script, COST.similar);
  if (!table) return undefined;
  const { keys, fileKeys } = table;
  const budget = Math.max(1.5, Math.min(4, keys.length * 0.25));
  const places = endsWithin(table, budget + MARGIN).map(end => traceBack(table, end));
  const separate = separatePlaces(
    script,
    places.filter(place => isEvident(keys, fileKeys, place)),
  );
  if (separate[0] && separate[0].cost > budget) return undefined;
  return chosen(table, separate, () => isTrustworthy(view, script, keys, separate[0]!));
}

function chosen(table: Table, separate: readonly Placed[], trusted: () => boolean): Approximation {
  const best = separate[0];
  if (!best) return undefined;
  const start = (place: Placed) => place.images.find(image => image >= 0)!;
  const rivals = separate.slice(1).filter(place => !isClearlyWorse(table, best, place));
  if (rivals.length > 0) return { places: [best, ...rivals].map(start).sort((a, b) => a - b) };
  // Another path of the same cost may say something else; the caller compares what they lead to.
  return trusted()
    ? { alignments: ORDERS.map(order => traceBack(table, best.end, order)), from: start(best) }
    : undefined;
}

/** Whether another place is a line worse and lacks a line that stands only at the best one. */
function isClearlyWorse({ keys, fileKeys }: Table, best: Placed, other: Placed): boolean {
  if (other.cost < best.cost + COST.similar) return false;
  return keys.some((key, line) => {
    if (best.images[line]! < 0 || best.similar.has(line) || isTrivial(key)) return false;
    const lost = other.similar.has(line) || other.images[line] !== best.images[line];
    return lost && fileKeys.indexOf(key) === fileKeys.lastIndexOf(key);
  });
}

interface Table {
  readonly cells: Float32Array;
  readonly width: number;
  readonly keys: readonly string[];
  readonly fileKeys: readonly string[];
  readonly removed: readonly boolean[];
  /** What it costs to take a line for another one. */
  readonly similar: number;
}

interface Placed extends Alignment {
  readonly cost: number;
  readonly end: number;
}

/** The least cost of each beginning of the old text ending at each file line; it may start anywhere. */
function costTable(view: FileView, script: Script, similar: number): Table | undefined {
  const keys = script.old.map(bareText);
  const fileKeys = view.keys(bareText);
  if (keys.length < 2 || keys.length * fileKeys.length > MAX_CELLS) return undefined;
  const removed = keys.map((_, line) => script.changes.some(c => line >= c.oldFrom && line < c.oldTo));
  const width = fileKeys.length + 1;
  const cells = new Float32Array((keys.length + 1) * width);
  const table = { cells, width, keys, fileKeys, removed, similar };
  for (let o = 1; o <= keys.length; o++) {
    for (let f = 0; f < width; f++) {
      cells[o * width + f] = Math.min(pairCost(table, o, f), extraCost(table, o, f), unseenCost(table, o, f));
    }
  }
  return table;
}

function pairCost({ cells, width, keys, fileKeys, removed, similar }: Table, o: number, f: number): number {
  if (f === 0) return Number.POSITIVE_INFINITY;
  const before = cells[(o - 1) * width + f - 1]!;
  const [key, fileKey] = [keys[o - 1]!, fileKeys[f - 1]!];
  if (key === fileKey) return before;
  return removed[o - 1] || key === '' || fileKey === '' ? Number.POSITIVE_INFINITY : before + similar;
}

function extraCost({ cells, width, keys, removed }: Table, o: number, f: number): number {
  if (removed[o - 1] || keys[o - 1] !== '') return Number.POSITIVE_INFINITY;
  return cells[(o - 1) * width + f]! + COST.extraBlank;
}

function unseenCost({ cells, width, keys, fileKeys }: Table, o: number, f: number): number {
  // Only blank lines may be too few or too many: a place with a line more or less is another place.
  if (f === 0 || o === keys.length || fileKeys[f - 1] !== '') return Number.POSITIVE_INFINITY;
  return cells[o * width + f - 1]! + COST.unseenBlank;
}

const COSTS = { pair: pairCost, unseen: unseenCost, extra: extraCost };

function endsWithin({ cells, width, keys }: Table, limit: number): number[] {
  const ends: number[] = [];
  for (let f = 1; f < width; f++) if (cells[keys.length * width + f]! <= limit) ends.push(f);
  return ends.slice(0, 2000);
}

type Step = 'pair' | 'unseen' | 'extra';
/** Where several steps cost the same, the first of these is taken. */
const ORDERS: readonly (readonly Step[])[] = [
  ['pair', 'unseen', 'extra'],
  ['unseen', 'pair', 'extra'],
  ['extra', 'unseen', 'pair'],
];

function traceBack(table: Table, end: number, order = ORDERS[0]!): Placed {
  const { cells, width, keys, fileKeys } = table;
  const images: number[] = new Array(keys.length).fill(-1);
  const similar = new Set<number>();
  const cost = cells[keys.length * width + end]!;
  for (let o = keys.length, f = end; o > 0; ) {
    const here = cells[o * width + f]!;
    const step = order.find(each => COSTS[each](table, o, f) === here)!;
    if (step === 'pair') {
      images[o - 1] = f - 1;
      if (keys[o - 1] !== fileKeys[f - 1]) similar.add(o - 1);
    }
    if (step !== 'unseen') o--;
    if (step !== 'extra') f--;
  }
  return { images, similar, cost, end };
}

/** Enough of the old text stands exactly: most of its lines, or a line that the file has only once. */
function isEvident(keys: readonly string[], fileKeys: readonly string[], { images, similar }: Placed): boolean {
  const exact = keys.filter((key, line) => key !== '' && images[line]! >= 0 && !similar.has(line));
  const visible = keys.filter(key => key !== '').length;
  if (exact.length >= 2) return exact.length * 2 > visible;
  const only = exact[0];
  return only !== undefined && visible <= 2 && fileKeys.indexOf(only) === fileKeys.lastIndexOf(only);
}

/** The best place for each way to place the changed lines, best first. */
function separatePlaces(script: Script, places: readonly Placed[]): Placed[] {
  const best = new Map<string, Placed>();
  for (const place of places.toSorted((a, b) => a.cost - b.cost)) {
    const ends = script.changes.map(({ oldFrom, oldTo }) => place.images.slice(Math.max(0, oldFrom - 1), oldTo + 1));
    const where = ends.map(images => images.filter(image => image >= 0).join()).join(';');
    if (!best.has(where)) best.set(where, place);
  }
  return [...best.values()];
}

function isTrustworthy(view: FileView, script: Script, keys: readonly string[], place: Placed): boolean {
  const { images, similar } = place;
  const exact = keys.map((_, line) => images[line]! >= 0 && !similar.has(line));
  const telling = script.old.filter((line, index) => exact[index] && !isTrivial(line));
  if (withoutSpace(telling.join('')).length < 12) return false;
  const fileKeys = view.keys(bareText);
  for (const line of similar) {
    // A line that stands elsewhere in the file is not misremembered: another place is meant.
    if (!isTrivial(script.old[line]!) && fileKeys.includes(keys[line]!)) return false;
    // Two lines of the file in one: a change beside it may belong between them.
    const beside = [fileKeys[images[line]! - 1] ?? '', fileKeys[images[line]! + 1] ?? ''];
    if (beside.some(key => !isTrivial(key) && keys[line]!.includes(key))) return false;
    if (isDisguised(script.old[line]!, view.file.lines[images[line]!]!)) return false;
    const alike = telling.length > 2 ? 0.2 : 0.5;
    if (!isSameLine(view, script.old[line]!, images[line]!, alike)) return false;
  }
  return isAnchoredThroughout(script, place);
}

function isAnchoredThroughout(script: Script, { images, similar }: Placed): boolean {
  if (movesBlank(images)) return false;
  const exact = images.map((image, line) => image >= 0 && !similar.has(line));
  const visible = script.old.filter((line, index) => exact[index] && !isBlank(line));
  if (visible.every(isTrivial)) return false;
  return script.changes.every(({ oldFrom, oldTo }) => {
    // Blank lines at the end of the old text that the file lacks: something else stands where lines are to be added.
    const [before, after] = [images.slice(0, oldFrom), images.slice(oldTo)];
    const nothing = (side: readonly number[]) => side.length > 0 && side.every(image => image === -1);
    if (nothing(before) || nothing(after)) return false;
    if (oldFrom === oldTo && (before.at(-1) === -1 || after[0] === -1)) return false;
    return isAnchored(script, exact, oldFrom, oldTo);
  });
}

/** Whether the old text has a blank line that the file lacks and lacks one that it has: they are not where they were. */
function movesBlank(images: readonly number[]): boolean {
  const placed = images.filter(image => image >= 0);
  const unseen = placed.some((image, at) => at > 0 && image > placed[at - 1]! + 1);
  return unseen && images.includes(-1);
}

/** A change needs an exact line of its own or beside it, and at the edge of the old text one that says something. */
function isAnchored(script: Script, exact: readonly boolean[], from: number, to: number): boolean {
  const before = from > 0 ? exact[from - 1]! : undefined;
  const after = to < exact.length ? exact[to]! : undefined;
  if (to > from) {
    const speaks = script.old.slice(from, to).some(line => !isTrivial(line));
    return speaks || before === true || after === true;
  }
  if (before === undefined || after === undefined) return (before ?? after) === true;
  return before || after;
}

/** Whether a line differs by escapes or the like: then the new text has them as well, and is not to be trusted. */
export function isDisguised(old: string, own: string): boolean {
  const count = (line: string, sign: RegExp) => (line.match(sign) ?? []).length;
  if (count(old, /\\/g) !== count(own, /\\/g)) return true;
  return DISGUISES.some(disguise => count(old, disguise) > count(own, disguise));
}

const DISGUISES = [/&(?:lt|gt|amp|quot|apos|#\d+);/g, /[‘’“”–—…\u00a0]/g];

export function isSameLine(view: FileView, old: string, image: number, alike: number): boolean {
  const own = view.file.lines[image]!;
  if (similarity(old, own) < alike) return false;
  const next = view.file.lines.slice(image + 1, image + 10).find(line => !isBlank(line));
  const opensBlock = next !== undefined && indentWidth(next) > indentWidth(own);
  const name = opensBlock ? declaredName(own) : undefined;
  const known = words(old).map(word => word.toLowerCase());
  return name === undefined || known.includes(name.toLowerCase());
}

function indentWidth(line: string): number {
  return /^\s*/.exec(line)![0].length;
}

const KEYWORDS =
  /^(?:export|default|async|public|private|protected|internal|static|final|abstract|override|virtual|inline|extern|const|let|var|function|class|def|interface|type|enum|struct|union|fn|func|fun|sub|module|namespace|package|impl|trait|pub|unsafe|describe|it|test|case|void|int|char|bool|boolean|string|double|float|long|unsigned|readonly|declare|new|get|set)$/;

const CONTROL =
  /^\W*(?:if|else|elif|for|while|switch|with|try|catch|except|finally|do|return|await|loop|match|when|unless)\b/;

/** The name that a line which opens a block gives it: before the first bracket, or the first word that is no keyword. */
function declaredName(line: string): string | undefined {
  // What starts with a bracket goes on with something that was named before.
  if (CONTROL.test(line) || /^\s*[()\]}]/.test(line)) return undefined;
  const called = /^[^=:(]*?([\p{L}_$][\p{L}\p{N}_$]*)\s*\(/u.exec(line)?.[1];
  const named = (word: string) => !KEYWORDS.test(word);
  return called !== undefined && named(called) ? called : words(line).find(named);
}

function words(line: string): string[] {
  return line.match(/[\p{L}_$][\p{L}\p{N}_$-]*/gu) ?? [];
}
