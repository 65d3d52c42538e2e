import { alignApproximately, alignWithBlanks } from './align-approximately.ts';
import { alignElided } from './align-elided.ts';
import { comparableOld } from './coordinates.ts';
import { type Undecorated, undecorate } from './decorations.ts';
import { hasEscapedBreaks } from './escaped-breaks.ts';
import { type Alignment, type Merge, mergeLines, type Refusal } from './merge-lines.ts';
import { type LinePair, mergePlace, type PlaceOutcome } from './merge-place.ts';
import { placeholderKind } from './placeholders.ts';
import { type FileView, type Place, READINGS } from './readings.ts';
import { findRival } from './rival-place.ts';
import { compareLines, type Script } from './script.ts';
import { type Splice, toSplice } from './splice.ts';
import { allIndexesOf, positionAt, type TextLines } from './text-lines.ts';
import { isBlank } from './white-space.ts';

/** Where an edit goes and what it writes there. */
export interface Located {
  readonly reading: string;
  readonly splices: readonly Splice[];
}

/** Why an edit goes nowhere. Lines count from 0. */
export type Miss =
  | { readonly miss: 'none'; readonly tried: readonly string[] }
  | { readonly miss: 'several'; readonly reading: string; readonly lines: readonly number[] }
  | { readonly miss: 'disagreement'; readonly readings: readonly string[]; readonly lines: readonly number[] }
  | { readonly miss: 'refused'; readonly reading: string; readonly lines: readonly number[]; readonly why: string }
  | { readonly miss: 'applied'; readonly line: number };

export interface LocateOptions {
  readonly all: boolean;
  readonly path: string;
}

const EXACT = 'exact';
const WITH_ANY_TRAIL = READINGS.findLast(reading => reading.name === 'trailing white space')!;
/** Readings up to this one leave indentation as it is. */
const SURE_LEVEL = READINGS.findLastIndex(reading => reading.name === 'trailing white space');

/** Finds the one place an edit means: literally, then by each reading, then around misremembered context. */
export function locateEdit(
  view: FileView,
  text: { old: string; new: string },
  pair: LinePair,
  options: LocateOptions,
): Located | Miss {
  const found = locate(view, text, pair, options);
  if ('miss' in found || found.reading.includes('escaped')) return found;
  if (!hasEscapedBreaks(text.new, options.path) || text.old.includes('\\n')) return found;
  return {
    miss: 'refused',
    reading: found.reading,
    lines: [],
    why: 'new_text holds line breaks as the two characters \\n',
  };
}

function locate(
  view: FileView,
  text: { old: string; new: string },
  pair: LinePair,
  options: LocateOptions,
): Located | Miss {
  const exact = exactPlaces(view.file, text.old);
  if (exact.length > 0 && isOnlyPlaceholder(pair.old) && exact.some(each => !isBlank(each.prefix + each.suffix))) {
    return { miss: 'none', tried: [EXACT] };
  }
  if (exact.length > 0) return settle(view, { reading: EXACT, places: exact, pair, byText: true }, options);
  const plain = readPair(view, pair);
  const fromDiff = looksLikeDiff(pair) && plain !== undefined && plain.level! > SURE_LEVEL;
  if (plain && !fromDiff) return settle(view, plain, options);
  const variants = undecorate(pair);
  const undecorated = chooseVariant(view, variants, options);
  if (undecorated) return undecorated;
  if (plain) return settle(view, plain, options);
  const applied = showsItself(pair) ? linesStand(view, pair.new) : undefined;
  if (applied !== undefined) return { miss: 'applied', line: applied };
  if (!options.all) {
    for (const each of [{ ...pair, decorations: [] }, ...variants.filter(variant => isSureVariant(pair, variant))]) {
      const merged = approximate(view, each);
      if (merged) return merged;
    }
  }
  const tried = [
    EXACT,
    ...new Set(READINGS.map(reading => reading.name)),
    ...new Set(variants.flatMap(v => v.decorations)),
  ];
  return { miss: 'none', tried };
}

/** Dots or a remark stand for lines that were left out; inside another line they are found by chance. */
function isOnlyPlaceholder(old: readonly string[]): boolean {
  return old.every(line => isBlank(line) || placeholderKind(line) !== undefined);
}

