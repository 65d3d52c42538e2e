import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { temporaryWorkspace } from '../../testing/temporary-workspace.ts';
import {
  type ApprovalRequest,
  type ApprovalResponse,
  createCoreRegistry,
  ERROR_CODES,
  type JSONSchema,
  type Result,
  type Tool,
  type ToolError,
  ToolRegistry,
  type ToolResult,
} from './index.ts';

const missing = (path: string): ToolError => ({
  code: 'FILE_NOT_FOUND',
  message: `No file ${path}`,
  details: { path },
});

/** A tool as an author writes it, over a folder of their own. */
function sizeTool(root: string): Tool {
  const inputSchema = z.object({
    path: z.string().describe('Path relative to the workspace'),
    unit: z.enum(['bytes', 'kilobytes']).optional(),
  });
  return {
    name: 'size_of',
    description: 'Says how large a file is',
    inputSchema: inputSchema.describe('size_of input'),
    outputSchema: z.object({ size: z.number(), modified: z.string() }),
    requiresApproval: false,
    async execute(args): Promise<Result<{ size: number; modified: string }>> {
      const { path, unit = 'bytes' } = inputSchema.parse(args);
      const file = join(root, path);
      if (!existsSync(file)) return { ok: false, error: missing(path) };
      const { size, mtime } = statSync(file);
      return { ok: true, value: { size: unit === 'bytes' ? size : size / 1024, modified: mtime.toISOString() } };
    },
  };
}

type Approver = (request: ApprovalRequest) => Promise<ApprovalResponse>;

function open(files: Record<string, string> = {}, approver?: Approver, core = false) {
  const { root, remove } = temporaryWorkspace(files);
  onTestFinished(remove);
  const options = { workspace: root, store: 'memory', ...(approver ? { approver } : {}) };
  const registry = core ? createCoreRegistry(options) : new ToolRegistry(options);
  onTestFinished(() => registry.close());
  const run = async (name: string, args: unknown): Promise<ToolResult<Record<string, unknown>>> =>
    (await registry.get(name)?.execute(args)) as ToolResult<Record<string, unknown>>;
  return { root, registry, run };
}

describe('ToolRegistry', () => {
  it('register, get and list', () => {
    const { root, registry } = open();
    registry.register(sizeTool(root));
    expect(registry.get('size_of')).toMatchObject({ name: 'size_of', requiresApproval: false });
    expect(registry.get('none')).toBeUndefined();
    expect(registry.list().map(tool => tool.name)).toEqual(['size_of']);
  });

  it('toOpenAIFunctions gives name, description and JSON Schema, flat', () => {
    const { root, registry } = open();
    registry.register(sizeTool(root));
    const [definition] = registry.toOpenAIFunctions();
    const parameters: JSONSchema | undefined = definition?.parameters;
    expect(definition).toMatchObject({ name: 'size_of', description: 'Says how large a file is' });
    expect(parameters).toMatchObject({ type: 'object', required: ['path'] });
  });

  it('what get gives runs through the gate: { ok, value } or { ok, error }', async () => {
    const { root, registry, run } = open({ 'a.txt': 'hello' });
    registry.register(sizeTool(root));
    expect(await run('size_of', { path: 'a.txt' })).toMatchObject({ ok: true, value: { size: 5 } });
    expect(await run('size_of', { path: 'none.txt' })).toMatchObject({
      ok: false,
      error: {
        code: 'FILE_NOT_FOUND',
        message: expect.stringContaining('No file none.txt'),
        details: { path: 'none.txt' },
      },
    });
    expect(await run('size_of', {})).toMatchObject({ ok: false, error: { code: 'INVALID_ARGUMENTS' } });
  });

  it('a value that is not as outputSchema says is an error', async () => {
    const { registry, run, root } = open({ 'a.txt': '' });
    registry.register({ ...sizeTool(root), execute: async () => ({ ok: true, value: { size: 'large' } }) });
    expect(await run('size_of', { path: 'a.txt' })).toMatchObject({ ok: false, error: { code: 'INVALID_OUTPUT' } });
  });
});

