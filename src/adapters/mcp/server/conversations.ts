import { Conversation, type ConversationOptions } from './conversation.ts';

/** Milliseconds that a client can still fetch what a task has come to. */
export const TASK_TIME = 60 * 60_000;
/** The same for a call that is no task: a request that is sent again gets the same answer, not a second run. */
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

  /** Another client's is not found. */
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
    const oldest = [...this.#all.values()].find(({ ended }) => ended) ?? this.#all.values().next().value;
    oldest?.cancel();
    if (oldest) this.forget(oldest);
  }
}
