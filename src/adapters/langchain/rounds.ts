import { randomUUID } from 'node:crypto';
import type { CallOptions, CallRequest, Outcome, Toolgate } from '../../index.ts';
import { digestOf, type GraphNotes, type Note, noNotes, openNotes } from './notes.ts';
import { findRecorded } from './recorded.ts';

type Queue = ReturnType<Toolgate['queue']>;
type OwnOutcomes = NonNullable<Parameters<Queue['add']>[1]>;

/** The place of a call in a graph. */
interface GraphPlace {
  /** The conversation, if the graph keeps it. */
  readonly thread: string | undefined;
  readonly step: string;
  /** The run of a node that the call belongs to; the same when the graph goes on there. */
  readonly task: string;
  readonly options: CallOptions;
  /** Prepares what the call brings along; may stop the graph by throwing, before anything of the call has happened. */
  readonly prepare: (note: Note, save: () => Promise<void>) => Promise<OwnOutcomes>;
  /** Passes over the questions of a call that was done before the graph was stopped. */
  readonly passOver: (note: Note) => void;
}

type Rounds = ReturnType<typeof createRounds>;

interface Round {
  readonly queue: Queue;
  readonly notes: Promise<GraphNotes>;
  running: number;
  /** The calls that stopped the graph, and have not come again. */
  readonly stopped: Set<string>;
  /** Calls enter in the order in which they come. */
  entry: Promise<unknown>;
}

type ComingCall = { readonly call: CallRequest; readonly place: GraphPlace };

/** Outcomes by the ids of calls, also of calls under way. */
type CallOutcomes = Map<string, Promise<Outcome>>;

/** The most conversations that may be stopped at a time. */
const MOST_STOPPED = 1000;

const made = new WeakMap<Toolgate, Rounds>();

/** The rounds of a gate, one for each: tools may be made anew before the graph goes on. */
export function roundsOf(gate: Toolgate): Rounds {
  const rounds = made.get(gate) ?? createRounds(gate);
  made.set(gate, rounds);
  return rounds;
}

/**
 * The rounds of a gate. LangChain runs each call by itself. Calls of one round that come while others of it are under
 * way are one turn, and keep their order where they conflict. A graph that was stopped may run all calls of the round
 * again when it goes on: finished calls are not done twice, and after a restart the gate's own record tells their
 * outcomes. The call that stops the graph waits for the others, and they do not wait for it.
 */
function createRounds(gate: Toolgate) {
  const self = randomUUID();
  const open = new Map<string, Round>();
  const done = new Map<string, CallOutcomes>();

  /** Makes a call; a call that was done already, here or in another process, only passes over its questions. */
  async function enter(round: Round, before: CallOutcomes, { call, place }: ComingCall) {
    const notes = await round.notes;
    const same = keyOf(call, place);
    const note = notes.of(same, place.step);
    const known = before.get(same) ?? (await outcomeBefore(call, place, note));
    if (known) {
      place.passOver(note);
      return { outcome: Promise.resolve(known) };
    }
    const own = await place.prepare(note, notes.save);
    note.started = { at: Date.now(), by: self };
    await notes.save();
    // By this key a script that was stopped goes on from its own record.
    const outcome = round.queue.add(call, { step: { key: same }, ...own });
    if (call.id !== undefined) before.set(same, outcome);
    return { outcome };
  }

  /** The outcome of a call that another process had begun with. */
  async function outcomeBefore({ id }: CallRequest, { options }: GraphPlace, { started }: Note) {
    const { sessionID } = options;
    if (!started || started.by === self || id === undefined || sessionID === undefined) return undefined;
    return findRecorded(gate, { sessionID, id: String(id), at: started.at });
  }

  function openRound({ thread, options }: GraphPlace): Round {
    return {
      queue: gate.queue(options),
      notes: thread === undefined ? Promise.resolve(noNotes) : openNotes(gate.store, thread),
      running: 0,
      stopped: new Set(),
      entry: Promise.resolve(),
    };
  }

  function leave(key: string, round: Round): void {
    if (--round.running > 0) return;
    open.delete(key);
    if (round.stopped.size === 0) done.delete(key);
    const oldest = done.keys().next().value;
    if (done.size > MOST_STOPPED && oldest !== undefined) done.delete(oldest);
  }

  async function follow(round: Round, before: CallOutcomes, coming: ComingCall): Promise<Outcome> {
    const same = keyOf(coming.call, coming.place);
    const entered = round.entry.then(() => enter(round, before, coming));
    round.entry = entered.catch(() => {});
    try {
      const { outcome } = await entered;
      round.stopped.delete(same);
      return await outcome;
    } catch (error) {
      round.stopped.add(same);
      await settle(round, before);
      throw error;
    }
  }

  /** Waits for the calls that have begun, and their records: when the graph stops, the process may end. */
  async function settle(round: Round, before: CallOutcomes): Promise<void> {
    await round.entry;
    await Promise.allSettled(before.values());
    await gate.store.flush().catch(() => {});
  }

  return {
    async run(call: CallRequest, place: GraphPlace): Promise<Outcome> {
      const key = JSON.stringify([place.options.sessionID, place.step]);
      const round = open.get(key) ?? openRound(place);
      const before = done.get(key) ?? new Map();
      open.set(key, round);
      done.set(key, before);
      round.running++;
      try {
        return await follow(round, before, { call, place });
      } finally {
        leave(key, round);
      }
    },
  };
}

const keyOf = ({ id, name, args }: CallRequest, { task }: GraphPlace): string =>
  digestOf(JSON.stringify([task, id, name, args]));
