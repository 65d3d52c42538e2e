import type { Piece } from './colours.ts';

type MarkedPiece = Piece | (Piece & { readonly found: true });

/** The pieces of a line, cut where what is looked for begins and ends; it may go over several of them. */
export function marked(pieces: readonly Piece[], find: string): readonly MarkedPiece[] {
  const text = pieces.map(piece => piece.text).join('');
  const low = text.toLowerCase();
  // A letter may change its length with its case; then the places would not fit.
  if (low.length !== text.length || !low.includes(find)) return pieces;
  const begins: number[] = [];
  for (let at = low.indexOf(find); at >= 0; at = low.indexOf(find, at + find.length)) begins.push(at);
  const edges = begins.flatMap(begin => [begin, begin + find.length]);
  const result: MarkedPiece[] = [];
  let from = 0;
  for (const { text: each, look } of pieces) {
    const end = from + each.length;
    const cuts = [from, ...edges.filter(edge => edge > from && edge < end), end];
    for (const [index, cut] of cuts.slice(0, -1).entries()) {
      const part = { text: text.slice(cut, cuts[index + 1]), look };
      const inside = begins.some(begin => cut >= begin && cut < begin + find.length);
      result.push(inside ? { ...part, found: true } : part);
    }
    from = end;
  }
  return result;
}
