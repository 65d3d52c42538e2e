import { diffArrays } from 'diff';
import type { FileView } from './file-view.ts';
import { compareLines, type HunkLine, newLines, oldLines } from './hunk.ts';
import { closesBlock, formOfNew, type IndentSample, learnIndentation, opensBlock } from './indentation.ts';
import { isTrivial, similarity } from './similarity.ts';
import type { Block } from './splice.ts';
import { bareText } from './readings.ts';
import { type Atom, atomsOf, plainSpaces, plainText, SignMap } from './typography.ts';
import { indentOf, isBlank, lineParts, trimEnd, withoutSpace } from './white-space.ts';

/** A hunk laid over the file: for each old line the line of the file that it is, or -1 where there is none. */
export interface LaidHunk {
  readonly lines: readonly HunkLine[];
  readonly images: readonly number[];
  /** The marks were found by comparing, so that they may be found anew. */
  readonly compared: boolean;
}

export interface Refusal {
  readonly refused: string;
}

/**
 * What becomes of the file's lines: kept ones are the file's own, and added ones get what the file's lines have and
 * the old ones had not. Refused where that cannot be told.
 */
export function mergeLines(view: FileView, laid: LaidHunk): readonly Block[] | Refusal {
  const { images } = laid;
  const [old, wanted] = [oldLines(laid), newLines(laid)];
  const own = images.map(line => (line < 0 ? undefined : view.file.lines[line]!));
  const samples = old.flatMap((text, line): IndentSample[] => {
    const image = own[line];
    // A misremembered line shows nothing.
    if (image === undefined || isBlank(text) || bareText(text) !== bareText(image)) return [];
    return [{ line, old: indentOf(text), file: indentOf(image) }];
  });
  const odd = samples.find(each => each.old !== each.file);
  const cut = odd === samples[0] && odd !== undefined && odd.old.length < odd.file.length;
  if (odd && !cut && isTrivial(old[odd.line]!) && samples.every(each => each === odd || each.old === each.file)) {
    return { refused: `«${old[odd.line]!.trim()}» stands there on another level, so another one may be meant` };
  }
  const form = formOfNew(old, wanted, samples);
  if (form === undefined) return { refused: 'in whose indentation the new text is written cannot be told' };
  // New text in the file's own form is compared with the file's own lines.
  const base = form === 'old' || !laid.compared ? old : old.map((text, line) => own[line] ?? text);
  const lines = form === 'old' || !laid.compared ? laid.lines : compareLines(base, wanted, trimEnd);
  const writer = createWriter(view, { old, own, samples, wanted, form, compared: laid.compared });
  return blocksOf(view, { lines, images, compared: laid.compared }, writer);
}

type Writer = (text: string, at: WriterPlace) => string | Refusal;

interface WriterPlace {
  /** The old line that this one was made from, if there is one. */
  readonly pair: number | undefined;
  /** The old lines before and after it. */
  readonly above: number;
  readonly below: number;
  readonly newAt: number;
  /** As many lines come as go. */
  readonly even: boolean;
}

/** Walks the hunk; each run of removed and added lines is a block, whose place its neighbours must agree on. */
function blocksOf(view: FileView, laid: LaidHunk, write: Writer): readonly Block[] | Refusal {
  const { lines } = laid;
  const blocks: Block[] = [];
  let [at, oldAt, newAt] = [0, 0, 0];
  while (at < lines.length) {
    if (lines[at]!.mark === ' ') {
      at++;
      oldAt++;
      newAt++;
      continue;
    }
    const end = lines.findIndex((line, index) => index > at && line.mark === ' ');
    const run = lines.slice(at, end < 0 ? lines.length : end);
    const removed = run.filter(line => line.mark === '-').map(line => line.text);
    const added = run.filter(line => line.mark === '+').map(line => line.text);
    const pairs = pairLines(removed, added);
    const place = placeOf(view, laid, { oldAt, count: removed.length, added, pairs });
    if ('refused' in place) return place;
    const written: string[] = [];
    for (const [index, text] of added.entries()) {
      const pair = pairs.get(index);
      const made = write(text, {
        pair: pair === undefined ? undefined : oldAt + pair,
        above: oldAt - 1,
        below: oldAt + removed.length,
        newAt: newAt + index,
        even: removed.length === added.length,
      });
      if (typeof made !== 'string') return made;
      written.push(made);
    }
    blocks.push({ ...place, lines: written });
    at += run.length;
    oldAt += removed.length;
    newAt += added.length;
  }
  return blocks;
}

