import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { TASK_TIME } from '../tasks/row.ts';
import { Conversation, type ConversationOptions } from './conversation.ts';

/** Milliseconds that a call without a task is kept: a request that is sent again gets its answer, not a second run. */
const KEEP = 10 * 60_000;
const MOST = 500;

/** The calls that are under way, and those that ended a while ago. */
export class Conversations {
  readonly #all = new Map<string, Conversation>();

  begin(options: ConversationOptions): Conversation {
    this.#makeRoom();
    const made = new Conversation(options);
    this.#all.set(made.id, made);
    return made;
  }

  /** Finds only this client's conversations. */
  find(id: string, client: string): Conversation | undefined {
    const found = this.#all.get(id);
    return found?.client === client ? found : undefined;
  }

  forget({ id }: Conversation): void {
    this.#all.delete(id);
  }

  cancelAll(): void {
    for (const conversation of this.#all.values()) conversation.cancel();
  }

  #makeRoom(): void {
    const now = Date.now();
    for (const each of this.#all.values()) {
      if (each.ended && now - each.changedAt > (each.isTask ? TASK_TIME : KEEP)) this.forget(each);
    }
    if (this.#all.size < MOST) return;
    const all = [...this.#all.values()];
    const least = all.find(({ ended }) => ended) ?? longestLeftAlone(all);
    if (!least)
      throw new ProtocolError(ProtocolErrorCode.InternalError, `${MOST} calls are under way; try again later`);
    least.cancel();
    this.forget(least);
  }
}

/** The oldest call of the client with the most open questions: one that floods harms itself. A call at work stays. */
function longestLeftAlone(all: readonly Conversation[]): Conversation | undefined {
  const byClient = Map.groupBy(
    all.filter(({ isLeftAlone }) => isLeftAlone),
    ({ client }) => client,
  );
  const [most = []] = [...byClient.values()].sort((a, b) => b.length - a.length);
  return most[0];
}
