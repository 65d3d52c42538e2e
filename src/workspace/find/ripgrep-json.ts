/** A line that ripgrep found: its place and its content, or only the first part of a very long line. */
export interface FoundLine {
  readonly match: boolean;
  /** A text, or bytes where these are no text, or not whole. */
  readonly content: string | Buffer;
  readonly whole: boolean;
  /** Whether the bytes begin somewhere in the line, not at its beginning. */
  readonly within?: boolean;
  readonly number: number;
  /** The offset, in bytes, of the line in ripgrep's input. */
  readonly offset: number;
  /** The offset, in bytes, of the first match in the line. */
  readonly start: number | undefined;
}

export const contentBytes = (content: FoundLine['content']): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : content;

export type RipgrepMessage =
  /** The start of a file; the path is undefined where it is not UTF-8. */
  | { readonly type: 'begin'; readonly path: string | undefined }
  | { readonly type: 'line'; readonly line: FoundLine }
  | { readonly type: 'end'; readonly binary: boolean }
  | { readonly type: 'summary' };

/** The most bytes of a message that is held; of a longer one only the head of its line, and the numbers behind it. */
const MAX_MESSAGE = 128 * 1024;
const MAX_TAIL = 4 * 1024;
const NEWLINE = 0x0a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Parses ripgrep's `--json` output, in batches as it comes. Needs little memory, however long a line is. */
export async function* parseMessages(chunks: AsyncIterable<Buffer>): AsyncGenerator<RipgrepMessage[]> {
  let pending = new PendingMessage();
  for await (const chunk of chunks) {
    const end = chunk.indexOf(NEWLINE);
    pending.add(end < 0 ? chunk : chunk.subarray(0, end));
    if (end < 0) continue;
    const last = chunk.lastIndexOf(NEWLINE);
    // Decoding all of the lines at once takes half as long as one by one.
    const whole = end < last ? chunk.toString('utf8', end + 1, last).split('\n') : [];
    const batch = [pending.finish(), ...whole.map(parse)].filter(message => message !== undefined);
    if (batch.length > 0) yield batch;
    pending = new PendingMessage();
    pending.add(chunk.subarray(last + 1));
  }
}

class PendingMessage {
  #parts: Buffer[] = [];
  #size = 0;
  #long: LongLine | undefined;

  add(piece: Buffer): void {
    if (this.#long) {
      this.#long.add(piece);
      return;
    }
    this.#parts.push(piece);
    this.#size += piece.length;
    if (this.#size <= MAX_MESSAGE) return;
    this.#long = new LongLine(Buffer.concat(this.#parts));
    this.#parts = [];
  }

  finish(): RipgrepMessage | undefined {
    if (this.#long) return this.#long.finish();
    const [first] = this.#parts;
    return parse((this.#parts.length === 1 && first ? first : Buffer.concat(this.#parts)).toString());
  }
}

interface Text {
  readonly text?: string;
  readonly bytes?: string;
}

interface RawMessage {
  readonly type: string;
  readonly data: {
    readonly path: Text | null;
    readonly lines: Text;
    readonly line_number: number | null;
    readonly absolute_offset: number;
    readonly submatches: readonly { readonly start: number }[];
    readonly binary_offset: number | null;
  };
}

function parse(text: string): RipgrepMessage | undefined {
  if (text === '') return undefined;
  const { type, data } = JSON.parse(text) as RawMessage;
  if (type === 'begin') return { type, path: data.path?.text };
  if (type === 'end') return { type, binary: data.binary_offset !== null };
  if (type === 'summary') return { type };
  const { lines, line_number, absolute_offset: offset, submatches } = data;
  const content = lines.text ?? Buffer.from(lines.bytes ?? '', 'base64');
  const start = submatches[0]?.start;
  return {
    type: 'line',
    line: { match: type === 'match', content, whole: true, number: line_number ?? 0, offset, start },
  };
}

/** A message whose line does not fit: the head of the line is kept, and what comes right after its end. */
class LongLine {
  readonly #head: Buffer;
  readonly #textAt: number;
  readonly #base64: boolean;
  #tail = '';
  #ended = false;
  #escaped = false;

  constructor(head: Buffer) {
    const text = head.indexOf('"lines":{"text":"');
    const bytes = head.indexOf('"lines":{"bytes":"');
    this.#base64 = text < 0 && bytes >= 0;
    this.#textAt = this.#base64 ? bytes + 18 : text + 17;
    this.#head = head;
    this.add(head.subarray(this.#textAt));
  }

  add(piece: Buffer): void {
    const after = this.#ended ? 0 : this.#endOfText(piece);
    const room = MAX_TAIL - this.#tail.length;
    if (after >= 0 && room > 0) this.#tail += piece.toString('latin1', after, after + room);
  }

  /** Looks for the quote that closes the text; gives the place behind the quote, or -1. */
  #endOfText(piece: Buffer): number {
    let from = this.#escaped ? 1 : 0;
    for (;;) {
      const quote = piece.indexOf(QUOTE, from);
      const end = quote < 0 ? piece.length : quote;
      let slashes = 0;
      while (end - slashes > from && piece[end - slashes - 1] === BACKSLASH) slashes += 1;
      this.#escaped = slashes % 2 === 1;
      if (quote < 0) return -1;
      from = quote + 1;
      this.#ended = !this.#escaped;
      if (this.#ended) return from;
    }
  }

  finish(): RipgrepMessage | undefined {
    const type = /^\{"type":"(match|context)"/.exec(this.#head.toString('latin1', 0, 40))?.[1];
    const numbers = /^\},"line_number":(\d+|null),"absolute_offset":(\d+),/.exec(this.#tail);
    if (!type || !numbers) return undefined;
    const start = /"start":(\d+)/.exec(this.#tail)?.[1];
    const line = {
      match: type === 'match',
      content: this.#beginning(),
      whole: false,
      number: Number(numbers[1]) || 0,
      offset: Number(numbers[2]),
      start: start === undefined ? undefined : Number(start),
    };
    return { type: 'line', line };
  }

  #beginning(): Buffer {
    const end = this.#textAt + MAX_MESSAGE / 2;
    if (this.#base64) {
      const raw = this.#head.toString('latin1', this.#textAt, end);
      return Buffer.from(raw.slice(0, raw.length - (raw.length % 4)), 'base64');
    }
    // The cut may fall into a character or an escape; the longest escape has twelve characters.
    let raw = this.#head.toString('utf8', this.#textAt, end).replace(/\ufffd$/, '');
    for (let tries = 0; tries < 13; tries += 1) {
      try {
        return Buffer.from((JSON.parse(`"${raw}"`) as string).replace(/[\ud800-\udbff]$/, ''));
      } catch {
        raw = raw.slice(0, -1);
      }
    }
    return Buffer.alloc(0);
  }
}
