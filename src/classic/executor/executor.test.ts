import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { type TemporaryWorkspace, temporaryWorkspace } from '../../testing/temporary-workspace.ts';
import {
  coerceBoolean,
  coerceString,
  type DangerLevel,
  DeadLetterQueue,
  ExecutionPolicyManager,
  type ExecutorOptions,
  extractToolFilePath,
  fileChangeTracker,
  groupToolCallsIntoBatches,
  PermissionChecker,
  SafetyManager,
  SharedBlackboard,
  SharedFileCache,
  type ToolDefinition,
  type ToolEvent,
  ToolRegistry,
  trackFileChange,
  validateSyntax,
  withRetry,
  zodToJsonSchema,
} from './index.ts';

const upperTool: ToolDefinition = {
  name: 'upper',
  description: 'Says a text loudly',
  parameters: {
    type: 'object',
    properties: { text: { type: 'string' }, times: { type: 'number' } },
    required: ['text'],
  },
  execute: async (args: Record<string, unknown>) =>
    String(args.text)
      .toUpperCase()
      .repeat(Number(args.times ?? 1)),
  getDangerLevel: (args): DangerLevel => (args.text === 'fire' ? 'dangerous' : 'safe'),
};

function open(files: Record<string, string> = {}, options: ExecutorOptions = {}) {
  const world = temporaryWorkspace(files);
  onTestFinished(world.remove);
  const registry = new ToolRegistry({ workspace: world.root, store: 'memory', ...options });
  onTestFinished(() => registry.close());
  return { ...world, registry };
}

describe('ToolRegistry', () => {
  it('register, unregister, get and list', () => {
    const { registry } = open();
    registry.register(upperTool);
    expect(registry.get('upper')).toMatchObject({ name: 'upper', description: 'Says a text loudly' });
    expect(registry.list().map(({ name }) => name)).toContain('upper');
    expect(registry.unregister('upper')).toBe(true);
    expect(registry.get('upper')).toBeUndefined();
  });

  it('what was unregistered does not run, whichever name it had, before the first call and after', async () => {
    const { registry } = open();
    registry.unregister('bash');
    await expect(registry.execute('bash', { command: 'ls' })).rejects.toMatchObject({ code: 'UNKNOWN_TOOL' });
    registry.unregister('list_files');
    await expect(registry.execute('list_directory', { path: '.' })).rejects.toMatchObject({ code: 'UNKNOWN_TOOL' });
    registry.register({ ...upperTool, name: 'bash' });
    expect(await registry.execute('bash', { text: 'a' })).toBe('A');
    registry.unregister('bash');
    await expect(registry.execute('bash', { text: 'a' })).rejects.toMatchObject({ code: 'UNKNOWN_TOOL' });
  });

  it('the described tools come along, with their danger levels', () => {
    const { registry } = open();
    const levels = Object.fromEntries(registry.list().map(({ name, dangerLevel }) => [name, dangerLevel]));
    expect(levels).toMatchObject({
      read_file: 'safe',
      write_file: 'moderate',
      edit_file: 'moderate',
      list_files: 'safe',
      bash: undefined,
      grep: 'safe',
      glob: 'safe',
      spawn_agent: 'moderate',
      task_create: 'safe',
      task_update: 'safe',
      task_get: 'safe',
      task_list: 'safe',
      undo_file: 'moderate',
      undo_turn: 'moderate',
    });
  });

  it('execute gives what the tool returns, through the gate, and throws a failure with its code', async () => {
    const { registry } = open();
    registry.register(upperTool);
    expect(await registry.execute('upper', { text: 'hey', times: '2' })).toBe('HEYHEY');
    expect(await registry.get('upper')?.execute({ text: 'ho' })).toBe('HO');
    await expect(registry.execute('upper', {})).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' });
    await expect(registry.execute('upper', { text: 'fire' })).rejects.toMatchObject({ code: 'APPROVAL_DENIED' });
  });

  it('register, unregister, execute and error events are published', async () => {
    const { registry } = open();
    const events: ToolEvent[] = [];
    const stop = registry.subscribe(event => void events.push(event));
    registry.subscribe(() => {
      throw new Error('of no account');
    });
    registry.register(upperTool);
    await registry.execute('upper', { text: 'a' });
    await registry.execute('upper', {}).catch(() => {});
    await registry.get('list_files')?.execute({ path: '.' });
    registry.unregister('upper');
    expect(events.map(({ type, tool }) => [type, tool])).toEqual([
      ['register', 'upper'],
      ['execute', 'upper'],
      ['execute', 'upper'],
      ['error', 'upper'],
      ['execute', 'list_files'],
      ['unregister', 'upper'],
    ]);
    stop();
    registry.register(upperTool);
    expect(events).toHaveLength(6);
  });

  it('parameters may be a Zod schema; models are shown JSON Schema', async () => {
    const schema = z.object({ path: z.string().describe('A file'), deep: z.boolean().default(false) });
    const { registry } = open();
    registry.register({ ...upperTool, name: 'zoddy', parameters: schema, execute: async args => args });
    expect(registry.get('zoddy')?.parameters).toMatchObject({ type: 'object', required: ['path'] });
    expect(await registry.execute('zoddy', { path: 'a' })).toEqual({ path: 'a', deep: false });
  });

  it('an unknown name is asked of toolResolver: the schema is shown first, then the tool runs', async () => {
    const asked: string[] = [];
    const toolResolver = (toolName: string): ToolDefinition | null => {
      asked.push(toolName);
      return toolName === 'upper' ? { ...upperTool, getDangerLevel: undefined, dangerLevel: 'safe' } : null;
    };
    const { registry } = open({}, { toolResolver, approver: async () => 'allow_once' });
    await expect(registry.execute('other', {})).rejects.toMatchObject({ code: 'UNKNOWN_TOOL' });
    await expect(registry.execute('upper', { text: 'a' })).rejects.toThrow('nothing was run');
    expect(await registry.execute('upper', { text: 'a' })).toBe('A');
    expect(asked).toEqual(['other', 'upper']);
    expect(await registry.get('upper')?.execute({ text: 'b' })).toBe('B');
    expect(registry.list().map(({ name }) => name)).toContain('upper');
  });

  it('the danger of bash is that of the command', () => {
    const { registry } = open();
    const danger = (command: string) => registry.get('bash')?.getDangerLevel?.({ command });
    expect(['ls', 'rm -rf /etc'].map(danger)).toEqual(['safe', 'dangerous']);
  });
});

