import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { openWorld, WAYS } from '../../support/mcp/server-world.ts';

const FILES = { 'a.txt': 'old\n', 'b.txt': 'beside\n' };

const call = (client: Client, name: string, args: Record<string, unknown>, options = {}): Promise<CallToolResult> =>
  client.callTool({ name, arguments: args }, options) as Promise<CallToolResult>;

const textOf = ({ content }: CallToolResult): string =>
  content.map(block => (block.type === 'text' ? block.text : '')).join('');

describe.each(WAYS)('requests of one client of the $era era over $way', way => {
  it('that read pass a command which runs', async () => {
    const { connect, gate } = await openWorld(FILES, { gate: { policy: 'privileged' } });
    const client = await connect(way);
    const running = Promise.withResolvers<void>();
    gate.activity.subscribe('tool_output_chunk', () => running.resolve());
    const taken = new AbortController();
    const command = call(
      client,
      'bash',
      { command: 'echo up; echo new > a.txt; sleep 1000' },
      { signal: taken.signal },
    );
    command.catch(() => {});
    await running.promise;
    // The command never ends: whoever waited for it would wait for ever.
    expect(textOf(await call(client, 'read_file', { path: 'a.txt' }))).toContain('old');
    expect(textOf(await call(client, 'grep', { pattern: 'beside' }))).toContain('b.txt');
    expect(textOf(await call(client, 'git_status', {}))).not.toContain('TIMEOUT');
    taken.abort();
    await expect(command).rejects.toThrow();
  });

  it('do not wait for one that a person is asked about', async () => {
    const { connect, read } = await openWorld(FILES, { gate: { policy: 'privileged' } });
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    const client = await connect({
      ...way,
      answer: async () => {
        asked.resolve();
        await answered.promise;
        return { action: 'accept', content: { answer: 'allow_once' } };
      },
    });
    const overwriting = call(client, 'write_file', { path: 'a.txt', content: 'new\n' });
    await asked.promise;
    expect(textOf(await call(client, 'read_file', { path: 'a.txt' }))).toContain('old');
    expect(textOf(await call(client, 'bash', { command: 'cat a.txt; echo more >> b.txt' }))).toContain('old');
    expect(read('b.txt')).toBe('beside\nmore\n');
    answered.resolve();
    expect((await overwriting).isError).toBeFalsy();
    expect(read('a.txt')).toBe('new\n');
  });

  it('that change the same file keep the order in which they came', async () => {
    const { connect, read } = await openWorld(FILES);
    const client = await connect(way);
    const edit = (old_text: string, new_text: string) =>
      call(client, 'edit_file', { path: 'a.txt', old_text, new_text });
    const edits = way.way === 'pipe' ? [edit('old', 'one'), edit('one', 'two')] : [edit('old', 'two')];
    const seen = call(client, 'read_file', { path: 'b.txt' });
    for (const done of await Promise.all(edits)) expect(done.isError).toBeFalsy();
    expect(textOf(await seen)).toContain('beside');
    expect(read('a.txt')).toBe('two\n');
  });
});

it('requests that came before any was answered are one turn, a later one is the next', async () => {
  const { connect, gate } = await openWorld(FILES);
  const client = await connect({ era: 'modern', way: 'pipe' });
  await Promise.all([call(client, 'read_file', { path: 'a.txt' }), call(client, 'read_file', { path: 'b.txt' })]);
  await call(client, 'list_directory', {});
  expect((await gate.store.calls.list({})).map(({ turn }) => turn).sort()).toEqual([1, 1, 2]);
});
