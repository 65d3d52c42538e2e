import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import type { McpServingOptions } from '../../../src/adapters/mcp/server/index.ts';
import { type Outcome, Tool } from '../../../src/index.ts';
import { openWorld, WAYS } from '../../support/mcp/server-world.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

const harmless = { effects: () => [], permissions: { required: [] }, danger: 'safe' } as const;

const slow = Tool.define('slow', {
  ...harmless,
  description: 'Run until it is stopped.',
  parameters: z.object({}),
  execute: (_, ctx) =>
    new Promise<never>((_resolve, reject) => {
      ctx.metadata({ title: 'at work' });
      ctx.abort.addEventListener('abort', () => reject(ctx.abort.reason));
    }),
});

const picture = Tool.define('picture', {
  ...harmless,
  description: 'Draw a pixel.',
  parameters: z.object({}),
  execute: () => ({
    output: 'A pixel.',
    attachments: [
      { name: 'pixel.png', mediaType: 'image/png', data: PIXEL },
      { name: 'notes.md', mediaType: 'text/markdown', data: Buffer.from('# Notes').toString('base64') },
      { name: 'page', mediaType: 'text/html', url: 'https://example.org/' },
    ],
  }),
});

const steps = Tool.define('steps', {
  ...harmless,
  description: 'Tell of two steps.',
  parameters: z.object({}),
  execute: async (_, ctx) => {
    ctx.metadata({ title: 'first' });
    ctx.output('and a line\n');
    return { output: 'done' };
  },
});

const failing = Tool.define('failing', {
  ...harmless,
  description: 'Fail.',
  parameters: z.object({}),
  execute: () => {
    throw new Error('It broke');
  },
});

const word = Tool.define('word', {
  ...harmless,
  description: 'Say a word.',
  parameters: z.object({}),
  returns: z.string(),
  execute: () => ({ value: 'hello' }),
});

const long = Tool.define('long', {
  ...harmless,
  description: 'Say much.',
  parameters: z.object({}),
  execute: () => ({ output: Array.from({ length: 5000 }, (_, index) => `line ${index + 1}`).join('\n') }),
});

const much = Tool.define('much', {
  ...harmless,
  description: 'Return much.',
  parameters: z.object({}),
  returns: z.object({ text: z.string(), code: z.number() }),
  execute: () => {
    const text = '0123456789'.repeat(200_000);
    return { output: text, value: { text, code: 7 } };
  },
});

const TOOLS = [slow, picture, steps, failing, word, long, much];
const FILES = { 'a.txt': 'one\ntwo\nthree\n', '.env': 'SECRET=1\n' };
const POLICY = { rules: [{ effect: 'read', match: '**/.env', verdict: 'deny' }] } as const;

const open = (serving?: McpServingOptions) =>
  openWorld(FILES, { gate: { tools: TOOLS, policy: POLICY }, ...(serving ? { serving } : {}) });