it('zodToJsonSchema takes objects, texts, numbers, booleans, arrays, enums, optionals, defaults, unions and literals', () => {
  const schema = z.object({
    path: z.string().describe('A path'),
    size: z.number(),
    deep: z.boolean().optional(),
    tags: z.array(z.string()),
    kind: z.enum(['a', 'b']).default('a'),
    either: z.union([z.string(), z.number()]),
    always: z.literal('x'),
  });
  expect(zodToJsonSchema(schema)).toMatchObject({
    type: 'object',
    properties: {
      path: { type: 'string', description: 'A path' },
      size: { type: 'number' },
      deep: { type: 'boolean' },
      tags: { type: 'array', items: { type: 'string' } },
      kind: { enum: ['a', 'b'], default: 'a' },
      either: { type: ['string', 'number'] },
      always: { const: 'x' },
    },
    required: ['path', 'size', 'tags', 'either', 'always'],
  });
});

describe('calls', () => {
  it('groupToolCallsIntoBatches puts reads together, writes of different files too, and commands alone', async () => {
    const { registry } = open({ 'a.txt': 'a', 'b.txt': 'b' });
    const calls = [
      { name: 'read_file', args: { path: 'a.txt' } },
      { name: 'glob', args: { pattern: '*' } },
      { name: 'bash', args: { command: 'make' } },
      { name: 'edit_file', args: { path: 'a.txt', old_text: 'a', new_text: 'c' } },
      { name: 'write_file', args: { path: 'c.txt', content: 'x' } },
      { name: 'edit_file', args: { path: './a.txt', old_text: 'c', new_text: 'd' } },
    ];
    const batches = await groupToolCallsIntoBatches(calls, registry);
    expect(batches.map(batch => batch.map(({ name }) => name))).toEqual([
      ['read_file', 'glob'],
      ['bash'],
      ['edit_file', 'write_file'],
      ['edit_file'],
    ]);
  });

  it('all that only looks is one batch', async () => {
    const { registry } = open({ 'a.txt': 'a' });
    const calls = [
      { name: 'read_file', args: { path: 'a.txt' } },
      { name: 'glob', args: { pattern: '*' } },
      { name: 'grep', args: { pattern: 'a' } },
      { name: 'list_files', args: { path: '.' } },
      { name: 'search_files', args: { pattern: 'a' } },
      { name: 'search_code', args: { query: 'a' } },
      { name: 'get_file_info', args: { path: 'a.txt' } },
      { name: 'task_list', args: {} },
    ];
    expect(await groupToolCallsIntoBatches(calls, registry)).toEqual([calls]);
  });

  it('extractToolFilePath finds the file that a call names', () => {
    expect(extractToolFilePath('write_file', { path: 'a.txt', content: '' })).toBe('a.txt');
    expect(extractToolFilePath('edit_file', { file_path: 'b.txt' })).toBe('b.txt');
    expect(extractToolFilePath('bash', { command: 'ls' })).toBeNull();
    expect(extractToolFilePath('glob', { pattern: '*' })).toBeNull();
  });

  it('coerceBoolean and coerceString read what weak models send, and leave the rest', () => {
    expect(['true', 'false', '1', '0', true, 'maybe'].map(coerceBoolean)).toEqual([
      true,
      false,
      true,
      false,
      true,
      'maybe',
    ]);
    expect([5, true, 'text'].map(coerceString)).toEqual(['5', 'true', 'text']);
  });

  it('withRetry repeats until it succeeds, at most as often as it may', async () => {
    let runs = 0;
    const shaky = async () => {
      runs += 1;
      if (runs < 3) throw new Error('not yet');
      return runs;
    };
    expect(await withRetry(shaky, { attempts: 3, delay: 1 })).toBe(3);
    runs = 2;
    expect(await withRetry(shaky)).toBe(3);
    runs = 0;
    await expect(withRetry(shaky, { attempts: 2, delay: 1 })).rejects.toThrow('not yet');
    expect(runs).toBe(2);
  });

  it('validateSyntax finds what is newly broken', async () => {
    expect(await validateSyntax('a.ts', 'const a = 1;\n')).toEqual({ valid: true, errors: [] });
    expect(await validateSyntax('a.ts', 'const a = ;\n')).toMatchObject({ valid: false, errors: [{ line: 1 }] });
    expect(await validateSyntax('a.ts', 'const a = ;\n', 'const a = ;\n')).toMatchObject({ valid: true });
  });
});

