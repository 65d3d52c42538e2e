/** The time of one call. It stands still while a person is asked: they may take longer than any server. */
export class CallClock {
  /** Fires when the time is over, or nobody wants the call any more. */
  readonly signal: AbortSignal;
  readonly #over = new AbortController();
  #left: number;
  #since = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(milliseconds: number, wanted: AbortSignal) {
    this.signal = AbortSignal.any([this.#over.signal, wanted]);
    this.#left = milliseconds;
    this.go();
  }

  get isLate(): boolean {
    return this.#over.signal.aborted;
  }

  go(): void {
    this.#since = performance.now();
    this.#timer = setTimeout(() => this.#over.abort(), this.#left);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#left = Math.max(0, this.#left - (performance.now() - this.#since));
  }
}
