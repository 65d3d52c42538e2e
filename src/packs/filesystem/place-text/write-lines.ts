import type { FileView } from './file-view.ts';
import { type LaidHunk, newLines } from './hunk.ts';
import type { Indenter, IndentSample } from './indentation.ts';
import { indentOf, isBlank, trimEnd, withoutSpace } from './lines.ts';
import { bareText, plainText } from './readings.ts';
import { sharedEnds } from './splice.ts';

export interface Refusal {
  readonly refused: string;
}

/** Writes an added line: made from the old line `pair`, if from any; `leads` if it is the first of the text. */
export type LineWriter = (text: string, pair: number | undefined, leads: boolean) => string | Refusal;

/** The lines that were found: as the text has them and as the file does. */
interface FoundLines {
  readonly old: readonly string[];
  readonly own: readonly string[];
  readonly samples: readonly IndentSample[];
  readonly laid: LaidHunk;
  /** Undefined where no rule explains the samples. */
  readonly learnt: Indenter | undefined;
}

const OPENS = /(?:[{([]|=>|\b(?:do|then|else|begin|try)|[^:]:|<[\w.:-]+[^<>]*)\s*(?:\/\/.*|#.*)?$/;

const trail = (line: string): string => line.slice(trimEnd(line).length);
const bodyOf = (line: string): string => trimEnd(line).replace(/^[\s\u200b\u2060]+/, '');

/** Wide spaces stand for indentation as well. */
export const plainIndent = (line: string): string => indentOf(plainText(line));

/** Gives added lines the file's form: indentation, signs, white space at the end. */
export function createLineWriter(view: FileView, found: FoundLines): LineWriter {
  const { old, own } = found;
  const isOwn = (line: string, at: number) => bareText(line) === bareText(own[at]!);
  const strays = old.some((line, at) => isOwn(line, at) && ![trail(own[at]!), ''].includes(trail(line)));
  // A changed line ends as the file's own does, where the text has white space that is not there or lacks some.
  const endOf = (text: string, pair = -1) => {
    const [told = '', is = ''] = [old[pair], own[pair]].map(line => line && trail(line));
    return strays || told !== is ? is : trail(text);
  };
  const indentFor = createIndenter(found);
  const writeBody = createBodyWriter(view, found);
  return (text, pair, leads) => {
    if (isBlank(text)) return strays ? '' : text;
    const body = bodyOf(text);
    const cannot = (what: string): Refusal => ({ refused: `${what} «${body.slice(0, 60)}» cannot be told` });
    const indent = indentFor(text, pair, leads);
    if (indent === undefined) return cannot('the indentation of');
    const written = writeBody(body, pair);
    return written === undefined
      ? cannot('how the file writes the signs and spaces of')
      : indent + written + endOf(text, pair);
  };
}

function createIndenter({ samples, learnt, laid: { lines, compared } }: FoundLines) {
  const indents = newLines(lines).flatMap(line => (isBlank(line) ? [] : [plainIndent(line)]));
  // A text on one level that opens a block has lost its indentation.
  const lost = samples.some(each => each.old.length < each.file.length);
  const flat = lost && new Set([...samples.map(each => each.old), ...indents]).size === 1;
  // One line that is pushed in, or the context of a patch, does not show that a line is off which is indented as the file is.
  const pushed = samples.length === 1 && samples[0]!.old.length > samples[0]!.file.length;
  const vague = pushed || (!compared && lines.every(line => line.mark !== '-'));
  return (text: string, pair: number | undefined, leads: boolean): string | undefined => {
    const indent = plainIndent(text);
    // A changed line that is indented as its old one stays where the file has it.
    const made = samples.find(each => each.line === pair);
    if (made?.old === indent) return made.file;
    const mapped = learnt?.(indent, leads);
    const doubtful = vague && mapped !== indent && samples.some(each => each.file === indent);
    return doubtful || (flat && OPENS.test(text)) ? undefined : mapped;
  };
}

/**
 * Writes the visible text of a new line with the file's signs and spaces, where found lines have others. What a changed
 * line shares with its old one at its ends is the file's. The rest is written plain if that explains all found lines;
 * else as it is, unless it has a sign or space of a kind that is off.
 */
function createBodyWriter(
  { file }: FileView,
  { old, own }: FoundLines,
): (body: string, pair: number | undefined) => string | undefined {
  const pairs = old.map((line, at) => [bodyOf(line), bodyOf(own[at]!)] as const);
  const off = pairs.filter(([told, is]) => told !== is && bareText(told) === bareText(is));
  if (off.length === 0) return body => body;
  // Typographic signs that the file nowhere has are off.
  const plain = (text: string) =>
    text.replace(/[^\x00-\x7f]/g, sign => (file.text.includes(sign) ? sign : plainText(sign)));
  const plained = off.every(([told, is]) => plain(told) === is);
  const spaces = off.some(([told, is]) => plainText(told) !== plainText(is));
  const signs = off.some(([told, is]) => withoutSpace(told) !== withoutSpace(is));
  const known = new Set([...off.map(([told]) => told).join('')].filter(isFancy).map(plainText));
  // A sign is meant if old lines had none of its kind or the file has it; a long dash may stand for one hyphen or for two.
  const isMeant = (sign: string) => !known.has(plainText(sign)) || sign === '—' || file.text.includes(sign);
  const translate = (text: string) => {
    const fancy = [...text].filter(isFancy);
    if (plained) return fancy.some(isMeant) ? undefined : plainText(text);
    const doubtful = signs && (fancy.length > 0 || /['"-]|\.{3}/.test(text));
    return doubtful || (spaces && /\s/.test(text)) ? undefined : text;
  };
  return (body, pair = -1) => {
    const [told, is] = pairs[pair] ?? ['', ''];
    const shared = bareText(told) === bareText(is) ? sharedEnds([...told], [...body]) : { head: [], tail: [] };
    const [head, tail] = [shared.head.join(''), shared.tail.join('')];
    const [before, after] =
      told === is ? [head, reversed(tail)] : [startLike(is, head), startLike(reversed(is), reversed(tail))];
    if (before === undefined || after === undefined || before.length + after.length > is.length) return undefined;
    const changed = body.slice(head.length, body.length - tail.length);
    // Which way a typographic sign turns, only a letter beside it shows.
    if (!plained && told !== is && /^\W|\W$/.test(changed)) return undefined;
    const middle = translate(changed);
    return middle === undefined ? undefined : before + middle + reversed(after);
  };
}

const isFancy = (sign: string): boolean => plainText(sign) !== sign;
const reversed = (text: string): string => [...text].reverse().join('');

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
