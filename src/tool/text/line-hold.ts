/** Characters that are held back at most, and of a word that is longer. */
const MOST = 16_384;
const MOST_OF_WORD = 1_024;

/** Holds back what a stream has begun to say: of half a secret nobody can tell that it is one. */
export class LineHold {
  #held = '';

  /** What is whole by now. */
  take(chunk: string): string {
    const text = this.#held + chunk;
    const from = unfinishedIn(text);
    const at = text.length - from <= MOST ? from : Math.max(from, text.lastIndexOf(' ') + 1);
    const end = text.length - at <= MOST ? at : text.length - MOST_OF_WORD;
    this.#held = text.slice(end);
    return text.slice(0, end);
  }

  /** The rest, when nothing follows any more. */
  end(): string {
    const rest = this.#held;
    this.#held = '';
    return rest;
  }
}

/** Where the line begins, or the key of many lines, that is not at its end yet. */
export function unfinishedIn(text: string): number {
  // What follows a return at the very end may make it the end of a line.
  const line = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r', text.length - 2)) + 1;
  const key = text.lastIndexOf('-----BEGIN ');
  return key >= 0 && key < line && !text.slice(key, line).includes('-----END ') ? key : line;
}
