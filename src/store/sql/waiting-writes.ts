import type { Counter, SqlWork, StoreWriteOptions } from './driver.ts';

interface WriteAsk {
  readonly work: () => SqlWork<unknown>;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

export interface WaitingWrite {
  /** Asks with one key: the last one does what all of them want. */
  readonly asks: WriteAsk[];
  readonly key: string | undefined;
  durable: boolean;
  beside: boolean;
  readonly counts: Counter | undefined;
  readonly blind: boolean;
  /** Whether the write was in a batch that failed, and gets a transaction of its own. */
  readonly alone: boolean;
}

const largestBatch = 1000;

/** Writes that wait for their transaction, in order. */
export class WaitingWrites {
  #waiting: WaitingWrite[] = [];
  readonly #keyed = new Map<string, WaitingWrite>();
  readonly #gathering: (() => void)[] = [];

  get empty(): boolean {
    return this.#waiting.length === 0 && this.#gathering.length === 0;
  }

  /** Has `push` called before the next batch is made, to push what was gathered until then. */
  gather(push: () => void): void {
    this.#gathering.push(push);
  }

  takeGathered(): void {
    for (const push of this.#gathering.splice(0)) push();
  }

  push<T>(work: () => SqlWork<T>, options: StoreWriteOptions = {}): Promise<T> {
    const { durable = false, beside = false, counts, blind = false, key } = options;
    return new Promise<T>((resolve, reject) => {
      const earlier = key === undefined ? undefined : this.#keyed.get(key);
      if (earlier) {
        earlier.asks.push({ work, resolve, reject });
        earlier.durable ||= durable;
        earlier.beside &&= beside;
        return;
      }
      const asks = [{ work, resolve, reject }];
      const write: WaitingWrite = { asks, key, durable, beside, counts, blind, alone: false };
      if (key !== undefined) this.#keyed.set(key, write);
      this.#waiting.push(write);
    });
  }

  /** The writes that share the next transaction. */
  nextBatch(): readonly WaitingWrite[] {
    this.takeGathered();
    if (this.#waiting[0]?.alone) return this.#waiting.slice(0, 1);
    const end = this.#waiting.findIndex(write => write.alone);
    return this.#waiting.slice(0, Math.min(end < 0 ? largestBatch : end, largestBatch));
  }

  /** Takes writes out: a later write with the same key is then one of its own. */
  remove(batch: readonly WaitingWrite[]): void {
    this.#waiting = this.#waiting.slice(batch.length);
    for (const { key } of batch) if (key !== undefined) this.#keyed.delete(key);
  }

  /** Splits a batch that failed: each ask is tried by itself, before all others; an ask that was alone is refused. */
  split(batch: readonly WaitingWrite[], error: unknown): void {
    const alone = { key: undefined, alone: true };
    const tries = batch.flatMap(write => write.asks.map((ask): WaitingWrite => ({ ...write, ...alone, asks: [ask] })));
    if (tries.length === 1) refuse(batch, error);
    else this.#waiting = [...tries, ...this.#waiting];
  }
}

export const lastWork = ({ asks }: WaitingWrite): SqlWork<unknown> => asks.at(-1)!.work();

export function fulfil(batch: readonly WaitingWrite[], values: readonly unknown[]): void {
  for (const [index, { asks }] of batch.entries()) {
    for (const { resolve } of asks) resolve(values[index] as never);
  }
}

export function refuse(batch: readonly WaitingWrite[], error: unknown): void {
  for (const { asks } of batch) for (const { reject } of asks) reject(error);
}
