import type { Toolgate } from '../../gate/toolgate.ts';
import type { Host, HostEvent } from '../host.ts';

/** The turns that are known of a session: names that its host gives them, and our numbers. */
interface KnownTurns {
  last: number;
  /** Whether the last turn is of this process, where hosts give turns no names. */
  begun: boolean;
  readonly names: Map<string, number>;
}

export interface HostCaller {
  readonly sessionID: string;
  readonly agent: string;
  readonly turn: number;
}

/** The sessions of all hosts: one of a host is one of the gate, and each round of its user's words is a turn. */
export class SessionTurns {
  readonly #gate: Pick<Toolgate, 'store' | 'session'>;
  readonly #known = new Map<string, Promise<KnownTurns>>();

  constructor(gate: Pick<Toolgate, 'store' | 'session'>) {
    this.#gate = gate;
  }

  async callerOf(host: Host, event: HostEvent): Promise<HostCaller> {
    const sessionID = `${host.name}:${event.session}`;
    return { sessionID, agent: agentName(host, event), turn: await this.#turnOf(sessionID, event) };
  }

  async begin(host: Host, event: Extract<HostEvent, { kind: 'turn-begins' }>): Promise<void> {
    const sessionID = `${host.name}:${event.session}`;
    const known = await this.#turns(sessionID);
    if (event.turn === undefined) beginTurn(known);
    else numberOf(known, event.turn);
    if (event.said !== undefined) this.#gate.session(sessionID).said(event.said);
  }

  async #turnOf(sessionID: string, { turn }: HostEvent): Promise<number> {
    const known = await this.#turns(sessionID);
    if (turn !== undefined) return numberOf(known, turn);
    return known.begun ? known.last : beginTurn(known);
  }

  /** The turns of a session. Numbers go on after those of an earlier process: an undo takes back all of a number. */
  #turns(sessionID: string): Promise<KnownTurns> {
    const known = this.#known.get(sessionID);
    if (known) return known;
    const sets = this.#gate.store.journal.sets({ sessionID, limit: 1 });
    const made = sets.then(([newest]) => ({ last: newest?.turn ?? 0, begun: false, names: new Map<string, number>() }));
    this.#known.set(sessionID, made);
    made.catch(() => this.#known.delete(sessionID));
    return made;
  }
}

function beginTurn(known: KnownTurns): number {
  known.begun = true;
  return ++known.last;
}

function numberOf(known: KnownTurns, name: string): number {
  const number = known.names.get(name) ?? beginTurn(known);
  known.names.set(name, number);
  return number;
}

/** An agent below another has a name of its own, by its type and the beginning of its id. */
function agentName(host: Host, { agent }: HostEvent): string {
  if (!agent) return host.name;
  const plain = (text: string) => text.replace(/[^a-zA-Z0-9_.-]/g, '_').slice(0, 40);
  return `${host.name}/${plain(agent.type ?? 'agent')}-${plain(agent.id).slice(0, 8)}`;
}
