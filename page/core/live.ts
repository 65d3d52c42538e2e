import type { ActivityEvent } from '../../src/activity/activity-stream.ts';
import type { AgentList, CallList, EventBatch } from '../../src/console/api.ts';
import { createCallBook } from '../live/call-book.ts';
import { createSessionBook } from '../live/session-book.ts';
import type { Connection } from './follow-events.ts';

/** What a tab shows that events make old. */
export type Topic =
  | 'approvals'
  | 'changes'
  | 'tasks'
  | 'agents'
  | 'jobs'
  | 'failures'
  | 'policy'
  | 'tools'
  | 'calls'
  | 'runs'
  | 'overview';

const ABOUT: Readonly<Partial<Record<ActivityEvent['type'], readonly Topic[]>>> = {
  approval_requested: ['approvals', 'calls'],
  approval_resolved: ['approvals', 'calls', 'policy'],
  file_changed: ['changes'],
  file_reverted: ['changes'],
  plan_changed: ['changes'],
  task_changed: ['tasks'],
  agent_started: ['agents', 'runs', 'overview'],
  agent_said: ['agents'],
  agent_ended: ['agents', 'runs', 'overview'],
  tool_call_start: ['jobs'],
  // What could not be written makes no event of its own.
  tool_call_end: ['agents', 'jobs', 'calls', 'changes'],
  dead_letter: ['failures', 'overview'],
  tool_registered: ['tools'],
  tool_unregistered: ['tools'],
};

const COUNT_AFTER = 1_500;

export interface Live {
  readonly version: number;
  readonly connection: Connection;
  readonly lastSeq: number;
  readonly received: number;
  /** Numbers that never came. With one store on this machine there are none. */
  readonly skipped: number;
  readonly topics: Readonly<Record<Topic, number>>;
}

/** All that the page knows of what happens. Events change it at once; who looks at it is told once a frame. */
export function createLive() {
  const book = createCallBook();
  const sessions = createSessionBook();
  const listeners = new Set<() => void>();
  const topics: Record<Topic, number> = {
    approvals: 0,
    changes: 0,
    tasks: 0,
    agents: 0,
    jobs: 0,
    failures: 0,
    policy: 0,
    tools: 0,
    calls: 0,
    runs: 0,
    overview: 0,
  };
  let state: Live = { version: 0, connection: 'connecting', lastSeq: 0, received: 0, skipped: 0, topics };
  let counted = { lastSeq: 0, received: 0, skipped: 0 };
  let asked = false;

  const tell = () => {
    if (asked) return;
    asked = true;
    const publish = () => {
      asked = false;
      state = { ...state, ...counted, topics: { ...topics }, version: state.version + 1 };
      for (const listener of listeners) listener();
    };
    // A page in the background gets no frames.
    if (document.hidden) window.setTimeout(publish, 200);
    else window.requestAnimationFrame(publish);
  };
  let counting = false;
  /** Numbers of calls are asked for now and then, however many begin. */
  const countSoon = () => {
    if (counting) return;
    counting = true;
    window.setTimeout(() => {
      counting = false;
      topics.runs++;
      tell();
    }, COUNT_AFTER);
  };
  return {
    book,
    sessions,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    get: () => state,
    lastSeq: () => counted.lastSeq,
    startFrom(seq: number) {
      counted = { ...counted, lastSeq: seq };
    },
    take(events: EventBatch) {
      for (const event of events) {
        if (event.seq <= counted.lastSeq) continue;
        const skipped = counted.skipped + event.seq - counted.lastSeq - 1;
        counted = { lastSeq: event.seq, received: counted.received + 1, skipped };
        book.take(event);
        sessions.take(event);
        if (event.type === 'tool_call_start') countSoon();
        for (const topic of ABOUT[event.type] ?? []) topics[topic]++;
      }
      tell();
    },
    /** Rows of the ledger; `whole` where no call between them and what is here was left out. */
    load({ calls, next }: CallList, whole: boolean) {
      book.load(calls);
      if (whole) book.wholeFrom(next);
      tell();
    },
    loadSessions(list: AgentList) {
      sessions.load(list);
      tell();
    },
    waiting(asked: ReadonlyMap<string, number>) {
      book.waiting(asked);
      tell();
    },
    /** What was missed is asked for anew. Where the numbers begin again, it is another store, and nothing here is true. */
    gap(seq: number) {
      if (seq < counted.lastSeq) {
        book.clear();
        sessions.clear();
      }
      counted = { ...counted, lastSeq: seq };
      for (const topic of Object.keys(topics) as Topic[]) topics[topic]++;
      tell();
    },
    connection(connection: Connection) {
      state = { ...state, connection };
      tell();
    },
    /** Something was done by this page that no event tells of. */
    touch(...changed: readonly Topic[]) {
      for (const topic of changed) topics[topic]++;
      tell();
    },
  };
}

export const live = createLive();
