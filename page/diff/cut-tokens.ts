import type { Token } from './highlight.ts';
import type { Range } from './mark-words.ts';

export interface Piece extends Token {
  readonly marked: boolean;
}

/** Tokens, parted where marks begin and end. Marks are in order and do not overlap. */
export function cutTokens(tokens: readonly Token[], marks: readonly Range[]): readonly Piece[] {
  const edges = marks.flat();
  const pieces: Piece[] = [];
  let at = 0;
  for (const token of tokens) {
    const end = at + token.text.length;
    const cuts = [at, ...edges.filter(edge => edge > at && edge < end), end];
    for (const [index, from] of cuts.slice(0, -1).entries()) {
      const text = token.text.slice(from - at, cuts[index + 1]! - at);
      pieces.push({ ...token, text, marked: marks.some(([first, last]) => first <= from && from < last) });
    }
    at = end;
  }
  return pieces;
}
