import { setMaxListeners } from 'node:events';

/** Counts the calls that have come and have no outcome yet, and ends them all. */
export class RunningCalls {
  /** A signal that fires when no later call runs any more: all calls were stopped, or those whom they work for were. */
  readonly ending: AbortSignal;
  readonly #closing = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #onOuter = () => this.abort(this.#outer?.reason);
  #running = 0;
  #idle: PromiseWithResolvers<void> | undefined;

  /** Makes the count; `outer` ends all calls when it fires. */
  constructor(outer?: AbortSignal) {
    this.ending = this.#closing.signal;
    setMaxListeners(0, this.ending);
    this.#outer = outer;
    if (outer?.aborted) this.#onOuter();
    else outer?.addEventListener('abort', this.#onOuter, { once: true });
  }

  /** Counts a call from its coming on: a call that waits for another must have its outcome before all is closed. */
  enter(): void {
    this.#running++;
  }

  leave(): void {
    if (--this.#running === 0) this.#idle?.resolve();
  }

  /** The signal of a call: its own, together with the end of all calls. */
  signalFor(abort: AbortSignal | undefined): AbortSignal {
    if (!abort) return this.ending;
    const both = AbortSignal.any([abort, this.ending]);
    setMaxListeners(0, both);
    return both;
  }

  abort(reason?: unknown): void {
    this.#closing.abort(reason);
  }

  /** Aborts the calls that run, and resolves when every call has its outcome. */
  async stop(): Promise<void> {
    this.#outer?.removeEventListener('abort', this.#onOuter);
    this.abort();
    if (this.#running === 0) return;
    // There may be two who wait: whoever started the agent, and whoever it belongs to.
    this.#idle ??= Promise.withResolvers<void>();
    await this.#idle.promise;
  }
}
