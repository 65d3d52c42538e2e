import type { FileView } from './file-view.ts';
import { compareLines } from './hunk.ts';
import { isBlank, positionAt, splitText } from './lines.ts';
import { isMiss, type Miss, type Placed, writeAt } from './place-lines.ts';
import type { TextPair } from './undecorate/pasted-numbers.ts';

/** Where a text stands, with what is left of its first line before it and of its last line after it. */
interface TextPlace {
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly end: number;
  readonly prefix: string;
  readonly suffix: string;
  /** Whether a text that holds this one, and more than blanks besides, stands around it already. */
  stands(wanted: string): boolean;
}

/** More places than this are not counted when one is meant. */
const MAX_PLACES = 1000;

/** Places a text by its characters, also inside of lines. Undefined where it does not stand so. */
export function placeLiterally(
  view: FileView,
  pair: TextPair,
  { reading, all }: { reading: string; all: boolean },
): Placed[] | Miss | undefined {
  const old = pair.old.join('\n');
  const found = findText(view, old, all ? Number.POSITIVE_INFINITY : MAX_PLACES);
  const places = all
    ? found.filter(({ at }, index) => index === 0 || at >= found[index - 1]!.at + old.length)
    : onlyPlace(found, pair);
  if (places.length === 0) return undefined;
  if (places.length > 1 && !all) return { miss: 'several', reading, lines: places.map(each => each.from) };
  const made: Placed[] = [];
  for (const place of places) {
    const placed = spliceAt(view, place, { pair, reading });
    if (!isMiss(placed)) made.push({ ...placed, inLine: !isBlank(place.prefix) && pair.old[0] !== '' });
    else if (!all || placed.miss !== 'applied') return placed;
  }
  return made;
}

/** Every place where a text stands, line breaks of any kind taken for one, overlapping ones too. */
function findText({ file }: FileView, old: string, limit: number): TextPlace[] {
  const joined = file.text.includes('\r') ? splitText(file.lines.join('\n')) : file;
  const found: TextPlace[] = [];
  for (let at = joined.text.indexOf(old); at >= 0 && found.length < limit; at = joined.text.indexOf(old, at + 1)) {
    const [first, last] = [positionAt(joined, at), positionAt(joined, at + old.length)];
    const next = file.lines[last.line]!;
    found.push({
      at,
      from: first.line,
      to: last.line,
      start: file.starts[first.line]! + first.column,
      end: file.starts[last.line]! + last.column,
      prefix: file.lines[first.line]!.slice(0, first.column),
      // A line break at the end of the text ends its last line, unless the next line is a blank one: then it is that line.
      suffix: last.column === 0 && !isBlank(next) ? '' : next.slice(last.column),
      stands: wanted => {
        let by = wanted.replace(old, '').trim() === '' ? -1 : wanted.indexOf(old);
        while (by >= 0 && !(by <= at && joined.text.startsWith(wanted, at - by))) by = wanted.indexOf(old, by + 1);
        return by >= 0;
      },
    });
  }
  return found;
}

/** Whole lines win over the same text inside the indentation of deeper lines, where the text shows its own indentation. */
function onlyPlace(places: readonly TextPlace[], { old }: TextPair): readonly TextPlace[] {
  const whole = places.filter(each => each.prefix === '' && isBlank(each.suffix));
  const deeper = places.every(each => whole.includes(each) || (each.prefix !== '' && isBlank(each.prefix)));
  const shows = /^[ \t]/.test(old[0]!) || old.length > 1;
  return whole.length === 1 && deeper && shows ? whole : places;
}

/** Inside of a line a text is put in as it is; several lines are written line by line. */
function spliceAt(
  view: FileView,
  place: TextPlace,
  { pair, reading }: { pair: TextPair; reading: string },
): Placed | Miss {
  const { prefix, start, end, from } = place;
  const { old, new: wanted } = pair;
  if (tearsLine(place, pair))
    return { miss: 'refused', reading, lines: [from], why: 'new_text breaks a line of which old_text is only a part' };
  if (place.stands(wanted.join('\n'))) return { miss: 'applied', lines: [from] };
  const indents = isBlank(prefix) && prefix !== '' && /^[ \t]/.test(wanted[0]!);
  if (old.length > 1 || wanted.length > 1 || indents) return writeAt(view, laidAt(view, place, pair), reading);
  return { reading, splices: [{ start, end, text: wanted[0]! }], line: from };
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
function laidAt(view: FileView, { from, to, prefix, suffix }: TextPlace, { old, new: wanted }: TextPair) {
  const whole = (lines: readonly string[]) =>
    lines.map((line, at) => {
      const start = at === 0 && !isBlank(prefix) ? prefix + line : line;
      return at === lines.length - 1 && !isBlank(suffix) ? start + suffix : start;
    });
  // A line break at the end of both texts, or of the old one, is the file's own.
  const after = old.length > 1 && old.at(-1) === '' && suffix === '' && !isBlank(view.file.lines[to]!);
  const [a, b] = [whole(old), whole(wanted)];
  if (after) a.pop();
  if (after && b.at(-1) === '') b.pop();
  return { lines: compareLines(a, b), images: a.map((_, at) => from + at), compared: true };
}
