import { costOf, type Prices } from '../../config/keys/prices.ts';
import type { Toolgate } from '../../gate/toolgate.ts';
import type { EventRow, Totals } from '../../store/port.ts';
import type { AgentList, AgentState } from '../api.ts';

/**
 * An agent as events tell of it. `since` is the number of the event that began it: times do not tell what came first.
 * `before` are the tokens of its earlier prompts, and `told` those that its answers have told since.
 */
type Draft = { -readonly [Field in keyof AgentState]: AgentState[Field] } & {
  readonly since: number;
  readonly before: Tokens;
  told: Tokens;
};

type Tokens = { readonly input: number; readonly output: number };

const NO_TOKENS: Tokens = { input: 0, output: 0 };
const NOTHING_YET = { before: NO_TOKENS, told: NO_TOKENS, calls: 0, failed: 0, tokens: 0 };

/** The most agents and sessions that are shown, the newest ones; and the most that are known. */
const MOST = 300;
const KNOWN = 2_000;
/** The newest calls, whose sessions are shown too. */
const RECENT = 1_000;
const STEP = 500;

export interface AgentBook {
  list(): Promise<AgentList>;
  find(id: string): Promise<AgentState | undefined>;
  /** The sessions of the agents that calls have started, by the call, in their order. */
  byCall(): Promise<ReadonlyMap<string, readonly string[]>>;
}

