import type { Toolgate } from '../../../index.ts';
import type { Caller } from './caller.ts';

export interface Round {
  readonly add: ReturnType<Toolgate['queue']>['add'];
  /** The request has its answer, be it a question. */
  leave(): void;
}

/**
 * Calls whose requests are open at the same time are those that a model has asked for together: they are one turn, and
 * come out as if they had run one after the other.
 */
export function createRounds(gate: Toolgate): (caller: Caller) => Round {
  const rounds = new Map<string, { readonly queue: ReturnType<Toolgate['queue']>; open: number }>();
  return ({ sessionID, name: agent }) => {
    const round = rounds.get(sessionID) ?? { queue: gate.queue({ sessionID, agent }), open: 0 };
    rounds.set(sessionID, round);
    round.open++;
    return {
      add: round.queue.add,
      leave() {
        if (--round.open === 0) rounds.delete(sessionID);
      },
    };
  };
}
