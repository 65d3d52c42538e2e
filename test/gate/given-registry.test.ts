import { describe, expect, it } from 'vitest';
import { createDefaultToolRegistry } from '../../src/gate/packs/default-registry.ts';
import { ToolRegistry } from '../../src/registry/registry.ts';
import { openGate } from '../support/worlds/open-gate.ts';

const greet = {
  name: 'greet',
  description: 'Greets.',
  parameters: { type: 'object', properties: { who: { type: 'string' } } },
  dangerLevel: 'safe',
  execute: async ({ who }: Record<string, unknown>) => `hello ${who}`,
} as const;

const manifest = (riskProfile: 'read-only' | 'privileged') => ({
  schemaVersion: 1 as const,
  name: 'mine',
  description: 'x',
  tools: ['greet'],
  riskProfile,
  tags: [],
});

describe('a registry that was made before its gate', () => {
  it('a registry that was made before its gate runs what it has, built in and of its own, and is the registry of the gate', async () => {
    const registry = createDefaultToolRegistry();
    registry.registerPack(manifest('read-only'), [greet]);
    const { gate, run } = await openGate({ 'a.txt': 'one\n' }, { registry });
    expect(gate.registry).toBe(registry);
    expect((await registry.execute('greet', { who: 'you' })).output).toBe('hello you');
    expect((await registry.execute('read_file', { path: 'a.txt' })).output).toContain('one');
    registry.register({ ...greet, name: 'later' });
    expect((await run('later', { who: 'me' })).output).toBe('hello me');
  });

  it('a registry that was made before its gate has the packs of an agent as definitions, and the agent has just these tools', async () => {
    const registry = createDefaultToolRegistry();
    registry.registerPack(manifest('read-only'), [greet]);
    const { gate } = await openGate({}, { registry });
    const packs = ['mine', 'todo'];
    const ids = registry.resolvePacks(packs).map(({ id }) => id);
    expect(ids).toEqual(['greet', 'todowrite', 'todoread']);
    const agent = gate.child({ agent: 'below', packs });
    const definitions = agent.registry.describe();
    expect(definitions.map(({ name }) => name).sort()).toEqual([...ids].sort());
    expect(definitions.find(({ name }) => name === 'greet')).toMatchObject({ parameters: { type: 'object' } });
    expect((await agent.execute({ name: 'greet', args: { who: 'you' } })).output).toBe('hello you');
    await agent.close();
  });

  it('a registry that was made before its gate has no tool that was taken out of it, and keeps one that took the name of a built-in', async () => {
    const registry = createDefaultToolRegistry({ packs: ['filesystem'] });
    registry.unregister('write_file');
    registry.register({ ...greet, name: 'read_file' });
    const { gate, run } = await openGate({ 'a.txt': 'one\n' }, { registry });
    expect((await run('write_file', { path: 'b.txt', content: '' })).error?.code).toBe('UNKNOWN_TOOL');
    expect((await run('read_file', { who: 'you' })).output).toBe('hello you');
    expect(gate.registry.listPackNames()).toEqual(['filesystem']);
  });

  it('a registry that was made before its gate loses what the policy does not grant, and such a call is told so', async () => {
    const { gate, run } = await openGate({}, { registry: createDefaultToolRegistry(), policy: 'read-only' });
    expect(gate.registry.get('write_file')).toBeUndefined();
    expect((await run('write_file', { path: 'b.txt', content: '' })).error?.code).toBe('PERMISSION_DENIED');
  });

  it('a registry that was made before its gate with a pack that the policy forbids is refused, and so is one of another gate', async () => {
    const bold = new ToolRegistry();
    bold.registerPack(manifest('privileged'), [greet]);
    await expect(openGate({}, { registry: bold })).rejects.toThrow('The pack mine (privileged) needs execute, network');
    const { gate } = await openGate();
    await expect(openGate({}, { registry: gate.registry })).rejects.toThrow('belongs to a gate already');
    await expect(openGate({}, { registry: new ToolRegistry(), packs: ['todo'] })).rejects.toThrow('leave packs out');
  });
});