/** How many lines of the file lie between two, if all of them are blank; otherwise not a number. */
export function blanksBetween({ file }: FileView, above: number, below: number): number {
  if (above < 0 || below < 0) return 0;
  return file.lines.slice(above + 1, below).every(isBlank) ? below - above - 1 : Number.NaN;
}

interface BlockWish {
  readonly oldAt: number;
  readonly count: number;
  readonly added: readonly string[];
  readonly pairs: ReadonlyMap<number, number>;
}

const HIDDEN = { refused: 'lines that the text does not show stand beside those that it changes' };
const BLANKS = { refused: 'which of its blank lines the file has cannot be told' };

/** The lines of the file that removed lines are; where none are removed, the gap between those above and below. */
function placeOf(
  view: FileView,
  { lines, images, compared }: LaidHunk,
  { oldAt, count, added, pairs }: BlockWish,
): { from: number; to: number } | Refusal {
  const gone = images.slice(oldAt, oldAt + count);
  if (gone.some((line, at) => line < 0 || line !== gone[0]! + at)) {
    return { refused: 'lines that the text does not show stand among those to be replaced' };
  }
  const above = images.slice(0, oldAt).findLast(line => line >= 0) ?? -1;
  const below = images.slice(oldAt + count).find(line => line >= 0) ?? -1;
  const blank = (line: string | undefined) => line !== undefined && isBlank(line);
  const [lead, trail] = [blank(added[0]), blank(added.at(-1))];
  if (compared && hasOtherBlanks(view, { lines, images }, { oldAt, count, ends: lead || trail })) return BLANKS;
  if (count > 0) {
    const unseen = { above: blanksBetween(view, above, gone[0]!), below: blanksBetween(view, gone.at(-1)!, below) };
    if (Number.isNaN(unseen.above + unseen.below)) return HIDDEN;
    const more = { above: pairs.get(0) !== 0, below: pairs.get(added.length - 1) !== count - 1 };
    // A line that is new may lie on either side of blank lines that the text does not show.
    if (added.length > 0 && ((unseen.above > 0 && more.above) || (unseen.below > 0 && more.below))) return BLANKS;
    return { from: gone[0]!, to: gone[0]! + count };
  }
  if (above < 0 && below < 0) return { refused: 'the lines beside those to be added are not in the file' };
  const from = above >= 0 ? above + 1 : below;
  const gap = blanksBetween(view, above, below);
  if (gap === 0) return { from, to: from };
  // Blank lines that are new go with the lines that are added, so these lie beyond the one that is not shown.
  if (compared || lead === trail || !(gap > 0)) return HIDDEN;
  return trail ? { from: below, to: below } : { from, to: from };
}

/**
 * Whether the blank lines around a block are others than the file's, so that which of them it lies beside cannot be
 * told: up to the next visible line that is kept on either side, or at an end of the text anywhere in it.
 */
function hasOtherBlanks(
  view: FileView,
  { lines, images }: Pick<LaidHunk, 'lines' | 'images'>,
  { oldAt, count, ends }: { oldAt: number; count: number; ends: boolean },
): boolean {
  const old = lines.filter(line => line.mark !== '+');
  const kept = (line: HunkLine, at: number) => line.mark === ' ' && !isBlank(line.text) && images[at]! >= 0;
  const above = old.findLastIndex((line, at) => at < oldAt && kept(line, at));
  const below = old.findIndex((line, at) => at >= oldAt + count && kept(line, at));
  const between = old.slice(above + 1, below < 0 ? old.length : below);
  const blanks = between.filter(line => isBlank(line.text)).length;
  const absent = (at: number) => isBlank(old[at]!.text) && images[at]! < 0;
  if (above < 0 || below < 0) {
    const uneven = old.some((_, at) => absent(at) || (at > 0 && blanksBetween(view, images[at - 1]!, images[at]!) > 0));
    return uneven && (ends || blanks > 0);
  }
  const own = view.file.lines.slice(images[above]! + 1, images[below]!).filter(isBlank).length;
  // Where the file has none, all of them are too many, and lines that are replaced show the place.
  return own !== blanks && (ends || (blanks > 0 && (own > 0 || count === 0)));
}

