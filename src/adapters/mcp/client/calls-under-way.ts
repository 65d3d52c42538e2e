import { AsyncLocalStorage } from 'node:async_hooks';
import type { ElicitResult } from '@modelcontextprotocol/client';

export type RequestBounds = { readonly signal: AbortSignal; readonly timeout: number };

/** No timeout of the client's own: the clock of the call has the last word. */
const NO_TIMEOUT = 2 ** 31 - 1;

export class LateCallError extends Error {}

/** Calls that one server has not answered yet. */
export class CallsUnderWay {
  /** The way back to the caller of each call. */
  readonly #callers = new Map<CallClock, ReturnType<typeof AsyncLocalStorage.snapshot>>();

  /** Throws a `LateCallError` when the time is over. */
  async run<T>({ timeout, signal }: RequestBounds, work: (bounds: RequestBounds) => Promise<T>): Promise<T> {
    const clock = new CallClock(timeout, signal);
    this.#callers.set(clock, AsyncLocalStorage.snapshot());
    try {
      return await work({ signal: clock.signal, timeout: NO_TIMEOUT });
    } catch (error) {
      throw clock.isLate ? new LateCallError() : error;
    } finally {
      clock.stop();
      this.#callers.delete(clock);
    }
  }

  /** Asks for the one call under way. A question names no call: with several, nobody can tell whose it is. */
  async ask(question: () => Promise<ElicitResult>): Promise<ElicitResult> {
    const [only, another] = this.#callers;
    if (!only || another) return { action: 'cancel' };
    const [clock, back] = only;
    clock.stop();
    try {
      return await back(question);
    } finally {
      if (this.#callers.has(clock)) clock.go();
    }
  }
}

/** The time of one call. It stands still while a person is asked: they may take longer than any server. */
class CallClock {
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
