import type { FileView } from './file-view.ts';
import { type LaidHunk, newLines } from './hunk.ts';
import type { Indenter, IndentSample } from './indentation.ts';
import { indentOf, isBlank, trimEnd, withoutSpace } from './lines.ts';
import { bareText, plainText } from './readings.ts';
import { sharedEnds } from './splice.ts';

export interface Refusal {
  readonly refused: string;
}

/** An added line: the old line that it was made from, if there is one, the old line above it, and whether it is the first of all. */
interface WriterPlace {
  readonly pair: number | undefined;
  readonly above: number;
  readonly leads: boolean;
}

export type LineWriter = (text: string, at: WriterPlace) => string | Refusal;

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
  const strays = old.filter((line, at) => isOwn(line, at) && ![trail(own[at]!), ''].includes(trail(line))).map(trail);
  // A changed line ends as the file's own does, where the text does not show how that is.
  const endOf = (text: string, pair = -1) => {
    if (strays.length > 0 && !['', ...strays].includes(trail(text))) return undefined;
    const [told = '', is = ''] = [old[pair], own[pair]].map(line => line && trail(line));
    return strays.length > 0 || told !== is ? is : trail(text);
  };
  const indentFor = createIndenter(found);
  const writeBody = createBodyWriter(view, found);
  return (text, place) => {
    if (isBlank(text)) return strays.length > 0 ? '' : text;
    const body = bodyOf(text);
    const cannot = (what: string): Refusal => ({ refused: `${what} «${body.slice(0, 60)}» cannot be told` });
    const indent = indentFor(text, place);
    if (indent === undefined) return cannot('the indentation of');
    const [written, end] = [writeBody(body, place.pair), endOf(text, place.pair)];
    if (written === undefined || end === undefined) return cannot('how the file writes the signs and spaces of');
    return indent + written + end;
  };
}

function createIndenter({
  samples,
  learnt,
  laid: { lines, compared },
}: FoundLines): (text: string, at: WriterPlace) => string | undefined {
  const [first] = samples;
  // A text on one level that opens a block has lost its indentation.
  const indents = newLines(lines)
    .filter(line => !isBlank(line))
    .map(plainIndent);
  const flat =
    samples.some(each => each.old.length < each.file.length) &&
    new Set([...samples.map(each => each.old), ...indents]).size === 1;
  // One line that is pushed in, or the context of a patch, does not show that a line is off which is indented as the file is.
  const isContext = !compared && lines.every(line => line.mark !== '-');
  const vague = isContext || (samples.length === 1 && first!.old.length > first!.file.length);
  return (text, { pair, above, leads }) => {
    const indent = plainIndent(text);
    // A changed line that is indented as its old one stays where the file has it.
    const made = samples.find(each => each.line === pair);
    if (made?.old === indent) return made.file;
    if (flat && OPENS.test(text)) return undefined;
    const near = [samples.findLast(each => each.line <= above), samples.find(each => each.line > above)].filter(
      each => each !== undefined,
    );
    const mapped = learnt?.(indent, near, leads);
    return vague && mapped !== indent && near.some(each => each.file === indent) ? undefined : mapped;
  };
}

/**
 * Writes the visible text of a new line with the file's signs and spaces, where found lines have others. What a changed
 * line shares with its old one at its ends is the file's. The rest loses its typographic signs if the old lines had
 * them and the file nowhere does; else it is written as it is, unless it has a sign or space that may be off.
 */
function createBodyWriter(
  { file }: FileView,
  { old, own }: FoundLines,
): (body: string, pair: number | undefined) => string | undefined {
  const pairs = old.map((line, at) => [bodyOf(line), bodyOf(own[at]!)] as const);
  const off = pairs.filter(([told, is]) => told !== is && bareText(told) === bareText(is));
  if (off.length === 0) return body => body;
  // Signs that the file nowhere has are written plain; a long dash may stand for one hyphen or for two.
  const plain = (text: string) =>
    text.replace(/[^\x00-\x7f]/g, sign => (file.text.includes(sign) ? sign : plainText(sign)));
  const plained = off.every(([told, is]) => plain(told) === is);
  const spaces = off.some(([told, is]) => plainText(told) !== plainText(is));
  const signs = off.some(([told, is]) => withoutSpace(told) !== withoutSpace(is));
  const known = new Set(
    off
      .flatMap(([told]) => told.match(/[^\x00-\x7f]/g) ?? [])
      .values()
      .map(plainText),
  );
  const translate = (text: string) => {
    const made = plain(text);
    // A sign of another kind than old lines had may be meant.
    const isNew = [...text].some(sign => plain(sign) !== sign && !known.has(plainText(sign)));
    if (plained) return isNew || text.includes('—') || plainText(made) !== made ? undefined : made;
    const bare = plainText(text);
    return (signs && /['"-]|\.{3}/.test(bare)) || (spaces && /\s/.test(bare)) ? undefined : text;
  };
  return (body, pair = -1) => {
    const [told, is] = pairs[pair] ?? ['', ''];
    const shared = bareText(told) === bareText(is) ? sharedEnds([...told], [...body]) : { head: [], tail: [] };
    const [head, tail] = [shared.head.join(''), shared.tail.join('')];
    const [before, after] =
      told === is ? [head, reversed(tail)] : [startLike(is, head), startLike(reversed(is), reversed(tail))];
    if (before === undefined || after === undefined || before.length + after.length > is.length) return undefined;
    const changed = body.slice(head.length, body.length - tail.length);
    // Which way a sign turns shows the letter beside it.
    const turns = [
      [head.at(-1), before.at(-1), changed[0]],
      [tail[0], after.at(-1), changed.at(-1)],
    ] as const;
    if (!plained && turns.some(([one, other, beside = '']) => one !== other && !/\w/.test(beside))) return undefined;
    const middle = translate(changed);
    return middle === undefined ? undefined : before + middle + reversed(after);
  };
}

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
