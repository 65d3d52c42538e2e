import type { FileView } from './file-view.ts';
import { compareLines } from './hunk.ts';
import type { Refusal } from './line-writer.ts';
import { isBlank, positionAt, splitText, type TextLines } from './lines.ts';
import type { Miss } from './place-lines.ts';
import type { Reading } from './readings.ts';
import { type Splice, toSplice, trimToLines } from './splice.ts';
import type { TextPair } from './undecorate/pasted-numbers.ts';
import { placeholderKind } from './undecorate/placeholders.ts';
import { writeHunk } from './write-hunk.ts';

/** Where an edit goes and what it writes there. */
export interface Located {
  readonly reading: string;
  /** The splices of each place. */
  readonly places: readonly (readonly Splice[])[];
  /** No place begins inside a line. */
  readonly wholeLines?: boolean;
}

/** Where a text stands, with what is left of its first line before it and of its last line after it. */
interface TextPlace {
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
  readonly prefix: string;
  readonly suffix: string;
}

/** More places than this are not counted when one is meant. */
const MAX_PLACES = 1000;

/** Places a text by its characters, also inside of lines. `key` leaves columns as they are. Undefined where it does not stand so. */
export function placeText(
  view: FileView,
  pair: TextPair,
  { name, key, all }: Reading & { readonly all: boolean },
): Located | Miss | undefined {
  const { file } = view;
  const literal = name === 'exact';
  const joined = literal && !file.text.includes('\r') ? file : splitText(file.lines.map(key).join('\n'));
  const old = pair.old.map(key).join('\n');
  const found = allIndexesOf(joined.text, old, all ? Number.POSITIVE_INFINITY : MAX_PLACES)
    .map(at => placeAt(file, joined, { at, length: old.length }))
    .filter(({ at }) => literal || !(splitsRun(joined.text, at) || splitsRun(joined.text, at + old.length)));
  const places = all
    ? found.filter(({ at }, index) => index === 0 || at >= found[index - 1]!.at + old.length)
    : onlyPlace(found, pair);
  // Dots or a remark stand for lines that were left out; inside another line they are found by chance.
  const vague = pair.old.every(line => isBlank(line) || placeholderKind(line) !== undefined);
  if (places.length === 0 || (vague && places.some(each => !isBlank(each.prefix + each.suffix)))) return undefined;
  if (places.length > 1 && !all) return { miss: 'several', reading: name, lines: places.map(each => each.from) };
  const splices: (readonly Splice[])[] = [];
  for (const place of places) {
    const applied = all ? undefined : standsAround(joined, place.at, { old, wanted: pair.new.join('\n') });
    if (applied !== undefined) return { miss: 'applied', lines: [applied] };
    const made = spliceAt(view, place, { pair, literal });
    if ('refused' in made) return { miss: 'refused', reading: name, lines: [place.from], why: made.refused };
    splices.push(made);
  }
  return {
    reading: name,
    places: splices,
    wholeLines: places.every(each => isBlank(each.prefix) || pair.old[0] === ''),
  };
}

/** Every place where `needle` stands in `text`, overlapping ones too; at most `limit`. */
function allIndexesOf(text: string, needle: string, limit: number): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(needle); at >= 0 && found.length < limit; at = text.indexOf(needle, at + 1))
    found.push(at);
  return found;
}

/** Whether a place begins or ends inside a row of equal signs, as of dashes: then it is a piece of something longer. */
const splitsRun = (text: string, at: number): boolean =>
  text[at] !== undefined && text[at] === text[at - 1] && /[^\s\p{L}\p{N}]/u.test(text[at]!);

