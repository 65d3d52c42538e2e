import type { Toolgate } from '../gate/toolgate.ts';
import type { EventRow, Totals } from '../store/port.ts';
import type { AgentList, AgentState } from './api.ts';

/** `since` is the number of the event that began it: times do not tell what came first. */
type Draft = { -readonly [Field in keyof AgentState]: AgentState[Field] } & { readonly since: number };

/** Agents and sessions that are shown, the newest ones. */
const MOST = 300;
/** The newest calls, whose sessions are shown too. */
const RECENT = 1_000;
const STEP = 500;

/** The agents that there were, and whoever else has made calls: clients of MCP, the command line, people. */
export function createAgentBook(gate: Toolgate): { list(): Promise<AgentList> } {
  const agents = new Map<string, Draft>();
  let read = 0;
  let listed: AgentList | undefined;
  let listing: Promise<unknown> = Promise.resolve();

  async function readOn(type: string, upTo: number, note: (event: EventRow) => void): Promise<void> {
    for (let last = read; last < upTo; ) {
      const events = await gate.store.events.since(last, { type, limit: STEP });
      for (const event of events) if (event.seq <= upTo) note(event);
      last = events.length < STEP ? upTo : events.at(-1)!.seq;
    }
  }

  /** Reads what came since the last time only: there may be very many events. */
  async function readAll(): Promise<void> {
    // Both up to the same number, so that no end comes before its beginning.
    const upTo = await gate.store.events.last();
    await readOn('agent_started', upTo, event => agents.set(event.sessionID, started(event)));
    await readOn('agent_ended', upTo, event => ended(agents.get(event.sessionID), event));
    read = Math.max(read, upTo);
    for (const id of agents.keys().take(Math.max(0, agents.size - MOST))) agents.delete(id);
  }

  async function listAll(): Promise<AgentList> {
    const before = read;
    await readAll();
    // Whatever is done is told in an event.
    if (listed && before === read) return listed;
    const totals = new Map((await gate.store.calls.totals('session')).map(total => [total.key, total]));
    await endLost(gate, agents);
    const others = await sessionsBeside(gate, agents);
    const newest = [...agents.values(), ...others].sort((a, b) => b.since - a.since).slice(0, MOST);
    listed = { agents: newest.map(agent => withTotals(agent, totals.get(agent.id))) };
    return listed;
  }

  return {
    /** Lists are made one after the other. */
    list() {
      const mine = listing.then(listAll);
      listing = mine.catch(() => {});
      return mine;
    },
  };
}

function started({ sessionID, agent, at, seq, data }: EventRow): Draft {
  const { type, model, depth, prompt, parentSessionID, budget } = data as Readonly<Record<string, never>>;
  return {
    id: sessionID,
    since: seq,
    agent,
    depth: Number(depth ?? 0),
    startedAt: at,
    calls: 0,
    tokens: 0,
    ...Object.fromEntries(
      Object.entries({ type, model, prompt, parent: parentSessionID, budget }).filter(
        ([, value]) => value !== undefined,
      ),
    ),
  };
}

function ended(agent: Draft | undefined, { at, seq, data }: EventRow): void {
  // A run that is taken up again has started anew since.
  if (!agent || seq < agent.since) return;
  const { ok, error, tokens } = data as { ok?: boolean; error?: { code?: string }; tokens?: unknown };
  agent.endedAt = at;
  agent.outcome = ok ? 'ok' : (error?.code ?? 'failed');
  if (typeof tokens === 'number') agent.tokens = tokens;
}

/** Ends agents whose process is gone, so that nobody tells of their end. One that was taken up elsewhere has begun anew. */
async function endLost({ store }: Toolgate, agents: ReadonlyMap<string, Draft>): Promise<void> {
  const open = [...agents.values()].filter(({ endedAt }) => endedAt === undefined);
  if (open.length === 0) return;
  const processes = new Set((await store.processes.list()).map(({ id }) => id));
  for (const agent of open) {
    const [last] = await store.calls.list({ sessionID: agent.id, limit: 1 });
    if (!last || processes.has(last.processID)) continue;
    agent.endedAt = last.settledAt ?? last.preparedAt;
    agent.outcome = 'lost';
  }
}

/** Sessions of the newest calls that no agent was started for. */
async function sessionsBeside({ store }: Toolgate, known: ReadonlyMap<string, Draft>): Promise<readonly Draft[]> {
  const rows = (await store.calls.list({ limit: RECENT })).filter(({ sessionID }) => !known.has(sessionID));
  const sessions = new Map(rows.map(row => [row.sessionID, row]));
  return Promise.all(
    [...sessions.values()].slice(0, MOST).map(async ({ sessionID, agent, preparedAt }) => {
      const [first] = await store.calls.list({ sessionID, after: '', limit: 1 });
      const [event] = await store.events.since(0, { sessionID, limit: 1 });
      const startedAt = first?.preparedAt ?? preparedAt;
      return { id: sessionID, since: event?.seq ?? 0, agent, depth: 0, startedAt, calls: 0, tokens: 0 };
    }),
  );
}

const withTotals = ({ since: _, ...agent }: Draft, total: Totals | undefined): AgentState => ({
  ...agent,
  calls: total?.calls ?? 0,
  tokens: Math.max(agent.tokens, total?.tokens ?? 0),
});
