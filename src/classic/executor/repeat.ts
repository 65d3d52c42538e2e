import { setTimeout as sleep } from 'node:timers/promises';
import type { DeadLetterRow } from '../../store/port.ts';
import type { Retry } from '../../tool/define.ts';
import { ToolError } from '../../tool/error.ts';
import { toReturned } from '../shared/results.ts';
import { type ExecutorRegistry, usualRegistry } from './registry.ts';

/** Repeats failed work, unless the failure says that this is useless. The caller vouches that twice is harmless. */
export async function withRetry<T>(work: () => Promise<T>, retry: Partial<Retry> = {}): Promise<T> {
  const { attempts = 3, delay = 100 } = retry;
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts || (error instanceof ToolError && !error.retryable)) throw error;
      await sleep(delay * 2 ** (attempt - 1));
    }
  }
}

/** Calls that failed for good. None is run again by itself. */
export class DeadLetterQueue {
  readonly #registry: ExecutorRegistry;

  constructor(registry: ExecutorRegistry = usualRegistry) {
    this.#registry = registry;
  }

  async list(): Promise<readonly DeadLetterRow[]> {
    return (await this.#letters()).list();
  }

  async get(id: string): Promise<DeadLetterRow | undefined> {
    return (await this.#letters()).get(id);
  }

  /** Makes the call again, by hand, as a call like any other. */
  async retry(id: string): Promise<unknown> {
    return toReturned(await (await this.#letters()).retry(id));
  }

  async drop(id: string): Promise<void> {
    await (await this.#letters()).drop(id);
  }

  async #letters() {
    return (await this.#registry.gate()).deadLetters;
  }
}
