import type { Edit } from './edit.ts';
import { exactSplices } from './exact-splices.ts';
import { compareLines, type HunkLine } from './hunk.ts';
import type { FileView } from './lines/file-view.ts';
import { isTrivial } from './lines/similarity.ts';
import { applySplices, sortSplices, toSplice } from './lines/splice.ts';
import { splitFor } from './lines/text-lines.ts';
import { plainIndent } from './lines/typography.ts';
import { indentOf, isBlank, trimBoth, trimEnd } from './lines/white-space.ts';
import { placeAround } from './place-around.ts';
import { placeElided } from './place-elided.ts';
import { findPlaces, placeLines } from './place-lines.ts';
import { type EdgedPair, placePartly } from './place-partly.ts';
import { type Choose, isMiss, type Located, type Miss, type Placed } from './placed.ts';
import { bareText, READINGS } from './readings.ts';
import { type Undecorated, undecorate } from './undecorate/decorations.ts';
import type { TextPair } from './undecorate/pasted-numbers.ts';
import { findPlaceholder } from './undecorate/placeholders.ts';
import { losesIndentation, spoiltNew } from './undecorate/spoilt-new.ts';

export interface LocateOptions {
  readonly all: boolean;
  readonly path: string;
  /** White space that other edits of the same call have lost, so that this one may have lost it too. */
  readonly lost?: string;
}

/** Finds the one place an edit means: literally, then by each reading, without decorations, around its context. */
export function locateEdit(view: FileView, edit: Edit, options: LocateOptions): Located | Miss {
  const whole = { old: splitFor(view.file, edit.old_text), new: splitFor(view.file, edit.new_text) };
  const exact = exactSplices(view, edit, { pair: whole, all: options.all });
  if (exact) {
    const spoilt = isMiss(exact) || !exact.wholeLines ? undefined : spoiltNew(view, whole, options.path);
    return spoilt === undefined ? exact : { miss: 'refused', reading: 'exact', lines: [], why: spoilt };
  }
  const pair = withoutEdges(whole);
  const found = locateLines(view, pair, options);
  if (isMiss(found)) return found;
  const places = [found].flat().map(({ blocks }) => blocks.map(block => toSplice(view.file, block)));
  const { reading } = [found].flat()[0]!;
  for (const { start, end, text } of places.flat()) {
    const [old, wanted] = [view.file.text.slice(start, end), text].map(part => splitFor(view.file, part));
    const placeholder = findPlaceholder(old!, wanted!, options.path);
    if (!placeholder) continue;
    const why = `new_text leaves code out (${JSON.stringify(placeholder.text)}); write all of it`;
    return { miss: 'refused', reading, lines: [], why };
  }
  const decorated = /escaped|numbers|diff/.test(reading);
  const why = decorated ? undefined : spoiltNew(view, pair, options.path);
  return why === undefined ? { reading, places } : { miss: 'refused', reading, lines: [], why };
}

/** Without the line break at either end that both texts have, or that the old one has: the file's own stays. */
export function withoutEdges({ old, new: wanted }: TextPair): EdgedPair {
  const fromStart = old.length > 1 && old[0] === '';
  // What the new text has in place of the last blank line shows that it is a line and not a break.
  const isLine = wanted.at(-1) !== '' && compareLines(old, wanted).at(-1)!.mark === '+' && wanted.slice(1).includes('');
  const toEnd = old.length > (fromStart ? 2 : 1) && old.at(-1) === '' && !isLine;
  const first = fromStart && wanted.length > 1 && wanted[0] === '' ? 1 : 0;
  const last = toEnd && wanted.length > first && wanted.at(-1) === '' ? wanted.length - 1 : wanted.length;
  return {
    old: old.slice(fromStart ? 1 : 0, toEnd ? old.length - 1 : old.length),
    new: wanted.slice(first, last),
    fromStart,
    toEnd,
  };
}

