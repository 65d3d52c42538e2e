/** Milliseconds without a word of the script after which nobody waits for the earlier order any more. */
const QUIET = 2_000;

interface Waiting {
  /** The number that the reply had before; none: the reply is new, and comes after all of the earlier ones. */
  readonly told: number | undefined;
  readonly go: () => void;
}

/**
 * The order in which a script is told the outcomes of its calls. A script that goes on is told in the earlier order,
 * for its next step may depend on which of two calls was done first; new replies come after those.
 */
export class ReplyOrder {
  readonly #before: number[];
  #last: number;
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(before: readonly number[]) {
    this.#before = [...before].sort((a, b) => a - b);
    this.#last = this.#before.at(-1) ?? 0;
  }

  /** Resolves when it is this reply's turn, with its number. */
  async turn(told?: number): Promise<number> {
    if (!this.#isNext(told)) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.push({ told, go: resolve });
      this.heard();
      await promise;
    }
    if (told === undefined) return ++this.#last;
    const at = this.#before.indexOf(told);
    if (at >= 0) this.#before.splice(at, 1);
    // The next reply is released only after this one was given.
    setImmediate(() => this.#release());
    return told;
  }

  /** Notes that the script has said something: the replies that are missing may still come. */
  heard(): void {
    clearTimeout(this.#timer);
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.end(), QUIET);
  }

  #isNext(told: number | undefined): boolean {
    return told === undefined ? this.#before.length === 0 : this.#before[0] === undefined || told <= this.#before[0];
  }

  #release(): void {
    const ready = this.#waiting.filter(({ told }) => this.#isNext(told));
    this.#waiting = this.#waiting.filter(each => !ready.includes(each));
    if (this.#waiting.length === 0) clearTimeout(this.#timer);
    for (const { go } of ready) go();
  }

  /** Ends the waiting of all, in whatever order. */
  end(): void {
    clearTimeout(this.#timer);
    this.#before.length = 0;
    this.#release();
  }
}
