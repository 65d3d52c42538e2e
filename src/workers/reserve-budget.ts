import type { Budget } from '../agents/budget.ts';
import { finite } from './run-spec.ts';

type Use = { readonly calls: number; readonly tokens: number };

/** An agent elsewhere gets this part of what is left, so that several at once cannot use more than there is. */
const PART = 4;
/** The least share: with less the agent could do nothing, as long as there is something. */
const LEAST: Use = { calls: 20, tokens: 100_000 };

interface Reservation {
  readonly given: Use;
  /** Gives back the part that was not used. */
  settle(used: Use): void;
}

export function reserveBudget(budget: Budget | undefined): Reservation {
  if (!budget) return { given: { calls: finite(Infinity), tokens: finite(Infinity) }, settle: () => {} };
  const given = { calls: partOf(budget.calls, LEAST.calls), tokens: partOf(budget.tokens, LEAST.tokens) };
  budget.spend(given);
  return {
    given,
    settle: used => budget.spend({ calls: used.calls - given.calls, tokens: used.tokens - given.tokens }),
  };
}

const partOf = (left: number, least: number): number => finite(Math.min(left, Math.max(least, Math.ceil(left / PART))));
