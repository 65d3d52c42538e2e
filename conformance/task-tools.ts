import { setTimeout as sleep } from 'node:timers/promises';
import { inputRequired, inputResponse, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { TaskMode } from '../src/adapters/mcp/server/index.ts';
import type { Tool } from '../src/index.ts';
import { fixture, NOTHING } from './fixture.ts';
import { askName } from './question-tools.ts';

const confirm = (message: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: 'object', properties: { confirm: { type: 'boolean' } }, required: ['confirm'] },
  });

/** Calls that take long, fail late or ask on the way. */
export const taskTools: readonly Tool.Info[] = [
  fixture('greet', z.object({ name: z.string() }), ({ name }) => ({ output: `Hello, ${String(name)}!` })),
  fixture(
    'slow_compute',
    z.object({ seconds: z.number().min(0), label: z.string().optional() }),
    async (args, _, ctx) => {
      await sleep(Number(args.seconds) * 1000, undefined, { signal: ctx.abort });
      return { output: `Computed ${String(args.label ?? 'it')} in ${String(args.seconds)} s.` };
    },
  ),
  fixture('failing_job', NOTHING, async () => {
    await sleep(1000);
    throw new Error('The job failed');
  }),
  fixture('protocol_error_job', NOTHING, (_, client) =>
    client.fail(new ProtocolError(ProtocolErrorCode.InternalError, 'The job broke down')),
  ),
  fixture('confirm_delete', z.object({ filename: z.string() }), async ({ filename }, client) => {
    const answer = await client.ask('confirm', confirm(`Delete ${String(filename)}?`));
    return { output: JSON.stringify(answer) };
  }),
  fixture('multi_input', NOTHING, async (_, client) => {
    const questions = ['first', 'second'].map(key => client.ask(key, confirm(`The ${key} question`)));
    return { output: JSON.stringify(await Promise.all(questions)) };
  }),
  fixture('test_tool_with_task', NOTHING, async (_, client, ctx) => {
    const view = inputResponse({ answer: await client.ask('user_name', askName) }, 'answer');
    await sleep(6000, undefined, { signal: ctx.abort });
    return { output: `Hello, ${view.kind === 'elicit' ? String(view.content?.name) : 'whoever you are'}!` };
  }),
];

const MODES: Readonly<Record<string, TaskMode>> = {
  failing_job: 'required',
  protocol_error_job: 'required',
  slow_compute: 0,
  confirm_delete: 0,
  multi_input: 0,
  // Asks first, in time, and takes longer than this afterwards.
  test_tool_with_task: 3000,
};

export const taskMode = (tool: string): TaskMode => MODES[tool] ?? 'never';