describe('approval', () => {
  it('a request has step, tool, arguments and reason; no means that nothing runs', async () => {
    const asked: ApprovalRequest[] = [];
    const { root, registry, run } = open({ 'a.txt': 'x' }, async request => {
      asked.push(request);
      return { approved: false };
    });
    registry.register({ ...sizeTool(root), requiresApproval: true });
    expect(await run('size_of', { path: 'a.txt' })).toMatchObject({ ok: false, error: { code: 'APPROVAL_DENIED' } });
    expect(asked).toMatchObject([{ tool: 'size_of', args: { path: 'a.txt' }, reason: expect.any(String) }]);
    expect(asked[0]?.stepId).toEqual(expect.any(String));
  });

  it('yes may come with other arguments', async () => {
    const { root, registry, run } = open({ 'a.txt': 'x', 'b.txt': 'four' }, async () => ({
      approved: true,
      modifiedArgs: { path: 'b.txt' },
    }));
    registry.register({ ...sizeTool(root), requiresApproval: true });
    expect(await run('size_of', { path: 'a.txt' })).toMatchObject({ ok: true, value: { size: 4 } });
  });

  it('requiresApproval may look at the arguments', async () => {
    let asked = 0;
    const { root, registry, run } = open({ 'a.txt': 'x' }, async () => {
      asked++;
      return { approved: true };
    });
    registry.register({
      ...sizeTool(root),
      requiresApproval: args => !existsSync(join(root, (args as { path: string }).path)),
    });
    await run('size_of', { path: 'a.txt' });
    expect(asked).toBe(0);
    await run('size_of', { path: 'none.txt' });
    expect(asked).toBe(1);
  });
});

describe('the core tools', () => {
  it('the core tools read, list, write, move and delete files with the described arguments and values', async () => {
    const { root, registry, run } = open({ 'a.txt': 'one\n', '.hidden': '' }, async () => ({ approved: true }), true);
    expect(registry.list().map(({ name }) => name)).toEqual(
      expect.arrayContaining(['list_directory', 'read_file', 'write_file', 'delete_file', 'move_file', 'run_code']),
    );
    expect(await run('list_directory', { path: '.', recursive: false, includeHidden: true })).toMatchObject({
      value: {
        entries: expect.arrayContaining([
          { name: 'a.txt', type: 'file', size: 4, modified: expect.stringMatching(/^\d{4}-.*Z$/) },
          expect.objectContaining({ name: '.hidden' }),
        ]),
      },
    });
    expect(await run('read_file', { path: 'a.txt', encoding: 'base64' })).toMatchObject({
      value: { content: 'b25lCg==', size: 4, modified: expect.any(String) },
    });
    expect(await run('write_file', { path: 'sub/b.txt', content: 'dHdv', encoding: 'base64' })).toMatchObject({
      ok: false,
      error: { code: 'FILE_NOT_FOUND' },
    });
    expect(
      await run('write_file', { path: 'sub/b.txt', content: 'dHdv', encoding: 'base64', createDirs: true }),
    ).toMatchObject({ value: { path: 'sub/b.txt', size: 3 } });
    expect(readFileSync(join(root, 'sub/b.txt'), 'utf8')).toBe('two');
    expect(await run('move_file', { from: 'sub/b.txt', to: 'c.txt' })).toMatchObject({
      value: { from: 'sub/b.txt', to: 'c.txt' },
    });
    expect(await run('move_file', { from: 'c.txt', to: 'a.txt' })).toMatchObject({ error: { code: 'FILE_EXISTS' } });
    expect(await run('delete_file', { path: 'sub', recursive: true })).toMatchObject({ value: { deleted: ['sub'] } });
    expect(await run('read_file', { path: '../outside' })).toMatchObject({ error: { code: 'INVALID_PATH' } });
  });

  it('ask before they overwrite or delete, and not for a new file', async () => {
    const asked: string[] = [];
    const { run } = open(
      { 'a.txt': 'one' },
      async ({ tool }) => {
        asked.push(tool);
        return { approved: true };
      },
      true,
    );
    await run('write_file', { path: 'new.txt', content: 'x' });
    await run('move_file', { from: 'new.txt', to: 'other.txt' });
    expect(asked).toEqual([]);
    await run('write_file', { path: 'a.txt', content: 'two' });
    await run('move_file', { from: 'other.txt', to: 'a.txt', overwrite: true });
    await run('delete_file', { path: 'a.txt' });
    expect(asked).toEqual(['write_file', 'move_file', 'delete_file']);
  });

  it('run_code runs Python and bash with arguments and variables, without a question', async () => {
    const { run } = open({}, undefined, true);
    const code = 'import os, sys\nprint(sys.argv[1], os.environ["WORD"])\nsys.exit(2)';
    expect(
      await run('run_code', { language: 'python', code, args: ['a'], env: { WORD: 'b' }, timeout: 30 }),
    ).toMatchObject({ ok: true, value: { stdout: 'a b\n', stderr: '', exitCode: 2, duration: expect.any(Number) } });
    expect(await run('run_code', { language: 'bash', code: 'echo $1 >&2', args: ['x'] })).toMatchObject({
      value: { stderr: 'x\n', exitCode: 0 },
    });
  });

  it('the common codes are in the one table', () => {
    expect(ERROR_CODES).toMatchObject({
      INVALID_PATH: 'security_error',
      FILE_NOT_FOUND: 'user_error',
      PERMISSION_DENIED: 'permission_error',
      TIMEOUT: 'system_error',
      EXECUTION_ERROR: 'system_error',
    });
  });
});
