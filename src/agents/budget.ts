import type { AgentLimits } from './agent-type.ts';

export interface BudgetOptions {
  readonly limits: AgentLimits;
  /** Of the agent that started this one. */
  readonly above?: Budget | undefined;
  /** Levels above it. */
  readonly depth: number;
  /** Used up before, by an earlier part of the same run; the ones above know of it. */
  readonly used?: { readonly calls: number; readonly tokens: number; readonly elapsed: number };
  readonly now: () => number;
}

/** What is left for an agent: never more than what is left for those above it. */
export class Budget {
  readonly #above: Budget | undefined;
  readonly #limits: AgentLimits;
  readonly #now: () => number;
  readonly #until: number;
  /** The deepest level that agents below it may have. */
  readonly deepest: number;
  #calls: number;
  #tokens: number;

  constructor({ limits, above, depth, used, now }: BudgetOptions) {
    this.#above = above;
    this.#limits = limits;
    this.#now = now;
    this.#calls = used?.calls ?? 0;
    this.#tokens = used?.tokens ?? 0;
    this.#until = now() + limits.seconds * 1000 - (used?.elapsed ?? 0);
    this.deepest = Math.min(depth + limits.depth, above?.deepest ?? Infinity);
  }

  /** Counts for all above it too. */
  spend({ calls = 0, tokens = 0 }: { readonly calls?: number; readonly tokens?: number }): void {
    this.#calls += calls;
    this.#tokens += tokens;
    this.#above?.spend({ calls, tokens });
  }

  get calls(): number {
    return Math.max(0, Math.min(this.#limits.calls - this.#calls, this.#above?.calls ?? Infinity));
  }

  get tokens(): number {
    return Math.max(0, Math.min(this.#limits.tokens - this.#tokens, this.#above?.tokens ?? Infinity));
  }

  /** Milliseconds. */
  get time(): number {
    return Math.max(0, Math.min(this.#until - this.#now(), this.#above?.time ?? Infinity));
  }
}