/** For each added line the removed line it was made from: the same but for white space, or else alike, in order. */
function pairLines(removed: readonly string[], added: readonly string[]): Map<number, number> {
  const pairs = new Map<number, number>();
  if (removed.length * added.length > 10_000) return pairs;
  const width = added.length + 1;
  const best = new Float64Array((removed.length + 1) * width);
  const alike = removed.map(one => {
    const bare = withoutSpace(one);
    return added.map(other => {
      if (bare === '' || isBlank(other)) return 0;
      if (bare === withoutSpace(other)) return 10;
      const share = similarity(one, other);
      return share >= 0.5 ? share : 0;
    });
  });
  for (let o = removed.length - 1; o >= 0; o--) {
    for (let n = added.length - 1; n >= 0; n--) {
      const paired = alike[o]![n]! > 0 ? alike[o]![n]! + best[(o + 1) * width + n + 1]! : 0;
      best[o * width + n] = Math.max(paired, best[(o + 1) * width + n]!, best[o * width + n + 1]!);
    }
  }
  for (let o = 0, n = 0; o < removed.length && n < added.length; ) {
    if (best[o * width + n] === best[(o + 1) * width + n]) o++;
    else if (best[o * width + n] === best[o * width + n + 1]) n++;
    else pairs.set(n++, o++);
  }
  return pairs;
}

interface Matched {
  readonly old: readonly string[];
  readonly own: readonly (string | undefined)[];
  readonly samples: readonly IndentSample[];
  readonly wanted: readonly string[];
  readonly form: 'old' | 'file' | 'file but first';
  readonly compared: boolean;
}

/** Gives added lines the file's form: indentation, signs, alignment within the line, white space at its end. */
function createWriter(view: FileView, { old, own, samples, wanted, form, compared }: Matched): Writer {
  const indents = wanted.filter(line => !isBlank(line)).map(indentOf);
  const exact = samples.every(each => each.old === each.file);
  const map = samples.length > 0 ? learnIndentation(samples, indents, view.unit) : undefined;
  // Text that stands on one level as a whole may have lost its indentation.
  const flat = !exact && new Set([...samples.map(each => each.old), ...indents]).size === 1;
  // Such text stands on several levels in the file: then only lines that are replaced one by one show theirs.
  const contradictory = flat && new Set(samples.map(each => each.file)).size > 1;
  const byLine = new Map(samples.map(each => [each.line, each]));
  const firstNew = wanted.findIndex(line => !isBlank(line));
  const signs = new SignMap();
  let collapsed = false;
  let strayTrail = false;
  let wideSpaces = false;
  // Where all lines have the file's own characters, new ones are written as they are.
  const plain = old.every((text, line) => own[line] === undefined || lineParts(text).body === lineParts(own[line]).body);
  const atoms = old.map((text, line) => {
    const image = own[line];
    if (image === undefined) return undefined;
    if (lineParts(text).trail !== '' && lineParts(text).trail !== lineParts(image).trail) strayTrail = true;
    if (plain) return undefined;
    const [mine, files] = [atomsOf(lineParts(text).body), atomsOf(lineParts(image).body)];
    if (mine.length !== files.length || mine.some((atom, at) => atom.plain !== files[at]!.plain)) return undefined;
    signs.learn(mine, files);
    if (mine.some((atom, at) => atom.space !== files[at]!.space && plainText(atom.space) === files[at]!.space)) wideSpaces = true;
    if (files.some((atom, at) => at > 0 && atom.space.length > 1 && mine[at]!.space.length < atom.space.length)) collapsed = true;
    return { mine, files };
  });

  const indentFor = (text: string, { pair, above, below, newAt, even }: WriterPlace): string | undefined => {
    const indent = indentOf(text);
    if (!map || form === 'file') return indent;
    if (form === 'file but first') return newAt === firstNew ? samples[0]!.file : indent;
    if (contradictory && !even) return undefined;
    const made = pair === undefined ? undefined : byLine.get(pair);
    // A changed line that is indented as its old one stays where the file has it.
    if (made && made.old === indent) return made.file;
    const next = (line: number, by: number) => {
      let at = line;
      while (at >= 0 && at < old.length && !byLine.has(at)) at += by;
      return byLine.get(at);
    };
    const near = [next(above, -1), ...old.slice(above + 1, below).map((_, at) => byLine.get(above + 1 + at)), next(below, 1)];
    if (flat && isFlat(wanted, newAt)) return undefined;
    const mapped = map({ indent, near, first: newAt === firstNew });
    // Where marks tell which lines are new, nothing shows that these are off as the others are.
    const asFile = !compared && mapped !== indent && near.some(each => each?.file === indent);
    return asFile ? undefined : mapped;
  };

  return (text, place) => {
    const { body, trail } = lineParts(text);
    const pair = place.pair === undefined ? undefined : atoms[place.pair];
    const theirs = place.pair === undefined ? undefined : own[place.pair];
    const oldTrail = place.pair === undefined ? undefined : lineParts(old[place.pair]!).trail;
    if (body === '') return strayTrail ? '' : text;
    const indent = indentFor(text, place);
    if (indent === undefined) return { refused: `the indentation of «${body.slice(0, 60)}» cannot be told` };
    const written = plain ? body : writeBody(atomsOf(wideSpaces ? plainSpaces(body) : body), pair, signs);
    if (written === undefined) return { refused: `how the file writes the quotes and dashes of «${body.slice(0, 60)}» cannot be told` };
    if (collapsed && !pair && /\s/.test(body)) return { refused: `how the file aligns «${body.slice(0, 60)}» cannot be told` };
    const end = theirs !== undefined && trail === oldTrail ? lineParts(theirs).trail : strayTrail ? '' : trail;
    return indent + written + end;
  };
}

