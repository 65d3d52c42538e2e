import type { FileView } from './file-view.ts';
import { compareLines, type HunkLine } from './hunk.ts';
import { isBlank, isTrivial, splitFor, trimEnd } from './lines.ts';
import { placeAround } from './place-around.ts';
import { type Choose, isMiss, type Miss, type Placed, type PlaceOptions, placeLines } from './place-lines.ts';
import { placeLiterally } from './place-literally.ts';
import { bareText, READINGS } from './readings.ts';
import { applySplices, sortSplices } from './splice.ts';
import { type Undecorated, undecorate } from './undecorate/decorations.ts';
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

type Found = readonly Placed[] | Miss | undefined;

/** Finds the one place an edit means: literally, then by strict and loose readings with and without decorations, then around its context. */
export function locateEdit(view: FileView, edit: Edit, path: string): readonly Placed[] | Miss {
  const all = edit.replace_all ?? false;
  const whole = { old: splitFor(view.file, edit.old_text), new: splitFor(view.file, edit.new_text) };
  const exact = placeLiterally(view, whole, { reading: 'exact', all });
  if (exact) {
    const spoilt = isMiss(exact) || exact.some(each => each.inLine) ? undefined : spoiltNew(view, whole);
    return spoilt === undefined ? exact : refuse('exact', spoilt);
  }
  const pair = withoutEdges(whole);
  const lines = hunkOf(pair);
  const variants = undecorate(pair);
  const plain = (options: Partial<PlaceOptions>) => placeLines(view, lines, { compared: true, all, ...options });
  const ways: readonly (() => Found)[] = [
    () => plain({ literal: true }),
    () =>
      agree(
        view,
        variants.map(each => locateUndecorated(view, each, { all, literal: true })),
      ),
    () => plain({}),
    () =>
      agree(
        view,
        variants.map(each => locateUndecorated(view, each, { all, literal: false })),
      ),
    () => standsAt(view, lines, pair),
    () => (all ? undefined : around(view, [pair, ...variants])),
  ];
  const found = ways
    .values()
    .map(way => way())
    .find(each => each !== undefined);
  if (!found) {
    const names = ['exact', ...READINGS.map(each => each.name), ...variants.flatMap(each => each.decorations)];
    return { miss: 'none', tried: [...new Set(names)] };
  }
  if (isMiss(found)) return found;
  const [{ reading }] = found as [Placed];
  const decorated = /escaped|numbers|diff/.test(reading);
  const why = leftOut(view, found, path) ?? (decorated ? undefined : spoiltNew(view, pair));
  return why === undefined ? found : refuse(reading, why);
}

const refuse = (reading: string, why: string): Miss => ({ miss: 'refused', reading, lines: [], why });
const hunkOf = (pair: TextPair): HunkLine[] => compareLines(pair.old, pair.new, trimEnd);

/** A placeholder that shows only once decorations are off. */
function leftOut({ file }: FileView, found: readonly Placed[], path: string): string | undefined {
  for (const { start, end, text } of found.flatMap(each => each.splices)) {
    const placeholder = findPlaceholder(splitFor(file, file.text.slice(start, end)), splitFor(file, text), path);
    if (placeholder) return `new_text leaves code out (${JSON.stringify(placeholder.text)}); write all of it`;
  }
  return undefined;
}

/** Without the line break at either end that both texts have, or that the old one has: the file's own stays. */
function withoutEdges({ old, new: wanted, ...rest }: TextPair): TextPair {
  const fromStart = old.length > 1 && old[0] === '';
  // What the new text has in place of the last blank line shows that it is a line and not a break.
  const isLine = wanted.at(-1) !== '' && wanted.slice(1).includes('') && compareLines(old, wanted).at(-1)!.mark === '+';
  const toEnd = old.length > (fromStart ? 2 : 1) && old.at(-1) === '' && !isLine;
  const first = fromStart && wanted.length > 1 && wanted[0] === '' ? 1 : 0;
  const last = toEnd && wanted.length > first && wanted.at(-1) === '' ? wanted.length - 1 : wanted.length;
  return { ...rest, old: old.slice(fromStart ? 1 : 0, toEnd ? -1 : undefined), new: wanted.slice(first, last) };
}

