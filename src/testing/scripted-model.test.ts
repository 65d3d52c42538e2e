import { expect, it } from 'vitest';
import { scriptedModel } from './scripted-model.ts';
import { temporaryWorkspace } from './temporary-workspace.ts';

it('plays its steps, numbers its calls and remembers what it was shown', () => {
  const model = scriptedModel<string>([
    {
      calls: [
        { name: 'a', args: {} },
        { id: 'own', name: 'b', args: { x: 1 } },
      ],
    },
    messages => ({ text: `You said: ${messages.at(-1)}` }),
  ]);
  const messages = ['hello'];
  expect(model.next(messages)).toEqual({
    calls: [
      { id: 'call-1', name: 'a', args: {} },
      { id: 'own', name: 'b', args: { x: 1 } },
    ],
  });
  expect(model.left).toBe(1);
  messages.push('done');
  expect(model.next(messages)).toEqual({ text: 'You said: done' });
  expect(model.seen).toEqual([['hello'], ['hello', 'done']]);
  expect(model.left).toBe(0);
  expect(() => model.next(messages)).toThrow('The script has 2 steps, and one more was asked for');
});

it('drives a gate', async () => {
  const workspace = temporaryWorkspace({ 'a.txt': 'one\n' });
  try {
    const gate = await workspace.gate({ store: 'memory' });
    const model = scriptedModel<string>([
      { calls: [{ name: 'read_file', args: '{"path": "a.txt"}' }] },
      messages => ({ text: messages.join('') }),
    ]);
    const messages: string[] = [];
    let said = model.next(messages);
    while (said.calls) {
      for (const outcome of await gate.executeAll(said.calls)) messages.push(outcome.output);
      said = model.next(messages);
    }
    expect(said.text).toContain('1\tone');
  } finally {
    await workspace.remove();
  }
});
