import { describe, expect, it } from 'vitest';
import { type ClaudeAsked, type ClaudePermission, toClaudeOptions } from '../../../src/adapters/claude/index.ts';
import { connectToClaudeServer } from '../../support/adapters/claude-client.ts';
import { openSlot } from '../../support/adapters/open-slot.ts';

const asked = (toolUseID = 'u1'): ClaudeAsked => ({ signal: AbortSignal.timeout(60_000), toolUseID });
const no = { approver: () => 'reject_once' } as const;
const write = { path: 'a.txt', content: 'new\n' };
const called = (id: string, input = write) => ({
  name: 'write_file',
  arguments: input,
  _meta: { 'claudecode/toolUseId': id },
});

describe('options for the Claude Agent SDK', () => {
  it("turn the host's tools off and lead their names to the gate's, as far as it has them", async () => {
    const { gate } = await openSlot();
    const options = await toClaudeOptions(gate, { name: 'work' });
    expect(options).toMatchObject({ cwd: gate.workspace.root, tools: [], strictMcpConfig: true, settingSources: [] });
    expect(options.toolAliases).toMatchObject({ Bash: 'mcp__work__bash', Edit: 'mcp__work__edit_file' });
    const { gate: reading } = await openSlot({}, { policy: 'read-only' });
    expect(Object.keys((await toClaudeOptions(reading)).toolAliases)).not.toContain('Write');
  });

  it('serve several connections at the same time, and tell them of tools that come and go', async () => {
    const { gate } = await openSlot();
    const options = await toClaudeOptions(gate);
    const [one, other] = [await connectToClaudeServer(options), await connectToClaudeServer(options)];
    const changed = new Promise<void>(resolve => {
      other.setNotificationHandler('notifications/tools/list_changed', () => resolve());
    });
    const { tools } = await one.listTools();
    expect(tools.every(({ _meta }) => _meta?.['anthropic/alwaysLoad'] === true)).toBe(true);
    gate.registry.unregister('bash');
    await changed;
    expect((await other.listTools()).tools.map(({ name }) => name)).not.toContain('bash');
  });

  it("let the host's own tools run in no case, and others where they are named", async () => {
    const { gate } = await openSlot();
    const canUseTool = async (): Promise<ClaudePermission> => ({ behavior: 'allow' });
    const options = await toClaudeOptions(gate, { canUseTool, others: ['mcp__other__look'] });
    const hook = (tool_name: string, mcp_server?: object) =>
      options.hooks.PreToolUse[0]!.hooks[0]!({ hook_event_name: 'PreToolUse', tool_name, mcp_server });
    const denied = { hookSpecificOutput: expect.objectContaining({ permissionDecision: 'deny' }) };
    expect(options.hooks.PreToolUse[0]!.onFailure).toBe('block');
    expect(await hook('Bash')).toEqual(denied);
    expect(await hook('mcp__toolgate__bash', { name: 'toolgate', source: 'project' })).toEqual(denied);
    expect(await hook('mcp__toolgate__bash', { name: 'toolgate', source: 'sdk' })).toEqual({});
    expect(await hook('mcp__other__look')).toEqual({});
    expect(await options.canUseTool('Bash', {}, asked())).toMatchObject({ behavior: 'deny' });
    expect(await options.canUseTool('mcp__other__look', {}, asked())).toEqual({ behavior: 'allow' });
    const unasked = await toClaudeOptions(gate, { others: ['mcp__other__look'] });
    expect(await unasked.canUseTool('mcp__other__look', {}, asked())).toMatchObject({ behavior: 'allow' });
    const mcpServer = { name: 'toolgate', source: 'project' };
    expect(await unasked.canUseTool('mcp__toolgate__bash', {}, { ...asked(), mcpServer })).toMatchObject({
      behavior: 'deny',
    });
  });

  it('count a yes once, and for what was shown alone', async () => {
    const { gate, space } = await openSlot({}, no);
    const canUseTool = async (): Promise<ClaudePermission> => ({ behavior: 'allow' });
    const options = await toClaudeOptions(gate, { canUseTool });
    const client = await connectToClaudeServer(options);
    await options.canUseTool('mcp__toolgate__write_file', write, asked('u1'));
    space.write('a.txt', 'someone else\n');
    expect(await client.callTool(called('u1'))).toMatchObject({ isError: true });
    await options.canUseTool('mcp__toolgate__write_file', write, asked('u2'));
    expect(await client.callTool(called('u3'))).toMatchObject({ isError: true });
    expect(await client.callTool(called('u2'))).not.toHaveProperty('isError');
    space.write('a.txt', 'someone else\n');
    expect(await client.callTool(called('u2'))).toMatchObject({ isError: true });
  });
});