const textOf = ({ content }: CallToolResult): string =>
  content.map(block => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n');

const REPAIRED = 'Repaired: limit: "1" read as the number 1';

const codeOf = ({ _meta }: CallToolResult): unknown => (_meta?.['toolgate/error'] as { code?: unknown })?.code;

const call = (client: Client, name: string, args: Record<string, unknown> = {}): Promise<CallToolResult> =>
  client.callTool({ name, arguments: args }) as Promise<CallToolResult>;

describe.each(WAYS)('a client of the $era era over $way', way => {
  it('lists the tools in one order, with schemas and hints', async () => {
    const { connect, gate } = await open();
    const client = await connect(way);
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(gate.registry.describe().flatMap(({ name }) => (names.includes(name) ? [name] : [])));
    expect((await client.listTools()).tools).toEqual(tools);
    const readFile = tools.find(({ name }) => name === 'read_file');
    expect(readFile).toMatchObject({
      inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    });
    expect(tools.find(({ name }) => name === 'delete_file')?.annotations).toMatchObject({
      readOnlyHint: false,
      destructiveHint: true,
    });
  });

  it('gets the text of a call once, also of one that had to be repaired, and nothing else', async () => {
    const { connect } = await open();
    const client = await connect(way);
    const { tools } = await client.listTools();
    expect(tools.filter(({ outputSchema }) => outputSchema)).toEqual([]);
    const good = await call(client, 'read_file', { path: 'a.txt', limit: 1 });
    expect(good.content).toEqual([{ type: 'text', text: expect.stringContaining('     1\tone') }]);
    expect([good.structuredContent, good._meta?.['toolgate/call']]).toEqual([undefined, undefined]);
    const repaired = await call(client, 'read_file', { path: 'a.txt', limit: '1' });
    expect(repaired.content).toEqual([{ type: 'text', text: `${textOf(good)}\n\n${REPAIRED}` }]);
  });

  it('gets the value beside the text where values were asked for, in one form whatever the value is', async () => {
    const { connect } = await open({ structured: true });
    const client = await connect(way);
    const { tools } = await client.listTools();
    const schemaOf = (tool: string) => tools.find(({ name }) => name === tool)?.outputSchema;
    expect(schemaOf('read_file')).toMatchObject({ properties: { value: { properties: { content: {} } } } });
    expect(schemaOf('word')).toMatchObject({ type: 'object', properties: { value: { type: 'string' } } });
    const read = await call(client, 'read_file', { path: 'a.txt', limit: '1' });
    expect(textOf(read)).toContain(REPAIRED);
    expect(read.structuredContent).toMatchObject({ output: textOf(read), value: { content: 'one\n', lines: 3 } });
    expect((await call(client, 'word')).structuredContent).toEqual({ output: 'hello', value: 'hello' });
  });

  it('gets no more of a long output than the cut text says, with its notes, in any field', async () => {
    const { connect } = await open({ structured: true });
    const client = await connect(way);
    const result = await call(client, 'much');
    expect(JSON.stringify(result).length).toBeLessThan(200_000);
    const { output, value } = result.structuredContent as { output: string; value: { text: string; code: number } };
    expect(output).toContain('Read the rest with read_file path="output:');
    expect(value).toMatchObject({ code: 7, text: expect.stringMatching(/cut: it has 2000000 characters/) });
  });

  it('gets failures as results that say how to go on', async () => {
    const { connect } = await open();
    const client = await connect(way);
    const bad = await call(client, 'read_file', { path: 7, limt: 1 });
    expect([bad.isError, codeOf(bad)]).toEqual([true, 'INVALID_ARGUMENTS']);
    expect(textOf(bad)).toContain('limit');
    expect(codeOf(await call(client, 'read_file', { path: '.env' }))).toBe('POLICY_DENIED');
    expect(codeOf(await call(client, 'failing'))).toBe('EXECUTION_ERROR');
    const unknown = await call(client, 'read_fil', { path: 'a.txt' });
    expect(codeOf(unknown)).toBe('UNKNOWN_TOOL');
    expect(textOf(unknown)).toContain('read_file');
  });

  it('gets what is attached, and can read the whole of what was cut', async () => {
    const { connect } = await open();
    const client = await connect(way);
    expect((await call(client, 'picture')).content).toMatchObject([
      { type: 'text', text: 'A pixel.' },
      { type: 'image', data: PIXEL, mimeType: 'image/png' },
      { type: 'resource', resource: { mimeType: 'text/markdown', text: '# Notes' } },
      { type: 'resource_link', uri: 'https://example.org/', mimeType: 'text/html' },
    ]);
    const cut = await call(client, 'long');
    expect(cut.content).toHaveLength(1);
    const [, id] = /output:([0-9a-f-]{36})/.exec(textOf(cut)) ?? [];
    const whole = await client.readResource({ uri: `toolgate://output/${id}` });
    const [read] = whole.contents as { text: string }[];
    expect(read?.text.split('\n')).toHaveLength(5000);
    await expect(client.readResource({ uri: 'toolgate://output/none' })).rejects.toMatchObject({ code: -32602 });
  });

  it('gets the value also of a call that has made other tools come', async () => {
    const { connect, gate } = await open({ structured: true });
    const grow = Tool.define('grow', {
      ...harmless,
      description: 'Make a tool come.',
      parameters: z.object({}),
      returns: z.object({ made: z.string() }),
      execute: () => {
        gate.registry.register(Tool.define('grown', failing.definition as never));
        return { value: { made: 'grown' } };
      },
    });
    gate.registry.register(grow as unknown as Tool.Info);
    const client = await connect(way);
    await client.listTools();
    expect((await call(client, 'grow')).structuredContent).toMatchObject({ value: { made: 'grown' } });
    expect((await client.listTools(undefined, { cacheMode: 'refresh' })).tools.map(({ name }) => name)).toContain(
      'grown',
    );
  });

  it('is told of progress, in numbers that grow', async () => {
    const { connect } = await open();
    const client = await connect(way);
    const told: { progress: number; message?: string }[] = [];
    const onprogress = (progress: { progress: number; message?: string }) => void told.push(progress);
    await client.callTool({ name: 'steps', arguments: {} }, { onprogress });
    expect(told.map(({ message }) => message)).toEqual(['first', 'and a line\n']);
    expect(told[1]!.progress).toBeGreaterThan(told[0]!.progress);
  });

  it('can take a call back, and what runs beside it goes on', async () => {
    const { connect, gate } = await open();
    const ended = new Promise<Outcome['error']>(resolve => {
      gate.activity.subscribe('tool_call_end', ({ data }) => {
        if (data.toolName === 'slow') resolve(data.error as Outcome['error']);
      });
    });
    const client = await connect(way);
    const taken = new AbortController();
    const running = client.callTool(
      { name: 'slow', arguments: {} },
      { signal: taken.signal, onprogress: () => taken.abort() },
    );
    const beside = ['a', 'b', 'c'].map(() => call(client, 'read_file', { path: 'a.txt' }));
    await expect(running).rejects.toThrow();
    expect(await ended).toMatchObject({ code: 'ABORTED' });
    expect((await Promise.all(beside)).every(({ isError }) => !isError)).toBe(true);
  });

  it('is told when the tools change', async () => {
    const { connect, gate } = await open();
    const client = await connect(way);
    const told = Promise.withResolvers<void>();
    client.setNotificationHandler('notifications/tools/list_changed', () => told.resolve());
    const listening = way.era === 'modern' ? await client.listen({ toolsListChanged: true }) : undefined;
    // A client of the old era opens the stream for this when it likes.
    const changing = setInterval(() => gate.registry.register(failing), 100);
    onTestFinished(() => clearInterval(changing));
    await told.promise;
    clearInterval(changing);
    gate.registry.unregister('failing');
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('failing');
    await listening?.close();
  });
});
