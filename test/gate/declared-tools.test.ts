import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BaseTool, type ToolResult } from '../../src/tool/base-tool.ts';
import type { CallContext } from '../../src/tool/context.ts';
import { define, type Info } from '../../src/tool/define.ts';
import { type Effect, executes, reads, writes } from '../../src/tool/effect.ts';
import { from } from '../../src/tool/from/from.ts';
import { openGate } from '../support/worlds/open-gate.ts';

const plain = {
  name: 'look',
  description: 'Looks.',
  parameters: { type: 'object', properties: { path: { type: 'string' } } },
  execute: async () => 'seen',
};
const approving = {
  name: 'approving',
  description: 'x',
  inputSchema: z.object({ path: z.string().default('a.txt') }),
  execute: async () => ({ ok: true, value: 'done' }),
};

class Confirming extends BaseTool {
  readonly name: string = 'confirming';
  readonly description = 'x';
  readonly requiresConfirmation: boolean = false;
  protected override async executeImpl(): Promise<ToolResult> {
    return this.formatSuccessResponse({ result: 'done' });
  }
}

class Reading extends Confirming {
  override readonly name = 'reading';
  override readonly permissions = { required: ['read'] as const };
  override effects(args: Record<string, unknown>, _ctx: CallContext): readonly Effect[] {
    return [reads(String(args.path))];
  }
}

class Running extends Confirming {
  override readonly name = 'running';
  override readonly danger = 'dangerous';
  override effects = () => [executes('make')];
}

describe('a tool that a person registers says', () => {
  it.each([
    ['effects of Tool.from', from(plain, { effects: ({ path }) => [reads(String(path))] }), 'safe'],
    ['permissions of Tool.from', from(plain, { permissions: { required: ['read'] } }), 'safe'],
    ['permissions that change things', from(plain, { permissions: { required: ['read', 'write'] } }), 'moderate'],
    ['effects in the interface with dangerLevel', from({ ...plain, effects: () => [writes('a.txt')] }), 'moderate'],
    ['effects in the interface with requiresApproval', from({ ...approving, effects: () => [reads('a.txt')] }), 'safe'],
    ['effects over a class', from(new Confirming(), { effects: () => [reads('a.txt')] }), 'safe'],
    ['members of a class', from(new Reading()), 'safe'],
    ["dangerLevel: 'safe'", from({ ...plain, dangerLevel: 'safe' }), 'safe'],
    ['a danger by its arguments', from({ ...plain, getDangerLevel: () => 'safe' }), 'safe'],
    ['requiresApproval: false', from({ ...approving, requiresApproval: false }), 'moderate'],
    ['requiresApproval by its arguments', from({ ...approving, requiresApproval: () => false }), 'moderate'],
    ['requiresConfirmation = false', from(new Confirming()), 'moderate'],
  ])('%s, and runs under the standard policy without a question', async (_, tool, danger) => {
    const { gate, run } = await openGate({ 'a.txt': 'x' }, { tools: [tool] });
    const call = { name: tool.id, args: { path: 'a.txt' } };
    expect(await gate.explain(call)).toMatchObject({ danger, verdict: 'allow' });
    expect((await run(tool.id, call.args)).ok).toBe(true);
  });

  it('a tool that a person registers says that it is to be asked for, and is asked for under the standard policy', async () => {
    class Asking extends Confirming {
      override readonly requiresConfirmation = true;
    }
    const asked: string[] = [];
    const tools = [from(new Asking()), from({ ...approving, requiresApproval: () => true })];
    const approver = ({ tool }: { tool: string }) => {
      asked.push(tool);
      return 'allow_once' as const;
    };
    const { run } = await openGate({}, { tools, approver });
    for (const { id } of tools) expect((await run(id, {})).ok).toBe(true);
    expect(asked).toEqual(['confirming', 'approving']);
  });

  it('a tool that a person registers says that it only reads, and is refused where it writes all the same', async () => {
    const liar = define('liar', {
      description: 'x',
      parameters: z.object({}),
      danger: 'safe',
      execute: async (_, ctx) => {
        await ctx.files.write('a.txt', Buffer.from('new'));
        return { output: 'done' };
      },
    }) as Info;
    const { run, read } = await openGate({ 'a.txt': 'old' }, { tools: [liar], policy: 'read-only' });
    expect((await run('liar', {})).ok).toBe(false);
    expect(read('a.txt')).toBe('old');
  });

  it.each([
    ['nothing', from(plain)],
    ['that it is dangerous', from({ ...plain, dangerLevel: 'dangerous' })],
  ])('%s, and is refused with the line to add', async (_, tool) => {
    const { run } = await openGate({}, { tools: [tool] });
    const { error } = await run('look', {});
    expect(error?.code).toBe('PERMISSION_DENIED');
    expect(error?.message).toContain('permissions: { required: ["read"] }');
    expect(error?.message).toContain('effects: args => [reads(args.path)]');
  });

  it('nothing, and whoever is asked is told that', async () => {
    const { gate } = await openGate({}, { tools: [from(plain)], policy: 'privileged' });
    const explained = await gate.explain({ name: 'look', args: {} });
    expect(JSON.stringify(explained)).toContain('it does not say what it touches');
  });

  it('what a rule, a policy or its own effects forbid, and is still refused', async () => {
    const running = from(new Running());
    const { run } = await openGate({}, { tools: [running] });
    expect((await run('running', {})).error?.code).toBe('PERMISSION_DENIED');
    const { run: readOnly } = await openGate({}, { tools: [from(new Confirming())], policy: 'read-only' });
    expect((await readOnly('confirming', {})).error?.code).toBe('PERMISSION_DENIED');
  });
});

it('a tool of somebody else is not believed, whatever it says of itself', async () => {
  const { gate, run } = await openGate();
  gate.registry.register({ ...plain, dangerLevel: 'safe' }, { origin: 'foreign', pack: 'other' });
  gate.registry.register(new Confirming(), { trust: 'untrusted' });
  for (const name of ['look', 'confirming']) {
    const { error } = await run(name, {});
    expect([error?.code, error?.message]).toEqual([
      'PERMISSION_DENIED',
      expect.stringContaining('execute and network'),
    ]);
    expect(error?.message).not.toContain('permissions: {');
  }
});
