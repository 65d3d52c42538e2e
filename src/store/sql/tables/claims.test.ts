import fc from 'fast-check';
import { test } from 'vitest';
import { runs } from '../../../../test/support/suite.ts';
import { openStore } from '../../open-store.ts';
import type { ClaimRow } from '../../port.ts';

const path = fc.constantFrom<string>('.', 'a', 'a/b', 'a/b/c', 'a/bc', 'ab', 'd/e');
const owner = fc.constantFrom<string>('x', 'y', 'z');
const action = fc.oneof(
  fc.record({ do: fc.constant('take' as const), owner, paths: fc.uniqueArray(path, { minLength: 1, maxLength: 3 }) }),
  fc.record({ do: fc.constant('release' as const), owner, paths: fc.array(path, { maxLength: 2 }) }),
  fc.record({ do: fc.constant('leave' as const), owner }),
  fc.record({ do: fc.constant('wait' as const), for: fc.integer({ min: 1, max: 150 }) }),
);

const below = (a: string, b: string) => a === b || b === '.' || a.startsWith(`${b}/`);
const meet = (a: string, b: string) => below(a, b) || below(b, a);

test('whatever happens, no two owners meet and numbers grow with every change of owner', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 40 }), async actions => {
      const store = await openStore({ kind: 'memory' });
      let now = 0;
      let model: ClaimRow[] = [];
      let highest = 0;
      try {
        for (const step of actions) {
          model = model.filter(claim => claim.expiresAt > now);
          if (step.do === 'wait') now += step.for;
          if (step.do === 'leave') {
            await store.claims.releaseOwner(step.owner);
            model = model.filter(claim => claim.owner !== step.owner);
          }
          if (step.do === 'release') {
            await store.claims.release(step.paths, step.owner);
            model = model.filter(claim => claim.owner !== step.owner || !step.paths.includes(claim.resource));
          }
          if (step.do === 'take') {
            const blocked = model.some(
              claim => claim.owner !== step.owner && step.paths.some(wanted => meet(wanted, claim.resource)),
            );
            const result = await store.claims.take(step.paths, { owner: step.owner, agent: 'agent', now, ttl: 100 });
            if (result.ok === blocked) throw new Error(`${step.paths} for ${step.owner}: ${result.ok}`);
            if (!result.ok) {
              if (!model.some(claim => claim.resource === result.holder.resource)) throw new Error('no such holder');
              continue;
            }
            for (const claim of result.claims) {
              const mine = model.find(own => own.resource === claim.resource);
              if (mine ? mine.token !== claim.token : claim.token <= highest) throw new Error(`token ${claim.token}`);
              model = [...model.filter(own => own !== mine), claim];
            }
            highest = Math.max(highest, ...result.claims.map(claim => claim.token));
          }
          const live = model.filter(claim => claim.expiresAt > now);
          const listed = await store.claims.list(now);
          if (listed.length !== live.length || !(await store.claims.hold(live, now))) throw new Error('lists differ');
        }
      } finally {
        await store.close();
      }
    }),
    { numRuns: runs(15) },
  );
});