/** The agents so far, and whoever else has made calls: clients of MCP, the command line, people. */
export function createAgentBook(gate: Toolgate, prices: Prices = {}): AgentBook {
  const agents = new Map<string, Draft>();
  let read = 0;
  let listed: AgentList | undefined;
  let listing: Promise<unknown> = Promise.resolve();

  /** Reads only the events since the last time: there may be very many. */
  async function readAll(): Promise<void> {
    const upTo = await gate.store.events.last();
    const notes: Readonly<Record<string, (event: EventRow) => void>> = {
      agent_started: event => {
        const { sessionID } = event;
        agents.set(sessionID, takenUp(agents.get(sessionID), started(event)));
      },
      agent_said: event => said(agents.get(event.sessionID), event),
      agent_ended: event => ended(agents.get(event.sessionID), event),
    };
    const streams = Object.keys(notes).map(type => eventsUpTo(gate, { type, from: read, upTo }));
    for await (const event of inOrder(streams)) notes[event.type]!(event);
    read = Math.max(read, upTo);
    for (const id of agents.keys().take(Math.max(0, agents.size - KNOWN))) agents.delete(id);
  }

  async function listAll(): Promise<AgentList> {
    const before = read;
    await readAll();
    // Without a new event the list is as before: whatever is done is told in an event.
    if (listed && before === read) return listed;
    const totals = new Map((await gate.store.calls.totals('session')).map(total => [total.key, total]));
    await endLost(gate, agents);
    const others = await sessionsBeside(gate, agents);
    const newest = [...agents.values(), ...others].sort((a, b) => b.since - a.since).slice(0, MOST);
    listed = { agents: newest.map(agent => withTotals(agent, totals.get(agent.id), prices)) };
    return listed;
  }

  /** Does one reading after the other. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const mine = listing.then(work);
    listing = mine.catch(() => {});
    return mine;
  }

  async function findOne(id: string): Promise<AgentState | undefined> {
    await readAll();
    const known = agents.get(id);
    if (known) await endLost(gate, new Map([[id, known]]));
    const agent = known ?? (await sessionBeside(gate, id));
    const [total] = (await gate.store.calls.totals('session', { sessionID: id })) ?? [];
    return agent && withTotals(agent, total, prices);
  }

  return {
    list: () => inTurn(listAll),
    find: id => inTurn(() => findOne(id)),
    byCall: () =>
      inTurn(async () => {
        await readAll();
        const started = [...agents.values()].filter(({ parentCall }) => parentCall !== undefined);
        const groups = Map.groupBy(started, ({ parentCall = '' }) => parentCall);
        return new Map([...groups].map(([call, below]) => [call, below.map(({ id }) => id)]));
      }),
  };
}

async function* eventsUpTo(
  { store }: Toolgate,
  { type, from, upTo }: { type: string; from: number; upTo: number },
): AsyncGenerator<EventRow, undefined> {
  for (let last = from; last < upTo; ) {
    const events = await store.events.since(last, { type, limit: STEP });
    for (const event of events) if (event.seq <= upTo) yield event;
    last = events.length < STEP ? upTo : events.at(-1)!.seq;
  }
}

/** Events of several types by their numbers: a run may end and go on between two looks. */
async function* inOrder(streams: readonly AsyncGenerator<EventRow, undefined>[]): AsyncGenerator<EventRow> {
  const heads = await Promise.all(streams.map(async stream => ({ stream, event: (await stream.next()).value })));
  for (;;) {
    const left = heads.filter(head => head.event !== undefined);
    const [first] = left.sort((a, b) => a.event!.seq - b.event!.seq);
    if (!first?.event) return;
    yield first.event;
    first.event = (await first.stream.next()).value;
  }
}

function started({ sessionID, agent, at, seq, data }: EventRow): Draft {
  const { type, model, depth, prompt, parentSessionID, callID, budget } = data as Readonly<Record<string, never>>;
  return {
    id: sessionID,
    since: seq,
    agent,
    depth: Number(depth ?? 0),
    startedAt: at,
    ...NOTHING_YET,
    type,
    model,
    prompt,
    parent: parentSessionID,
    parentCall: callID,
    budget,
  };
}

/** A run that goes on, after a crash or with the next message: it keeps its name, its beginning and what it took. */
function takenUp(known: Draft | undefined, next: Draft): Draft {
  if (!known) return next;
  const { prompt = next.prompt, startedAt, inputTokens = 0, outputTokens = 0, endedAt, again } = known;
  const worked = (again?.worked ?? 0) + Math.max(0, (endedAt ?? next.startedAt) - (again?.at ?? startedAt));
  return {
    ...next,
    prompt,
    ...(inputTokens + outputTokens === 0 ? {} : { inputTokens, outputTokens }),
    startedAt,
    again: { at: next.startedAt, worked },
    // The tokens of a run that nobody has ended may be counted in the end that is to come.
    ...(endedAt === undefined
      ? { before: known.before, told: known.told }
      : { before: { input: inputTokens, output: outputTokens } }),
  };
}

/** Notes the tokens of an answer, while the agent runs. */
function said(agent: Draft | undefined, { seq, data }: EventRow): void {
  if (!agent || seq < agent.since) return;
  const { input, output } = (data.tokens ?? {}) as Partial<Tokens>;
  agent.told = { input: agent.told.input + (input ?? 0), output: agent.told.output + (output ?? 0) };
  if (input !== undefined) agent.inputTokens = agent.before.input + agent.told.input;
  if (output !== undefined) agent.outputTokens = agent.before.output + agent.told.output;
}

function ended(agent: Draft | undefined, { at, seq, data }: EventRow): void {
  // A run that is taken up again has started anew since.
  if (!agent || seq < agent.since) return;
  const { ok, tokens, text } = data as { ok?: boolean; tokens?: Partial<Tokens> | number; text?: unknown };
  const error = data.error as { code?: string } | undefined;
  agent.endedAt = at;
  agent.outcome = ok ? 'ok' : (error?.code ?? 'failed');
  if (typeof text === 'string' && text !== '') agent.text = text;
  if (typeof tokens === 'number') agent.tokens = tokens;
  if (typeof tokens !== 'object' || tokens === null) return;
  const { before, told } = agent;
  if (tokens.input !== undefined) agent.inputTokens = before.input + Math.max(tokens.input, told.input);
  if (tokens.output !== undefined) agent.outputTokens = before.output + Math.max(tokens.output, told.output);
}

/** Ends agents whose process is gone, so that nobody tells their end. An agent taken up elsewhere has begun anew. */
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
async function sessionsBeside(gate: Toolgate, known: ReadonlyMap<string, Draft>): Promise<readonly Draft[]> {
  const rows = await gate.store.calls.list({ limit: RECENT });
  const sessions = new Set(rows.map(({ sessionID }) => sessionID).filter(id => !known.has(id)));
  const found = await Promise.all([...sessions].slice(0, MOST).map(id => sessionBeside(gate, id)));
  return found.filter(each => each !== undefined);
}

async function sessionBeside({ store }: Toolgate, id: string): Promise<Draft | undefined> {
  const [first] = await store.calls.list({ sessionID: id, after: '', limit: 1 });
  if (!first) return undefined;
  const [event] = await store.events.since(0, { sessionID: id, limit: 1 });
  const { agent, preparedAt } = first;
  return { id, since: event?.seq ?? 0, agent, depth: 0, startedAt: preparedAt, ...NOTHING_YET };
}

function withTotals(draft: Draft, total: Totals | undefined, prices: Prices): AgentState {
  const { since: _, before: __, told: ___, ...agent } = draft;
  const { model, inputTokens, outputTokens } = agent;
  const cost = costOf(prices, model, { input: inputTokens, output: outputTokens });
  // Tokens that models have told are the paid ones; tokens of results are known of everybody.
  const paid = (inputTokens ?? 0) + (outputTokens ?? 0);
  const { calls = 0, failed = 0, tokens = 0 } = total ?? {};
  return { ...agent, calls, failed, tokens: paid || Math.max(agent.tokens, tokens), cost };
}
