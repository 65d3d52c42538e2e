/**
 * Stack that oxc may need for one token, in bytes, about half as much again as was measured (0.154.0, x64) for the
 * worst construct that begins with it. Its parser recurses in native code, where an overflow ends the process.
 */
const STACK = { bracket: 3_200, branch: 1_300, word: 800, other: 400 } as const;

/** What oxc may use of the stack; the thread that runs it has more (`STACK_MB`). */
const STACK_BUDGET = 48 * 2 ** 20;

/** The native stack of the thread that parses. */
export const STACK_MB = 64;

/**
 * Nested arrow functions, type arguments and conditionals take oxc quadratic time, and native code cannot be stopped.
 * So many of each, all nested in each other, cost a few seconds.
 */
const MAX_NESTABLE = { bracket: 3_000, angle: 1_500, arrow: 1_000, conditional: 1_500 } as const;

/** Each error carries a copy of its line, so tokens times the longest line bounds the memory of the answer. */
const MAX_ERROR_BYTES = 1e8;

/**
 * Whether a script is small and plain enough for oxc, whatever it holds. Only counts, without a look at what is a
 * string or a comment: a hostile text cannot hide anything from it. The rest goes to tree-sitter.
 */
export function isOrdinary(text: string): boolean {
  let stack = 0;
  let tokens = 0;
  const seen = { bracket: 0, angle: 0, arrow: 0, conditional: 0 };
  for (const [token] of text.matchAll(/[\p{ID_Continue}$]+|=>|[^\s\p{ID_Continue}$]/gu)) {
    tokens++;
    if ('([{`@'.includes(token)) {
      seen.bracket++;
      stack += STACK.bracket;
    } else if (token === '<') {
      seen.angle++;
      stack += STACK.bracket;
    } else if (token === '=>') {
      seen.arrow++;
      stack += STACK.branch;
    } else if (token === '?' || token === '=') {
      if (token === '?') seen.conditional++;
      stack += STACK.branch;
    } else {
      stack += /^[\p{ID_Continue}$]/u.test(token) ? STACK.word : STACK.other;
    }
  }
  return (
    stack <= STACK_BUDGET &&
    seen.bracket <= MAX_NESTABLE.bracket &&
    seen.angle <= MAX_NESTABLE.angle &&
    seen.arrow <= MAX_NESTABLE.arrow &&
    seen.conditional <= MAX_NESTABLE.conditional &&
    tokens * longestLine(text) <= MAX_ERROR_BYTES
  );
}

function longestLine(text: string): number {
  let longest = 0;
  for (let start = 0; start <= text.length; ) {
    const end = text.indexOf('\n', start);
    const stop = end < 0 ? text.length : end;
    longest = Math.max(longest, stop - start);
    start = stop + 1;
  }
  return longest;
}
