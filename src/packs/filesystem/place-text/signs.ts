import { plainSigns, plainText } from './readings.ts';

/** A visible character, or three dots, and the white space before it. */
interface Atom {
  readonly space: string;
  readonly text: string;
}

const ATOM = /([\s\u200b-\u200d\u2060\ufeff]*)(\.{3}|[^\s\u200b-\u200d\u2060\ufeff])/gu;
const atomsOf = (body: string): Atom[] =>
  [...body.matchAll(ATOM)].map(([, space, text]) => ({ space: space!, text: text! }));
const isQuote = (sign: string): boolean => /^['"]$/.test(sign);

/** A line as the old text has it and as the file does. */
export type LinePair = readonly [old: string, own: string];

/** Writes the visible text of new lines with the file's signs and spacing, as far as found lines show these. */
export class SignWriter {
  readonly #images = new Map<string, Set<string>>();
  readonly #respaced = new Set<string>();
  #wide = false;

  constructor(pairs: readonly LinePair[]) {
    for (const [old, own] of pairs) {
      const [mine, files] = [atomsOf(old), atomsOf(own)];
      if (!sameAtoms(mine, files)) continue;
      for (const [at, { text, space }] of mine.entries()) {
        const file = files[at]!;
        if (isQuote(plainText(text)) || text !== plainText(text) || text === '-' || text === '...')
          this.#images.set(text, (this.#images.get(text) ?? new Set()).add(file.text));
        if (at > 0 && space !== file.space && plainText(space) === file.space) this.#wide = true;
        if (at > 0 && plainText(space) !== plainText(file.space)) this.#respaced.add(old);
      }
    }
  }

  /** The text in the file's form; a string that says why not where that cannot be told. */
  write(body: string, pair: LinePair | undefined): { text: string } | { refused: string } {
    const wanted = atomsOf(body);
    const [mine, files] = pair ? [atomsOf(pair[0]), atomsOf(pair[1])] : [[], []];
    const [head, tail] = sameAtoms(mine, files) ? sharedEnds(mine, wanted) : [0, 0];
    if (this.#respaced.size > 0 && /\s/.test(body) && !(pair && this.#respaced.has(pair[0])))
      return { refused: `how the file aligns «${body.slice(0, 60)}» cannot be told` };
    // What a changed line shares with its old one at its start and end is written as the file has it.
    const written = wanted.map(({ space, text }, at) => {
      const from = at < head ? at : at >= wanted.length - tail ? at + mine.length - wanted.length : undefined;
      const gap = from ?? (at === head && mine[head]?.space === space ? head : undefined);
      const sign = from === undefined ? this.#translate(text) : files[from]!.text;
      return (
        sign && (at === 0 ? '' : gap === undefined ? (this.#wide ? plainText(space) : space) : files[gap]!.space) + sign
      );
    });
    if (written.includes(undefined))
      return { refused: `how the file writes the quotes and dashes of «${body.slice(0, 60)}» cannot be told` };
    return { text: written.join('') };
  }

  /** A sign as the file writes it, where the found lines show one way only. */
  #translate(sign: string): string | undefined {
    const all = [...this.#images];
    if (all.every(([text, files]) => files.size === 1 && files.has(text))) return sign;
    const files = this.#images.get(sign);
    if (files) {
      const [image] = files;
      // A plain quote opens or closes; a typographic one does only one of the two.
      return files.size > 1 || (image !== sign && isQuote(sign)) ? undefined : image;
    }
    const plain = plainText(sign);
    const plained = all.some(([text, images]) => text !== plainText(text) && images.has(plainText(text)));
    // A long dash may stand for one hyphen or for two.
    if (plain !== sign) return plained ? (sign === '—' ? undefined : plain) : sign;
    const alike = (other: string) => other === sign || (isQuote(other) && isQuote(sign));
    return all.some(([, images]) => [...images].some(file => file !== plainText(file) && alike(plainText(file))))
      ? undefined
      : sign;
  }
}

const sameAtoms = (one: readonly Atom[], other: readonly Atom[]): boolean =>
  one.length === other.length && one.every(({ text }, at) => plainText(text) === plainText(other[at]!.text));

function sharedEnds(old: readonly Atom[], wanted: readonly Atom[]): [number, number] {
  const same = (a: Atom, b: Atom) => a.text === b.text && plainSigns(a.space) === plainSigns(b.space);
  const most = Math.min(old.length, wanted.length);
  let [head, tail] = [0, 0];
  while (head < most && (head === 0 ? old[0]!.text === wanted[0]!.text : same(old[head]!, wanted[head]!))) head++;
  while (tail < most - head && same(old.at(-1 - tail)!, wanted.at(-1 - tail)!)) tail++;
  return [head, tail];
}
