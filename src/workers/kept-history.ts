import type { AgentHistory } from '../agents/loop/history.ts';
import type { RunHandle, RunStore } from '../store/port.ts';

export async function loadHistory(runs: RunStore, id: string): Promise<AgentHistory | undefined> {
  const saved = await runs.history(id);
  return saved && ({ ...(saved.head as object), messages: saved.messages } as AgentHistory);
}

interface SaverOptions {
  readonly from: AgentHistory | undefined;
  /** Called when someone else has the run, or nobody shall have it any more; the save throws then. */
  readonly onLost: () => void;
}

/** Saves the messages that are new or have changed since the last time. */
export function historySaver(runs: RunStore, run: RunHandle, { from, onLost }: SaverOptions) {
  let saved: readonly unknown[] = from?.messages ?? [];
  return async ({ messages, ...head }: AgentHistory): Promise<void> => {
    const changed = messages.flatMap((message, place) => (message === saved[place] ? [] : [[place, message] as const]));
    if (!(await runs.saveHistory(run, { head, messages: changed, length: messages.length }))) {
      onLost();
      throw new Error('another process has the run');
    }
    saved = messages;
  };
}
