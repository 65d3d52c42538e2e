import type { FileView } from './file-view.ts';
import { compareLines } from './hunk.ts';
import { indentOf, isBlank, isTrivial, splitFor, trimBoth, trimEnd } from './lines.ts';
import { placeAround } from './place-around.ts';
import { placeElided } from './place-elided.ts';
import { type Choose, findPlaces, isMiss, type Miss, type Placed, placeLines } from './place-lines.ts';
import { type Located, placeText } from './place-text.ts';
import { bareText, plainSigns, READINGS } from './readings.ts';
import { applySplices, sortSplices, toSplice } from './splice.ts';
import { isSure, looksLikeDiff, type Undecorated, undecorate } from './undecorate/decorations.ts';
import type { TextPair } from './undecorate/pasted-numbers.ts';
import { findPlaceholder } from './undecorate/placeholders.ts';
import { losesIndentation, spoiltNew } from './undecorate/spoilt-new.ts';

/** One replacement that a model asks for. */
export interface Edit {
  readonly old_text: string;
  readonly new_text: string;
  /** Every match of the first reading that has any, instead of the one there must be. */
  readonly replace_all?: boolean;
}

interface LocateOptions {
  readonly path: string;
  /** White space that other edits of the same call have lost, so that this one may have lost it too. */
  readonly lost?: string | undefined;
}

/** Finds the one place an edit means: literally, then by each reading, without decorations, around its context. */
export function locateEdit(view: FileView, edit: Edit, { path, lost }: LocateOptions): Located | Miss {
  const all = edit.replace_all ?? false;
  const whole = { old: splitFor(view.file, edit.old_text), new: splitFor(view.file, edit.new_text) };
  const exact = placeText(view, whole, { name: 'exact', key: line => line, all });
  const found = exact ?? locateLines(view, whole, { all, lost });
  if (isMiss(found)) return found;
  const decorated = /escaped|numbers|diff/.test(found.reading);
  const spoilt =
    decorated || found.wholeLines === false ? undefined : spoiltNew(view, exact ? whole : withoutEdges(whole));
  const why = (exact ? undefined : leftOut(view, found, path)) ?? spoilt;
  return why === undefined ? found : { miss: 'refused', reading: found.reading, lines: [], why };
}

/** A placeholder that shows only once decorations are off. */
function leftOut({ file }: FileView, { places }: Located, path: string): string | undefined {
  for (const { start, end, text } of places.flat()) {
    const placeholder = findPlaceholder(splitFor(file, file.text.slice(start, end)), splitFor(file, text), path);
    if (placeholder) return `new_text leaves code out (${JSON.stringify(placeholder.text)}); write all of it`;
  }
  return undefined;
}

/** Without the line break at either end that both texts have, or that the old one has: the file's own stays. */
function withoutEdges({ old, new: wanted }: TextPair): TextPair {
  const fromStart = old.length > 1 && old[0] === '';
  // What the new text has in place of the last blank line shows that it is a line and not a break.
  const isLine = wanted.at(-1) !== '' && wanted.slice(1).includes('') && compareLines(old, wanted).at(-1)!.mark === '+';
  const toEnd = old.length > (fromStart ? 2 : 1) && old.at(-1) === '' && !isLine;
  const first = fromStart && wanted.length > 1 && wanted[0] === '' ? 1 : 0;
  const last = toEnd && wanted.length > first && wanted.at(-1) === '' ? wanted.length - 1 : wanted.length;
  return { old: old.slice(fromStart ? 1 : 0, toEnd ? -1 : undefined), new: wanted.slice(first, last) };
}

interface LineOptions {
  readonly all: boolean;
  readonly lost: string | undefined;
}

const toLocated = (view: FileView, found: Placed | readonly Placed[]): Located => ({
  reading: [found].flat()[0]!.reading,
  places: [found].flat().map(({ blocks }) => blocks.map(block => toSplice(view.file, block))),
});

function locateLines(view: FileView, whole: TextPair, { all, lost }: LineOptions): Located | Miss {
  const pair = withoutEdges(whole);
  const lines = compareLines(pair.old, pair.new);
  const plain = located(view, whole, { all, choose: lost === undefined ? undefined : alikeLost(view, lost) });
  // A shift by one column would hide what the marks of a diff mean.
  if (plain && !(looksLikeDiff(pair) && !findPlaces(view, pair.old, true))) return plain;
  const variants = undecorate(pair);
  const undecorated = agree(view, variants, all) ?? plain;
  if (undecorated) return undecorated;
  const applied = standsAt(view, pair);
  if (applied !== undefined) return { miss: 'applied', lines: [applied] };
  for (const each of all || isEscaped(view, pair)
    ? []
    : [pair, ...variants.filter(one => isSure(one) && !one.onlyThere)]) {
    const hunk = each === pair ? lines : compareLines(each.old, each.new);
    // A blank line more at either end is a slip of the text or meant; only the text as it is would show.
    if ([hunk[0]!, hunk.at(-1)!].some(line => line.mark === '+' && isBlank(line.text))) continue;
    const found = placeElided(view, hunk, { compared: true }) ?? placeAround(view, hunk, { compared: true });
    if (found) return isMiss(found) ? found : toLocated(view, found);
  }
  const tried = [
    'exact',
    ...READINGS.slice(0, -1).map(reading => reading.name),
    ...variants.flatMap(each => each.decorations),
  ];
  return { miss: 'none', tried: [...new Set(tried)] };
}

