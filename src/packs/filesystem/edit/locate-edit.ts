import { type Undecorated, undecorate } from './decorations.ts';
import { linesStand, showsItself } from './doubts.ts';
import { hasEscapedBreaks } from './escaped-breaks.ts';
import { exactPlaces, type Found, findByReading, SURE_LEVEL } from './find-places.ts';
import type { Located, Miss } from './located.ts';
import { mergeApproximately } from './merge-approximately.ts';
import type { LinePair } from './merge-place.ts';
import { placeholderKind } from './placeholders.ts';
import { type FileView, READINGS } from './readings.ts';
import { settlePlaces } from './settle-places.ts';
import { isBlank } from './white-space.ts';

export type { Located, Miss } from './located.ts';

export interface EditTexts {
  readonly old: string;
  readonly new: string;
}

export interface LocateOptions {
  readonly all: boolean;
  readonly path: string;
}

const EXACT = 'exact';

/** Finds the one place an edit means: literally, then by each reading, then around misremembered context. */
export function locateEdit(view: FileView, text: EditTexts, pair: LinePair, options: LocateOptions): Located | Miss {
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

function locate(view: FileView, text: EditTexts, pair: LinePair, options: LocateOptions): Located | Miss {
  const exact = exactPlaces(view.file, text.old);
  if (exact.length > 0 && isOnlyPlaceholder(pair.old) && exact.some(each => !isBlank(each.prefix + each.suffix))) {
    return { miss: 'none', tried: [EXACT] };
  }
  if (exact.length > 0) return settlePlaces(view, { reading: EXACT, places: exact, pair, byText: true }, options.all);
  const plain = findByReading(view, pair);
  const fromDiff = looksLikeDiff(pair) && plain !== undefined && plain.level! > SURE_LEVEL;
  if (plain && !fromDiff) return settlePlaces(view, plain, options.all);
  const variants = undecorate(pair);
  const undecorated = chooseVariant(view, variants, options);
  if (undecorated) return undecorated;
  if (plain) return settlePlaces(view, plain, options.all);
  const applied = showsItself(pair) ? linesStand(view, pair.new) : undefined;
  if (applied !== undefined) return { miss: 'applied', line: applied };
  if (!options.all) {
    for (const each of [{ ...pair, decorations: [] }, ...variants.filter(variant => isSureVariant(pair, variant))]) {
      const merged = mergeApproximately(view, each);
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

/** Context marked with a space and additions with a plus: a shift by one column would hide what the plus means. */
function looksLikeDiff({ old, new: wanted }: LinePair): boolean {
  const marked = (lines: readonly string[], marks: RegExp) => lines.every(line => line === '' || marks.test(line));
  const some = old.some(line => line.startsWith('-')) || wanted.some(line => line.startsWith('+'));
  return some && marked(old, /^[- ]/) && marked(wanted, /^[+ ]/);
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
        : findByReading(view, variant);
    if (!found) return [];
    const kept =
      variant.atLine === undefined ? found.places : found.places.filter(place => place.from + 1 === variant.atLine);
    if (kept.length === 0) return [];
    const names = [...variant.decorations, ...(found.reading === '' ? [] : [found.reading])];
    return [{ ...found, places: found.places, reading: names.join(', ') }];
  });
  if (fits.length === 0) return undefined;
  const best = Math.min(...fits.map(fit => fit.level!));
  const answers = fits
    .filter(fit => fit.level === best)
    .map(fit => ({ fit, answer: settlePlaces(view, fit, options.all) }));
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

const asIs = (line: string): string => line;
