import type { CallRow, Store, TaskHolder } from '../store/port.ts';
import { TASK_CHANGED, type TaskChangedData } from './decisions/draft.ts';

type HoldTime = { readonly sessionID: string; readonly from: number; readonly to: number };

const PAGE = 1000;

/** The cost of the calls that were made by whoever had the task, while they had it. */
export async function taskCost(store: Pick<Store, 'events' | 'calls'>, taskID: string, now: number) {
  const total = { calls: 0, failed: 0, retries: 0, milliseconds: 0, bytes: 0, tokens: 0 };
  for (const held of await timesHeld(store, taskID, now)) {
    for await (const call of callsWithin(store, held)) {
      total.calls += 1;
      if (call.ok === false) total.failed += 1;
      total.retries += Math.max(0, (call.attempts ?? 0) - 1);
      total.milliseconds += (call.settledAt ?? now) - (call.startedAt ?? call.settledAt ?? now);
      total.bytes += call.bytes ?? 0;
      total.tokens += call.tokens ?? 0;
    }
  }
  return total;
}

async function timesHeld({ events }: Pick<Store, 'events'>, taskID: string, now: number): Promise<readonly HoldTime[]> {
  const times: HoldTime[] = [];
  let open: Omit<HoldTime, 'to'> | undefined;
  for (let seq = 0; ; ) {
    const page = await events.since(seq, { type: TASK_CHANGED, limit: PAGE });
    for (const { at, data } of page) {
      const { taskID: id, to, set } = data as TaskChangedData;
      if (id !== taskID || (to === 'in_progress' && open && !set.holder)) continue;
      if (open) times.push({ ...open, to: at });
      const holder = set.holder as TaskHolder | null | undefined;
      open = to === 'in_progress' && holder ? { sessionID: holder.sessionID, from: at } : undefined;
    }
    if (page.length < PAGE) break;
    seq = page.at(-1)!.seq;
  }
  return open ? [...times, { ...open, to: now }] : times;
}

async function* callsWithin({ calls }: Pick<Store, 'calls'>, { sessionID, from, to }: HoldTime) {
  for (let before: string | undefined; ; ) {
    const page: readonly CallRow[] = await calls.list({ sessionID, limit: PAGE, before });
    yield* page.filter(({ preparedAt }) => preparedAt >= from && preparedAt <= to);
    before = page.at(-1)?.id;
    if (page.length < PAGE || (page.at(-1)?.preparedAt ?? 0) < from) return;
  }
}
