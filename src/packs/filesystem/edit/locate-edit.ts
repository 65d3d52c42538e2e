import { isSure, type Undecorated, undecorate } from './decorations.ts';
import { linesStand, showsItself } from './doubts.ts';
import { hasEscapedBreaks } from './escaped-breaks.ts';
import { exactPlaces, type Found, findByReading, SURE_LEVEL } from './find-places.ts';
import type { Located, Miss } from './located.ts';
import { mergeApproximately } from './merge-approximately.ts';
import type { LinePair } from './merge-place.ts';
import { numbersNewOnly } from './pasted-numbers.ts';
import { findPlaceholder, placeholderKind } from './placeholders.ts';
import { type FileView, READINGS } from './readings.ts';
import { compareLines } from './script.ts';
import { settlePlaces } from './settle-places.ts';
import { isTrivial, similarity } from './similarity.ts';
import { applySplices } from './splice.ts';
import { positionAt, splitFor } from './text-lines.ts';
import { plainIndent } from './typography.ts';
import { commonIndent, isBlank } from './white-space.ts';

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
const LOOSEST = READINGS.find(reading => reading.loosest)!;
/** More places than this are not counted when one is meant. */
const MAX_NAMED = 1000;

/** Finds the one place an edit means: literally, then by each reading, then around misremembered context. */
export function locateEdit(view: FileView, text: EditTexts, pair: LinePair, options: LocateOptions): Located | Miss {
  const found = locate(view, text, pair, options);
  if ('miss' in found) return found;
  const placeholder = found.reading === EXACT ? undefined : writtenPlaceholder(view, found, options.path);
  if (placeholder !== undefined) {
    const why = `new_text leaves code out (${JSON.stringify(placeholder)}); write all of it`;
    return { miss: 'refused', reading: found.reading, lines: [], why };
  }
  if (found.reading.includes('escaped')) return found;
  const why = found.reading === EXACT && wholeLines(view, found) ? spoiltNew(pair) : undefined;
  if (why !== undefined) return { miss: 'refused', reading: EXACT, lines: [], why };
  if (!found.reading.includes('diff markers') && wholeLines(view, found) && addsPlusSigns(view, text)) {
    return {
      miss: 'refused',
      reading: found.reading,
      lines: [],
      why: 'new_text marks its lines with + as a diff does',
    };
  }
  const escaped = hasEscapedBreaks(text.new, options.path) && !text.old.includes('\\n');
  const anew = found.reading === EXACT && wholeLines(view, found) && breaksAnew(text);
  if (!escaped && !anew && !joinsLines(text)) return found;
  return {
    miss: 'refused',
    reading: found.reading,
    lines: [],
    why: 'new_text holds line breaks as the two characters \\n',
  };
}

/** Whether new_text is one line that has lines of old_text in it, with their breaks as the two characters `\\n`. */
function joinsLines({ old, new: wanted }: EditTexts): boolean {
  if (!old.includes('\n') || wanted.includes('\n') || !wanted.includes('\\n')) return false;
  const known = old.split(/\r?\n/).map(line => line.trim());
  // Code goes on with its indentation after such a break.
  if (/\\n(?: {2}|\\t|\t)/.test(wanted)) return true;
  const plain = (line: string) =>
    line
      .replace(/^(?:\\t)+/, '')
      .replaceAll('\\"', '"')
      .trim();
  const isKnown = (line: string) => known.includes(line) || known.some(each => similarity(each, line) > 0.8);
  return wanted.split('\\n').some(line => !isTrivial(line) && isKnown(plain(line)));
}

