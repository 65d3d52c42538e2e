import { MAX_PROBLEMS, type ParsedText, type SyntaxProblem } from './problem.ts';

/**
 * The problems of `after` that `before` did not have. Lines shift and parsers recover differently after a change, so
 * a problem counts as known when one of these pairs it with a problem of `before`, each used once:
 * 1. the same message on the same line text;
 * 2. the same message, both in the changed lines;
 * 3. any message, if the problem is not in the changed lines: the parser has only come out elsewhere.
 * What is new in the changed lines is the cause of what is new elsewhere, and is told alone.
 */
export function newProblems(before: ParsedText, after: ParsedText): SyntaxProblem[] {
  if (before.problems.length >= MAX_PROBLEMS) return [];
  const changed = changedLines(before.text, after.text);
  const known = [...before.problems];
  const take = (matches: (candidate: SyntaxProblem) => boolean): boolean => {
    const at = known.findIndex(matches);
    if (at >= 0) known.splice(at, 1);
    return at >= 0;
  };

  let left = after.problems.filter(p => !take(b => b.message === p.message && b.near === p.near));
  left = left.filter(
    p => !(inside(changed.after, p) && take(b => b.message === p.message && inside(changed.before, b))),
  );
  left = left.filter(p => inside(changed.after, p) || !take(() => true));
  const atChange = left.filter(p => inside(changed.after, p));
  return atChange.length > 0 ? atChange : left;
}

type Lines = { readonly first: number; readonly last: number };

// Whether a problem is in the changed lines, or one beside them, where what a change breaks often shows.
const inside = (lines: Lines, problem: SyntaxProblem): boolean =>
  problem.line >= lines.first - 1 && problem.line <= lines.last + 1;

/** The lines between the common start and the common end of two texts; empty when `last` is before `first`. */
function changedLines(before: string, after: string): { before: Lines; after: Lines } {
  const a = before.split('\n');
  const b = after.split('\n');
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return { before: { first: start + 1, last: a.length - end }, after: { first: start + 1, last: b.length - end } };
}
