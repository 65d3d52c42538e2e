import { LineHold } from '../../tool/text/line-hold.ts';
import { maskRecord } from '../../tool/text/mask.ts';

/** A piece of what a tool prints, as its event has it. */
interface OutputPiece {
  readonly chunk: string;
  /** The place of the piece in all that the call has printed, in characters. */
  readonly at: number;
  /** Whether the piece only says that the next ones are not streamed; it is no part of what was printed then. */
  readonly cut?: true;
}

const CHUNK_LENGTH = 16_384;
const CHUNK_DELAY = 50;
/** The most characters of one run that are streamed as they come: more would fill the records. */
const MOST = 4 * 2 ** 20;
/** The characters of the end of a run that are streamed nevertheless, when the run is over. */
const LAST = 65_536;

const CUT = '\n… the rest is not streamed; its end follows when it is over\n';

/** Sends a tool's output on in pieces, masked, line by line: the beginning as it comes, of very much only the end. */
export class OutputStream {
  readonly #send: (piece: OutputPiece) => void;
  readonly #hold = new LineHold();
  #waiting = '';
  #timer: NodeJS.Timeout | undefined;
  /** The number of characters before those that wait. */
  #at: number;
  #streamed = 0;
  /** The end of the output that is not streamed. */
  #tail: string | undefined;

  /** Makes a stream; `at` is the number of characters that the call has printed before, in earlier attempts. */
  constructor(at: number, send: (piece: OutputPiece) => void) {
    this.#at = at;
    this.#send = send;
  }

  get at(): number {
    return this.#at;
  }

  add(text: string): void {
    this.#take(this.#hold.take(text));
    if (this.#waiting.length >= CHUNK_LENGTH) this.flush();
    else if (this.#waiting !== '') this.#timer ??= setTimeout(() => this.flush(), CHUNK_DELAY);
  }

  #take(whole: string): void {
    if (this.#tail === undefined) {
      const room = MOST - this.#streamed;
      // A line is sent whole or not at all: half a secret cannot be known as one.
      const end = whole.length <= room ? whole.length : whole.lastIndexOf('\n', room) + 1;
      this.#waiting += whole.slice(0, end);
      this.#streamed += end;
      if (end === whole.length) return;
      this.flush();
      this.#send({ chunk: CUT, at: this.#at, cut: true });
      this.#tail = whole.slice(end);
    } else this.#tail += whole;
    if (this.#tail.length > 4 * LAST) this.#dropTail();
  }

  /** Keeps the last lines of the output that is not streamed. */
  #dropTail(): void {
    const tail = this.#tail ?? '';
    if (tail.length <= LAST) return;
    const line = tail.indexOf('\n', tail.length - LAST);
    const from = line < 0 ? tail.length : line + 1;
    this.#at += from;
    this.#tail = tail.slice(from);
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting === '') return;
    const chunk = maskRecord(this.#waiting);
    this.#waiting = '';
    this.#send({ chunk, at: this.#at });
    this.#at += chunk.length;
  }

  end(): void {
    this.#take(this.#hold.end());
    this.#dropTail();
    // Where not even the end was kept, the length of the output is told.
    if (this.#tail === '') this.#send({ chunk: '', at: this.#at, cut: true });
    this.#waiting += this.#tail ?? '';
    this.#tail = undefined;
    this.flush();
  }
}