const CONTROL = /^\s*\}?\s*(?:(?:else\s+)?(?:if|for|while)\b.*\)|else)\s*$/;
const LIST_ITEM = /^\s*(?:[-*+]|\d+[.)]) /;

/** Whether a new line opens a block or a list item and the next one is no deeper: the text has lost its indentation. */
function isFlat(wanted: readonly string[], at: number): boolean {
  const line = wanted[at]!;
  const next = wanted.slice(at + 1).find(each => !isBlank(each));
  if (next === undefined || indentOf(next).length > indentOf(line).length) return false;
  if (LIST_ITEM.test(line) && wanted[at + 1] === next) return !LIST_ITEM.test(next) && indentOf(next) === indentOf(line);
  return (opensBlock(line) || CONTROL.test(line) || /^\s*<[\w.:-]+[^<>]*$/.test(line)) && !closesBlock(next);
}

/** More characters than this between what a line keeps at its ends are taken as changed. */
const MAX_ATOMS = 1000;

/** The visible text of an added line: what its old line has too is the file's, the rest its own, with the file's signs. */
function writeBody(
  atoms: readonly Atom[],
  pair: { readonly mine: readonly Atom[]; readonly files: readonly Atom[] } | undefined,
  signs: SignMap,
): string | undefined {
  const kept = pair ? commonAtoms(pair.mine, atoms) : new Map<number, number>();
  let text = '';
  for (const [at, atom] of atoms.entries()) {
    const from = kept.get(at);
    // What comes in the place of an old word stands as far from the word before it.
    const gap = from ?? (kept.has(at - 1) ? kept.get(at - 1)! + 1 : -1);
    const sign = from === undefined ? signs.translate(atom) : pair!.files[from]!.text;
    if (sign === undefined) return undefined;
    const same = gap > 0 && gap < (pair?.mine.length ?? 0) && plainText(atom.space) === plainText(pair!.mine[gap]!.space);
    text += (at === 0 ? '' : same ? pair!.files[gap]!.space : atom.space) + sign;
  }
  return text;
}

/** For each new character the old one that it is. */
function commonAtoms(old: readonly Atom[], wanted: readonly Atom[]): Map<number, number> {
  const kept = new Map<number, number>();
  const most = Math.min(old.length, wanted.length);
  let [head, tail] = [0, 0];
  while (head < most && old[head]!.text === wanted[head]!.text) kept.set(head, head++);
  while (tail < most - head && old.at(-1 - tail)!.text === wanted.at(-1 - tail)!.text) {
    tail++;
    kept.set(wanted.length - tail, old.length - tail);
  }
  const [a, b] = [old.slice(head, old.length - tail), wanted.slice(head, wanted.length - tail)];
  if (a.length + b.length > MAX_ATOMS) return kept;
  let [oldAt, newAt] = [head, head];
  for (const { value, added, removed } of diffArrays(
    a.map(each => each.text),
    b.map(each => each.text),
  )) {
    for (const _ of value) {
      if (!added && !removed) kept.set(newAt, oldAt);
      if (!added) oldAt++;
      if (!removed) newAt++;
    }
  }
  return kept;
}
