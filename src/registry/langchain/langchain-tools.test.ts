import { AIMessage, HumanMessage, isToolMessage, type ToolMessage } from '@langchain/core/messages';
import type { StructuredToolInterface } from '@langchain/core/tools';
import { createAgent, fakeModel } from 'langchain';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { openGate } from '../../../test/support/worlds/open-gate.ts';
import { define, type Info } from '../../tool/define.ts';
import type { Outcome } from '../../tool/outcome.ts';

const lazily = (inits: unknown[]) =>
  define('lazily', async init => {
    inits.push(init);
    return {
      description: 'Made when needed.',
      parameters: z.object({}),
      effects: () => [],
      execute: () => ({ output: 'x' }),
    };
  }) as Info;

it('tools are initialised once, with what is given, and kept', async () => {
  const inits: unknown[] = [];
  const { gate, root } = await openGate({}, { tools: [lazily(inits)] });
  const first = await gate.registry.tools({ initCtx: { cwd: '/elsewhere' } });
  const second = await gate.registry.tools();
  expect(inits).toEqual([{ workspace: root, cwd: '/elsewhere' }]);
  expect(second).toEqual(first);
  for (const [index, tool] of first.entries()) expect(second[index]).toBe(tool);
  expect(first.map(({ name }) => name)).toEqual(gate.registry.describe().map(({ name }) => name));
});

it('a tool that is registered anew is made anew', async () => {
  const { gate } = await openGate({}, { tools: [lazily([])] });
  const [before] = (await gate.registry.tools()).filter(({ name }) => name === 'lazily');
  gate.registry.register(
    define('lazily', { description: 'Other.', parameters: z.object({}), execute: () => ({}) }) as Info,
  );
  const [after] = (await gate.registry.tools()).filter(({ name }) => name === 'lazily');
  expect([before?.description, after?.description]).toEqual(['Made when needed.', 'Other.']);
});

it('calls go through the pipeline, with the context that is made for them', async () => {
  const seen: Outcome[] = [];
  const asked: unknown[] = [];
  const { gate } = await openGate({ 'a.txt': 'a\n' });
  const tools = await gate.registry.tools<StructuredToolInterface>({
    createContext: (toolID, callID) => {
      asked.push([toolID, callID]);
      return { sessionID: 'mine' };
    },
    onToolResult: outcome => {
      seen.push(outcome);
      throw new Error('a listener of no account');
    },
  });
  const read = tools.find(({ name }) => name === 'read_file')!;
  const call = { type: 'tool_call' as const, id: 'c1', name: 'read_file', args: { path: 'a.txt', limit: '1' } };
  const message: ToolMessage = await read.invoke(call);
  expect(message).toMatchObject({ status: 'success', tool_call_id: 'c1', artifact: { ok: true, tool: 'read_file' } });
  expect(message.content).toContain('a');
  expect(await read.invoke({ path: 'a.txt' })).toContain('1\ta');
  expect(asked).toEqual([
    ['read_file', 'c1'],
    ['read_file', undefined],
  ]);
  expect(seen).toHaveLength(2);
  expect(gate.registry.lastResults.get('read_file')).toBe(seen[1]);
  expect((await gate.store.calls.list({})).map(row => row.sessionID)).toEqual(['mine', 'mine']);
});

it('a failure is a message with that status, never thrown', async () => {
  const { gate } = await openGate();
  const tools = await gate.registry.tools<StructuredToolInterface>();
  const read = tools.find(({ name }) => name === 'read_file')!;
  for (const args of [{}, { path: 5, more: 1 }, null, 'text', [], { path: 'none.txt' }]) {
    const call = { type: 'tool_call' as const, id: 'c1', name: 'read_file', args: args as object };
    const message: ToolMessage = await read.invoke(call);
    expect(message).toMatchObject({ status: 'error', tool_call_id: 'c1', artifact: { ok: false } });
  }
});

it('an agent of LangChain runs them', async () => {
  const { gate } = await openGate({ 'a.txt': 'hello\n' });
  const model = fakeModel()
    .respondWithTools([{ name: 'read_file', args: { path: 'a.txt' }, id: 'c1' }])
    .respond(new AIMessage('It says hello.'));
  const agent = createAgent({ model, tools: [...(await gate.registry.tools<StructuredToolInterface>())] });
  const { messages } = await agent.invoke({ messages: [new HumanMessage('What is in a.txt?')] });
  expect(messages.find(isToolMessage)?.content).toContain('hello');
  expect(messages.at(-1)?.content).toBe('It says hello.');
});
