import type { Client } from '@modelcontextprotocol/client';
import { estimateTokenCount } from 'tokenx';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { McpServingOptions } from '../../../src/adapters/mcp/server/index.ts';
import { createMcpServing } from '../../../src/adapters/mcp/server/index.ts';
import { Tool, type ToolgateOptions } from '../../../src/index.ts';
import { openWorld } from '../../support/mcp/server-world.ts';
import { openGate } from '../../support/worlds/open-gate.ts';

const connect = async (serving?: McpServingOptions, gate: Partial<ToolgateOptions> = { policy: 'privileged' }) => {
  const world = await openWorld({ 'a.txt': 'hello\n' }, { gate, ...(serving ? { serving } : {}) });
  return { ...world, client: await world.connect({ era: 'modern', way: 'pipe' }) };
};

const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
const textOf = (result: unknown) => (result as { content: { text: string }[] }).content[0]!.text;

describe('what is listed', () => {
  it.each([
    ['standard', 5_000],
    ['privileged', 6_000],
  ] as const)('the list of tools costs a model with %s at most %i tokens', async (policy, most) => {
    for (const structured of [false, true]) {
      const { client } = await connect({ structured }, { policy });
      const sent = JSON.stringify(await client.listTools());
      expect(estimateTokenCount(sent)).toBeLessThanOrEqual(most);
      expect(sent.includes('outputSchema')).toBe(structured);
    }
  });

  it('the core is listed, with the two tools that reach all others, and those are named', async () => {
    const { client } = await connect();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      ...['bash', 'bash_kill', 'bash_output', 'call_tool', 'delete_file', 'edit_file', 'find_tools', 'glob', 'grep'],
      ...['list_directory', 'move_file', 'read_file', 'undo_turn', 'write_file'],
    ]);
    expect(tools.find(({ name }) => name === 'find_tools')!.description).toMatch(/call_tool: .*git_status/);
  });

  it('a tool that is not listed is found and called', async () => {
    const { client } = await connect();
    const found = await client.callTool({ name: 'find_tools', arguments: { query: 'facts about a file size' } });
    expect(textOf(found)).toContain('get_file_info');
    const args = { name: 'get_file_info', args: { path: 'a.txt' } };
    expect(textOf(await client.callTool({ name: 'call_tool', arguments: args }))).toContain('6');
  });

  it('tools of one’s own are listed beside the core', async () => {
    const own = Tool.define('own', {
      description: 'Do nothing.',
      parameters: z.object({}),
      effects: () => [],
      execute: () => ({ output: 'done' }),
    });
    const { client } = await connect(undefined, { policy: 'privileged', tools: [own] });
    expect(await namesOf(client)).toContain('own');
  });

  it('all are listed where the client says so, or where the rest could not be found', async () => {
    const { client } = await connect({ tools: ['all'] });
    expect((await namesOf(client)).length).toBeGreaterThan(35);
    const alone = await connect(undefined, { policy: 'privileged', packs: ['filesystem', 'git'] });
    expect(await namesOf(alone.client)).toContain('git_log');
  });

  it('what is listed: where scripts call the tools, what runs them is listed', async () => {
    const { client } = await connect(undefined, { policy: 'privileged', offer: 'code' });
    expect(await namesOf(client)).toEqual(['find_tools', 'run_code']);
  });

  it('a set, a pack, a tool and another name of one can be chosen together', async () => {
    const { client } = await connect(
      { tools: ['core', 'history', 'git_status', 'webfetch'] },
      { policy: 'privileged' },
    );
    expect(await namesOf(client)).toEqual(expect.arrayContaining(['bash', 'redo', 'git_status', 'web_fetch']));
  });

  it.each([
    [['reed_file'], 'UNKNOWN_TOOL', 'Did you mean read_file?'],
    [['core', 'gti'], 'UNKNOWN_TOOL', 'Did you mean git?'],
    [['bash'], 'PERMISSION_DENIED', 'privileged'],
  ] as const)('a choice of %j is refused with %s', async (tools, code, suggestion) => {
    const { gate } = await openGate({}, { policy: 'standard' });
    const error = await createMcpServing(gate, { tools }).catch(thrown => thrown);
    expect([error.code, error.suggestion]).toEqual([code, expect.stringContaining(suggestion)]);
  });

  it('what is chosen without call_tool is all that can be called', async () => {
    const { client } = await connect({ tools: ['read_file'] });
    expect(await namesOf(client)).toEqual(['read_file']);
    expect(textOf(await client.callTool({ name: 'read', arguments: { path: 'a.txt' } }))).toContain('hello');
    for (const name of ['write_file', 'bash', 'Bash', 'call_tool', 'nothing'])
      await expect(client.callTool({ name, arguments: { path: 'b.txt', content: '' } })).rejects.toThrow(
        'Unknown tool',
      );
  });
});

describe('a prefix', () => {
  it('a prefix stands before each name, and calls with it and without it mean the same', async () => {
    const { client } = await connect({ prefix: 'tg_' });
    expect((await namesOf(client)).every(name => name.startsWith('tg_'))).toBe(true);
    for (const name of ['tg_read_file', 'read_file'])
      expect(textOf(await client.callTool({ name, arguments: { path: 'a.txt' } }))).toContain('hello');
    const args = { name: 'tg_read_file', args: { path: 'a.txt' } };
    expect(textOf(await client.callTool({ name: 'tg_call_tool', arguments: args }))).toContain('hello');
    expect(client.getInstructions()).toContain('tg_');
  });

  it.each(['1_', 'a b', '../', 'x'.repeat(21)])('%j is refused as one', async prefix => {
    const { gate } = await openGate({});
    await expect(createMcpServing(gate, { prefix })).rejects.toThrow('cannot stand before');
  });
});
