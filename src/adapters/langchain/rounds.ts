import type { CallOptions, CallRequest, Outcome, Toolgate } from '../../index.ts';

type Queue = ReturnType<Toolgate['queue']>;
type Own = NonNullable<Parameters<Queue['add']>[1]>;

export interface Place {
  /** Which conversation, and how far it is. */
  readonly round: string;
  readonly options: CallOptions;
  /** What the call brings along; may stop the graph by throwing, and then nothing of the call has happened. */
  readonly prepare: () => Promise<Own>;
}

interface Round {
  readonly queue: Queue;
  running: number;
  /** The calls that stopped the graph, and have not come again. */
  readonly stopped: Set<string>;
  /** Calls enter in the order in which they come. */
  entry: Promise<unknown>;
}

/** Also what is still under way. */
type Done = Map<string, Promise<Outcome>>;

/** Conversations that may be stopped at a time. */
const MOST_STOPPED = 1000;

/**
 * LangChain runs each call by itself. Calls of one round that come while others of it are under way are one turn, and
 * keep their order where they conflict. A graph that was stopped may run all calls of the round again when it goes on:
 * those that were done then are not done twice. Others do not wait for the one that stopped it: the graph would not end.
 */
export function createRounds(gate: Toolgate): { run(call: CallRequest, place: Place): Promise<Outcome> } {
  const open = new Map<string, Round>();
  const done = new Map<string, Done>();

  async function enter(round: Round, call: CallRequest, prepare: Place['prepare']): Promise<Outcome> {
    const prepared = round.entry.then(prepare);
    const added = prepared.then(own => ({ outcome: round.queue.add(call, own) }));
    round.entry = added.catch(() => {});
    return (await added).outcome;
  }

  function leave(key: string, round: Round): void {
    if (--round.running > 0) return;
    open.delete(key);
    if (round.stopped.size === 0) done.delete(key);
    const oldest = done.keys().next().value;
    if (done.size > MOST_STOPPED && oldest !== undefined) done.delete(oldest);
  }

  return {
    async run(call, { round: key, options, prepare }) {
      const round = open.get(key) ?? {
        queue: gate.queue(options),
        running: 0,
        stopped: new Set<string>(),
        entry: Promise.resolve(),
      };
      const before = done.get(key) ?? new Map();
      open.set(key, round);
      done.set(key, before);
      round.running++;
      const same = keyOf(call);
      try {
        const running = before.get(same) ?? enter(round, call, prepare);
        if (call.id !== undefined) before.set(same, running);
        const outcome = await running;
        round.stopped.delete(same);
        return outcome;
      } catch (error) {
        before.delete(same);
        round.stopped.add(same);
        throw error;
      } finally {
        leave(key, round);
      }
    },
  };
}

const keyOf = ({ id, name, args }: CallRequest): string => JSON.stringify([id, name, args]);