/** Readings that leave columns as they are, so that a text may begin and end inside lines. */
const INSIDE = [
  { name: READINGS[0]!.name, key: (line: string) => line },
  { name: 'trailing white space', key: trimEnd },
  { name: 'typographic characters', key: plainSigns },
];

function located(
  view: FileView,
  whole: TextPair,
  { all, choose }: { all: boolean; choose?: Choose | undefined },
): Located | Miss | undefined {
  const pair = withoutEdges(whole);
  const found = placeLines(view, compareLines(pair.old, pair.new), { compared: true, all, choose });
  if (found) return isMiss(found) ? found : toLocated(view, found);
  // Blank lines at the ends would be found behind any line.
  if ([whole.old[0]!, whole.old.at(-1)!].some(isBlank)) return undefined;
  return INSIDE.values()
    .map(reading => placeText(view, whole, { ...reading, all }))
    .find(each => each !== undefined);
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

/** Where the file reads already like the new text: it has lines that the old one has not, or shows what stood around those that are gone. */
function standsAt(view: FileView, { old, new: wanted }: TextPair): number | undefined {
  const lines = compareLines(old, wanted);
  const added = lines.filter(line => line.mark === '+' && !isBlank(line.text));
  const shows = (part: typeof lines) => part.some(line => line.mark === ' ' && !isTrivial(line.text));
  const first = lines.findIndex(line => line.mark !== ' ');
  const gone = shows(lines.slice(0, first)) && shows(lines.slice(lines.findLastIndex(line => line.mark !== ' ')));
  const literally = added.length > 0 || gone ? view.find(trimEnd, wanted)[0] : undefined;
  return literally ?? (added.some(line => !isTrivial(line.text)) ? view.find(bareText, wanted)[0] : undefined);
}

/** Whether a line of the old text stands in the file once it is unescaped: such lines are not misremembered ones. */
function isEscaped(view: FileView, { old }: TextPair): boolean {
  const unescaped = (line: string) =>
    line
      .replace(/\\(["'`\\])/g, '$1')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
  return old.some(line => unescaped(line) !== line && view.find(trimBoth, [unescaped(line)]).length > 0);
}

/** The texts without decorations, where they fit; ways that write different things are a disagreement. */
function agree(view: FileView, variants: readonly Undecorated[], all: boolean): Located | Miss | undefined {
  const found = variants.flatMap(variant => locateUndecorated(view, variant, all) ?? []);
  const fits = found.filter(each => !isMiss(each)) as Located[];
  const literal = fits.filter(each => !each.reading.includes(';'));
  const best = literal.length > 0 ? literal : fits;
  const results = best.map(each => applySplices(view.file.text, sortSplices(each.places.flat())));
  const other = results.findIndex(text => text !== results[0]);
  if (other > 0) {
    const both = [best[0]!, best[other]!];
    const lines = both.map(each => view.file.text.slice(0, each.places[0]![0]!.start).split('\n').length - 1);
    return { miss: 'several', reading: both.map(each => each.reading).join(' or '), lines };
  }
  const misses = found.filter(isMiss);
  return misses.find(each => each.miss === 'several') ?? best[0] ?? misses[0];
}

function locateUndecorated(view: FileView, variant: Undecorated, all: boolean): Located | Miss | undefined {
  const { decorations, numberedFrom, onlyThere } = variant;
  const pair = withoutEdges(variant);
  // Too little was taken off; or only brackets are left, whose place only a number would tell.
  if (losesIndentation(pair) || pair.new.length === 0) return undefined;
  if (numberedFrom === undefined && pair.old.every(isTrivial)) return undefined;
  const name = decorations.join(', ');
  const named = (numberedFrom ?? Number.NaN) - 1;
  const choose: Choose = (places, old) => {
    if (places.includes(named)) return { place: named };
    if (onlyThere) return { miss: 'none', tried: [] };
    const fits = old.every((line, by) => bareText(view.file.lines[named + by] ?? '\0') === bareText(line));
    const lines = fits ? [...places, named] : places;
    return lines.length > 1 ? { miss: 'several', reading: name, lines } : { place: places[0]! };
  };
  if (decorations.includes('diff markers') && !findPlaces(view, pair.old, true)) return undefined;
  const found = located(view, variant, { all, choose });
  if (!found || (isMiss(found) && found.miss === 'none')) return undefined;
  if (isMiss(found)) return found;
  return { ...found, reading: found.reading === READINGS[0]!.name ? name : `${name}; ${found.reading}` };
}
