/** The most words that one word expands to; more are no ordinary command. */
const MOST = 512;
const LONGEST = 1_000;

/**
 * The words that brace expansion makes of the source of one word: `a{b,c}` gives `ab` and `ac`, `{1..3}` three numbers.
 * Quotes and substitutions stay as they are. Undefined when there are too many words.
 */
export function expandBraces(source: string): readonly string[] | undefined {
  if (source.length > LONGEST) return undefined;
  const open = findGroup(source);
  if (!open) return [source];
  const { start, end, items } = open;
  const rest = expandBraces(source.slice(end + 1));
  if (!rest) return undefined;
  const made: string[] = [];
  for (const item of items) {
    const inner = open.list ? expandBraces(item) : [item];
    if (!inner || made.length + inner.length * rest.length > MOST) return undefined;
    for (const middle of inner) for (const tail of rest) made.push(source.slice(0, start) + middle + tail);
  }
  return made;
}

interface Group {
  readonly start: number;
  readonly end: number;
  readonly items: readonly string[];
  readonly list: boolean;
}

function findGroup(source: string): Group | undefined {
  for (let index = 0; index < source.length; index = after(source, index)) {
    if (source[index] !== '{' || source[index - 1] === '$') continue;
    const group = readGroup(source, index);
    if (group) return group;
  }
  return undefined;
}

function readGroup(source: string, start: number): Group | undefined {
  const commas = [start];
  let depth = 0;
  for (let index = start; index < source.length; index = after(source, index)) {
    const char = source[index];
    if (char === '{') depth++;
    else if (char === ',' && depth === 1) commas.push(index);
    else if (char === '}' && --depth === 0) {
      if (commas.length === 1) {
        const items = sequence(source.slice(start + 1, index));
        return items && { start, end: index, items, list: false };
      }
      const ends = [...commas.slice(1), index];
      return { start, end: index, items: ends.map((end, at) => source.slice(commas[at]! + 1, end)), list: true };
    }
  }
  return undefined;
}

/** The next position that is not inside quotes or a substitution. */
function after(source: string, index: number): number {
  const char = source[index];
  if (char === '\\') return index + 2;
  if (char === "'" || char === '"' || char === '`') {
    let end = index + 1;
    while (end < source.length && source[end] !== char) end += source[end] === '\\' && char !== "'" ? 2 : 1;
    return end + 1;
  }
  if (char === '$' && (source[index + 1] === '(' || source[index + 1] === '{')) return closing(source, index + 1) + 1;
  return index + 1;
}

function closing(source: string, open: number): number {
  const pair = source[open] === '(' ? ')' : '}';
  let depth = 0;
  for (let index = open; index < source.length; index++) {
    if (source[index] === '\\') index++;
    else if (source[index] === source[open]) depth++;
    else if (source[index] === pair && --depth === 0) return index;
  }
  return source.length;
}

function sequence(text: string): readonly string[] | undefined {
  const numbers = /^(-?\d{1,9})\.\.(-?\d{1,9})(?:\.\.(-?\d{1,9}))?$/.exec(text);
  const letters = /^([A-Za-z])\.\.([A-Za-z])(?:\.\.(-?\d{1,9}))?$/.exec(text);
  const found = numbers ?? letters;
  if (!found) return undefined;
  const [from, to] = numbers ? [Number(found[1]), Number(found[2])] : [codeOf(found[1]!), codeOf(found[2]!)];
  const step = Math.abs(Number(found[3] ?? 1)) || 1;
  const count = Math.floor(Math.abs(to - from) / step) + 1;
  const sign = to < from ? -step : step;
  const shown = Math.min(count, 64);
  const values = Array.from({ length: shown }, (_, index) => from + index * sign);
  return values.map(value => (numbers ? String(value) : String.fromCharCode(value)));
}

const codeOf = (letter: string): number => letter.charCodeAt(0);
