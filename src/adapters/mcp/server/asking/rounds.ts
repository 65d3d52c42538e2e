import type { Toolgate } from '../../../../index.ts';
import type { Caller } from '../caller.ts';

export interface Round {
  readonly add: ReturnType<Toolgate['queue']>['add'];
  /** Tells that the request has its answer, be it a question. */
  leave(): void;
}

/**
 * Rounds of requests. Requests that came before any of them was answered were asked for together by a model: they are
 * one turn of undo. Each stands alone all the same: a client that has not seen an answer cannot tell which of two came
 * first, so only requests that change the same are kept apart.
 */
export function createRounds(gate: Toolgate): (caller: Caller) => Round {
  const rounds = new Map<string, ReturnType<Toolgate['queue']>>();
  return ({ sessionID, name: agent }) => {
    const queue = rounds.get(sessionID) ?? gate.queue({ sessionID, agent, apart: true });
    rounds.set(sessionID, queue);
    return {
      add: queue.add,
      leave() {
        if (rounds.get(sessionID) === queue) rounds.delete(sessionID);
      },
    };
  };
}
