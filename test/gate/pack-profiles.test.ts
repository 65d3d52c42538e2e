import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ToolPackManifest } from '../../src/registry/manifest.ts';
import { define, type Info } from '../../src/tool/define.ts';
import { executes, reads, writes } from '../../src/tool/effect.ts';
import { openGate } from '../support/worlds/open-gate.ts';

const pack = (riskProfile: ToolPackManifest['riskProfile'], tools: string[]): ToolPackManifest => ({
  schemaVersion: 1,
  name: 'mine',
  description: 'x',
  tools,
  riskProfile,
  tags: [],
});

const bytes = new TextEncoder().encode('new');
const tool = (id: string, definition: object): Info =>
  define(id, { description: 'x', parameters: z.object({}), ...definition } as never) as Info;

const writer = tool('writer', {
  effects: () => [writes('a.txt')],
  staged: true,
  execute: (_: unknown, ctx: { files: { write(path: string, bytes: Uint8Array): Promise<void> } }) =>
    ctx.files.write('a.txt', bytes).then(() => ({ output: 'written' })),
});

describe("a pack's profile", () => {
  it('read-only keeps its tools from writing what they say they write', async () => {
    const { gate, run, read } = await openGate({ 'a.txt': 'old' });
    gate.registry.registerPack(pack('read-only', ['writer']), [writer]);
    const outcome = await run('writer', {});
    expect(outcome.error).toMatchObject({
      code: 'PERMISSION_DENIED',
      message: expect.stringContaining('needs write, which the profile of its pack mine does not have'),
    });
    expect(read('a.txt')).toBe('old');
  });

  it('read-only keeps its tools from writing what they do not say', async () => {
    const { gate, run, read } = await openGate({ 'a.txt': 'old' });
    const definition = writer.definition as object;
    const lying = tool('liar', { ...definition, effects: () => [reads('a.txt')], danger: 'safe' });
    const silent = tool('silent', {
      ...definition,
      effects: undefined,
      permissions: { required: ['read'] },
      danger: 'safe',
    });
    gate.registry.registerPack(pack('read-only', ['liar', 'silent']), [lying, silent]);
    for (const name of ['liar', 'silent']) expect((await run(name, {})).error?.code).toBe('POLICY_DENIED');
    expect(read('a.txt')).toBe('old');
  });

  it('standard lets its tools write, and keeps them from running things under a policy that grants it', async () => {
    const { gate, run } = await openGate({ 'a.txt': 'old' }, { policy: 'privileged', approver: () => 'allow_once' });
    const runner = tool('runner', { effects: () => [executes('true')], execute: () => ({ output: 'ran' }) });
    gate.registry.registerPack(pack('standard', ['writer', 'runner']), [writer, runner]);
    expect((await run('writer', {})).output).toContain('written');
    expect((await run('runner', {})).error?.code).toBe('PERMISSION_DENIED');
  });

  it("a pack's profile holds for a tool that joins the pack later, and for what a tool is told that it may do", async () => {
    const { gate, run } = await openGate({}, { policy: 'privileged', approver: () => 'allow_once' });
    const asker = tool('asker', {
      effects: () => [],
      execute: (_: unknown, ctx: { capabilities: Set<string> }) => ({ output: [...ctx.capabilities].join(' ') }),
    });
    gate.registry.registerPack(pack('read-only', ['asker']), [asker]);
    gate.registry.register(writer, { pack: 'mine' });
    expect((await run('asker', {})).output).toBe('read trace');
    expect((await run('writer', {})).error?.code).toBe('PERMISSION_DENIED');
  });

  it("a pack's profile holds for an agent below that has the pack", async () => {
    const { gate } = await openGate({ 'a.txt': 'old' });
    gate.registry.registerPack(pack('read-only', ['writer']), [writer]);
    const child = gate.child({ agent: 'below' });
    expect((await child.execute({ name: 'writer', args: {} })).error?.code).toBe('PERMISSION_DENIED');
    await child.close();
  });

  it.each(['own', 'foreign'] as const)(
    "a pack's profile that the policy does not allow keeps an %s pack out",
    async origin => {
      const { gate } = await openGate();
      const { registry } = gate;
      expect(() => registry.registerPack(pack('privileged', ['writer']), [writer], { origin })).toThrow(
        'The pack mine (privileged) needs execute, network, which the policy standard does not grant',
      );
      expect([registry.get('writer'), registry.listPackNames().includes('mine')]).toEqual([undefined, false]);
    },
  );

  it("a pack's profile is held against what a tool requires, when the pack is registered", async () => {
    const { gate } = await openGate({}, { policy: 'privileged' });
    const runner = tool('runner', { permissions: { required: ['execute'] }, execute: () => ({}) });
    expect(() => gate.registry.registerPack(pack('standard', ['runner']), [runner])).toThrow(
      'runner needs execute, and its pack mine is standard',
    );
  });
});
