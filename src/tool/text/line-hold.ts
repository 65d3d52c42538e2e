/** The most characters that are held back, also of a long word. */
const MOST = 16_384;
const MOST_OF_WORD = 1_024;

/** Holds back the unfinished end of a stream: nobody can tell that half a secret is one. */
export class LineHold {
  #held = '';

  /** The part that is whole by now. */
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

/** The start of the unfinished line, or of the key of many lines whose end is not there yet. */
export function unfinishedIn(text: string): number {
  // A return at the very end may belong to a line end that is still to come.
  const line = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r', text.length - 2)) + 1;
  const key = text.lastIndexOf('-----BEGIN ');
  return key >= 0 && key < line && !text.slice(key, line).includes('-----END ') ? key : line;
}
