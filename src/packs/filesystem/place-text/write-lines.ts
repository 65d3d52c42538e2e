import type { FileView } from './file-view.ts';
import { type IndentSample, learnIndentation } from './indentation.ts';
import { indentOf, isBlank, trimEnd } from './lines.ts';
import { refusePlace } from './miss.ts';
import { bareText, plainText } from './readings.ts';
import { sharedEnds } from './splice.ts';

/** Writes an added line; `pair` is the old line that it was made from, `leads` if it is the first of the text. */
export type LineWriter = (text: string, pair: number | undefined, leads: boolean) => string;

/** The lines of a text that were found, and the same lines in the file. */
interface FoundLines {
  readonly compared: boolean;
  readonly old: readonly string[];
  /** Whether the hunk removes each of the old lines. */
  readonly goes: readonly boolean[];
  readonly own: readonly string[];
  readonly wanted: readonly string[];
  readonly samples: readonly IndentSample[];
}

const OPENS = /(?:[{([]|=>|\b(?:do|then|else|begin|try)|[^:]:|<[\w.:-]+[^<>]*)\s*(?:\/\/.*|#.*)?$/;
const ITEM = /^\s*(?:[-*+]|\d+[.)])\s/;
const INDENT = /^[\s\u200b\u2060]*/;

const trail = (line: string): string => line.slice(trimEnd(line).length);
const bodyOf = (line: string): string => trimEnd(line).replace(INDENT, '');
const fullIndent = (line: string): string => INDENT.exec(line)![0];
/** The indent of a line in plain spaces: a text with other indentation than the file means those by wide spaces. */
const plainIndent = (line: string): string => indentOf(plainText(line));

export function indentsOf(text: string, own: string): { old: string; file: string } {
  const file = fullIndent(own);
  return { old: fullIndent(text) === file ? file : plainIndent(text), file };
}

/**
 * Makes the inverse of all readings: an added line gets the file's indentation, signs and white space at the end, each
 * if one rule explains all found lines.
 */
export function createLineWriter(view: FileView, found: FoundLines): LineWriter {
  const [indentFor, bodyFor] = [createIndenter(view, found), createBodyWriter(view, found)];
  const trailFor = createTrailer(found);
  return (text, pair, leads) => {
    if (isBlank(text)) return trailFor(text, undefined) ?? text;
    const body = bodyOf(text);
    const [indent, written, end] = [indentFor(text, pair, leads), bodyFor(body, pair), trailFor(text, pair)];
    const doubt = (what: string) => refusePlace(`${what} «${body.slice(0, 60)}» cannot be told`);
    if (indent === undefined) return doubt('the indentation of');
    if (written === undefined) return doubt('how the file writes the signs and spaces of');
    return indent + written + (end ?? doubt('whether white space ends the line'));
  };
}

/** Makes the end of a line: a changed or moved one ends as the file's own, if the text's white space there differs. */
function createTrailer({ old, own, goes }: FoundLines) {
  const strays = old.some(
    (line, at) => bareText(line) === bareText(own[at]!) && ![trail(own[at]!), ''].includes(trail(line)),
  );
  const usual = own.some(line => trail(line) !== '' && !isBlank(line));
  return (text: string, pair = -1): string | undefined => {
    const moved = old.findIndex((line, at) => goes[at] && trimEnd(line) === trimEnd(text) && !isBlank(line));
    const from = moved < 0 ? pair : moved;
    if (strays && from < 0 && usual && trail(text) !== '' && !isBlank(text)) return undefined;
    const [told = '', is = ''] = [old[from], own[from]].map(line => line && trail(line));
    return strays || told !== is ? is : trail(text);
  };
}

function createIndenter(view: FileView, { compared, wanted, goes, samples }: FoundLines) {
  const indentIn = samples.some(({ file }) => plainText(file) !== file) ? fullIndent : plainIndent;
  const indents = wanted.filter(line => !isBlank(line)).map(indentIn);
  const learn = (from: readonly IndentSample[]) => learnIndentation(from, indents, view.lines);
  // If no rule explains all of a patch, its added lines are off just as its removed lines are.
  const gone = compared ? [] : samples.filter(each => goes[each.line]);
  const learnt = learn(samples) ?? (gone.length > 0 ? learn(gone) : undefined);
  // If one indent of the text stands for two of the file, levels were lost; a kept line may be meant on another one.
  const count = (all: readonly string[]) => new Set(all).size;
  const lost = count(samples.map(each => each.old)) < count(samples.map(each => `${each.old}|${each.file}`));
  if (compared && !learnt && lost) refusePlace('no one rule tells how the file indents the lines of the text');
  // A text on one level that opens a block, or begins an item where there was none, has lost its indentation.
  const flat =
    samples.some(each => each.old.length < each.file.length) &&
    new Set([...samples.map(each => each.old), ...indents]).size === 1;
  const begins = (text: string) => OPENS.test(text) || (ITEM.test(text) && !samples.some(each => ITEM.test(each.text)));
  // One pushed-in line, or the context of a patch, does not show that a line with the file's own indent is off.
  const vague = samples.length === 1 || (!compared && !goes.includes(true));
  return (text: string, pair: number | undefined, leads: boolean): string | undefined => {
    const indent = indentIn(text);
    // A changed line with the indentation of its old line stays where the file has it.
    const made = samples.find(each => each.line === pair);
    if (made?.old === indent) return made.file;
    const mapped = learnt?.(indent, leads);
    const doubtful = vague && mapped !== indent && samples.some(each => each.file === indent);
    return doubtful || (flat && begins(text)) ? undefined : mapped;
  };
}

const tokensOf = (line: string): readonly string[] => line.match(/\s+|\S/gu) ?? [];
const isFancy = (sign: string): boolean => plainText(sign) !== sign;
/** An apostrophe, which may be typographic on purpose, while quotes around words are not. */
const APOSTROPHE = /\p{L}’\p{L}/u;

/**
 * Writes the visible text of a new line with plain signs, if these explain all found lines that differ; otherwise a
 * changed line keeps the file's signs at the ends that it shares with its old one, and has none of that kind between.
 */
function createBodyWriter({ file }: FileView, { old, own }: FoundLines) {
  const pairs = old.map((line, at) => [bodyOf(line), bodyOf(own[at]!)] as const);
  const off = pairs.filter(([told, is]) => told !== is && bareText(told) === bareText(is));
  if (off.length === 0) return (body: string): string | undefined => body;
  const shown = pairs.map(([told]) => told).join('\n');
  const isOff = (sign: string) => isFancy(sign) && !file.text.includes(sign);
  const plain = (text: string) => text.replace(/[^\x00-\x7f]/g, sign => (isOff(sign) ? plainText(sign) : sign));
  const isNew = (body: string) =>
    [...body].some(sign => isFancy(sign) && !shown.includes(sign)) ||
    (APOSTROPHE.test(body) && !APOSTROPHE.test(shown));
  if (off.every(([told, is]) => plain(told) === is)) return (body: string) => (isNew(body) ? undefined : plain(body));
  const hasSpaces = off.some(([told, is]) => plainText(told) !== plainText(is));
  const hasSigns = off.some(pair => [...pair.join('')].some(sign => isFancy(sign) && plainText(sign).trim() !== ''));
  return (body: string, pair = -1) => {
    const [told, is, wanted] = [...(pairs[pair] ?? ['', '']), body].map(tokensOf) as [string[], string[], string[]];
    const { head, tail } = sharedEnds(told, wanted);
    const [before, after] = [is.slice(0, head.length), is.slice(is.length - tail.length)];
    const isLike = (one: readonly string[], other: readonly string[]) =>
      one.map(bareText).join('\n') === other.map(bareText).join('\n');
    if (head.length + tail.length > is.length || !isLike(head, before) || !isLike(tail, after)) return undefined;
    const changed = wanted.slice(head.length, wanted.length - tail.length).join('');
    const gone = told.slice(head.length, told.length - tail.length).join('');
    // Only a letter beside a typographic sign shows which way the sign turns.
    const beside = told.join() !== is.join() && [changed, gone].some(text => /^\W|\W$/.test(text));
    const signs = hasSigns ? /['"-]|\.{3}|[^\x00-\x7f]/ : /[^\x00-\x7f]/;
    const doubtful = beside || (hasSpaces && /\s/.test(changed)) || signs.test(changed);
    return doubtful ? undefined : [...before, changed, ...after].join('');
  };
}
