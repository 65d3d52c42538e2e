import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../store/open-store.ts';
import { PolicyInForce } from './policy-in-force.ts';

it('rules that people have saved elsewhere hold for all below as soon as it is read again', async () => {
  const store = await openStore({ kind: 'memory' });
  onTestFinished(() => store.close());
  const top = await PolicyInForce.load('standard', store.rules);
  const deep = top.below({ extends: 'privileged' }).below('read-only');
  const before = deep.current();
  await top.reload();
  expect(deep.current()).toBe(before);

  const rule = { tool: 'write_file', match: 'src/**', verdict: 'deny' };
  await store.rules.add({ id: '1', rule, createdAt: 0, createdBy: 'someone' });
  await top.reload();
  for (const policy of [top.current(), deep.current()]) {
    for (const layer of policy.layers ?? [policy]) expect(layer.ruleLists.at(-1)?.rules).toEqual([rule]);
  }
});

it('a policy that only looks like one above does not take its place', async () => {
  const store = await openStore({ kind: 'memory' });
  onTestFinished(() => store.close());
  const top = await PolicyInForce.load('read-only', store.rules);
  const forged = { ...top.current(), capabilities: ['read', 'write', 'execute', 'network', 'trace'] as const };
  expect(top.below(forged).current().capabilities).toEqual(['read', 'trace']);
});