/** Decorations that leave no doubt about the lines below them, so that these may be compared approximately. */
function isSureVariant(pair: LinePair, { decorations, atLine, old }: Undecorated): boolean {
  const sure = decorations.every(each => each === 'code fence' || each === 'pasted line numbers');
  return atLine === undefined && (sure || (pair.old.length === 1 && old.length > 2));
}

/** Whether the new text would show that it was applied: by a line it adds, or by lines around those it removes. */
function showsItself({ old, new: wanted }: LinePair): boolean {
  const script = compareLines(old, wanted);
  const visible = (lines: readonly string[]) => lines.some(line => !isBlank(line));
  if (script.changes.some(change => visible(wanted.slice(change.newFrom, change.newTo)))) return true;
  return script.changes.every(
    change => visible(wanted.slice(0, change.newFrom)) && visible(wanted.slice(change.newTo)),
  );
}

/** Where the lines stand already, white space and typography aside. */
function linesStand(view: FileView, lines: readonly string[]): number | undefined {
  return READINGS.find(reading => reading.loosest)!.find(view, lines)[0]?.from;
}

/** Context marked with a space and additions with a plus: a shift by one column would hide what the plus means. */
function looksLikeDiff({ old, new: wanted }: LinePair): boolean {
  const marked = (lines: readonly string[], marks: RegExp) => lines.every(line => line === '' || marks.test(line));
  const some = old.some(line => line.startsWith('-')) || wanted.some(line => line.startsWith('+'));
  return some && marked(old, /^[- ]/) && marked(wanted, /^[+ ]/);
}

/** The places under the first reading that gives any. */
interface Found {
  readonly reading: string;
  readonly places: readonly Place[];
  readonly pair: LinePair;
  readonly byText: boolean;
  readonly level?: number;
}

function exactPlaces(file: TextLines, old: string): Place[] {
  return allIndexesOf(file.text, old).map(at => {
    const start = positionAt(file, at);
    const end = positionAt(file, at + old.length);
    return {
      from: start.line,
      to: end.line,
      prefix: file.lines[start.line]!.slice(0, start.column),
      suffix: file.lines[end.line]!.slice(end.column),
    };
  });
}

function readPair(view: FileView, pair: LinePair): Found | undefined {
  for (const [level, { name, find, byText }] of READINGS.entries()) {
    const places = find(view, pair.old);
    if (places.length > 0) return { reading: name, places, pair, byText, level };
  }
  return undefined;
}

function settle(view: FileView, found: Found, { all }: LocateOptions): Located | Miss {
  const { places, reading, pair, byText, level } = found;
  if (places.length > 1 && !all) return { miss: 'several', reading, lines: places.map(place => place.from) };
  const { prefix } = places[0]!;
  // Found inside the indentation of a line, so that it is indented differently after all.
  const shifted = level === undefined && prefix !== '' && isBlank(prefix) && /^\s+\S/.test(pair.old[0]!);
  if ((level !== undefined || shifted) && !all) {
    const doubt = doubtOf(view, pair, { reading, place: places[0]!, indented: !shifted && level! <= SURE_LEVEL });
    if (doubt) return doubt;
  }
  const splices: Splice[] = [];
  let applied: number | undefined;
  for (const place of places) {
    const outcome = placeOutcome(view, place, pair, byText);
    if ('refused' in outcome) return { miss: 'refused', reading, lines: [place.from], why: outcome.refused };
    if ('applied' in outcome) {
      applied = outcome.applied;
      continue;
    }
    const splice = toSplice(view.file, outcome);
    const cut = byText ? inside(view.file, place, splice) : splice;
    if (view.file.text.slice(cut.start, cut.end) === cut.text) applied = place.from;
    else if (!splices.some(other => other.end > cut.start && cut.end > other.start)) splices.push(cut);
  }
  if (splices.length === 0 && applied !== undefined) return { miss: 'applied', line: applied };
  return { reading, splices };
}

interface Candidate {
  readonly reading: string;
  readonly place: Pick<Place, 'from' | 'to'>;
  /** The lines stand there with their indentation as written. */
  readonly indented: boolean;
  /** Another place that is as good is too many. */
  readonly tie?: boolean;
}

