import type { Store } from '../../store/port.ts';
import { keepOrigins } from './keep-origins.ts';
import { keepSession } from './keep-session.ts';
import { type Allowance, Session } from './session.ts';

const MOST_SESSIONS = 1000;
/** The most sessions of which only this is remembered: that others had a say in them. */
const MOST_TAINTED = 100_000;

interface SessionsOptions {
  readonly store: Store;
  /** The id of the session that calls without one belong to. */
  readonly own: string;
  /** Whether the id was given from outside. */
  readonly named: boolean;
  readonly above?: Session | undefined;
  readonly allowance: () => Allowance;
}

/** The sessions of one agent; those used last are kept at hand. */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #open = new Map<string, Session>();
  #newest: Session | undefined;
  /** Sessions that were let go, are kept nowhere, and held untrusted content. */
  readonly #tainted = new Set<string>();

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  get(id: string = this.#options.own): Session {
    if (this.#newest?.id === id) return this.#newest;
    let found = this.#open.get(id);
    if (found) this.#open.delete(id);
    else found = this.#load(id);
    this.#open.set(id, found);
    this.#newest = found;
    if (this.#open.size > MOST_SESSIONS) this.#letGo(this.#open.values().next().value!);
    return found;
  }

  release(): void {
    for (const session of this.#open.values()) session.release();
  }

  /** Lets a session go. One that is kept nowhere must not come back as if nobody else had had a say in it. */
  #letGo(session: Session): void {
    this.#forget(session);
    if (!session.tainted || !this.#isNew(session.id)) return;
    this.#tainted.add(session.id);
    const oldest = this.#tainted.values().next().value;
    if (this.#tainted.size > MOST_TAINTED && oldest !== undefined) this.#tainted.delete(oldest);
  }

  #forget(session: Session): void {
    this.#open.delete(session.id);
    if (this.#newest === session) this.#newest = undefined;
  }

  /** Whether a session has no past in the store: nobody asks again for one with an id of our own making. */
  #isNew(id: string): boolean {
    const { store, own, named } = this.#options;
    return store.kind === 'memory' || (id === own && !named);
  }

  #load(id: string): Session {
    const { store, above, allowance } = this.#options;
    const opened = new Session(id, { allowance, above });
    if (this.#tainted.delete(id)) {
      opened.tainted = true;
      opened.origins.lose();
    }
    const kept = this.#isNew(id) ? undefined : keep(opened, store, above);
    const inherited = above?.loading?.then(() => opened.inherit());
    if (!kept && !inherited) return opened;
    const loading = Promise.all([kept, inherited]).then(
      () => {
        opened.loading = undefined;
      },
      error => {
        // The session's past is not known; the next call tries again.
        opened.release();
        this.#forget(opened);
        throw error;
      },
    );
    loading.catch(() => {});
    opened.loading = loading;
    return opened;
  }
}

/** Keeps a session beyond the process, and its knowledge where the sessions above do not keep that. */
async function keep(opened: Session, store: Store, above: Session | undefined): Promise<void> {
  const before = opened.tainted;
  await Promise.all([keepSession(opened, store), above?.isKept ? undefined : keepOrigins(opened, opened.id, store)]);
  // Others had a say then, and what they said is not known any more: whatever a call says may come from there.
  if (opened.tainted && !before && !opened.origins.holdsOthers) opened.origins.lose();
}
