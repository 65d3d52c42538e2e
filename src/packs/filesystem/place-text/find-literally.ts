import type { FileView } from './file-view.ts';
import { compareLines, type LaidHunk, type TextPair, type Wording } from './hunk.ts';
import { isBlank, positionAt, splitText } from './lines.ts';
import { Miss, refusePlace } from './miss.ts';
import { bareText } from './readings.ts';

/** The most places that are counted when one is meant. */
const MAX_PLACES = 1000;

interface LiteralSearch {
  readonly wording: Wording;
  readonly pair: TextPair;
  readonly all: boolean;
}

/** A place of a text: its first line, the rest of that before it and of its last line after it, and the hunk there. */
interface TextPlace {
  readonly line: number;
  readonly prefix: string;
  readonly suffix: string;
  /** Whether the new text, which holds the old one, stands around it already. */
  readonly stands: boolean;
  readonly laid: LaidHunk;
}

/** Lays a text over the file where it stands character by character, also inside of lines. */
export function findLiterally(view: FileView, search: LiteralSearch): LaidHunk[] {
  const { pair, all } = search;
  const found = placesOf(view, search);
  // Whole lines win over the same text inside the indentation of deeper lines, if the text shows its own indentation.
  const whole = found.filter(each => each.prefix === '' && isBlank(each.suffix));
  const deeper = found.every(each => whole.includes(each) || (each.prefix !== '' && isBlank(each.prefix)));
  const wins = !all && whole.length === 1 && deeper && (/^[ \t]/.test(pair.old[0]!) || pair.old.length > 1);
  const places = wins ? whole : found;
  if (!all && places.length === 1 && places[0]!.stands) throw new Miss('already_applied', [places[0]!.line]);
  const torn = places.find(place => tearsLine(place, pair));
  if (torn) refusePlace('new_text breaks a line of which old_text is only a part', torn.line);
  // A text that begins or ends inside a line may as well mean lines elsewhere with other indentation.
  const cut = pair.old.length > 1 && places.some(({ prefix, suffix }) => !isBlank(prefix + suffix));
  const lines = [...places.map(({ line }) => line), ...(cut ? view.find(bareText, pair.old) : [])];
  if (!all && lines.length > 1) throw new Miss('ambiguous', lines, { reading: 'exact' });
  return places.filter(({ stands }) => !stands).map(({ laid }) => laid);
}

/** All places of a text, whose line breaks of all kinds count as one. */
function placesOf({ file }: FileView, { wording, pair, all }: LiteralSearch): TextPlace[] {
  const joined = file.text.includes('\r') ? splitText(file.lines.join('\n')) : file;
  const [old, wanted] = [pair.old.join('\n'), pair.new.join('\n')];
  const isAround = wanted.replace(old, '').trim() !== '';
  const places: TextPlace[] = [];
  for (let at = joined.text.indexOf(old); at >= 0; at = joined.text.indexOf(old, at + (all ? old.length : 1))) {
    const [{ line, column }, last] = [positionAt(joined, at), positionAt(joined, at + old.length)];
    const next = file.lines[last.line]!;
    // The line break at the end of the text ends its last line, and is no blank line.
    const ends = last.column === 0 && pair.old.length > 1 && !isBlank(next);
    const [prefix, suffix] = [file.lines[line]!.slice(0, column), ends ? '' : next.slice(last.column)];
    let by = isAround ? wanted.indexOf(old) : -1;
    while (by >= 0 && !(by <= at && joined.text.startsWith(wanted, at - by))) by = wanted.indexOf(old, by + 1);
    // One line inside a line is put in as it is; otherwise the visible rest of the first and last line makes these whole.
    const [before, after] = [prefix, suffix].map(rest => (isBlank(rest) ? '' : rest));
    const [a, b] = [old, wanted].map(text => (before + text + after).split('\n')) as [string[], string[]];
    if (ends) a.pop();
    if (ends && b.at(-1) === '') b.pop();
    const indents = isBlank(prefix) && prefix !== '' && /^[ \t]/.test(wanted);
    const inside = pair.old.length === 1 && pair.new.length === 1 && !indents;
    const start = file.starts[line]! + column;
    const laid: LaidHunk = {
      wording,
      lines: inside ? [] : compareLines(a, b),
      images: a.map((_, index) => line + index),
      reading: 'exact',
      inLine: !isBlank(prefix) && pair.old[0] !== '',
      ...(inside ? { splice: { start, end: start + old.length, text: wanted } } : {}),
    };
    places.push({ line, prefix, suffix, stands: by >= 0, laid });
    if (!all && places.length === MAX_PLACES) break;
  }
  return places;
}

/** Whether the old text begins or ends inside a line, and the new text has that piece as a line of its own. */
function tearsLine({ prefix, suffix }: TextPlace, { old, new: wanted }: TextPair): boolean {
  const tears = (rest: string, line: string, [same, ...others]: readonly string[]) =>
    !isBlank(rest) && !isBlank(line) && others.includes(line) && same !== line;
  return tears(prefix, old[0]!, wanted) || tears(suffix, old.at(-1)!, wanted.toReversed());
}
