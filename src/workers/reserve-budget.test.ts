import { expect, it } from 'vitest';
import { Budget } from '../agents/budget.ts';
import { AGENT_LIMITS } from '../agents/types/agent-type.ts';
import { reserveBudget } from './reserve-budget.ts';

it('several at once never get more than there is, and what they leave is there again', () => {
  const limits = { ...AGENT_LIMITS, calls: 100, tokens: 1_000_000 };
  const budget = new Budget({ limits, depth: 0, now: () => 0 });
  const reserved = Array.from({ length: 10 }, () => reserveBudget(budget));
  const given = reserved.map(each => each.given.calls);
  expect(given.slice(0, 3)).toEqual([25, 20, 20]);
  expect(given.reduce((sum, calls) => sum + calls)).toBe(100);
  expect([budget.calls, budget.tokens]).toEqual([0, 0]);
  for (const each of reserved) each.settle({ calls: 1, tokens: 10 });
  expect([budget.calls, budget.tokens]).toEqual([90, 999_900]);
});

it('where nothing is counted there is no end', () => {
  expect(reserveBudget(undefined).given.calls).toBe(Number.MAX_SAFE_INTEGER);
});
