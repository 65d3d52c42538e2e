import type { Edit } from './edit.ts';
import { compareLines } from './hunk.ts';
import type { FileView } from './lines/file-view.ts';
import { MAX_PLACES } from './lines/file-view.ts';
import { type Splice, toSplice, trimToLines } from './lines/splice.ts';
import { allIndexesOf, positionAt } from './lines/text-lines.ts';
import { isBlank } from './lines/white-space.ts';
import { mergeLines } from './merge-lines.ts';
import type { Located, Miss } from './placed.ts';
import type { TextPair } from './undecorate/pasted-numbers.ts';
import { placeholderKind } from './undecorate/placeholders.ts';

/** Where a text stands, with what is left of its first line before it and of its last line after it. */
interface TextPlace {
  readonly start: number;
  readonly end: number;
  readonly from: number;
  readonly to: number;
  readonly prefix: string;
  readonly suffix: string;
}

interface ExactOptions {
  readonly pair: TextPair;
  readonly all: boolean;
}

/** Replaces text that stands literally in the file, in one place or with `all` in every one; undefined if it does not. */
export function exactSplices(
  view: FileView,
  edit: Edit,
  { pair, all }: ExactOptions,
): (Located & { readonly wholeLines: boolean }) | Miss | undefined {
  const { text } = view.file;
  const splitsBreak = (at: number) => text[at] === '\n' && text[at - 1] === '\r';
  const indexes = allIndexesOf(text, edit.old_text, all ? Number.POSITIVE_INFINITY : MAX_PLACES).filter(
    at => !splitsBreak(at) && !splitsBreak(at + edit.old_text.length),
  );
  if (indexes.length === 0) return undefined;
  const found = indexes.map(start => placeAt(view, start, edit.old_text.length));
  const places = all ? found.filter(apart) : onlyPlace(found, pair);
  // Dots or a remark stand for lines that were left out; inside another line they are found by chance.
  const vague = pair.old.every(line => isBlank(line) || placeholderKind(line) !== undefined);
  if (vague && places.some(each => !isBlank(each.prefix + each.suffix))) return undefined;
  if (places.length > 1 && !all) return { miss: 'several', reading: 'exact', lines: places.map(each => each.from) };
  const splices: (readonly Splice[])[] = [];
  for (const place of places) {
    const applied = all ? undefined : standsAround(view, place, edit);
    if (applied !== undefined) return { miss: 'applied', line: applied };
    const made = spliceAt(view, place, { edit, pair });
    if ('why' in made) return { miss: 'refused', reading: 'exact', lines: [place.from], why: made.why };
    splices.push(made);
  }
  return {
    reading: 'exact',
    places: splices,
    wholeLines: places.every(each => isBlank(each.prefix) || pair.old[0] === ''),
  };
}

const apart = ({ start }: TextPlace, at: number, all: readonly TextPlace[]): boolean =>
  at === 0 || start >= all[at - 1]!.end;

function placeAt({ file }: FileView, start: number, length: number): TextPlace {
  const [first, last] = [positionAt(file, start), positionAt(file, start + length)];
  return {
    start,
    end: start + length,
    from: first.line,
    to: last.line,
    prefix: file.lines[first.line]!.slice(0, first.column),
    // A line break at the end of the text ends its last line, unless the next line is a blank one: then it is that line.
    suffix: last.column === 0 && !isBlank(file.lines[last.line]!) ? '' : file.lines[last.line]!.slice(last.column),
  };
}

/** Whole lines win over the same text inside the indentation of deeper lines, where the text shows its own indentation. */
function onlyPlace(places: readonly TextPlace[], { old }: TextPair): readonly TextPlace[] {
  const whole = places.filter(each => each.prefix === '' && isBlank(each.suffix));
  const deeper = places.every(each => whole.includes(each) || (each.prefix !== '' && isBlank(each.prefix)));
  const shows = /^[ \t]/.test(old[0]!) || old.length > 1;
  return whole.length === 1 && deeper && shows ? whole : places;
}

