import { hash } from 'node:crypto';

/** The hash of a content as hex SHA-256, or an object that makes it once somebody asks. */
export type ContentHash = string | LateHash;

/**
 * The hash of a content that nobody writes into, made when it is first asked for. Among contents whose hash is held and
 * not made yet only the last one stays in memory: the one before is hashed when another is held.
 */
export class LateHash {
  static #waiting: LateHash | undefined;
  #bytes: Uint8Array | undefined;
  #sha = '';
  #holders = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get sha(): string {
    this.#settle();
    return this.#sha;
  }

  /** Whether the content is still there to be hashed. */
  get waits(): boolean {
    return this.#bytes !== undefined;
  }

  #settle(): void {
    if (!this.#bytes) return;
    this.#sha = sha256(this.#bytes);
    this.#bytes = undefined;
  }

  /** Notes that the hash may be asked for long after the content is read. */
  hold(): void {
    this.#holders += 1;
    const before = LateHash.#waiting;
    LateHash.#waiting = this;
    if (before !== this && before && before.#holders > 0) before.#settle();
  }

  /** Notes that one of those who held the hash will not ask any more. */
  release(): void {
    this.#holders -= 1;
  }
}

export const sha256 = (bytes: Uint8Array): string => hash('sha256', bytes);

export const shaText = (sha: ContentHash): string => (typeof sha === 'string' ? sha : sha.sha);