/** Whether new_text is one line for whole lines, and ends with such a break or starts anew after it as at its start. */
function breaksAnew({ old, new: wanted }: EditTexts): boolean {
  if (wanted.includes('\n') || !wanted.includes('\\n') || old.includes('\\n')) return false;
  if (wanted.endsWith('\\n')) return true;
  // Lines of a block; in quotes they may be a text.
  if (!wanted.includes('"') && wanted.split(/\\n {2}/).length > 2) return true;
  const start = /^\s*(\/\/\S*|#+|\*|--|[-*+] |[\p{L}_]{3,} )/u.exec(wanted)?.[1];
  const [, ...further] = wanted.split('\\n');
  return start !== undefined && further.some(line => line.trimStart().startsWith(start));
}

/** What shows that only the new text was spoilt on its way, where the old one stands literally. */
function spoiltNew(pair: LinePair): string | undefined {
  if (numbersNewOnly(pair)) return 'new_text has line numbers that old_text has not';
  return losesIndentation(pair) ? 'new_text has lost the indentation that old_text has' : undefined;
}

/** Whether the new text starts at the margin and all that it has in common with the old one lost as much. */
function losesIndentation({ old, new: wanted }: LinePair): boolean {
  const lost = commonIndent(old);
  if (lost === '' || commonIndent(wanted) !== '') return false;
  const moved = new Set(old.filter(line => !isTrivial(line)).map(line => line.slice(lost.length)));
  const known = new Set(old.filter(line => !isBlank(line)));
  return !wanted.some(line => known.has(line)) && wanted.some(line => moved.has(line));
}

const wholeLines = (view: FileView, { splices }: Located): boolean =>
  splices.every(({ start }) => {
    const { line, column } = positionAt(view.file, start);
    return isBlank(view.file.lines[line]!.slice(0, column)) || view.file.lines[line]!.length === column;
  });

/** Whether every line that new_text adds starts with a plus sign, in a file where no line starts so. */
function addsPlusSigns(view: FileView, { old, new: wanted }: EditTexts): boolean {
  const sign = (line: string) => line.startsWith('+');
  const [before, after] = [splitFor(view.file, old), splitFor(view.file, wanted)];
  const usual = new Set(view.file.lines.filter(sign).map(line => line.slice(0, 2)));
  if (!after.some(sign) || before.some(sign) || after.some(line => usual.has(line.slice(0, 2)))) return false;
  const added = compareLines(before, after).changes.flatMap(({ newFrom, newTo }) => after.slice(newFrom, newTo));
  const known = new Set(before);
  return added.every(line => line === '' || sign(line) || known.has(line.slice(1)));
}

/** A placeholder that shows only once a decoration is off. */
function writtenPlaceholder(view: FileView, { splices }: Located, path: string): string | undefined {
  for (const { start, end, text } of splices) {
    const lines = (part: string) => splitFor(view.file, part);
    const found = findPlaceholder(lines(view.file.text.slice(start, end)), lines(text), path);
    if (found) return found.text;
  }
  return undefined;
}

function locate(view: FileView, text: EditTexts, pair: LinePair, options: LocateOptions): Located | Miss {
  const exact = exactPlaces(view.file, text.old, options.all ? undefined : MAX_NAMED);
  if (exact.length > 0 && isOnlyPlaceholder(pair.old) && exact.some(each => !isBlank(each.prefix + each.suffix))) {
    return { miss: 'none', tried: [EXACT] };
  }
  if (exact.length > 0) return settlePlaces(view, { reading: EXACT, places: exact, pair, byText: true }, options.all);
  if (hasWideIndent(view, pair)) {
    // Wide spaces that a model indents with are spaces; the file has none such.
    const spaced = { old: pair.old.map(plainIndent), new: pair.new.map(plainIndent) };
    const found = findByReading(view, spaced);
    if (found) return settlePlaces(view, { ...found, reading: 'typographic characters' }, options.all);
  }
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
    for (const each of [
      { ...pair, decorations: [] },
      ...variants.filter(variant => isSureVariant(pair, variant) && !hasWideIndent(view, variant)),
    ]) {
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

/** Whether lines are indented with wide spaces, which the file never is. */
function hasWideIndent(view: FileView, { old, new: wanted }: LinePair): boolean {
  const wide = (line: string) => plainIndent(line) !== line;
  return [...old, ...wanted].some(wide) && !view.file.lines.some(wide);
}

/** Dots or a remark stand for lines that were left out; inside another line they are found by chance. */
function isOnlyPlaceholder(old: readonly string[]): boolean {
  return old.every(line => isBlank(line) || placeholderKind(line) !== undefined);
}

/** Decorations that leave no doubt about the lines below them, so that these may be compared approximately. */
function isSureVariant(pair: LinePair, { decorations, atLine, old }: Undecorated): boolean {
  return atLine === undefined && (isSure({ decorations }) || (pair.old.length === 1 && old.length > 2));
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
    // What is left of the old text stands further in than the new text: too little was taken off.
    if (losesIndentation(variant)) return [];
    // Brackets stand in many places, and white space that is not the file's shows no indentation.
    const numbered = variant.decorations.includes('pasted line numbers');
    if ((!numbered && variant.old.every(isTrivial)) || hasWideIndent(view, variant)) return [];
    const exact = exactPlaces(view.joined(asIs), variant.old.join('\n'));
    const found: Found | undefined =
      exact.length > 0
        ? { reading: '', places: exact, pair: variant, byText: true, level: -1 }
        : findByReading(view, variant);
    if (!found || (found.level! > SURE_LEVEL && variant.decorations.includes('diff markers'))) return [];
    const kept =
      variant.atLine === undefined ? found.places : found.places.filter(place => place.from + 1 === variant.atLine);
    if (kept.length === 0) return [];
    const { numberedFrom } = variant;
    if (numberedFrom !== undefined && !found.places.some(place => place.from + 1 === numberedFrom)) {
      const meant = LOOSEST.find(view, variant.old).filter(place => place.from + 1 === numberedFrom);
      if (meant.length > 0)
        return [{ ...found, places: [...found.places, ...meant], reading: variant.decorations.join(', ') }];
    }
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
  const result = (answer: Located | Miss) => applySplices(view.file.text, (answer as Located).splices);
  const differing = good.filter(({ answer }) => result(answer) !== result(first.answer));
  if (differing.length > 0) {
    const all = [first, ...differing];
    const lines = [...new Set(all.flatMap(({ fit }) => fit.places.map(place => place.from)))];
    return { miss: 'disagreement', readings: all.map(({ fit }) => fit.reading), lines };
  }
  const several = answers.find(({ answer }) => 'miss' in answer && answer.miss === 'several');
  return several?.answer ?? first.answer;
}

const asIs = (line: string): string => line;
