import fs from 'node:fs/promises';
import { join } from 'node:path';
import type { StructuredToolInterface } from '@langchain/core/tools';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type TemporaryWorkspace, temporaryWorkspace } from '../../testing/temporary-workspace.ts';
import {
  registerBuiltinTools,
  Tool,
  type ToolPermission,
  type ToolPermissions,
  ToolRegistry,
  type ToolResponse,
} from './index.ts';

const schema = z.object({
  path: z.string().describe('File to count'),
  encoding: z.enum(['utf-8', 'latin1']).default('utf-8').describe('How its bytes are read'),
});
type CountSchema = typeof schema;

interface CountMetadata extends Tool.Metadata {
  path: string;
  lines: number;
}

let world: TemporaryWorkspace;

/** As an author writes one: two type arguments, progress, a result with a title. */
const countTool = Tool.define<CountSchema, CountMetadata>('count_lines', {
  description: 'Counts the lines of a file',
  parameters: schema,
  execute: async (args, ctx) => {
    ctx.metadata({ title: `Counting ${args.path}...` });
    const content = await fs.readFile(join(world.root, args.path), args.encoding);
    const lines = content.split('\n').length - 1;
    return { title: `Counted ${args.path}`, metadata: { path: args.path, lines }, output: `${lines} lines` };
  },
});

const updates: unknown[] = [];
const context = (more: Partial<Tool.Context> = {}): Tool.Context => ({
  sessionID: 's1',
  messageID: 'm1',
  agent: 'tester',
  abort: new AbortController().signal,
  callID: 'c1',
  metadata: input => void updates.push(input.title),
  ...more,
});

beforeEach(() => {
  updates.length = 0;
  world = temporaryWorkspace({ 'a.txt': 'one\ntwo\n' });
  ToolRegistry.configure({ workspace: world.root, store: 'memory', policy: 'privileged' });
});
afterEach(async () => {
  ToolRegistry.unregister('count_lines');
  await ToolRegistry.close();
  await world.remove();
});

describe('Tool.define', () => {
  it('Tool.define gives an info that can be initialised', async () => {
    const info: Tool.Info<CountSchema, CountMetadata> = countTool;
    const initialized = await info.init({ workingDir: world.root });
    expect([info.id, initialized.description]).toEqual(['count_lines', 'Counts the lines of a file']);
    const result: Tool.Result<CountMetadata> = await initialized.execute(
      { path: 'a.txt', encoding: 'utf-8' },
      context(),
    );
    expect(result.metadata.lines).toBe(2);
  });

  it('Tool.define takes a function that makes the definition when it is first needed', async () => {
    const seen: unknown[] = [];
    const late = Tool.define('late', async (ctx: Tool.InitContext) => {
      seen.push(ctx.workingDir);
      return {
        description: 'Made when needed',
        parameters: z.object({}),
        execute: async () => ({ title: 'Done', metadata: {}, output: 'made' }),
      };
    });
    ToolRegistry.register(late, { permissions: { required: ['read'] } });
    expect(seen).toEqual([]);
    expect((await ToolRegistry.execute('late', {}, context())).output).toBe('made');
    await ToolRegistry.execute('late', {}, context());
    expect(seen).toEqual([world.root]);
    ToolRegistry.unregister('late');
  });
});

