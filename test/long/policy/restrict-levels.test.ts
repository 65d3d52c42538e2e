import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CallRequest } from '../../../src/pipeline/call.ts';
import { broken, type Happened, savedRules, watch, widened } from '../../cases/restrict-levels/laws.ts';
import { type Hop, type Levels, openLevels } from '../../cases/restrict-levels/open-levels.ts';
import { someAnswer, someCall, someCommand } from '../../cases/restrict-levels/random-calls.ts';
import { somePolicy } from '../../cases/restrict-levels/random-policies.ts';
import { runs } from '../../support/suite.ts';

const LEVELS = 5;
/** Milliseconds after which it ends early rather than late, on a busy machine. */
const LONGEST = 14_000;

const policies = fc.array(somePolicy, { minLength: LEVELS, maxLength: LEVELS });
const answers = fc.array(someAnswer, { minLength: 1, maxLength: 5 });
const quiet = fc.array(someCall, { minLength: 6, maxLength: 12 });
const loud = fc.array(fc.oneof(someCommand, someCommand, someCall), { minLength: 2, maxLength: 4 });

async function hold(hop: Hop, calls: fc.Arbitrary<readonly CallRequest[]>, seed: number): Promise<readonly Happened[]> {
  const all: Happened[] = [];
  const until = Date.now() + LONGEST;
  await fc.assert(
    fc.asyncProperty(policies, answers, calls, async (given, said, made) => {
      if (Date.now() > until) return;
      const levels = await openLevels(given, said, hop);
      try {
        all.push(...(await holdOne(levels, made)));
      } finally {
        await levels.workspace.remove();
      }
    }),
    { numRuns: runs(10), seed },
  );
  return all;
}

async function holdOne(levels: Levels, calls: readonly CallRequest[]): Promise<readonly Happened[]> {
  const before = levels.gates.map(gate => gate.policy());
  const happened: Happened[] = [];
  for (const call of calls) {
    const one = await watch(levels, call, [...happened]);
    happened.push(one);
    const wrong = levels.alone.flatMap(policy => broken(one, policy));
    if (wrong.length > 0) throw new Error(`${JSON.stringify(call)}: ${wrong.join('; ')}\n${one.outcome.output}`);
  }
  const saved = await savedRules(levels);
  for (const [level, gate] of levels.gates.entries()) {
    const above = { before: before[level]!, now: gate.policy(), saved };
    const wider = happened.flatMap(one => widened(one, above));
    if (wider.length > 0) throw new Error(`level ${level}: ${wider.join('; ')}`);
  }
  return happened;
}

describe('an agent five levels down does nothing that one above it may not', () => {
  it.each([
    ['in one process', 'here', quiet, 1],
    ['with policies that are carried from one process to the next', 'carried', quiet, 2],
    ['by commands', 'here', loud, 3],
  ] as const)('an agent five levels down does nothing that one above it may not, %s', async (_, hop, calls, seed) => {
    const all = await hold(hop, calls, seed);
    // A run in which nothing happens proves nothing.
    expect(all.some(({ outcome }) => outcome.ok)).toBe(true);
  });
});