function locateLines(view: FileView, pair: EdgedPair, options: LocateOptions): Placed | readonly Placed[] | Miss {
  const wide = hasWideIndent(view, pair);
  const plain = wide ? undefined : locatePlainly(view, pair, options);
  // A shift by one column would hide what the marks of a diff mean.
  const marked = looksLikeDiff(pair) && !findPlaces(view, pair.old, { literal: true });
  if (plain && !marked) return plain;
  const variants = undecorate(pair);
  if (wide) {
    const spaced = { old: pair.old.map(plainIndent), new: pair.new.map(plainIndent) };
    variants.unshift({ ...spaced, decorations: ['typographic characters'] });
  }
  const undecorated = agree(view, variants, options) ?? plain;
  if (undecorated) return undecorated;
  const lines = compareLines(pair.old, pair.new);
  const added = lines.filter(line => line.mark === '+' && !isBlank(line.text));
  const loosely = added.some(line => !isTrivial(line.text)) ? view.find(bareText, pair.new, 1)[0] : undefined;
  const visible = (part: readonly HunkLine[]) => part.some(line => line.mark === ' ' && !isTrivial(line.text));
  const first = lines.findIndex(line => line.mark !== ' ');
  // Lines that are gone show by those before and after them.
  const gone = visible(lines.slice(0, first)) && visible(lines.slice(lines.findLastIndex(line => line.mark !== ' ')));
  const applied = (added.length > 0 || gone ? view.find(trimEnd, pair.new, 1)[0] : undefined) ?? loosely;
  if (applied !== undefined) return { miss: 'applied', line: applied };
  // Escaped lines would be taken for misremembered ones, and new ones stay escaped.
  const plainly = (line: string) =>
    line
      .replace(/\\(["'`\\])/g, '$1')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
  const spoilt = pair.old.some(line => plainly(line) !== line && view.find(trimBoth, [plainly(line)], 1).length > 0);
  const sure = variants.filter(each =>
    each.decorations.every(name => name === 'pasted line numbers' || name === 'code fence'),
  );
  for (const each of options.all || spoilt ? [] : [pair, ...sure.filter(variant => !variant.onlyThere)]) {
    const hunk = compareLines(each.old, each.new);
    // A blank line more at either end is a slip of the text or meant; only the text as it is would show.
    if ([hunk[0]!, hunk.at(-1)!].some(line => line.mark === '+' && isBlank(line.text))) continue;
    const found = placeElided(view, hunk, { compared: true }) ?? placeAround(view, hunk, { compared: true });
    if (found) return found;
  }
  const tried = ['exact', ...READINGS.map(reading => reading.name), ...variants.flatMap(each => each.decorations)];
  return { miss: 'none', tried: [...new Set(tried)] };
}

function locatePlainly(
  view: FileView,
  pair: EdgedPair,
  { all, lost }: LocateOptions,
): readonly Placed[] | Miss | undefined {
  const lines = compareLines(pair.old, pair.new);
  const choose: Choose | undefined = lost === undefined ? undefined : alikeLost(view, lost);
  return (
    placeLines(view, lines, { compared: true, all, ...(choose ? { choose } : {}) }) ?? placePartly(view, pair, all)
  );
}

/** Of several places, the one from which the text has lost as much as the other edits have. */
const alikeLost =
  (view: FileView, lost: string): Choose =>
  (places, old) => {
    const first = old.findIndex(line => !isBlank(line));
    const left = places.filter(place => indentOf(view.file.lines[place + first]!) === lost + indentOf(old[first]!));
    if (left.length === 1) return { place: left[0]! };
    return places.length === 1 ? { place: places[0]! } : { miss: 'several', reading: 'indentation', lines: places };
  };

/** Lines are indented with wide spaces, which the file never is. */
function hasWideIndent({ file }: FileView, { old, new: wanted }: TextPair): boolean {
  const wide = (line: string) => plainIndent(line) !== line;
  return [...old, ...wanted].some(wide) && !file.lines.some(wide);
}

/** Context is marked with a space, and additions with a plus or removals with a minus. */
function looksLikeDiff({ old, new: wanted }: TextPair): boolean {
  const marked = (lines: readonly string[], marks: RegExp) => lines.every(line => line === '' || marks.test(line));
  const some = old.some(line => line.startsWith('-')) || wanted.some(line => line.startsWith('+'));
  return some && marked(old, /^[- ]/) && marked(wanted, /^[+ ]/);
}

/** The texts without decorations, where they fit; ways that write different things are a disagreement. */
function agree(
  view: FileView,
  variants: readonly Undecorated[],
  options: LocateOptions,
): Placed | readonly Placed[] | Miss | undefined {
  const found = variants.flatMap(variant => {
    const each = locateUndecorated(view, variant, options);
    return each ? [{ each, name: variant.decorations.join(', ') }] : [];
  });
  const fits = found.flatMap(({ each, name }) =>
    isMiss(each) ? [] : [{ placed: each, literal: each[0]!.reading === name }],
  );
  const best = fits.filter(fit => fit.literal || !fits.some(other => other.literal));
  const results = best.map(({ placed }) => {
    const splices = sortSplices(placed.flatMap(({ blocks }) => blocks.map(block => toSplice(view.file, block))));
    return applySplices(view.file.text, splices);
  });
  const other = results.findIndex(text => text !== results[0]);
  if (other > 0) {
    const both = [best[0]!.placed[0]!, best[other]!.placed[0]!];
    return { miss: 'disagreement', readings: both.map(each => each.reading), lines: both.map(each => each.line) };
  }
  const misses = found.flatMap(({ each }) => (isMiss(each) ? [each] : []));
  return misses.find(each => each.miss === 'several') ?? best[0]?.placed ?? misses[0];
}

function locateUndecorated(
  view: FileView,
  variant: Undecorated,
  { all }: LocateOptions,
): readonly Placed[] | Miss | undefined {
  const { decorations, numberedFrom, onlyThere } = variant;
  const pair = withoutEdges(variant);
  // Too little was taken off; or only brackets are left, whose place only a number would tell.
  if (losesIndentation(pair) || pair.new.length === 0) return undefined;
  if (numberedFrom === undefined && pair.old.every(isTrivial)) return undefined;
  const name = decorations.join(', ');
  const named = numberedFrom === undefined ? undefined : numberedFrom - 1;
  const choose: Choose = (places, old) => {
    const there = named !== undefined && places.includes(named) ? named : undefined;
    if (onlyThere && there === undefined) return { miss: 'none', tried: [] };
    if (there !== undefined) return { place: there };
    if (places.length > 1) return { miss: 'several', reading: name, lines: places };
    const rival = named !== undefined && fitsLoosely(view, old, named);
    return rival ? { miss: 'several', reading: name, lines: [places[0]!, named] } : { place: places[0]! };
  };
  const literal = decorations.includes('diff markers');
  const found =
    placeLines(view, compareLines(pair.old, pair.new), { compared: true, all, choose, literal }) ??
    (decorations.includes('escaped characters') || decorations.includes('HTML entities')
      ? placePartly(view, pair, all)
      : undefined);
  if (!found || (isMiss(found) && found.miss === 'none')) return undefined;
  if (isMiss(found)) return found;
  return found.map(each => ({
    ...each,
    reading: /^(?:line endings|exact)$/.test(each.reading) ? name : `${name}, ${each.reading}`,
  }));
}

function fitsLoosely(view: FileView, old: readonly string[], at: number): boolean {
  return (
    at + old.length <= view.count && old.every((line, by) => bareText(view.file.lines[at + by]!) === bareText(line))
  );
}
