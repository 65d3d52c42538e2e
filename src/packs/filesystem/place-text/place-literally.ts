import type { FileView } from './file-view.ts';
import { compareLines, type LaidHunk } from './hunk.ts';
import { isBlank, positionAt, splitText } from './lines.ts';
import { writeAt } from './place-lines.ts';
import { isMiss, type Miss, type Placed } from './placed.ts';
import { bareText } from './readings.ts';
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
}

/** More places than this are not counted when one is meant. */
const MAX_PLACES = 1000;

/** Places a text by its characters, also inside of lines. Undefined where it does not stand so. */
export function placeLiterally(view: FileView, pair: TextPair, all: boolean): Placed[] | Miss | undefined {
  const { file } = view;
  const old = pair.old.join('\n');
  // Line breaks of any kind are taken for one.
  const joined = file.text.includes('\r') ? splitText(file.lines.join('\n')) : file;
  const found: TextPlace[] = [];
  for (let at = joined.text.indexOf(old); at >= 0; at = joined.text.indexOf(old, at + (all ? old.length : 1))) {
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
    });
    if (!all && found.length === MAX_PLACES) break;
  }
  const places = all ? found : onlyPlace(found, pair);
  const [place] = places;
  if (!place) return undefined;
  // Lines that begin or end inside of a line may as well be those that stand elsewhere, indented otherwise.
  const cuts = !isBlank(place.prefix) || !isBlank(place.suffix);
  const others = pair.old.length > 1 && cuts ? view.find(bareText, pair.old) : [];
  const lines = [...places.map(each => each.from), ...others];
  if (!all && lines.length > 1) return { miss: 'several', reading: 'exact', lines };
  const made: Placed[] = [];
  for (const each of places) {
    const stands = standsAround(joined.text, each.at, { old, wanted: pair.new.join('\n') });
    if (stands && all) continue;
    const placed: Placed | Miss = stands ? { miss: 'applied', lines: [each.from] } : spliceAt(view, each, pair);
    if (isMiss(placed)) return placed;
    made.push({ ...placed, inLine: !isBlank(each.prefix) && pair.old[0] !== '' });
  }
  return made;
}

/** Whole lines win over the same text inside the indentation of deeper lines, where the text shows its own indentation. */
function onlyPlace(places: readonly TextPlace[], { old }: TextPair): readonly TextPlace[] {
  const whole = places.filter(each => each.prefix === '' && isBlank(each.suffix));
  const deeper = places.every(each => whole.includes(each) || (each.prefix !== '' && isBlank(each.prefix)));
  const shows = /^[ \t]/.test(old[0]!) || old.length > 1;
  return whole.length === 1 && deeper && shows ? whole : places;
}

/** Whether a new text that holds the old one, and more than blanks besides, stands around it already. */
function standsAround(text: string, at: number, { old, wanted }: { old: string; wanted: string }): boolean {
  let by = wanted.replace(old, '').trim() === '' ? -1 : wanted.indexOf(old);
  while (by >= 0 && !(by <= at && text.startsWith(wanted, at - by))) by = wanted.indexOf(old, by + 1);
  return by >= 0;
}

/** Inside of a line a text is put in as it is; several lines are written line by line. */
function spliceAt(view: FileView, place: TextPlace, pair: TextPair): Placed | Miss {
  const reading = 'exact';
  const { prefix, start, end, from } = place;
  const { old, new: wanted } = pair;
  if (tearsLine(place, pair))
    return { miss: 'refused', reading, lines: [from], why: 'new_text breaks a line of which old_text is only a part' };
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
function laidAt(view: FileView, { from, to, prefix, suffix }: TextPlace, { old, new: wanted }: TextPair): LaidHunk {
  const [before, after] = [prefix, suffix].map(rest => (isBlank(rest) ? '' : rest));
  const whole = (lines: readonly string[]) => (before + lines.join('\n') + after).split('\n');
  // A line break at the end of both texts, or of the old one, is the file's own.
  const ends = old.length > 1 && old.at(-1) === '' && suffix === '' && !isBlank(view.file.lines[to]!);
  const [a, b] = [whole(old), whole(wanted)];
  if (ends) a.pop();
  if (ends && b.at(-1) === '') b.pop();
  return { lines: compareLines(a, b), images: a.map((_, at) => from + at), compared: true };
}