/** What speaks against a place that fits only under a reading: the edit stands already, or another place was meant. */
function doubtOf(
  view: FileView,
  pair: LinePair,
  { reading, place, indented, tie = false }: Candidate,
): Miss | undefined {
  const applied = showsItself(pair) ? WITH_ANY_TRAIL.find(view, pair.new)[0]?.from : undefined;
  if (applied !== undefined) return { miss: 'applied', line: applied };
  const visible = pair.old.filter(line => !isBlank(line)).length;
  if (!indented && visible === 1 && pair.new.every(isBlank)) {
    return { miss: 'refused', reading, lines: [place.from], why: 'one line that is indented differently is too little to remove by' };
  }
  const rival = indented ? undefined : findRival(view, pair.old, { ...place, tie });
  return rival === undefined
    ? undefined
    : { miss: 'several', reading, lines: [place.from, rival].sort((a, b) => a - b) };
}

function placeOutcome(view: FileView, place: Place, pair: LinePair, byText: boolean): PlaceOutcome {
  if (byText) {
    const old = pair.old.join('\n');
    const wanted = pair.new.join('\n');
    const text = view.joined(asIs);
    const start = text.starts[place.from]! + place.prefix.length;
    for (const at of allIndexesOf(wanted, old)) {
      if (wanted !== old && start >= at && text.text.startsWith(wanted, start - at))
        return { applied: positionAt(text, start - at).line };
    }
  }
  return mergePlace(view, place, pair, byText);
}

const asIs = (line: string): string => line;

/** Cuts what stands before and after the place back off a splice of whole lines. */
function inside(file: TextLines, { from, to, prefix, suffix }: Place, splice: Splice): Splice {
  const { start, end, text } = splice;
  const whole = start === file.starts[from] && end === file.starts[to]! + file.lines[to]!.length;
  if (!whole || !text.startsWith(prefix) || !text.endsWith(suffix) || text.length < prefix.length + suffix.length)
    return splice;
  return {
    start: start + prefix.length,
    end: end - suffix.length,
    text: text.slice(prefix.length, text.length - suffix.length),
  };
}

/** The variants that fit best must agree on what is written; otherwise it is not known which was meant. */
function chooseVariant(
  view: FileView,
  variants: readonly Undecorated[],
  options: LocateOptions,
): Located | Miss | undefined {
  const fits = variants.flatMap(variant => {
    const exact = exactPlaces(view.joined(asIs), variant.old.join('\n'));
    const found: Found | undefined =
      exact.length > 0
        ? { reading: '', places: exact, pair: variant, byText: true, level: -1 }
        : readPair(view, variant);
    if (!found) return [];
    const kept =
      variant.atLine === undefined ? found.places : found.places.filter(place => place.from + 1 === variant.atLine);
    if (kept.length === 0) return [];
    const names = [...variant.decorations, ...(found.reading === '' ? [] : [found.reading])];
    return [{ ...found, places: found.places, reading: names.join(', ') }];
  });
  if (fits.length === 0) return undefined;
  const best = Math.min(...fits.map(fit => fit.level!));
  const answers = fits.filter(fit => fit.level === best).map(fit => ({ fit, answer: settle(view, fit, options) }));
  const good = answers.filter(({ answer }) => 'splices' in answer);
  const first = good[0] ?? answers[0]!;
  const differing = good.filter(
    ({ answer }) => JSON.stringify((answer as Located).splices) !== JSON.stringify((first.answer as Located).splices),
  );
  if (differing.length > 0) {
    const all = [first, ...differing];
    const lines = [...new Set(all.flatMap(({ fit }) => fit.places.map(place => place.from)))];
    return { miss: 'disagreement', readings: all.map(({ fit }) => fit.reading), lines };
  }
  const several = answers.find(({ answer }) => 'miss' in answer && answer.miss === 'several');
  return several?.answer ?? first.answer;
}

function approximate(view: FileView, { old, new: wanted, decorations }: Undecorated): Located | Miss | undefined {
  const pair = [dropEdge(old, wanted), dropEdge(wanted, old)] as const;
  const scripts = [compareLines(...pair), compareLines(...pair, true)];
  const reading = (name: string) => [...decorations, name].join(', ');
  const merges: (Merge | Refusal)[] = [];
  let from = 0;
  let name = '';
  for (const script of scripts) {
    const elided = alignElided(view, script);
    name = reading(elided ? 'left-out middle' : 'misremembered context');
    const found =
      elided && 'images' in elided
        ? { alignments: [elided], from: elided.images.find(image => image >= 0)! }
        : (elided ?? alignWithBlanks(view, script) ?? alignApproximately(view, script));
    if (!found) return undefined;
    if ('places' in found) return { miss: 'several', reading: name, lines: found.places };
    const lines = found.alignments[0]!.images.filter(image => image >= 0);
    const place = { from: lines[0]!, to: lines.at(-1)! };
    const doubt = doubtOf(
      view,
      { old, new: wanted },
      { reading: name, place, indented: false, tie: true, },
    );
    if (doubt) return doubt;
    const shared = withoutSharedBlanks(view, { old, new: wanted }, lines);
    if (shared) return approximate(view, { old, new: shared, decorations });
    if (blankAtEdge(view, script, found.alignments[0]!)) return undefined;
    from = found.from;
    merges.push(...found.alignments.map(alignment => mergeAligned(view, script, alignment)));
  }
  return finish(view, merges, name, from);
}

