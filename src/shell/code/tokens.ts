/** A piece of a program in any of the languages that are written on command lines. */
export type Token = { readonly kind: 'name' | 'string' | 'sign'; readonly text: string };

export interface Lexis {
  /** The sign that starts a comment, up to the end of the line. */
  readonly comment: '#' | '//' | '#//';
  /** Whether text in backticks is run, and not a string. */
  readonly backticksRun: boolean;
  /** Signs that names may start with. */
  readonly sigils: string;
}

export const LONGEST_CODE = 20_000;
const SPACE = /\s+/y;
const NAME = /[A-Za-z_$@%#\u0080-\uFFFF][\w\u0080-\uFFFF]*/y;

/** Parts code into names, strings and signs, well enough to see what the code calls and names. */
export function tokenize(code: string, { comment, backticksRun, sigils }: Lexis): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < code.length) {
    const char = code.charAt(at);
    const space = match(SPACE, code, at);
    if (space !== '') at += space.length;
    else if ((char === '#' && comment[0] === '#') || (char === '/' && code[at + 1] === '/' && comment.endsWith('//')))
      at = lineEnd(code, at);
    else if (char === '"' || char === "'" || (char === '`' && !backticksRun)) {
      const end = stringEnd(code, at);
      const text = plainLetters(code.slice(at + 1, end));
      const before = tokens.at(-1);
      // Two strings side by side are one string.
      if (before?.kind === 'string') tokens[tokens.length - 1] = { kind: 'string', text: before.text + text };
      else tokens.push({ kind: 'string', text });
      at = end + 1;
    } else {
      const name = /[$@%#]/.test(char) && !sigils.includes(char) ? '' : match(NAME, code, at);
      tokens.push(name === '' ? { kind: 'sign', text: char } : { kind: 'name', text: name });
      at += Math.max(1, name.length);
    }
  }
  return tokens;
}

const ESCAPED = /\\(?:x([\da-f]{2})|u00([\da-f]{2})|u\{0*([\da-f]{2})\}|([01][0-7]{2}))/gi;

/** A text in plain letters: some code writes letters, dots and the like as their numbers, for nobody to read. */
const plainLetters = (text: string): string =>
  text.replace(ESCAPED, (whole, ...codes: readonly string[]) => {
    const [x, u, braced, octal] = codes;
    const letter = String.fromCharCode(octal ? Number.parseInt(octal, 8) : Number.parseInt(x ?? u ?? braced!, 16));
    return /[\w.~-]/.test(letter) ? letter : whole;
  });

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

export function lineEnd(code: string, at: number): number {
  const end = code.indexOf('\n', at);
  return end < 0 ? code.length : end;
}

function stringEnd(code: string, start: number): number {
  const quote = code[start];
  for (let at = start + 1; at < code.length; at++) {
    if (code[at] === '\\') at++;
    else if (code[at] === quote) return at;
  }
  return code.length;
}
