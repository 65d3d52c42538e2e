const QUOTE = /[‘’‚‛′ʼ]/;
const DOUBLE_QUOTE = /[“”„‟″]/;
const DASH = /[‐‑‒–—―−]/;
const WIDE_SPACE = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/;
const INVISIBLE = /[\u200b-\u200d\u2060\ufeff]/;
const ANY = /[‘’‚‛′ʼ“”„‟″‐‑‒–—―−…\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u200b-\u200d\u2060\ufeff]/;

/** What a typographic character stands for on a keyboard; other characters stand for themselves. */
export function plainChar(char: string): string {
  if (QUOTE.test(char)) return "'";
  if (DOUBLE_QUOTE.test(char)) return '"';
  if (DASH.test(char)) return '-';
  if (WIDE_SPACE.test(char)) return ' ';
  if (INVISIBLE.test(char)) return '';
  return char === '…' ? '...' : char;
}

/** Typographic quotes, dashes, spaces and dots as plain ones. */
export function plainText(text: string): string {
  return ANY.test(text) ? [...text].map(plainChar).join('') : text;
}

/** The same for those that are one character both ways, so that columns stay. */
export function plainSameLength(text: string): string {
  if (!ANY.test(text)) return text;
  return [...text].map(char => (plainChar(char).length === 1 ? plainChar(char) : char)).join('');
}

export function isSpaceLike(char: string): boolean {
  return (
    char === ' ' || char === '\t' || char === '\f' || char === '\v' || WIDE_SPACE.test(char) || INVISIBLE.test(char)
  );
}

/** Indentation written with wide spaces, as plain spaces. */
export function plainIndent(line: string): string {
  const indent = /^[\s\u200b\u2060]*/.exec(line)![0];
  return plainText(indent) + line.slice(indent.length);
}

const APOSTROPHE = 'in-word apostrophe';

function inWord(chars: readonly string[], at: number): boolean {
  const letter = (char: string | undefined) => char !== undefined && /\p{L}/u.test(char);
  return plainChar(chars[at]!) === "'" && letter(chars[at - 1]) && letter(chars[at + 1]);
}

/** How the model's typography maps to the file's, learnt from characters that stand for one another. */
export class Typography {
  readonly #images = new Map<string, Set<string>>();
  readonly #fileText: string;
  #differs = false;
  #typographic?: ReadonlySet<string>;

  constructor(fileText: string) {
    this.#fileText = fileText;
  }

  /** What each character of the model's stands for in the file's wording of the same text. */
  learn(model: readonly string[], file: readonly string[]): void {
    for (const [at, char] of model.entries()) {
      const image = file[at]!;
      if (char !== image) this.#differs = true;
      else if (plainChar(char) === char && !/['"-]/.test(char)) continue;
      const symbol = inWord(model, at) ? APOSTROPHE : char;
      this.#images.set(symbol, (this.#images.get(symbol) ?? new Set()).add(image));
    }
  }

  /** Whether any character of the model's stood for another one in the file. */
  get differs(): boolean {
    return this.#differs;
  }

  /** New text in the file's typography; undefined where two answers are possible. */
  translate(text: string): string | undefined {
    const images = this.translateEach([...text]);
    return images.includes(undefined) ? undefined : images.join('');
  }

  translateEach(chars: readonly string[]): (string | undefined)[] {
    if (!this.#differs) return [...chars];
    return chars.map((char, at) => this.#imageOf(inWord(chars, at) ? APOSTROPHE : char, char));
  }

  #imageOf(symbol: string, char: string): string | undefined {
    const plain = plainChar(char);
    const special = plain !== char || /['"\-. ]/.test(char);
    if (!special || char === ' ' || char === '.') return char;
    const images = this.#images.get(symbol);
    if (images && images.size > 1) return undefined;
    const image = images?.values().next().value;
    if (plain !== char && image === undefined && this.#modelDecorates()) {
      // A long dash may stand for one hyphen or for two.
      return char === '—' ? undefined : plain;
    }
    if (plain !== char) return image ?? char;
    // A plain quote opens or closes; the file's one does only one of the two, unless it is an apostrophe.
    if (image !== undefined && image !== char) {
      const directed = /['"]/.test(char) && symbol !== APOSTROPHE;
      return directed || this.#fileText.includes(char) ? undefined : image;
    }
    if (image === char) return char;
    return this.#hasTypographic(char) ? undefined : char;
  }

  /** Whether the file has a typographic character that stands for this plain one. */
  #hasTypographic(plain: string): boolean {
    this.#typographic ??= new Set((this.#fileText.match(new RegExp(ANY, 'g')) ?? []).map(plainChar));
    return this.#typographic.has(plain);
  }

  /** The model wrote typographic characters where the file has plain ones, and never the other way round. */
  #modelDecorates(): boolean {
    return this.#images.entries().every(([model, files]) => {
      const plain = model === APOSTROPHE ? "'" : plainChar(model);
      return files.values().every(file => file === plain);
    });
  }
}