describe('what is decided', () => {
  it('PermissionChecker says whether a call may run, or a person is asked', async () => {
    const { registry } = open({ 'a.txt': 'a' });
    const checker = new PermissionChecker(registry);
    expect(await checker.check('read_file', { path: 'a.txt' })).toMatchObject({
      allowed: true,
      requiresApproval: false,
    });
    expect(await checker.check('write_file', { path: 'a.txt', content: 'b' })).toMatchObject({
      allowed: false,
      requiresApproval: true,
      reasons: [expect.any(String)],
    });
    expect(await checker.check('none', {})).toMatchObject({ allowed: false, requiresApproval: false });
  });

  it('SafetyManager says how dangerous a call is and whether a sandbox holds it', async () => {
    const { registry } = open();
    const safety = new SafetyManager(registry);
    expect(await safety.validate('bash', { command: 'ls' })).toMatchObject({
      safe: true,
      dangerLevel: 'safe',
      sandbox: 'required',
    });
    expect(await safety.validate('bash', { command: 'rm -rf ~' })).toMatchObject({
      safe: false,
      dangerLevel: 'dangerous',
    });
  });

  it('ExecutionPolicyManager holds rules that a registry keeps to', async () => {
    const rules = new ExecutionPolicyManager().deny('write_file', '**/*.lock').allow('bash', 'make *');
    const { registry, root } = open({}, { policy: rules.policy });
    await expect(registry.execute('write_file', { path: 'a.lock', content: '' })).rejects.toMatchObject({
      code: 'POLICY_DENIED',
    });
    const session = { tainted: false, privateRead: false, hostsAllowed: [], calls: 0, tokens: 0 };
    const facts = { tool: 'upper', trust: 'user', required: [], effects: [], approval: false, session, root } as const;
    expect(rules.evaluate({ ...facts, danger: 'safe' }).verdict).toBe('allow');
    expect(rules.evaluate({ ...facts, danger: 'dangerous' }).verdict).toBe('ask');
  });

  it('SharedBlackboard and SharedFileCache are the gate’s own', () => {
    expect([SharedBlackboard.name, SharedFileCache.name]).toEqual(['SharedBlackboard', 'SharedFileCache']);
  });
});

