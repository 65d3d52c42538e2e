import type { FileView } from './file-view.ts';
import { type LaidHunk, newLines } from './hunk.ts';
import { explainMove, type IndentSample, learnIndentation, unitOf } from './indentation.ts';
import { indentOf, isBlank, trimEnd } from './lines.ts';
import { bareText, plainText } from './readings.ts';
import { sharedEnds } from './splice.ts';

export type { IndentSample } from './indentation.ts';

export interface Refusal {
  readonly refused: string;
}

/** An added line: the old line that it was made from, if there is one, and the old line above it. */
interface WriterPlace {
  readonly pair: number | undefined;
  readonly above: number;
}

export type LineWriter = (text: string, at: WriterPlace) => string | Refusal;

/** The lines that were found: as the text has them and as the file does. */
interface FoundLines {
  readonly old: readonly string[];
  readonly own: readonly string[];
  readonly samples: readonly IndentSample[];
  readonly laid: LaidHunk;
}

const OPENS = /(?:[{([]|=>|\b(?:do|then|else|begin|try)|[^:]:|<[\w.:-]+[^<>]*)\s*(?:\/\/.*|#.*)?$/;

const trail = (line: string): string => line.slice(trimEnd(line).length);
const bodyOf = (line: string): string => trimEnd(line).replace(/^[\s\u200b\u2060]+/, '');

/** Wide spaces stand for indentation as well. */
export const plainIndent = (line: string): string => indentOf(plainText(line));

/** Gives added lines the file's form: indentation, signs, white space at the end. */
export function createLineWriter(view: FileView, found: FoundLines): LineWriter | Refusal {
  const { old, own } = found;
  const strays = old.some((line, at) => trail(line) !== '' && trail(line) !== trail(own[at]!));
  const indentFor = createIndenter(view, found);
  if (!indentFor) return { refused: 'no one rule tells how the file indents the lines of the text' };
  const pairs = old.map((line, at) => [bodyOf(line), bodyOf(own[at]!)] as const);
  const writeBody = createBodyWriter(view, pairs);
  return (text, place) => {
    if (isBlank(text)) return strays ? '' : text;
    const body = bodyOf(text);
    const indent = indentFor(text, place);
    if (indent === undefined) return { refused: `the indentation of «${body.slice(0, 60)}» cannot be told` };
    const written = writeBody(body, place.pair);
    if (written === undefined)
      return { refused: `how the file writes the signs and spaces of «${body.slice(0, 60)}» cannot be told` };
    return indent + written + (strays ? '' : trail(text));
  };
}

function createIndenter(
  view: FileView,
  { samples: all, laid: { lines, compared } }: FoundLines,
): ((text: string, at: WriterPlace) => string | undefined) | undefined {
  const visible = newLines(lines).filter(line => !isBlank(line));
  const indents = visible.map(plainIndent);
  // In a patch, where context is off otherwise than removed lines, added lines are written as removed ones are.
  const removed = lines.filter(line => line.mark !== '+').map(line => !compared && line.mark === '-');
  const own = all.filter(each => removed[each.line]);
  const unit = unitOf(view.file.lines);
  const explained = own.length === 0 || explainMove(all, indents, unit) !== undefined;
  const samples = explained ? all : own;
  const [first] = samples;
  const learnt = learnIndentation(samples, indents, unit);
  if (!learnt) return undefined;
  // Where all further new lines have at least the indentation that the one old line lost, only the first one lost it.
  const cutAlone =
    samples.length === 1 &&
    first!.file.length > first!.old.length &&
    indents.length > 1 &&
    indents[0] === first!.old &&
    indents.slice(1).every(indent => indent.startsWith(first!.file));
  // A text on one level that opens a block has lost its indentation.
  const flat =
    samples.some(each => each.old !== each.file) && new Set([...samples.map(each => each.old), ...indents]).size === 1;
  return (text, { pair, above }) => {
    const indent = plainIndent(text);
    if (cutAlone) return text === visible[0] ? first!.file : indent;
    // A changed line that is indented as its old one stays where the file has it.
    const made = samples.find(each => each.line === pair);
    if (made?.old === indent) return made.file;
    if (flat && OPENS.test(text)) return undefined;
    const near = [samples.findLast(each => each.line <= above), samples.find(each => each.line > above)].filter(
      each => each !== undefined,
    );
    const mapped = learnt(indent, near);
    // Where marks tell which lines are new, nothing shows that these are off as the context is.
    return !compared && own.length === 0 && mapped !== indent && near.some(each => each.file === indent)
      ? undefined
      : mapped;
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
  // Signs that the file nowhere has are written plain; a long dash may stand for one hyphen or for two.
  const plain = (text: string) =>
    text.replace(/[^\x00-\x7f]/g, sign => (file.text.includes(sign) ? sign : plainText(sign)));
  const plained = off.every(([old, own]) => plain(old) === own);
  const spaced = off.every(([old, own]) => plainText(old) === plainText(own));
  const translate = (text: string) => {
    if (plained) return text.includes('—') ? undefined : plain(text);
    return (spaced ? /['"-]|\.{3}/ : /['"-]|\.{3}|\s/).test(plainText(text)) ? undefined : text;
  };
  return (body, pair) => {
    if (off.length === 0) return body;
    const [old, own] = pair === undefined ? ['', ''] : pairs[pair]!;
    const same = old.length === own.length && bareText(old) === bareText(own);
    const { head, tail } = same ? sharedEnds([...old], [...body]) : { head: [], tail: [] };
    const [before, after] = [head.join('').length, tail.join('').length];
    const middle = translate(body.slice(before, body.length - after));
    return middle === undefined ? undefined : own.slice(0, before) + middle + own.slice(own.length - after);
  };
}
