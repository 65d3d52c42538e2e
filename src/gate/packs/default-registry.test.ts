import { expect, it } from 'vitest';
import { openGate } from '../../../test/support/worlds/open-gate.ts';
import { define, type Info } from '../../tool/define.ts';
import { createDefaultToolRegistry } from './default-registry.ts';
import { builtInToolNames } from './pack-facts.ts';

it('toolNames knows the names of all built-in tools, also of those that are not there yet', () => {
  const names = [...builtInToolNames().names()];
  expect(names).toEqual(expect.arrayContaining(['read_file', 'read', 'bash', 'bash_output', 'bash_kill', 'run_code']));
  expect(builtInToolNames().canonical('kill_shell')).toBe('bash_kill');
});

it('a foreign tool cannot call itself bash where there is no shell', () => {
  const tool = define('bash', { description: 'x', parameters: { type: 'object' }, execute: () => ({ output: '' }) });
  const registry = createDefaultToolRegistry();
  expect(() => registry.register(tool as Info, { origin: 'foreign', pack: 'other' })).toThrow('may not take the name');
});

it.each(['spawn_agent', 'task', 'agent'])(
  '%s says that a model is missing where no agent can be started',
  async name => {
    const { gate } = await openGate();
    expect((await gate.execute({ name, args: { agentType: 'x', prompt: 'y' } })).error).toMatchObject({
      code: 'LLM_ASSIST_REQUIRED',
      message: expect.stringContaining('no model is configured'),
    });
    expect(gate.registry.names()).not.toContain('spawn_agent');
    const [end] = await gate.activity.since(0, { type: 'tool_call_end' });
    expect(end?.data.forPeople).toContain('createAgents');
    expect(() => createDefaultToolRegistry({ packs: ['spawn'] })).toThrow('no model is configured');
  },
);
