const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/[‘’‚‛′ʼ]/g, "'"],
  [/[“”„‟″]/g, '"'],
  [/[‐‑‒–—―−]/g, '-'],
  [/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g, ' '],
];
const ANY = /[‘’‚‛′ʼ“”„‟″‐‑‒–—―−…\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u200b-\u200d\u2060\ufeff]/;

export const hasTypography = (text: string): boolean => ANY.test(text);

/** Typographic quotes, dashes, spaces and dots as a keyboard has them. */
export function plainText(text: string): string {
  if (!ANY.test(text)) return text;
  return plainSameLength(text)
    .replace(/[\u200b-\u200d\u2060\ufeff]/g, '')
    .replaceAll('…', '...');
}

/** The same for those that are one character both ways, so that columns stay. */
export function plainSameLength(text: string): string {
  if (!ANY.test(text)) return text;
  return PLAIN.reduce((plain, [pattern, char]) => plain.replace(pattern, char), text);
}

/** Wide spaces as plain ones, all else as it is. */
export function plainSpaces(text: string): string {
  return text.replace(PLAIN[3]![0], ' ');
}

/** Wide spaces at the start of a line as plain ones. */
export function plainIndent(line: string): string {
  const indent = /^[\s\u200b\u2060]*/.exec(line)![0];
  return hasTypography(indent) ? plainText(indent) + line.slice(indent.length) : line;
}

/** A visible character, or three dots, and the white space before it. */
export interface Atom {
  readonly space: string;
  readonly text: string;
  readonly plain: string;
  /** An apostrophe inside a word, which no quote is. */
  readonly inWord: boolean;
}

const ATOM = /([\s\u200b-\u200d\u2060\ufeff]*)(\.{3}|[^\s\u200b-\u200d\u2060\ufeff])/gu;

export function atomsOf(body: string): Atom[] {
  return [...body.matchAll(ATOM)].map(([, space, text], at, all) => {
    const plain = plainText(text!);
    const letter = (index: number) => /\p{L}/u.test(all[index]?.[2] ?? '');
    const inWord = plain === "'" && space === '' && letter(at - 1) && letter(at + 1) && all[at + 1]![1] === '';
    return { space: space!, text: text!, plain, inWord };
  });
}

/** How the model's signs stand for the file's, learnt where both wrote the same text. */
export class SignMap {
  readonly #images = new Map<string, Set<string>>();
  #differs = false;

  learn(model: readonly Atom[], file: readonly Atom[]): void {
    for (const [at, atom] of model.entries()) {
      const image = file[at]!.text;
      if (atom.text !== image) this.#differs = true;
      if (!isSign(atom)) continue;
      const symbol = symbolOf(atom);
      this.#images.set(symbol, (this.#images.get(symbol) ?? new Set()).add(image));
    }
  }

  /** A sign of a new line as the file writes it, where the matched lines show one way only; otherwise undefined. */
  translate(atom: Atom): string | undefined {
    if (!this.#differs || !isSign(atom)) return atom.text;
    const images = [...(this.#images.get(symbolOf(atom)) ?? [])];
    if (images.length > 1) return undefined;
    const [image] = images;
    // A plain quote opens or closes; a typographic one does only one of the two.
    if (image !== undefined) return image !== atom.text && /^['"]$/.test(atom.text) && !atom.inWord ? undefined : image;
    const decorated = [...this.#images].some(([symbol, files]) => {
      const sign = symbol.replace(/^a(?=.)/, '');
      return sign !== plainText(sign) && files.has(plainText(sign));
    });
    // A long dash may stand for one hyphen or for two.
    if (atom.text !== atom.plain) return decorated ? (atom.text === '—' ? undefined : atom.plain) : atom.text;
    const quote = (sign: string) => /^['"]$/.test(sign);
    const alike = (sign: string) => sign === atom.plain || (quote(sign) && quote(atom.plain));
    const styled = [...this.#images.values()].some(files =>
      [...files].some(file => file !== plainText(file) && alike(plainText(file))),
    );
    return styled ? undefined : atom.text;
  }
}

const isSign = ({ text, plain }: Atom): boolean => text !== plain || /^(?:['"-]|\.{3})$/.test(text);
const symbolOf = ({ text, inWord }: Atom): string => (inWord ? `a${text}` : text);