describe('ToolRegistry', () => {
  it('executes a registered tool with the context it is given, and streams its titles', async () => {
    ToolRegistry.register(countTool, { permissions: { required: ['read'] } });
    const result = await ToolRegistry.execute('count_lines', { path: 'a.txt' }, context());
    expect(result).toMatchObject({ title: 'Counted a.txt', metadata: { lines: 2 }, output: '2 lines' });
    expect(updates).toEqual(['Counting a.txt...']);
    expect(ToolRegistry.lastResults.get('count_lines')).toEqual(result);
  });

  it('hands a tool the session, message, agent and signal of the context, and an id for each call', async () => {
    const seen: Tool.Context[] = [];
    const look = Tool.define('look', {
      description: 'Looks at its context',
      parameters: z.object({}),
      execute: async (_, ctx) => {
        seen.push(ctx);
        return { title: 'Seen', metadata: {}, output: 'seen' };
      },
    });
    ToolRegistry.register(look, { permissions: { required: ['read'] } });
    const stop = new AbortController();
    await ToolRegistry.execute('look', {}, context({ abort: stop.signal }));
    await ToolRegistry.execute('look', {}, context({ callID: undefined }));
    expect(seen).toMatchObject([
      { sessionID: 's1', messageID: 'm1', agent: 'tester', callID: expect.any(String) },
      { callID: expect.any(String) },
    ]);
    expect(seen[0]?.callID).not.toBe(seen[1]?.callID);
    stop.abort();
    expect((await ToolRegistry.execute('look', {}, context({ abort: stop.signal }))).metadata.error).toBe('ABORTED');
    ToolRegistry.unregister('look');
  });

  it('ToolRegistry gives attachments on, and an object as output as its JSON text', async () => {
    const draw = Tool.define('draw', {
      description: 'Draws a dot',
      parameters: z.object({}),
      execute: async () => ({
        title: 'Drawn',
        metadata: {},
        output: { dots: 1 } as unknown as string,
        attachments: [{ name: 'dot.txt', mediaType: 'text/plain', data: 'Lg==' }],
      }),
    });
    ToolRegistry.register(draw, { permissions: { required: ['read'] } });
    const { output, attachments } = await ToolRegistry.execute('draw', {}, context());
    expect(JSON.parse(output)).toEqual({ dots: 1 });
    expect(attachments).toEqual([{ name: 'dot.txt', mediaType: 'text/plain', data: 'Lg==' }]);
    ToolRegistry.unregister('draw');
  });

  it('ToolRegistry gives a failure as a result that says its code in the metadata', async () => {
    const result = await ToolRegistry.execute('read', { path: 'none.txt' }, context());
    expect(result.metadata.error).toBe('FILE_NOT_FOUND');
    expect((await ToolRegistry.execute('count_lines', {}, context())).metadata.error).toBe('UNKNOWN_TOOL');
  });

  it('get, unregister and enabled go by names and permissions', () => {
    ToolRegistry.register(countTool, { permissions: { required: ['read', 'network'] } });
    expect(ToolRegistry.get('count_lines')).toBe(countTool);
    const only: ToolPermission[] = ['read'];
    const names = (permissions: ToolPermission[]) => ToolRegistry.enabled(permissions).map(({ id }) => id);
    expect(names(only)).toEqual(expect.arrayContaining(['read', 'glob', 'grep', 'list', 'todoread', 'todowrite']));
    expect(names(only)).not.toContain('count_lines');
    expect(names(['read', 'network'])).toEqual(expect.arrayContaining(['count_lines', 'webfetch']));
    expect(names(['read', 'execute'])).toEqual(expect.arrayContaining(['bash', 'task']));
    expect(ToolRegistry.unregister('count_lines')).toBe(true);
    expect(ToolRegistry.get('count_lines')).toBeUndefined();
  });

  it('a call needs all that its tool requires, and none of what is optional', async () => {
    ToolRegistry.configure({ policy: 'read-only' });
    const run = async (permissions: ToolPermissions) => {
      ToolRegistry.register(countTool, { permissions });
      return (await ToolRegistry.execute('count_lines', { path: 'a.txt' }, context())).metadata.error;
    };
    expect(await run({ required: ['read'], optional: ['network'] })).toBeUndefined();
    expect(await run({ required: ['read', 'network'] })).toBe('PERMISSION_DENIED');
  });

  it('a description in a file beside the tool replaces the one in the code', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of descriptions.
    world.write('tools/count_lines.txt', 'Counts lines below ${workspace}, from ${directory}, in ${cwd}');
    const permissions: ToolPermissions = { required: ['read'], optional: ['write'] };
    registerBuiltinTools(join(world.root, 'tools'), [{ tool: countTool, permissions }]);
    const tools = await ToolRegistry.tools();
    expect(tools.find(({ name }) => name === 'count_lines')?.description).toBe(
      `Counts lines below ${world.root}, from ${world.root}, in ${world.root}`,
    );
  });

  it('tools gives LangChain tools, made once, whose results are told and kept', async () => {
    ToolRegistry.register(countTool, { permissions: { required: ['read'] } });
    const told: Tool.Result[] = [];
    const asked: unknown[] = [];
    const options = {
      initCtx: { workingDir: world.root },
      createContext: (toolId: string, callId: string | undefined) => {
        asked.push(toolId);
        return context({ callID: callId });
      },
      onToolResult: (result: Tool.Result) => void told.push(result),
    };
    const tools = await ToolRegistry.tools<StructuredToolInterface>(options);
    const count = tools.find(({ name }) => name === 'count_lines');
    expect(await count?.invoke({ path: 'a.txt' })).toBe('2 lines');
    expect(told).toMatchObject([{ title: 'Counted a.txt', output: '2 lines' }]);
    expect(asked).toEqual(['count_lines']);
    expect(ToolRegistry.lastResults.get('count_lines')).toEqual(told[0]);
    expect((await ToolRegistry.tools(options)).find(({ name }) => name === 'count_lines')).toBe(count);
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['read', 'write', 'edit', 'list', 'bash']));
  });
});

describe('the tools that come along', () => {
  it('the tools that come along read, write, edit, glob, grep, list, todos and bash work under these names', async () => {
    const run = async (id: string, args: unknown) => (await ToolRegistry.execute(id, args, context())).output;
    expect(await run('write', { path: 'b.txt', content: 'three\n' })).toContain('b.txt');
    expect(await run('edit', { path: 'b.txt', old_string: 'three', new_string: 'four' })).toContain('b.txt');
    expect(await run('read', { path: 'b.txt', offset: 1, limit: 1 })).toBe('     1\tfour');
    expect(await run('glob', { pattern: '*.txt' })).toContain('b.txt');
    expect(await run('grep', { pattern: 'fo.r', context: 1 })).toContain('four');
    expect(await run('list', { path: '.', limit: 1 })).toContain('a.txt');
    await run('todowrite', { todos: [{ content: 'Test', status: 'pending' }] });
    expect(await run('todoread', {})).toContain('Test');
    expect(await run('bash', { command: 'echo hello' })).toContain('hello');
  });

  it('task without a model says LLM_ASSIST_REQUIRED in the metadata', async () => {
    const result = await ToolRegistry.execute('task', { agentType: 'explorer', prompt: 'Look around' }, context());
    expect(result.metadata.error).toBe('LLM_ASSIST_REQUIRED');
  });

  it('their infos can be initialised and run alone', async () => {
    const read = await ToolRegistry.get('read')?.init();
    const result = await read?.execute({ path: 'a.txt' }, context());
    expect(result?.output).toContain('two');
  });

  it('a response of the old form is still a type', () => {
    const old: ToolResponse<number> = { success: true, result: 1, message: 'ok' };
    expect(old.success && old.result).toBe(1);
  });
});
