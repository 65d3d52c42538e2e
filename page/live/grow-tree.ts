import type { AgentState } from '../../src/console/api.ts';
import { endOf, isOver, type LiveCall } from './live-call.ts';
import { isAgent, isAtWork, lastBegun, type SessionBook } from './session-book.ts';

/** What became of some calls. */
export interface Tally {
  readonly calls: number;
  readonly running: number;
  readonly waiting: number;
  readonly exit: number;
  readonly failed: number;
  readonly denied: number;
}

/** Who started whom, and who made which calls. */
export interface Tree {
  readonly roots: readonly AgentState[];
  /** Without those that scripts have made, which are below theirs. */
  callsOf(session: string): readonly LiveCall[];
  /** How many there are with those. */
  countOf(session: string): number;
  /** Calls of the script that a call has run. */
  madeBy(call: string): readonly LiveCall[];
  /** Sessions below one whose call is not known. */
  childrenOf(session: string): readonly AgentState[];
  startedBy(call: string): readonly AgentState[];
  tally(session: string): Tally;
  isBusy(session: string): boolean;
  /** Whether a call is somewhere below. */
  holds(session: string, call: string | undefined): boolean;
  lastOf(session: string): number;
}

export function growTree(
  calls: readonly LiveCall[],
  sessions: Pick<SessionBook, 'get' | 'all'>,
  withIdle: boolean,
): Tree {
  const bySession = Map.groupBy(calls, ({ sessionID }) => sessionID);
  const known = new Map<string, AgentState>();
  const note = (session: AgentState) => {
    for (let each: AgentState | undefined = session; each && !known.has(each.id); ) {
      known.set(each.id, each);
      each = each.parent === undefined ? undefined : sessions.get(each.parent);
    }
  };
  for (const [id, [first]] of bySession) note(sessions.get(id) ?? strangerOf(first!));
  const since = calls[0]?.startedAt ?? 0;
  if (withIdle)
    for (const session of sessions.all()) if (isAgent(session) && lastBegun(session) >= since) note(session);
  const ids = new Set(calls.map(({ id }) => id));
  const isMade = ({ parent, id }: LiveCall) => parent !== undefined && parent !== id && ids.has(parent);
  const byScript = Map.groupBy(calls.filter(isMade), ({ parent }) => parent!);
  const all = [...known.values()].sort((a, b) => lastBegun(a) - lastBegun(b) || (a.id < b.id ? -1 : 1));
  const isRoot = ({ parent, id }: AgentState) => parent === undefined || parent === id || !known.has(parent);
  const below = all.filter(session => !isRoot(session));
  const byCall = Map.groupBy(
    below.filter(({ parentCall }) => ids.has(parentCall ?? '')),
    each => each.parentCall!,
  );
  const byParent = Map.groupBy(
    below.filter(({ parentCall }) => !ids.has(parentCall ?? '')),
    each => each.parent!,
  );
  const family = Map.groupBy(below, ({ parent }) => parent!);
  const walk = function* (id: string): Generator<string> {
    yield id;
    for (const child of family.get(id) ?? []) yield* walk(child.id);
  };
  const callsBelow = (id: string) => [...walk(id)].flatMap(each => bySession.get(each) ?? []);
  return {
    roots: all.filter(isRoot).reverse(),
    callsOf: id => (bySession.get(id) ?? []).filter(call => !isMade(call)),
    countOf: id => bySession.get(id)?.length ?? 0,
    madeBy: id => byScript.get(id) ?? [],
    childrenOf: id => byParent.get(id) ?? [],
    startedBy: id => byCall.get(id) ?? [],
    tally: id => tallyOf(callsBelow(id)),
    isBusy: id => callsBelow(id).some(call => !isOver(call)) || [...walk(id)].some(each => isAtWork(known.get(each)!)),
    holds: (id, call) => call !== undefined && ids.has(call) && callsBelow(id).some(each => each.id === call),
    lastOf: id => callsBelow(id).reduce((last, call) => Math.max(last, endOf(call) ?? call.startedAt), 0),
  };
}

const strangerOf = ({ sessionID, agent, startedAt }: LiveCall): AgentState => ({
  id: sessionID,
  agent,
  depth: 0,
  startedAt,
  calls: 0,
  failed: 0,
  tokens: 0,
});

function tallyOf(calls: readonly LiveCall[]): Tally {
  const tally = { calls: calls.length, running: 0, waiting: 0, exit: 0, failed: 0, denied: 0 };
  for (const { state } of calls) {
    if (state !== 'ok' && state !== 'conflict') tally[state]++;
  }
  return tally;
}