/** Where the file reads already like the new text: it has lines that the old one has not, or shows what stood around those that are gone. */
function standsAt(view: FileView, lines: readonly HunkLine[], { new: wanted }: TextPair): Miss | undefined {
  const added = lines.filter(line => line.mark === '+' && !isBlank(line.text));
  const shows = (part: readonly HunkLine[]) => part.some(line => line.mark === ' ' && !isTrivial(line.text));
  const first = lines.findIndex(line => line.mark !== ' ');
  const gone = shows(lines.slice(0, first)) && shows(lines.slice(lines.findLastIndex(line => line.mark !== ' ')));
  const literally = added.length > 0 || gone ? view.find(trimEnd, wanted)[0] : undefined;
  const line = literally ?? (added.some(each => !isTrivial(each.text)) ? view.find(bareText, wanted)[0] : undefined);
  return line === undefined ? undefined : { miss: 'applied', lines: [line] };
}

function around(view: FileView, pairs: readonly (TextPair & Partial<Undecorated>)[]): Found {
  for (const { decorations = [], ...pair } of pairs) {
    const lines = hunkOf(pair);
    // A blank line more at either end is a slip of the text or meant; only the text as it is would show.
    if ([lines[0]!, lines.at(-1)!].some(line => line.mark === '+' && isBlank(line.text))) continue;
    if (decorations.some(name => name !== 'code fence' && name !== 'pasted line numbers')) continue;
    const found = placeAround(view, lines, { compared: true });
    if (found) return isMiss(found) ? found : [found];
  }
  return undefined;
}

/** The texts without decorations, where they fit; ways that write different things are a disagreement. */
function agree(view: FileView, found: readonly Found[]): Found {
  const fits = found.filter(each => each !== undefined && !isMiss(each)) as (readonly Placed[])[];
  const misses = found.filter(each => each !== undefined && isMiss(each)) as Miss[];
  const results = fits.map(each => applySplices(view.file.text, sortSplices(each.flatMap(({ splices }) => splices))));
  const other = results.findIndex(text => text !== results[0]);
  if (other > 0) {
    const both = [fits[0]![0]!, fits[other]![0]!];
    return {
      miss: 'several',
      reading: both.map(each => each.reading).join(' or '),
      lines: both.map(each => each.line),
    };
  }
  return misses.find(each => each.miss === 'several') ?? fits[0] ?? misses[0];
}

function locateUndecorated(
  view: FileView,
  variant: Undecorated,
  { all, literal }: { all: boolean; literal: boolean },
): Found {
  const { decorations, numberedFrom } = variant;
  const pair = withoutEdges(variant);
  // Too little was taken off; or only brackets are left, whose place only a number would tell.
  if (losesIndentation(pair) || pair.new.length === 0) return undefined;
  if (numberedFrom === undefined && pair.old.every(isTrivial)) return undefined;
  const reading = decorations.join(', ');
  // The place that numbers name, if the lines fit there in any way; one line alone must be there.
  const named = (numberedFrom ?? Number.NaN) - 1;
  const choose: Choose = (places, old) => {
    if (places.includes(named)) return { place: named };
    if (numberedFrom !== undefined && old.length === 1) return { miss: 'none', tried: [] };
    const fits = old.every((line, by) => bareText(view.file.lines[named + by] ?? '\0') === bareText(line));
    const lines = fits ? [...places, named] : places;
    return lines.length > 1 ? { miss: 'several', reading, lines } : { place: places[0]! };
  };
  const found =
    placeLines(view, hunkOf(pair), { compared: true, all, literal, choose }) ??
    (literal && numberedFrom === undefined && ![variant.old[0]!, variant.old.at(-1)!].some(isBlank)
      ? placeLiterally(view, variant, { reading, all })
      : undefined);
  if (!found || (isMiss(found) && found.miss === 'none')) return undefined;
  if (isMiss(found)) return found;
  const names = literal ? reading : `${reading}; ${found[0]!.reading}`;
  return found.map(each => ({ ...each, reading: names }));
}
