import type { Store } from '../../store/port.ts';
import { CallStop } from './call-stop.ts';
import { PersonStop } from './stop-reason.ts';

/** The target of a stop: a call, or all calls and the agent of a session, with all below it. */
export type StopTarget = { readonly call: string } | { readonly session: string };

interface StopsOptions {
  readonly store: Pick<Store, 'kind' | 'state' | 'calls' | 'events' | 'runs'>;
  readonly now: () => number;
}

/** Milliseconds between two looks for requests of other processes, while something is at work here. */
const LOOK = 500;
/** Milliseconds after which a request that nobody took is forgotten. */
const FORGET = 60 * 60_000;
const PREFIX = 'stop:';

/**
 * Stops calls and agents, also those of other processes on the same store: a request in the store, which the process
 * that they belong to looks for while it has anything at work. A stopped call ends the way of everything aborted.
 */
export class Stops {
  readonly #options: StopsOptions;
  /** The stops of the open calls; each knows its place: calls come and go far more often than one is looked for. */
  readonly #calls: CallStop[] = [];
  readonly #agents = new Map<string, (reason: PersonStop) => void>();
  #timer: NodeJS.Timeout | undefined;
  #looking = false;

  constructor(options: StopsOptions) {
    this.#options = options;
  }

  /** The stop of a call that has come: with the given signal, or when the call itself is stopped. */
  open(callID: string, sessionID: string, outer: AbortSignal | undefined): CallStop {
    const call = new CallStop(outer, { callID, sessionID, at: this.#calls.length });
    this.#calls.push(call);
    this.#watch();
    return call;
  }

  /** Forgets a call that has its outcome. */
  end(call: CallStop): void {
    call.end();
    if (this.#calls[call.at] !== call) return;
    const last = this.#calls.pop();
    if (!last || last === call) return;
    last.at = call.at;
    this.#calls[call.at] = last;
  }

  /** An agent at work, until the function is called. */
  addAgent(sessionID: string, stop: (reason: PersonStop) => void): () => void {
    this.#agents.set(sessionID, stop);
    this.#watch();
    return () => {
      if (this.#agents.get(sessionID) === stop) this.#agents.delete(sessionID);
    };
  }

  /** Stops a call or an agent, here or wherever it is at work; false where it had ended before. */
  async stop(target: StopTarget, by: string): Promise<boolean> {
    if (this.#stopHere(target, by)) return true;
    if (!(await this.#isAtWork(target))) return false;
    const { state, runs } = this.#options.store;
    if ('session' in target && (await runs.get(target.session)))
      return (await runs.cancel(target.session, this.#options.now())).length > 0;
    await this.#forgetOld();
    await state.set(keyOf(target), { by, at: this.#options.now() }, { durable: true });
    return true;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #stopHere(target: StopTarget, by: string): boolean {
    const reason = new PersonStop(by);
    if ('call' in target) {
      const call = this.#calls.find(({ callID }) => callID === target.call);
      call?.stop(reason);
      return call !== undefined;
    }
    const agent = this.#agents.get(target.session);
    const calls = this.#calls.filter(({ sessionID }) => sessionID === target.session);
    agent?.(reason);
    for (const call of calls) call.stop(reason);
    return agent !== undefined || calls.length > 0;
  }

  async #isAtWork(target: StopTarget): Promise<boolean> {
    const { calls, events, runs } = this.#options.store;
    if ('call' in target) {
      const row = await calls.get(target.call);
      return row !== undefined && row.status !== 'settled';
    }
    const sessionID = target.session;
    const run = await runs.get(sessionID);
    if (run) return run.status === 'queued' || run.status === 'running';
    if ((await calls.count({ sessionID, status: 'open' })) > 0) return true;
    const [started, ended] = await Promise.all(
      ['agent_started', 'agent_ended'].map(type => events.since(0, { sessionID, type })),
    );
    return (started?.at(-1)?.seq ?? 0) > (ended?.at(-1)?.seq ?? 0);
  }

  #watch(): void {
    // A store in memory has no other process.
    if (this.#options.store.kind !== 'memory') this.#timer ??= setInterval(() => void this.#look(), LOOK).unref();
  }

  /** Looks for requests while anything is at work; a look that fails is made again. */
  async #look(): Promise<void> {
    if (this.#calls.length + this.#agents.size === 0) this.close();
    if (this.#looking || !this.#timer) return;
    this.#looking = true;
    try {
      const { state } = this.#options.store;
      for (const key of await state.keys(PREFIX)) {
        const target = targetOf(key);
        const isOurs = 'call' in target ? this.#isOpen(target.call) : this.#holds(target.session);
        if (!isOurs) continue;
        const asked = (await state.get(key)) as { readonly by?: unknown } | undefined;
        await state.delete(key);
        if (asked) this.#stopHere(target, String(asked.by ?? 'unknown'));
      }
    } catch {
    } finally {
      this.#looking = false;
    }
  }

  #isOpen(call: string): boolean {
    return this.#calls.some(({ callID }) => callID === call);
  }

  #holds(session: string): boolean {
    return this.#agents.has(session) || this.#calls.some(({ sessionID }) => sessionID === session);
  }

  /** Forgets requests for a call or an agent that died before it could look. */
  async #forgetOld(): Promise<void> {
    const { store, now } = this.#options;
    for (const key of await store.state.keys(PREFIX)) {
      const asked = (await store.state.get(key)) as { readonly at?: number } | undefined;
      if ((asked?.at ?? 0) < now() - FORGET) await store.state.delete(key);
    }
  }
}

const keyOf = (target: StopTarget): string =>
  'call' in target ? `${PREFIX}call:${target.call}` : `${PREFIX}session:${target.session}`;

function targetOf(key: string): StopTarget {
  const [, kind, id = ''] = /^stop:(call|session):(.*)$/s.exec(key) ?? [];
  return kind === 'session' ? { session: id } : { call: id };
}
