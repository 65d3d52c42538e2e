import type { Store } from '../../store/port.ts';
import { keepSession } from './keep-session.ts';
import { type Allowance, Session } from './session.ts';

const MOST_SESSIONS = 1000;

interface SessionsOptions {
  readonly store: Store;
  /** The id of the session that calls without one belong to. */
  readonly own: string;
  /** Whether that id was given from outside. */
  readonly named: boolean;
  /** The session that these work for. */
  readonly above?: Session | undefined;
  readonly allowance: () => Allowance;
}

/** The sessions of one agent; those that were used last are kept at hand. */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #open = new Map<string, Session>();

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  get(id: string = this.#options.own): Session {
    let found = this.#open.get(id);
    if (found) this.#open.delete(id);
    else found = this.#load(id);
    this.#open.set(id, found);
    const oldest = this.#open.keys().next().value;
    if (this.#open.size > MOST_SESSIONS && oldest !== undefined) this.#open.delete(oldest);
    return found;
  }

  /** Loads a session. One with an id of our own making has no past, and nobody will ask for it again. */
  #load(id: string): Session {
    const { store, own, named, above, allowance } = this.#options;
    const opened = new Session(id, { allowance, above });
    const isNew = store.kind === 'memory' || (id === own && !named);
    const kept = isNew ? undefined : keepSession(opened, store);
    const inherited = above?.loading?.then(() => opened.inherit());
    if (!kept && !inherited) return opened;
    const loading = Promise.all([kept, inherited]).then(
      () => {
        opened.loading = undefined;
      },
      error => {
        // The session's past is not known; the next call tries again.
        this.#open.delete(id);
        throw error;
      },
    );
    loading.catch(() => {});
    opened.loading = loading;
    return opened;
  }
}
