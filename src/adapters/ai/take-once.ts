import type { Toolgate } from '../../index.ts';
import { oneByOne } from '../one-by-one.ts';
import { readSaidList } from '../read-said.ts';

/** Where the answers that counted are kept, and how many of them. */
const KEY = 'ai:answered';
const MOST_KEPT = 1000;

/** True the first time: a conversation may be sent again with an answer that has counted already. */
export function takeOnce(gate: Toolgate, approvalId: string): Promise<boolean> {
  return oneByOne(gate, async () => {
    const { state } = gate.store;
    const kept = readSaidList(await state.get(KEY));
    if (kept.includes(approvalId)) return false;
    await state.set(KEY, [...kept, approvalId].slice(-MOST_KEPT));
    return true;
  });
}
