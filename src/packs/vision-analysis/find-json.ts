import { type ParseError, parse } from 'jsonc-parser';

/** The JSON object of an answer: alone, in a fence, or among other words. Undefined where none is whole. */
export function findObject(text: string): Readonly<Record<string, unknown>> | undefined {
  let best: Readonly<Record<string, unknown>> | undefined;
  let longest = 0;
  for (const { value, length } of objectsIn(text)) {
    if (length <= longest) continue;
    best = value;
    longest = length;
  }
  return best;
}

interface FoundObject {
  readonly value: Readonly<Record<string, unknown>>;
  /** The length in characters. */
  readonly length: number;
}

/** The most letters to follow in all: each brace may begin an object, and is followed to the object's end. */
const MOST_LETTERS = 4_000_000;

/** The whole objects of a text, the outermost ones, from the left. A text that was cut gives those before the cut. */
export function objectsIn(text: string): readonly FoundObject[] {
  const found: FoundObject[] = [];
  let looked = 0;
  for (let at = text.indexOf('{'); at >= 0 && looked < MOST_LETTERS; ) {
    const end = endOfObject(text, at);
    const value = end < 0 ? undefined : parsed(text.slice(at, end));
    if (value) found.push({ value, length: end - at });
    looked += (end < 0 ? text.length : end) - at;
    at = text.indexOf('{', value ? end : at + 1);
  }
  return found;
}

/** The place behind the brace that closes the one at `from`; -1 where no brace does. */
function endOfObject(text: string, from: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = from; at < text.length; at++) {
    const letter = text[at];
    if (quoted) {
      if (letter === '\\') at++;
      else if (letter === '"') quoted = false;
    } else if (letter === '"') quoted = true;
    else if (letter === '/') at = endOfComment(text, at);
    else if (letter === '{') depth++;
    else if (letter === '}' && --depth === 0) return at + 1;
  }
  return -1;
}

/** The last letter of the comment that begins at `at`; `at` itself where none begins. */
function endOfComment(text: string, at: number): number {
  const [mark, length] = text[at + 1] === '/' ? ['\n', 1] : text[at + 1] === '*' ? ['*/', 2] : [undefined, 0];
  if (mark === undefined) return at;
  const end = text.indexOf(mark, at + 2);
  return end < 0 ? text.length : end + length - 1;
}

/** The value of JSON, which models also write as people do: with comments, and with commas at the end of lists. */
function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return parsedLoosely(text);
  }
}

function parsedLoosely(text: string): Readonly<Record<string, unknown>> | undefined {
  const errors: ParseError[] = [];
  try {
    const value = parse(text, errors, { allowTrailingComma: true }) as Readonly<Record<string, unknown>>;
    return errors.length === 0 ? value : undefined;
  } catch {
    // The text is nested deeper than the stack.
    return undefined;
  }
}
