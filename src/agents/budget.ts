import type { AgentLimits } from './types/agent-type.ts';

interface BudgetOptions {
  readonly limits: AgentLimits;
  /** The budget of the agent that started this one. */
  readonly above?: Budget | undefined;
  /** The number of levels above the agent. */
  readonly depth: number;
  /** The use by an earlier part of the same run; the agents above have counted it. */
  readonly used?: { readonly calls: number; readonly tokens: number; readonly elapsed: number };
  readonly now: () => number;
}

/** The means that are left for an agent: never more than is left for those above it. */
export class Budget {
  readonly #above: Budget | undefined;
  readonly #limits: AgentLimits;
  readonly #now: () => number;
  #until: number;
  #pauses = 0;
  #pausedAt = 0;
  /** The deepest level that agents below this one may have. */
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

  /** Counts a use, for all agents above too. */
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

  /** Milliseconds that are left. */
  get time(): number {
    return Math.max(0, Math.min(this.#own, this.#above?.time ?? Infinity));
  }

  /** Milliseconds of work so far. */
  get elapsed(): number {
    return this.#limits.seconds * 1000 - this.#own;
  }

  get #own(): number {
    return this.#until - (this.#pauses > 0 ? this.#pausedAt : this.#now());
  }

  /** Stops the clock, for the agents above too, until the function is called: a person is asked, or another process. */
  pause(): () => void {
    if (this.#pauses++ === 0) this.#pausedAt = this.#now();
    const above = this.#above?.pause();
    let over = false;
    return () => {
      if (over) return;
      over = true;
      if (--this.#pauses === 0) this.#until += this.#now() - this.#pausedAt;
      above?.();
    };
  }
}
