import type { FileView } from './file-view.ts';
import { type HunkLine, isOld } from './hunk.ts';
import { type IndentSample, learnIndentation } from './indentation.ts';
import { indentOf, isBlank, trimEnd } from './lines.ts';
import { bareText, plainText } from './readings.ts';
import { sharedEnds } from './splice.ts';

/** Thrown where what is to be written cannot be told; says why. */
export class Doubt extends Error {}

/** Writes an added line: made from the old line `pair`, if from any; `leads` if it is the first of the text. */
export type LineWriter = (text: string, pair: number | undefined, leads: boolean) => string;

/** The lines of a text that were found, and as the file has them. */
interface FoundLines {
  readonly lines: readonly HunkLine[];
  readonly compared: boolean;
  readonly old: readonly string[];
  readonly own: readonly string[];
  readonly wanted: readonly string[];
  readonly samples: readonly IndentSample[];
}

const OPENS = /(?:[{([]|=>|\b(?:do|then|else|begin|try)|[^:]:|<[\w.:-]+[^<>]*)\s*(?:\/\/.*|#.*)?$/;
const ITEM = /^\s*(?:[-*+]|\d+[.)])\s/;

const trail = (line: string): string => line.slice(trimEnd(line).length);
const INDENT = /^[\s\u200b\u2060]*/;
const bodyOf = (line: string): string => trimEnd(line).replace(INDENT, '');

/** For each old line whether it goes. */
const removedIn = (lines: readonly HunkLine[]): readonly boolean[] =>
  lines.filter(isOld).map(line => line.mark === '-');

const fullIndent = (line: string): string => INDENT.exec(line)![0];
/** In a text that is indented otherwise than the file, wide spaces stand for plain ones. */
const plainIndent = (line: string): string => indentOf(plainText(line));

/** How a line of the text is indented, and how it is in the file. */
export function indentsOf(text: string, own: string): { old: string; file: string } {
  const file = fullIndent(own);
  return { old: fullIndent(text) === file ? file : plainIndent(text), file };
}

/** The inverse of all readings: gives added lines the file's indentation, signs and white space at the end. */
export function createLineWriter(view: FileView, found: FoundLines): LineWriter {
  const { lines, old, own } = found;
  const goes = removedIn(lines);
  const strays = old.some(
    (line, at) => bareText(line) === bareText(own[at]!) && ![trail(own[at]!), ''].includes(trail(line)),
  );
  // A changed line, and one that is only moved, ends as the file's own does, where the text has other white space there.
  const endOf = (text: string, pair = -1) => {
    const moved = old.findIndex((line, at) => goes[at] && trimEnd(line) === trimEnd(text));
    const from = moved < 0 ? pair : moved;
    if (strays && from < 0 && trail(text) !== '' && own.some(line => trail(line) !== '' && !isBlank(line)))
      throw new Doubt(`whether white space ends the line «${bodyOf(text).slice(0, 60)}» cannot be told`);
    const [told = '', is = ''] = [old[from], own[from]].map(line => line && trail(line));
    return strays || told !== is ? is : trail(text);
  };
  const indentFor = createIndenter(view, found);
  const writeBody = createBodyWriter(view, found);
  return (text, pair, leads) => {
    if (isBlank(text)) return strays ? '' : text;
    const body = bodyOf(text);
    const doubt = (what: string) => new Doubt(`${what} «${body.slice(0, 60)}» cannot be told`);
    const [indent, written] = [indentFor(text, pair, leads), writeBody(body, pair)];
    if (indent === undefined) throw doubt('the indentation of');
    if (written === undefined) throw doubt('how the file writes the signs and spaces of');
    return indent + written + endOf(text, pair);
  };
}

function createIndenter(view: FileView, { lines, compared, wanted, samples }: FoundLines) {
  const indentIn = samples.some(({ file }) => plainText(file) !== file) ? fullIndent : plainIndent;
  const indents = wanted.filter(line => !isBlank(line)).map(indentIn);
  const learn = (from: readonly IndentSample[]) => learnIndentation(from, indents, view.lines);
  // Where no rule explains all of a patch, its added lines are off as those are that it removes.
  const goes = removedIn(lines);
  const gone = compared ? [] : samples.filter(each => goes[each.line]);
  const learnt = learn(samples) ?? (gone.length > 0 ? learn(gone) : undefined);
  // Where one indent of the text stands for two of the file, levels were lost, and lines that stay may be meant on another one.
  const count = (all: readonly string[]) => new Set(all).size;
  const lost = count(samples.map(each => each.old)) < count(samples.map(each => `${each.old}|${each.file}`));
  if (compared && !learnt && lost) throw new Doubt('no one rule tells how the file indents the lines of the text');
  // A text on one level that opens a block, or begins an item where none was, has lost its indentation.
  const flat =
    samples.some(each => each.old.length < each.file.length) &&
    new Set([...samples.map(each => each.old), ...indents]).size === 1;
  const begins = (text: string) => OPENS.test(text) || (ITEM.test(text) && !samples.some(each => ITEM.test(each.text)));
  // One line that is pushed in, or the context of a patch, does not show that a line is off which is indented as the file is.
  const pushed = samples.length === 1 && samples[0]!.old.length > samples[0]!.file.length;
  const vague = pushed || (!compared && lines.every(line => line.mark !== '-'));
  return (text: string, pair: number | undefined, leads: boolean): string | undefined => {
    const indent = indentIn(text);
    // A changed line that is indented as its old one stays where the file has it.
    const made = samples.find(each => each.line === pair);
    if (made?.old === indent) return made.file;
    const mapped = learnt?.(indent, leads);
    const doubtful = vague && mapped !== indent && samples.some(each => each.file === indent);
    return doubtful || (flat && begins(text)) ? undefined : mapped;
  };
}

/** It may be typographic on purpose, where quotes around words are not. */
const APOSTROPHE = /\p{L}’\p{L}/u;
const isFancy = (sign: string): boolean => plainText(sign) !== sign;
const reversed = (text: string): string => [...text].reverse().join('');

/**
 * Writes the visible text of a new line with the file's signs and spaces, where found lines have others: plain, if plain
 * signs explain all of these; else what a changed line shares with its old one at its ends is the file's, and what lies
 * between must have nothing of the kind that is off.
 */
function createBodyWriter({ file }: FileView, { old, own }: FoundLines) {
  const pairs = old.map((line, at) => [bodyOf(line), bodyOf(own[at]!)] as const);
  const off = pairs.filter(([told, is]) => told !== is && bareText(told) === bareText(is));
  if (off.length === 0) return (body: string): string | undefined => body;
  const shown = pairs.map(([told]) => told).join('\n');
  const isOff = (sign: string) => isFancy(sign) && !file.text.includes(sign);
  const plain = (text: string) => text.replace(/[^\x00-\x7f]/g, sign => (isOff(sign) ? plainText(sign) : sign));
  if (off.every(([told, is]) => plain(told) === is))
    return (body: string): string | undefined => {
      const isNew = [...body].some(sign => isFancy(sign) && !shown.includes(sign));
      return isNew || (APOSTROPHE.test(body) && !APOSTROPHE.test(shown)) ? undefined : plain(body);
    };
  const spaces = off.some(([told, is]) => plainText(told) !== plainText(is));
  const differ = ([told, is]: readonly [string, string], sign: string) => told.includes(sign) !== is.includes(sign);
  const signs = off.flatMap(pair => [...pair.join('')].filter(sign => isFancy(sign) && differ(pair, sign)));
  // A plain space stays one, whatever wide ones the file has elsewhere; any other sign may be written in more ways than one.
  const doubtful = [
    ...(spaces ? ['\\s'] : []),
    ...(signs.some(sign => plainText(sign).trim() !== '') ? ['[\'"-]|\\.{3}|[^\\x00-\\x7f]'] : signs),
  ].join('|');
  return (body: string, pair = -1): string | undefined => {
    const [told, is] = pairs[pair] ?? ['', ''];
    const shared = bareText(told) === bareText(is) ? sharedEnds([...told], [...body]) : { head: [], tail: [] };
    const [head, tail] = [shared.head.join(''), shared.tail.join('')];
    const [before, after] = [startLike(is, head), startLike(reversed(is), reversed(tail))];
    const between = (line: string) => line.slice(head.length, line.length - tail.length);
    const changed = between(body);
    if (before === undefined || after === undefined || before.length + after.length > is.length) return undefined;
    // Which way a typographic sign turns, only a letter beside it shows.
    const beside = told !== is && [changed, between(told)].some(text => /^\W|\W$/.test(text));
    return beside || new RegExp(doubtful || '$^').test(changed) ? undefined : before + changed + reversed(after);
  };
}

/** The start of a line that is the same as another's start but for spaces and typographic signs. */
function startLike(line: string, start: string): string | undefined {
  let left = bareText(start).length;
  let at = 0;
  for (const sign of line) {
    const size = bareText(sign).length;
    if (left === 0 && (size > 0 || !/\s$/.test(start))) break;
    left -= size;
    at += sign.length;
  }
  return left === 0 ? line.slice(0, at) : undefined;
}
