import { expect, it } from 'vitest';
import { z } from 'zod';
import { define } from '../../src/tool/define.ts';
import { ToolError } from '../../src/tool/error.ts';
import { openGate } from '../support/worlds/open-gate.ts';

it('dead letters and what calls have used are at hand in the library', async () => {
  let runs = 0;
  const shaky = define('shaky', {
    description: 'Fails twice, then works',
    parameters: z.object({ token: z.string() }),
    effects: () => [],
    danger: 'safe',
    idempotent: true,
    retry: { attempts: 2, delay: 1 },
    execute: ({ token }) => {
      if (++runs < 3) throw new ToolError('EXECUTION_ERROR', 'Not yet', { retryable: true });
      return { output: token === 'hidden-word' ? 'done' : 'other arguments' };
    },
  });
  const { gate } = await openGate({}, { tools: [shaky] });
  const failed = await gate.execute({ name: 'shaky', args: { token: 'hidden-word' } });
  expect(failed.error?.code).toBe('EXECUTION_ERROR');
  const [letter] = await gate.deadLetters.list();
  expect(letter).toMatchObject({ tool: 'shaky', attempts: 2, status: 'open', args: { token: '***' } });
  const id = letter?.id ?? '';
  expect(await gate.deadLetters.get(id)).toEqual(letter);
  expect((await gate.deadLetters.retry(id)).output).toBe('done');
  expect(await gate.deadLetters.list()).toEqual([]);
  expect(await gate.deadLetters.list({ status: 'retried' })).toMatchObject([{ id }]);
  await expect(gate.deadLetters.drop(id)).rejects.toThrow('was retried before');
  await expect(gate.deadLetters.retry('none')).rejects.toThrow('No dead letter has the id "none"');
  expect(await gate.usage('tool')).toMatchObject([{ key: 'shaky', calls: 2, failed: 1, retries: 1 }]);
});
