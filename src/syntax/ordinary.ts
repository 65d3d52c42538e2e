/**
 * Stack that oxc may need for one token, in bytes, about half as much again as was measured (0.154.0, x64) for the
 * worst construct that begins with it. Its parser recurses in native code, where an overflow ends the process.
 */
const STACK = { bracket: 3_200, branch: 1_300, word: 800, other: 400 } as const;

/** Bytes of the stack that oxc may use; the thread that runs it has more. */
const STACK_BUDGET = 24 * 2 ** 20;
export const STACK_MB = 64;

/**
 * The most constructs of each kind that may be nested: arrow functions, type arguments and conditionals take oxc
 * quadratic time, and native code cannot be stopped. So many, all nested in each other, cost a second or two.
 */
const MAX_NESTABLE = { bracket: 2_000, angle: 1_500, arrow: 1_000, conditional: 1_500 } as const;

/** The most bytes of errors: each carries a copy of its line, so tokens times the longest line bounds the answer. */
const MAX_ERROR_BYTES = 1e8;

/**
 * Whether a script is small and plain enough for oxc, whatever it holds. The check only counts, and does not ask what
 * is a string or a comment: a hostile text cannot hide anything from it. Other scripts go to tree-sitter.
 */
export function isOrdinary(text: string): boolean {
  let stack = 0;
  let tokens = 0;
  let line = 0;
  let longest = 0;
  let inWord = false;
  const seen = { bracket: 0, angle: 0, arrow: 0, conditional: 0 };
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    line = char === '\n' ? 0 : line + 1;
    if (line > longest) longest = line;
    if (WORD.test(char)) {
      // Some characters beyond ASCII are spaces, so each such character may be a word of its own.
      if (inWord && char < '\x80') continue;
      inWord = true;
      tokens++;
      stack += STACK.word;
      continue;
    }
    inWord = false;
    if (char <= ' ') continue;
    tokens++;
    if (BRACKETS.includes(char)) {
      seen.bracket++;
      stack += STACK.bracket;
    } else if (char === '<') {
      seen.angle++;
      stack += STACK.bracket;
    } else if (char === '=' || char === '?') {
      if (char === '?') seen.conditional++;
      else if (text[at + 1] === '>') seen.arrow++;
      stack += STACK.branch;
    } else stack += STACK.other;
  }
  return (
    stack <= STACK_BUDGET &&
    seen.bracket <= MAX_NESTABLE.bracket &&
    seen.angle <= MAX_NESTABLE.angle &&
    seen.arrow <= MAX_NESTABLE.arrow &&
    seen.conditional <= MAX_NESTABLE.conditional &&
    tokens * longest <= MAX_ERROR_BYTES
  );
}

const WORD = /[\w$\x80-\uffff]/;
const BRACKETS = '([{`@';
