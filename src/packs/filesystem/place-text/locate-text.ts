import type { FileView } from './file-view.ts';
import { compareLines, type HunkLine } from './hunk.ts';
import { isBlank, isTrivial, trimEnd } from './lines.ts';
import { placeAround } from './place-around.ts';
import { type Choose, isMiss, type Miss, onlyOne, type Placed, placeLines } from './place-lines.ts';
import { bareText, READINGS } from './readings.ts';
import { applySplices, sortSplices } from './splice.ts';
import { type Undecorated, undecorate } from './undecorate/decorations.ts';
import type { TextPair } from './undecorate/pasted-numbers.ts';
import { losesIndentation } from './undecorate/spoilt-new.ts';

/** What is to be placed: two texts and the hunk that they make. */
interface Wanted {
  readonly pair: TextPair;
  readonly lines: readonly HunkLine[];
  /** The marks of the lines were found by comparing the two texts. */
  readonly compared: boolean;
  /** Every place is meant, not one. */
  readonly all?: boolean;
  /** Picks one of several places; the texts may name a line, counted from 0. */
  readonly choose?: (named?: number) => Choose;
}

type Found = readonly Placed[] | Miss | undefined;

/** Finds the one place that is meant: by strict readings, then by loose ones, each with and without decorations, then around the context. */
export function locateText(view: FileView, wanted: Wanted): readonly Placed[] | Miss {
  const { pair, lines, compared, all = false, choose = chooseNamed(view) } = wanted;
  // The marks of a patch are off already.
  const variants = undecorate(pair).filter(each => compared || !each.decorations.includes('diff markers'));
  const bare = (literal: boolean) => () =>
    agree(
      view,
      variants.map(each => locateUndecorated(view, each, { all, literal, choose })),
    );
  const options = { compared, all, choose: choose() };
  const ways: readonly (() => Found)[] = [
    () => placeLines(view, lines, { ...options, literal: true }),
    bare(true),
    () => placeLines(view, lines, options),
    bare(false),
    () => standsAt(view, lines),
    () => (all ? undefined : around(view, lines, { compared, choose: choose() })),
    ...variants
      .filter(each => !all && each.decorations.every(name => name === 'code fence' || name === 'pasted line numbers'))
      .map(each => () => around(view, hunkOf(each), { compared: true })),
  ];
  const names = ['exact', ...READINGS.map(each => each.name), ...variants.flatMap(each => each.decorations)];
  const found = ways
    .values()
    .map(way => way())
    .find(each => each !== undefined);
  return found ?? { miss: 'none', tried: [...new Set(names)] };
}

export const hunkOf = (pair: TextPair): HunkLine[] => compareLines(pair.old, pair.new, trimEnd);

/** Without the line break at either end that both texts have, or that the old one has: the file's own stays. */
export function withoutEdges({ old, new: wanted, ...rest }: TextPair): TextPair {
  const fromStart = old.length > 1 && old[0] === '';
  // What the new text has in place of the last blank line shows that it is a line and not a break.
  const isLine = wanted.at(-1) !== '' && wanted.slice(1).includes('') && compareLines(old, wanted).at(-1)!.mark === '+';
  const toEnd = old.length > (fromStart ? 2 : 1) && old.at(-1) === '' && !isLine;
  const first = fromStart && wanted.length > 1 && wanted[0] === '' ? 1 : 0;
  const last = toEnd && wanted.length > first && wanted.at(-1) === '' ? wanted.length - 1 : wanted.length;
  return { ...rest, old: old.slice(fromStart ? 1 : 0, toEnd ? -1 : undefined), new: wanted.slice(first, last) };
}

/** Where the file reads already as it would: it has lines that the old text has not, or shows what stood around those that are gone. */
function standsAt(view: FileView, lines: readonly HunkLine[]): Miss | undefined {
  const wanted = lines.filter(line => line.mark !== '-').map(line => line.text);
  const adds = lines.some(line => line.mark === '+' && !isBlank(line.text));
  const telling = lines.some(line => line.mark === '+' && !isTrivial(line.text));
  const shows = (part: readonly HunkLine[]) => part.some(line => line.mark === ' ' && !isTrivial(line.text));
  const first = lines.findIndex(line => line.mark !== ' ');
  const gone = shows(lines.slice(0, first)) && shows(lines.slice(lines.findLastIndex(line => line.mark !== ' ')));
  const [line] = [...(adds || gone ? view.find(trimEnd, wanted) : []), ...(telling ? view.find(bareText, wanted) : [])];
  return line === undefined ? undefined : { miss: 'applied', lines: [line] };
}

function around(view: FileView, lines: readonly HunkLine[], options: { compared: boolean; choose?: Choose }): Found {
  // A blank line more at either end is a slip of the text or meant; only the text as it is would show.
  const vague = [lines[0]!, lines.at(-1)!].some(line => line.mark === '+' && isBlank(line.text));
  const found = vague && options.compared ? undefined : placeAround(view, lines, options);
  return found === undefined || isMiss(found) ? found : [found];
}

/** The place that numbers name, if the lines fit there in any way; one line alone must be there. */
const chooseNamed =
  (view: FileView) =>
  (named?: number): Choose =>
  (places, old) => {
    if (named === undefined) return onlyOne(places, old);
    if (places.includes(named)) return { place: named };
    if (old.length === 1) return { miss: 'none', tried: [] };
    const fits = old.every((line, by) => bareText(view.file.lines[named + by] ?? '\0') === bareText(line));
    return onlyOne(fits ? [...places, named] : places, old);
  };

interface VariantOptions {
  readonly all: boolean;
  readonly literal: boolean;
  readonly choose: (named?: number) => Choose;
}

function locateUndecorated(view: FileView, variant: Undecorated, { all, literal, choose }: VariantOptions): Found {
  const { decorations, numberedFrom } = variant;
  const pair = withoutEdges(variant);
  // Too little was taken off; or only brackets are left, whose place only a number would tell.
  if (losesIndentation(pair) || pair.new.length === 0) return undefined;
  if (numberedFrom === undefined && pair.old.every(isTrivial)) return undefined;
  const reading = decorations.join(', ');
  const named = numberedFrom === undefined ? undefined : numberedFrom - 1;
  const found = placeLines(view, hunkOf(pair), { compared: true, all, literal, choose: choose(named) });
  if (!found || isMiss(found)) return found && found.miss !== 'none' ? found : undefined;
  return found.map(each => ({ ...each, reading: literal ? reading : `${reading}; ${each.reading}` }));
}

/** The texts without decorations, where they fit; ways that write different things are a disagreement. */
function agree(view: FileView, found: readonly Found[]): Found {
  const fits = found.flatMap(each => (each === undefined || isMiss(each) ? [] : [each]));
  const misses = found.flatMap(each => (each !== undefined && isMiss(each) ? [each] : []));
  const results = fits.map(each => applySplices(view.file.text, sortSplices(each.flatMap(({ splices }) => splices))));
  const other = results.findIndex(text => text !== results[0]);
  if (other < 0) return misses.find(each => each.miss === 'several') ?? fits[0] ?? misses[0];
  const both = [fits[0]![0]!, fits[other]![0]!];
  return { miss: 'several', reading: both.map(each => each.reading).join(' or '), lines: both.map(each => each.line) };
}
