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

export interface FoundObject {
  readonly value: Readonly<Record<string, unknown>>;
  /** Characters. */
  readonly length: number;
}

/** Each brace may begin an object, and is followed to its end. */
const MOST_TRIES = 500;

/** The whole objects of a text, the outermost ones, from the left. In a text that was cut these are those before the cut. */
export function objectsIn(text: string): readonly FoundObject[] {
  const found: FoundObject[] = [];
  let tries = 0;
  for (let at = text.indexOf('{'); at >= 0 && tries < MOST_TRIES; tries++) {
    const end = endOfObject(text, at);
    const value = end < 0 ? undefined : parsed(text.slice(at, end));
    if (value) found.push({ value, length: end - at });
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
    else if (letter === '{') depth++;
    else if (letter === '}' && --depth === 0) return at + 1;
  }
  return -1;
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}
