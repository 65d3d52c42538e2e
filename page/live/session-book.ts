import type { ActivityEvent } from '../../src/activity/activity-stream.ts';
import type { AgentList, AgentState } from '../../src/console/api.ts';
import { whoName } from '../core/readable.ts';
import type { CallState } from './live-call.ts';

/** An answer of the model, by the turn that its calls have. */
export interface Said {
  readonly turn: number;
  readonly at: number;
  readonly text: string;
}

/** Whoever makes calls: agents, and clients, commands and people, of whom less is known. */
export interface SessionBook {
  get(id: string): AgentState | undefined;
  all(): readonly AgentState[];
  /** What its model said so far, in order; what was said before the page came is in its story. */
  said(id: string): readonly Said[];
  take(event: ActivityEvent): void;
  load(list: AgentList): void;
  clear(): void;
}

const MOST_SAID = 500;
const MOST_SESSIONS = 2_000;

export function createSessionBook(): SessionBook {
  const sessions = new Map<string, AgentState>();
  const words = new Map<string, Said[]>();
  const note = (event: ActivityEvent) => {
    const { sessionID, agent, at, type } = event;
    const known = sessions.get(sessionID);
    if (type === 'agent_started') sessions.set(sessionID, takenUp(known, started(event)));
    else if (type === 'agent_ended' && known) sessions.set(sessionID, { ...known, ...ended(event) });
    else if (!known && event.callID !== undefined)
      sessions.set(sessionID, { id: sessionID, agent, depth: 0, startedAt: at, calls: 0, failed: 0, tokens: 0 });
  };
  return {
    get: id => sessions.get(id),
    all: () => [...sessions.values()],
    said: id => words.get(id) ?? [],
    take(event) {
      note(event);
      if (event.type === 'agent_said') {
        const before = words.get(event.sessionID) ?? [];
        const { turn, text } = event.data;
        words.set(event.sessionID, [...before, { turn, text: String(text), at: event.at }].slice(-MOST_SAID));
      }
      if (sessions.size > MOST_SESSIONS) sessions.delete(sessions.keys().next().value!);
    },
    load({ agents }) {
      // Oldest first, so that those make place first.
      for (const agent of agents.toReversed()) {
        const known = sessions.get(agent.id);
        // The end may be known here before it is listed there.
        const end = known?.endedAt === undefined || lastBegun(agent) > known.endedAt ? {} : endOfKnown(known);
        sessions.set(agent.id, { ...end, ...agent });
      }
    },
    clear() {
      sessions.clear();
      words.clear();
    },
  };
}

const endOfKnown = ({ endedAt, outcome }: AgentState): Partial<AgentState> => ({
  ...(endedAt === undefined ? {} : { endedAt }),
  ...(outcome === undefined ? {} : { outcome }),
});

function started({ sessionID, agent, at, data }: ActivityEvent): AgentState {
  const { type, model, depth, prompt, parentSessionID, callID, budget } =
    data as ActivityEvent<'agent_started'>['data'];
  return {
    id: sessionID,
    agent,
    depth: Number(depth ?? 0),
    startedAt: at,
    calls: 0,
    failed: 0,
    tokens: 0,
    type,
    ...(model === undefined ? {} : { model }),
    ...(prompt === undefined ? {} : { prompt }),
    ...(parentSessionID === undefined ? {} : { parent: parentSessionID }),
    ...(callID === undefined ? {} : { parentCall: callID }),
    ...(budget === undefined ? {} : { budget }),
  };
}

/** What goes on is known by what it was asked first, and has its time before. */
function takenUp(known: AgentState | undefined, next: AgentState): AgentState {
  // The list may have told of it before the event comes.
  if (known && isAgent(known) && next.startedAt <= lastBegun(known)) return { ...next, ...known };
  if (!known || !isAgent(known)) return { ...known, ...next };
  const { endedAt, outcome: _, ...before } = known;
  const worked = workedUntil(known, endedAt ?? next.startedAt);
  return { ...next, ...before, again: { at: next.startedAt, worked } };
}

/** When it began, or was taken up again for the last time. */
export const lastBegun = ({ startedAt, again }: Pick<AgentState, 'startedAt' | 'again'>): number =>
  again?.at ?? startedAt;

/** Milliseconds at work: what lies between two messages of a person is none. */
export const workedUntil = ({ startedAt, again }: Pick<AgentState, 'startedAt' | 'again'>, end: number): number =>
  again ? again.worked + Math.max(0, end - again.at) : end - startedAt;

function ended({ at, data }: ActivityEvent): Partial<AgentState> {
  const { ok, error } = data as { ok?: boolean; error?: { code?: string } };
  return { endedAt: at, outcome: ok ? 'ok' : (error?.code ?? 'failed') };
}

/** How people know it: by what it was asked to do, or else by its name. */
export function nameOf({ prompt, agent }: Pick<AgentState, 'prompt' | 'agent'>): string {
  const line = prompt?.trim().split('\n', 1)[0]?.trim();
  return line === undefined || line === '' ? whoName(agent) : line;
}

/** People and clients have sessions too; nobody says when those end. */
export const isAgent = ({ type }: AgentState): boolean => type !== undefined;
export const isAtWork = (session: AgentState): boolean => isAgent(session) && session.endedAt === undefined;

/** What became of it, in a word. */
export function endOfRun(session: AgentState): string {
  if (!isAgent(session)) return 'session';
  if (isAtWork(session)) return 'at work';
  return session.outcome === 'ABORTED' ? 'stopped' : (session.outcome ?? 'ended');
}

/** What was stopped or lost is no failure of the run, and no success. */
const ICONS: Readonly<Record<string, CallState>> = {
  'at work': 'running',
  session: 'ok',
  ended: 'ok',
  ok: 'ok',
  stopped: 'exit',
  lost: 'exit',
};

export const iconOfRun = (session: AgentState): CallState => ICONS[endOfRun(session)] ?? 'failed';