/** The line where the new text stands already around this place, if it holds the old one and adds more than blanks. */
function standsAround(
  { file }: FileView,
  { start }: TextPlace,
  { old_text: old, new_text: wanted }: Edit,
): number | undefined {
  for (const at of allIndexesOf(wanted, old, MAX_PLACES)) {
    const adds = (wanted.slice(0, at) + wanted.slice(at + old.length)).trim() !== '';
    if (adds && start >= at && file.text.startsWith(wanted, start - at)) return positionAt(file, start - at).line;
  }
  return undefined;
}

function spliceAt(
  view: FileView,
  place: TextPlace,
  { edit, pair }: { edit: Edit; pair: TextPair },
): readonly Splice[] | { readonly why: string } {
  const { prefix, suffix, start, end } = place;
  const torn = tearsLine(place, pair);
  if (torn !== undefined) return { why: torn };
  const loose = (edge: string) => edge !== '' && isBlank(edge);
  // White space beside the text is a part of its lines: which of them it belongs to is seen line by line.
  if (
    (loose(prefix) || loose(suffix)) &&
    pair.old.some(line => !isBlank(line)) &&
    !/^[^\n]*$/.test(edit.old_text + edit.new_text)
  )
    return mergedAt(view, place, pair);
  if (loose(prefix) && /^[ \t]/.test(edit.new_text) && pair.old.some(line => !isBlank(line)))
    return mergedAt(view, place, pair);
  const { file } = view;
  const own = file.breaks[place.from] ?? file.breaks[place.from - 1] ?? file.dominant;
  const text = (edit.new_text + brokenOff(view, place, edit)).replace(/\r\n|\n/g, own);
  return [trimToLines(file, { start, end, text })];
}

/** The break that stays where the old text ends with one, the new one does not, and more text follows: no line is joined by an omission. */
function brokenOff({ file }: FileView, { prefix, end }: TextPlace, { old_text: old, new_text: wanted }: Edit): string {
  const ending = /\r?\n$/.exec(old)?.[0];
  if (ending === undefined || /\n$/.test(wanted) || /^(?:[\r\n]|$)/.test(file.text.slice(end, end + 1))) return '';
  const last = wanted.includes('\n') ? wanted.slice(wanted.lastIndexOf('\n') + 1) : prefix + wanted;
  return /\S$/.test(last) ? ending : '';
}

/** A line break of the new text would tear a line: beside what is left of it, a line of the old text stands by itself. */
function tearsLine({ prefix, suffix }: TextPlace, { old, new: wanted }: TextPair): string | undefined {
  const why = 'new_text breaks a line of which old_text is only a part';
  if (wanted.length < 2) return undefined;
  const [first, last] = [wanted[0]!, wanted.at(-1)!];
  if (!isBlank(prefix) && !isBlank(first) && old[0] !== '' && wanted.slice(1).includes(old[0]!) && first !== old[0])
    return why;
  const cut = /^[\w-]/.test(suffix) && /\w$/.test(old.at(-1)!);
  const alone =
    !isBlank(suffix) && old.at(-1) !== '' && wanted.slice(0, -1).includes(old.at(-1)!) && last !== old.at(-1);
  return alone && (cut || !isBlank(last)) ? why : undefined;
}

/** The same place line by line, the first and last one made whole where something visible is left of them. */
function mergedAt(
  view: FileView,
  place: TextPlace,
  { old, new: wanted }: TextPair,
): readonly Splice[] | { readonly why: string } {
  const { from, to, prefix, suffix, end } = place;
  const whole = (lines: readonly string[]) =>
    lines.map((line, at) => {
      const start = at === 0 && !isBlank(prefix) ? prefix + line : line;
      return at === lines.length - 1 && !isBlank(suffix) ? start + suffix : start;
    });
  // A line break at the end of both texts, or of the old one, is the file's own.
  const next = positionAt(view.file, end);
  const after = old.length > 1 && old.at(-1) === '' && next.column === 0 && !isBlank(view.file.lines[next.line]!);
  const a = after ? old.slice(0, -1) : whole(old);
  const b = after && wanted.at(-1) === '' ? wanted.slice(0, -1) : after ? wanted : whole(wanted);
  const images = a.map((_, at) => from + at);
  if (from + a.length - 1 > to) return { why: 'its lines are not those of the file' };
  const blocks = mergeLines(view, { lines: compareLines(a, b), images, compared: true });
  return 'refused' in blocks ? { why: blocks.refused } : blocks.map(block => toSplice(view.file, block));
}
