import type { CallOptions, Toolgate } from '../../index.ts';

type Queue = ReturnType<Toolgate['queue']>;

/**
 * Queues for frameworks that run each call by itself and do not say which calls belong together: calls that come while
 * others of the session are under way are one turn, and keep their order where they conflict.
 */
export function sameTurn(gate: Toolgate): (options: CallOptions) => Queue {
  const open = new Map<string, { readonly queue: Queue; running: number }>();
  return options => ({
    async add(request, own) {
      const { id } = gate.session(options.sessionID);
      const turn = open.get(id) ?? { queue: gate.queue(options), running: 0 };
      open.set(id, turn);
      turn.running++;
      try {
        return await turn.queue.add(request, own);
      } finally {
        if (--turn.running === 0) open.delete(id);
      }
    },
  });
}
