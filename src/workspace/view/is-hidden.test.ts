import { expect, it } from 'vitest';
import { z } from 'zod';
import { openGate } from '../../../test/support/worlds/open-gate.ts';
import { define, type Info } from '../../tool/define.ts';
import { readsTree } from '../../tool/effect.ts';

it('isHidden tells what a call may not see, also of what is not there', async () => {
  const seen: Record<string, boolean> = {};
  const look = define('look', {
    description: 'Look.',
    parameters: z.object({}),
    effects: () => [readsTree('.')],
    execute: (_, ctx) => {
      for (const path of ['a.txt', '.env', 'gone/.env.local', 'gone/b.txt']) seen[path] = ctx.files.isHidden(path);
      return { output: 'done' };
    },
  }) as Info;
  const rules = [{ effect: 'read', match: '**/.env*', verdict: 'deny' }] as const;
  const { run } = await openGate({ 'a.txt': 'a', '.env': 'b' }, { tools: [look], policy: { rules } });
  expect((await run('look', {})).ok).toBe(true);
  expect(seen).toEqual({ 'a.txt': false, '.env': true, 'gone/.env.local': true, 'gone/b.txt': false });
});
