import { setMaxListeners } from 'node:events';

interface OpenFacts {
  readonly callID: string;
  readonly sessionID: string;
  /** The place of the call among those that are open. */
  readonly at: number;
}

/**
 * Whether one call is still wanted: it ends with the signal that it came with, or when it is stopped itself. Every call
 * has such a stop, which costs next to nothing until someone listens: a signal for each costs more than a small call.
 */
export class CallStop {
  readonly callID: string | undefined;
  readonly sessionID: string | undefined;
  /** The place of the call among the open calls; -1, which none of them has, where it is not among them. */
  at: number;
  readonly #outer: AbortSignal | undefined;
  #stopped: { readonly reason: unknown } | undefined;
  #listeners: (() => void)[] | undefined;
  #controller: AbortController | undefined;

  /** Makes the stop of a call; `open` where others may look for it. */
  constructor(outer: AbortSignal | undefined, open?: OpenFacts) {
    this.#outer = outer;
    this.callID = open?.callID;
    this.sessionID = open?.sessionID;
    this.at = open?.at ?? -1;
  }

  get aborted(): boolean {
    return this.#stopped !== undefined || this.#outer?.aborted === true;
  }

  get reason(): unknown {
    return this.#stopped ? this.#stopped.reason : this.#outer?.reason;
  }

  stop(reason: unknown): void {
    if (this.aborted) return;
    this.#stopped = { reason };
    this.tell();
  }

  /** Hears once that the call is no longer wanted; the function given back ends the listening. */
  hear(listener: () => void): () => void {
    if (this.#listeners) this.#listeners.push(listener);
    else {
      this.#listeners = [listener];
      if (this.#outer && !this.aborted) hearAbort(this.#outer, this);
    }
    return () => {
      const at = this.#listeners?.indexOf(listener) ?? -1;
      if (at >= 0) this.#listeners?.splice(at, 1);
    };
  }

  /** The same stop as a signal, for those who know only signals. */
  get signal(): AbortSignal {
    if (this.#controller) return this.#controller.signal;
    const made = new AbortController();
    this.#controller = made;
    setMaxListeners(0, made.signal);
    if (this.aborted) made.abort(this.reason);
    else this.hear(() => made.abort(this.reason));
    return made.signal;
  }

  /** Notes that the call has its outcome: it hears of nothing any more. */
  end(): void {
    if (this.#listeners && this.#outer) unhearAbort(this.#outer, this);
  }

  /** Tells all who listen that the call is no longer wanted. */
  tell(): void {
    this.end();
    for (const each of this.#listeners?.splice(0) ?? []) each();
  }
}

/** A listener that hears once that a signal has fired. */
type AbortHearer = { tell(): void };

const heard = new WeakMap<AbortSignal, { readonly all: Set<AbortHearer>; readonly tell: () => void }>();

/**
 * Hears that a signal fires, beside any number of others, until `unhearAbort`. A signal's own list is walked for each
 * listener that comes or goes, so thousands of calls on one signal would cost the square of that: it has one for all.
 */
export function hearAbort(signal: AbortSignal, hearer: AbortHearer): void {
  (heard.get(signal) ?? listenTo(signal)).all.add(hearer);
}

export function unhearAbort(signal: AbortSignal, hearer: AbortHearer): void {
  const known = heard.get(signal);
  if (!known?.all.delete(hearer) || known.all.size > 0) return;
  // A combined signal that someone listens to is kept as long as the process.
  signal.removeEventListener('abort', known.tell);
  heard.delete(signal);
}

function listenTo(signal: AbortSignal) {
  const all = new Set<AbortHearer>();
  const tell = () => {
    for (const each of [...all]) each.tell();
  };
  signal.addEventListener('abort', tell, { once: true });
  const made = { all, tell };
  heard.set(signal, made);
  return made;
}
