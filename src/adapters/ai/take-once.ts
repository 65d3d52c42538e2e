import type { Toolgate } from '../../index.ts';
import { oneByOne } from '../one-by-one.ts';
import { readSaidList } from '../read-said.ts';

/** The key under which the answers that counted are kept, and the most of them. */
const KEY = 'ai:answered';
const MOST_KEPT = 1000;

/** True for a new answer: a conversation may be sent again with an answer that has counted already. */
export function takeOnce(gate: Toolgate, approvalId: string): Promise<boolean> {
  return oneByOne(gate, async () => {
    const { state } = gate.store;
    const kept = readSaidList(await state.get(KEY));
    if (kept.includes(approvalId)) return false;
    await state.set(KEY, [...kept, approvalId].slice(-MOST_KEPT));
    return true;
  });
}
