import type { Toolgate } from '../../index.ts';
import { readSaidList } from '../read-said.ts';

/** Where the answers that counted are kept, and how many of them. */
const KEY = 'ai:answered';
const MOST_KEPT = 1000;

/** What is taken now, one after the other for each gate: the same conversation may come twice at the same time. */
const taking = new WeakMap<Toolgate, Promise<unknown>>();

/** True the first time: a conversation may be sent again with an answer that has counted already. */
export function takeOnce(gate: Toolgate, approvalId: string): Promise<boolean> {
  const taken = (taking.get(gate) ?? Promise.resolve()).then(() => take(gate, approvalId));
  taking.set(
    gate,
    taken.catch(() => {}),
  );
  return taken;
}

async function take({ store: { state } }: Toolgate, approvalId: string): Promise<boolean> {
  const kept = readSaidList(await state.get(KEY));
  if (kept.includes(approvalId)) return false;
  await state.set(KEY, [...kept, approvalId].slice(-MOST_KEPT));
  return true;
}
