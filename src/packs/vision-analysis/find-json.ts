import { type ParseError, parse } from 'jsonc-parser';

/** The JSON object of an answer: alone, in a fence, or among other words. Undefined where there is none that is whole. */
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
  /** Characters. */
  readonly length: number;
}

/** Each brace may begin an object, and is followed to its end: no more letters than these in all. */
const MOST_LETTERS = 4_000_000;

/** The whole objects of a text, the outermost ones, from the left. In a text that was cut these are those before the cut. */
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

/** Behind the brace that closes the one at `from`; -1 where none does. */
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

/** The last letter of the comment that begins here; the same place where none does. */
function endOfComment(text: string, at: number): number {
  const [mark, length] = text[at + 1] === '/' ? ['\n', 1] : text[at + 1] === '*' ? ['*/', 2] : [undefined, 0];
  if (mark === undefined) return at;
  const end = text.indexOf(mark, at + 2);
  return end < 0 ? text.length : end + length - 1;
}

/** Models also write JSON as people do: with comments, and with commas at the end of lists. */
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
    // Deeper than the stack.
    return undefined;
  }
}
