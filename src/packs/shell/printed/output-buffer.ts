/** Bytes that are kept of each end. */
const KEPT = 256 * 1024;

/** The output of a job, in bounded memory: the beginning and the end. */
export class OutputBuffer {
  readonly #head: Buffer[] = [];
  #headBytes = 0;
  #tail: Buffer[] = [];
  #tailBytes = 0;
  #bytes = 0;

  /** The number of bytes that are kept neither in the beginning nor in the end. */
  get lost(): number {
    return this.#bytes - this.#headBytes - this.#tailBytes;
  }

  add(chunk: Buffer): void {
    this.#bytes += chunk.length;
    const room = KEPT - this.#headBytes;
    if (room > 0) {
      const part = chunk.subarray(0, room);
      this.#head.push(part);
      this.#headBytes += part.length;
    }
    if (chunk.length > room) this.#addTail(chunk.subarray(Math.max(room, 0)));
  }

  /** The output as text. Broken characters, also where it was cut, are shown as such. */
  text(): string {
    const head = Buffer.concat(this.#head);
    const tail = Buffer.concat(this.#tail);
    if (this.lost === 0) return Buffer.concat([head, tail]).toString('utf8');
    return `${head.toString('utf8')}\n[… ${this.lost} bytes are left out here …]\n${tail.toString('utf8')}`;
  }

  #addTail(chunk: Buffer): void {
    this.#tail.push(chunk);
    this.#tailBytes += chunk.length;
    if (this.#tailBytes < 2 * KEPT) return;
    const kept = Buffer.concat(this.#tail).subarray(-KEPT);
    // The tail is a copy, so that the chunks it was cut from can go.
    this.#tail = [Buffer.from(kept)];
    this.#tailBytes = kept.length;
  }
}