function placeAt(file: TextLines, joined: TextLines, { at, length }: { at: number; length: number }): TextPlace {
  const [first, last] = [positionAt(joined, at), positionAt(joined, at + length)];
  const next = file.lines[last.line]!;
  return {
    at,
    from: first.line,
    to: last.line,
    start: file.starts[first.line]! + first.column,
    end: file.starts[last.line]! + last.column,
    prefix: file.lines[first.line]!.slice(0, first.column),
    // A line break at the end of the text ends its last line, unless the next line is a blank one: then it is that line.
    suffix: last.column === 0 && !isBlank(next) ? '' : next.slice(last.column),
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
  joined: TextLines,
  start: number,
  { old, wanted }: { old: string; wanted: string },
): number | undefined {
  for (const at of allIndexesOf(wanted, old, MAX_PLACES)) {
    const adds = (wanted.slice(0, at) + wanted.slice(at + old.length)).trim() !== '';
    if (adds && start >= at && joined.text.startsWith(wanted, start - at)) return positionAt(joined, start - at).line;
  }
  return undefined;
}

function spliceAt(
  view: FileView,
  place: TextPlace,
  { pair, literal }: { pair: TextPair; literal: boolean },
): readonly Splice[] | Refusal {
  const { file } = view;
  const { prefix, suffix, start, end, from } = place;
  const { old, new: wanted } = pair;
  if (tearsLine(place, pair)) return { refused: 'new_text breaks a line of which old_text is only a part' };
  const loose = (edge: string) => edge !== '' && isBlank(edge);
  const severalLines = old.length > 1 || wanted.length > 1;
  // White space beside the text is a part of its lines: which of them it belongs to is seen line by line.
  const unclear = severalLines ? loose(prefix) || loose(suffix) : loose(prefix) && /^[ \t]/.test(wanted[0]!);
  if (!literal || (unclear && !old.every(isBlank))) return mergedAt(view, place, pair);
  const own = file.breaks[from] ?? file.breaks[from - 1] ?? file.dominant;
  // A line break that only the old text ends with stays where more text follows: no line is joined by an omission.
  const last = wanted.length > 1 ? wanted.at(-1)! : prefix + wanted[0]!;
  const breaksOff =
    old.length > 1 && old.at(-1) === '' && /\S$/.test(last) && !/^(?:[\r\n]|$)/.test(file.text.slice(end, end + 1));
  return [trimToLines(file, { start, end, text: wanted.join(own) + (breaksOff ? own : '') })];
}

/** Whether a line break of the new text would tear a line: beside what is left of it, a line of the old text stands by itself. */
function tearsLine({ prefix, suffix }: TextPlace, { old, new: wanted }: TextPair): boolean {
  const [first, last] = [wanted[0]!, wanted.at(-1)!];
  const moved = (line: string, others: readonly string[], there: string) =>
    line !== '' && line !== there && others.includes(line);
  if (!isBlank(prefix) && !isBlank(first) && moved(old[0]!, wanted.slice(1), first)) return true;
  const cut = /^[\w-]/.test(suffix) && /\w$/.test(old.at(-1)!);
  return !isBlank(suffix) && moved(old.at(-1)!, wanted.slice(0, -1), last) && (cut || !isBlank(last));
}

/** The same place line by line, the first and last one made whole where something visible is left of them. */
function mergedAt(
  view: FileView,
  { from, to, prefix, suffix }: TextPlace,
  { old, new: wanted }: TextPair,
): readonly Splice[] | Refusal {
  const whole = (lines: readonly string[]) =>
    lines.map((line, at) => {
      const start = at === 0 && !isBlank(prefix) ? prefix + line : line;
      return at === lines.length - 1 && !isBlank(suffix) ? start + suffix : start;
    });
  // A line break at the end of both texts, or of the old one, is the file's own.
  const after = old.length > 1 && old.at(-1) === '' && suffix === '' && !isBlank(view.file.lines[to]!);
  const a = after ? old.slice(0, -1) : whole(old);
  const b = after ? (wanted.at(-1) === '' ? wanted.slice(0, -1) : wanted) : whole(wanted);
  const blocks = writeHunk(view, { lines: compareLines(a, b), images: a.map((_, at) => from + at), compared: true });
  return 'refused' in blocks ? blocks : blocks.map(block => toSplice(view.file, block));
}
