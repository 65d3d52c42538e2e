import type { FileView } from './file-view.ts';
import { type IndentSample, learnIndentation } from './indentation.ts';
import { indentOf, isBlank, trimEnd } from './lines.ts';
import { bareText, plainText } from './readings.ts';

export interface Refusal {
  readonly refused: string;
}

/** An added line: the old line that it was made from, if there is one, and the old lines before and after it. */
interface WriterPlace {
  readonly pair: number | undefined;
  readonly above: number;
  readonly below: number;
  readonly newAt: number;
}

export type LineWriter = (text: string, at: WriterPlace) => string | Refusal;

/** The lines that were found, and the new text that is written beside them. */
export interface FoundLines {
  readonly old: readonly string[];
  /** The file's own lines for those that were found. */
  readonly own: readonly string[];
  readonly samples: readonly IndentSample[];
  readonly wanted: readonly string[];
  readonly compared: boolean;
}

/** What opens a block at the end of a line, an unfinished tag too; what closes one at the start. */
export const OPENS = /(?:[{([]|=>|\b(?:do|then|else|begin|try)|[^:]:|<[\w.:-]+[^<>]*)\s*(?:\/\/.*|#.*)?$/;
const CLOSES = /^\s*(?:[})\]]|<\/|\/?>|end\b)/;

const trail = (line: string): string => line.slice(trimEnd(line).length);
/** Without wide spaces at its start too: they stand for indentation. */
const bodyOf = (line: string): string => trimEnd(line).replace(/^[\s\u200b\u2060]+/, '');

/** Gives added lines the file's form: indentation, signs, white space at the end. */
export function createLineWriter(view: FileView, found: FoundLines): LineWriter {
  const { old, own } = found;
  const strays = old.some((line, at) => trail(line) !== '' && trail(line) !== trail(own[at]!));
  const indentFor = createIndenter(view, found);
  const writeBody = createBodyWriter(
    view,
    old.map((line, at) => [bodyOf(line), bodyOf(own[at]!)]),
  );
  return (text, place) => {
    if (isBlank(text)) return strays ? '' : text;
    const { pair } = place;
    const body = bodyOf(text);
    const indent = indentFor(text, place);
    if (indent === undefined) return { refused: `the indentation of «${body.slice(0, 60)}» cannot be told` };
    const written = writeBody(body, pair);
    if (written === undefined)
      return { refused: `how the file writes the signs and spaces of «${body.slice(0, 60)}» cannot be told` };
    const kept = pair !== undefined && trail(text) === trail(old[pair]!);
    return indent + written + (kept ? trail(own[pair]!) : strays ? '' : trail(text));
  };
}

function createIndenter(
  view: FileView,
  { samples, wanted, compared }: FoundLines,
): (text: string, at: WriterPlace) => string | undefined {
  const visible = wanted.filter(line => !isBlank(line));
  const indents = visible.map(indentOf);
  const learnt = samples.length > 0 ? learnIndentation(samples, indents, view.unit) : (indent: string) => indent;
  const [first] = samples;
  // Where all further new lines have at least the indentation that the one old line lost, only the first one lost it.
  const cutAlone =
    samples.length === 1 &&
    first!.file.length > first!.old.length &&
    indents.length > 1 &&
    indents[0] === first!.old &&
    indents.slice(1).every(indent => indent.startsWith(first!.file));
  const moved = samples.some(each => each.old !== each.file);
  const flat = moved && new Set([...samples.map(each => each.old), ...indents]).size === 1;
  return (text, { pair, above, below, newAt }) => {
    const indent = indentOf(text);
    if (cutAlone) return text === visible[0] ? first!.file : indent;
    // A changed line that is indented as its old one stays where the file has it.
    const made = samples.find(each => each.line === pair);
    if (made?.old === indent) return made.file;
    // In a text that stands on one level, a line that opens a block before one that is no deeper lost its indentation.
    const next = wanted.slice(newAt + 1).find(line => !isBlank(line));
    if (flat && next !== undefined && OPENS.test(text) && !CLOSES.test(next)) return undefined;
    const near = [
      samples.findLast(each => each.line <= above),
      ...samples.filter(each => each.line > above && each.line < below),
      samples.find(each => each.line >= below),
    ].filter(each => each !== undefined);
    const mapped = learnt(indent, near);
    // Where marks tell which lines are new, nothing shows that these are off as the others are.
    return !compared && mapped !== indent && near.some(each => each.file === indent) ? undefined : mapped;
  };
}

/**
 * Writes the visible text of a new line with the file's signs, where found lines have others. What a changed line
 * shares with its old one at its ends is the file's. The rest loses its typographic signs if the old lines had them and
 * the file nowhere does; it is written as it is if it has no sign or space of which that would have to be known.
 */
function createBodyWriter(
  { file }: FileView,
  pairs: readonly (readonly [old: string, own: string])[],
): (body: string, pair: number | undefined) => string | undefined {
  const off = pairs.filter(([old, own]) => old !== own && bareText(old) === bareText(own));
  // Sign by sign: the file may have typographic ones of its own.
  const isPlained = (old: string, own: string) =>
    old.length === own.length && [...old].every((char, at) => char === own[at] || plainText(char) === own[at]);
  const plained = off.every(([old, own]) => plainText(old) === own || isPlained(old, own));
  const spaced = off.every(([old, own]) => plainText(old) === plainText(own));
  const translate = (text: string) => {
    if (!plained) return (spaced ? /['"-]|\.{3}/ : /['"-]|\.{3}|\s/).test(text) ? undefined : text;
    const signs = [...text].filter(char => plainText(char) !== char);
    // A long dash may stand for one hyphen or for two.
    return signs.some(sign => sign === '—' || file.text.includes(sign)) ? undefined : plainText(text);
  };
  return (body, pair) => {
    if (off.length === 0) return body;
    const [old, own] = pair === undefined ? ['', ''] : pairs[pair]!;
    let [head, tail] = [0, 0];
    const most = old.length === own.length && bareText(old) === bareText(own) ? Math.min(old.length, body.length) : 0;
    while (head < most && old[head] === body[head]) head++;
    while (tail < most - head && old.at(-1 - tail) === body.at(-1 - tail)) tail++;
    const middle = translate(body.slice(head, body.length - tail));
    return middle === undefined ? undefined : own.slice(0, head) + middle + own.slice(own.length - tail);
  };
}