describe('failures', () => {
  it('DeadLetterQueue keeps a failed call, retries it by hand and drops it', async () => {
    let broken = true;
    const { registry } = open();
    registry.register({
      ...upperTool,
      getDangerLevel: undefined,
      dangerLevel: 'safe',
      execute: async () => {
        if (broken) throw new Error('down');
        return 'up';
      },
    });
    const queue = new DeadLetterQueue(registry);
    await expect(registry.execute('upper', { text: 'a' })).rejects.toMatchObject({ code: 'EXECUTION_ERROR' });
    await expect(registry.execute('upper', { text: 'b' })).rejects.toMatchObject({ code: 'EXECUTION_ERROR' });
    const [second, first] = await queue.list();
    expect(await queue.get(first!.id)).toMatchObject({ tool: 'upper', args: { text: 'a' } });
    broken = false;
    expect(await queue.retry(first!.id)).toBe('up');
    await expect(queue.retry(first!.id)).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' });
    await queue.drop(second!.id);
    await expect(queue.drop(second!.id)).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' });
    expect(await queue.list()).toEqual([]);
  });

  it('a registry retries safe tools whose failure may pass', async () => {
    const { ToolError } = await import('../../tool/error.ts');
    let runs = 0;
    const { registry } = open({}, { retry: { attempts: 3, delay: 1 } });
    registry.register({
      ...upperTool,
      getDangerLevel: undefined,
      dangerLevel: 'safe',
      execute: async () => {
        runs += 1;
        throw new ToolError('TIMEOUT', 'slow', { retryable: true });
      },
    });
    await expect(registry.execute('upper', { text: 'a' })).rejects.toMatchObject({ code: 'TIMEOUT' });
    expect(runs).toBe(3);
  });
});

describe('changes that someone else has written', () => {
  it('trackFileChange records them, so that undo_file takes them back', async () => {
    const { registry, read, write } = open({ 'a.txt': 'before\n' });
    write('a.txt', 'after\n');
    await trackFileChange(
      {
        filePath: 'a.txt',
        operation: 'write',
        contentBefore: 'before\n',
        contentAfter: 'after\n',
        turnNumber: 5,
        toolCallId: 'tc_123',
      },
      registry,
    );
    await registry.execute('undo_file', { path: 'a.txt' });
    expect(read('a.txt')).toBe('before\n');
  });

  describe('fileChangeTracker', () => {
    let world: TemporaryWorkspace;
    const before = { ...process.env };
    beforeAll(() => {
      world = temporaryWorkspace({ 'a.txt': 'after\n' });
      process.env.AGENT_WORKSPACE_ROOT = world.root;
      process.env.XDG_STATE_HOME = join(world.state, 'xdg');
    });
    afterAll(async () => {
      process.env = before;
      const { usualRegistry } = await import('./registry.ts');
      await usualRegistry.close();
      await world.remove();
    });

    it('fileChangeTracker works on the workspace of the process', async () => {
      const change = { filePath: join(world.root, 'a.txt'), operation: 'write', turnNumber: 1, toolCallId: 'tc_1' };
      await fileChangeTracker.recordChange({ ...change, contentBefore: 'before\n', contentAfter: 'after\n' });
      const { usualRegistry } = await import('./registry.ts');
      const [set] = await (await usualRegistry.gate()).journal.list();
      expect(set).toMatchObject({ turn: 1 });
    });
  });
});
