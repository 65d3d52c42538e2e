import { describe, expect, it } from 'vitest';
import { Budget } from './budget.ts';
import { AGENT_LIMITS } from './types/agent-type.ts';

describe('the time of an agent', () => {
  it('the time of an agent does not count while a person is asked, for those above it neither', () => {
    let now = 1_000;
    const make = (seconds: number, above?: Budget) =>
      new Budget({ limits: { ...AGENT_LIMITS, seconds }, above, depth: 0, now: () => now });
    const above = make(100);
    const budget = make(10, above);
    now += 4_000;
    const first = budget.pause();
    const second = budget.pause();
    now += 3_600_000;
    expect([budget.time, budget.elapsed, above.time]).toEqual([6_000, 4_000, 96_000]);
    first();
    first();
    now += 3_600_000;
    expect([budget.time, above.time]).toEqual([6_000, 96_000]);
    second();
    now += 1_000;
    expect([budget.time, budget.elapsed, above.time]).toEqual([5_000, 5_000, 95_000]);
  });
});
