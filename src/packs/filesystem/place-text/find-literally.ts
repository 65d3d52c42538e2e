import type { FileView } from './file-view.ts';
import { compareLines } from './hunk.ts';
import { isBlank, positionAt, splitText } from './lines.ts';
import { type LaidHunk, type Miss, refusePlace } from './placed.ts';
import { bareText } from './readings.ts';
import type { TextPair } from './undecorate/pasted-numbers.ts';

/** Where a text stands, with what is left of its first line before it and of its last line after it. */
interface TextPlace {
  readonly at: number;
  readonly from: number;
  readonly start: number;
  readonly end: number;
  readonly prefix: string;
  readonly suffix: string;
  /** The line break at the end of the text ends its last line, and is no blank line. */
  readonly ends: boolean;
}

/** More places than this are not counted when one is meant. */
const MAX_PLACES = 1000;

/** Lays a text over the file where it stands character by character, also inside of lines. */
export function findLiterally(view: FileView, pair: TextPair, all: boolean): LaidHunk[] | Miss {
  const { file } = view;
  const old = pair.old.join('\n');
  // Line breaks of any kind are taken for one.
  const joined = file.text.includes('\r') ? splitText(file.lines.join('\n')) : file;
  const found: TextPlace[] = [];
  for (let at = joined.text.indexOf(old); at >= 0; at = joined.text.indexOf(old, at + (all ? old.length : 1))) {
    const [first, last] = [positionAt(joined, at), positionAt(joined, at + old.length)];
    const next = file.lines[last.line]!;
    const ends = last.column === 0 && pair.old.length > 1 && !isBlank(next);
    found.push({
      at,
      from: first.line,
      start: file.starts[first.line]! + first.column,
      end: file.starts[last.line]! + last.column,
      prefix: file.lines[first.line]!.slice(0, first.column),
      suffix: ends ? '' : next.slice(last.column),
      ends,
    });
    if (!all && found.length === MAX_PLACES) break;
  }
  const places = all ? found : onlyPlace(found, pair);
  const laid: LaidHunk[] = [];
  for (const place of places) {
    const stands = standsAround(joined.text, place.at, { old, wanted: pair.new.join('\n') });
    if (stands && !all && places.length === 1) return { miss: 'already_applied', lines: [place.from] };
    if (tearsLine(place, pair))
      return refusePlace('new_text breaks a line of which old_text is only a part', place.from);
    if (!stands) laid.push(layText(place, pair));
  }
  // Lines that begin or end inside of a line may as well be those that stand elsewhere, indented otherwise.
  const cut = places.some(({ prefix, suffix }) => !isBlank(prefix) || !isBlank(suffix)) && pair.old.length > 1;
  const others = all || !cut ? [] : view.find(bareText, pair.old);
  const lines = [...places.map(each => each.from), ...others];
  return all || lines.length < 2 ? laid : { miss: 'ambiguous', reading: 'exact', lines };
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

/** Whether the old text begins or ends inside a line, and that line of it stands by itself in the new one. */
function tearsLine({ prefix, suffix }: TextPlace, { old, new: wanted }: TextPair): boolean {
  const [first, last] = [old[0]!, old.at(-1)!];
  if (!isBlank(prefix) && !isBlank(first) && wanted.slice(1).includes(first) && wanted[0] !== first) return true;
  return !isBlank(suffix) && !isBlank(last) && wanted.slice(0, -1).includes(last) && wanted.at(-1) !== last;
}

/** One line inside a line is put in as it is; else the first and last line are made whole where something visible is left of them. */
function layText({ from, start, end, prefix, suffix, ends }: TextPlace, { old, new: wanted }: TextPair): LaidHunk {
  const [before, after] = [prefix, suffix].map(rest => (isBlank(rest) ? '' : rest));
  const whole = (lines: readonly string[]) => (before + lines.join('\n') + after).split('\n');
  const [a, b] = [whole(old), whole(wanted)];
  if (ends) a.pop();
  if (ends && b.at(-1) === '') b.pop();
  const indents = isBlank(prefix) && prefix !== '' && /^[ \t]/.test(wanted[0]!);
  const inside = old.length === 1 && wanted.length === 1 && !indents;
  return {
    lines: inside ? [] : compareLines(a, b),
    images: a.map((_, at) => from + at),
    compared: true,
    reading: 'exact',
    inLine: !isBlank(prefix) && old[0] !== '',
    ...(inside ? { splice: { start, end, text: wanted[0]! } } : {}),
  };
}