function mergeAligned(view: FileView, script: Script, alignment: Alignment): Merge | Refusal {
  const images = alignment.images.map((image, line) => (alignment.similar.has(line) ? -1 : image));
  const old = comparableOld({ file: view.file, old: script.old, new: script.new, images });
  if (!old) return { refused: 'old_text is indented differently from the file, and new_text like neither' };
  return mergeLines(view.file, old === script.old ? script : compareLines(old, script.new), alignment);
}

/** Whether blank lines that did not stand together come to stand together, other than as the new text has them. */
function joinsBlanks({ lines }: Merge): boolean {
  return lines.some((line, at) => {
    const next = lines[at + 1];
    if (!next || !isBlank(line.text) || !isBlank(next.text) || (!line.own && !next.own)) return false;
    return !(line.own && next.own && next.source === line.source + 1);
  });
}

/**
 * The new text without blank lines at its ends that the file has there already, where the old text shows that it was
 * written without the file's blank lines.
 */
function withoutSharedBlanks(
  view: FileView,
  { old, new: wanted }: LinePair,
  lines: readonly number[],
): readonly string[] | undefined {
  if (lines.every((line, at) => at === 0 || line === lines[at - 1]! + 1)) return undefined;
  const blank = (line: number) => view.file.lines[line] !== undefined && isBlank(view.file.lines[line]!);
  const head = isBlank(old[0]!) ? 0 : wanted.findIndex(line => !isBlank(line));
  const tail = isBlank(old.at(-1)!) ? 0 : wanted.length - 1 - wanted.findLastIndex(line => !isBlank(line));
  const above = Array.from({ length: head }, (_, by) => lines[0]! - 1 - by);
  const below = Array.from({ length: tail }, (_, by) => lines.at(-1)! + 1 + by);
  if (head + tail <= 0 || ![...above, ...below].every(blank)) return undefined;
  return wanted.slice(head, wanted.length - tail);
}

/** A blank line added at the edge of a text that is not exact may be one that the file has already. */
function blankAtEdge(view: FileView, { old, new: wanted, changes }: Script, { images }: Alignment): boolean {
  const blank = (line: number) => view.file.lines[line] !== undefined && isBlank(view.file.lines[line]!);
  return changes.some(({ oldFrom, oldTo, newFrom, newTo }) => {
    if (oldTo === old.length && newTo > newFrom && isBlank(wanted[newTo - 1]!) && blank(images.at(-1)! + 1))
      return true;
    return oldFrom === 0 && newTo > newFrom && isBlank(wanted[newFrom]!) && blank(images[0]! - 1);
  });
}

function finish(view: FileView, merges: readonly (Merge | Refusal)[], reading: string, from: number): Located | Miss {
  const splices: Splice[] = [];
  for (const merge of merges) {
    if ('refused' in merge) return { miss: 'refused', reading, lines: [from], why: merge.refused };
    if (joinsBlanks(merge))
      return { miss: 'refused', reading, lines: [from], why: 'how many blank lines should stay cannot be told' };
    splices.push(toSplice(view.file, merge));
  }
  const [first, ...others] = splices;
  if (others.some(other => other.start !== first!.start || other.text !== first!.text)) {
    return {
      miss: 'refused',
      reading,
      lines: [from],
      why: 'lines that repeat can be matched in two ways with different results',
    };
  }
  const unchanged = view.file.text.slice(first!.start, first!.end) === first!.text;
  return unchanged ? { miss: 'applied', line: from } : { reading, splices: [first!] };
}

/** Without the empty last line that a final line break makes in both texts. */
function dropEdge(lines: readonly string[], other: readonly string[]): readonly string[] {
  return lines.length > 1 && other.length > 1 && lines.at(-1) === '' && other.at(-1) === ''
    ? lines.slice(0, -1)
    : lines;
}
