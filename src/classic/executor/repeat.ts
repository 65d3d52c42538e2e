import { setTimeout as sleep } from 'node:timers/promises';
import type { DeadLetterRow } from '../../store/port.ts';
import type { Retry } from '../../tool/define.ts';
import { ToolError } from '../../tool/error.ts';
import { type ExecutorRegistry, usualRegistry } from './registry.ts';

/** Runs work again when it fails, unless the failure says that again would be the same. Whoever calls it vouches that twice is harmless. */
export async function withRetry<T>(work: () => Promise<T>, { attempts, delay = 100 }: Retry): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts || (error instanceof ToolError && !error.retryable)) throw error;
      await sleep(delay * 2 ** (attempt - 1));
    }
  }
}

/** Calls that failed for good. Nothing is run again by itself. */
export class DeadLetterQueue {
  readonly #registry: ExecutorRegistry;

  constructor(registry: ExecutorRegistry = usualRegistry) {
    this.#registry = registry;
  }

  async list(): Promise<readonly DeadLetterRow[]> {
    return (await this.#letters()).list({ status: 'open' });
  }

  async get(id: string): Promise<DeadLetterRow | undefined> {
    return (await this.#letters()).get(id);
  }

  /** By hand, as a call like any other. Marked first: of two who retry a letter, one does. */
  async retry(id: string): Promise<unknown> {
    const letters = await this.#letters();
    const row = await letters.get(id);
    if (!row || !(await letters.mark(id, 'retried')))
      throw new ToolError('INVALID_ARGUMENTS', `No open dead letter has the id ${id}`);
    try {
      return await this.#registry.execute(row.tool, row.args as Record<string, unknown>);
    } catch (error) {
      // A failure of the system leaves a letter of its own; after any other this one is still to be dealt with.
      if (error instanceof ToolError && error.type !== 'system_error') await letters.mark(id, 'open');
      throw error;
    }
  }

  async drop(id: string): Promise<boolean> {
    return (await this.#letters()).mark(id, 'dropped');
  }

  async #letters() {
    return (await this.#registry.gate()).store.deadLetters;
  }
}
