import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ClaudeOptionsInput, toClaudeOptions } from '../../../../src/adapters/claude/index.ts';
import { openMessagesStub } from '../../../support/adapters/messages-stub.ts';
import { openSlot } from '../../../support/adapters/open-slot.ts';

const here = import.meta.dirname;
const sdk = join(here, 'node_modules/@anthropic-ai/claude-agent-sdk/sdk.mjs');

interface SdkMessage {
  readonly type: string;
  readonly subtype?: string;
  readonly permission_denials?: readonly { readonly tool_name: string }[];
}
type Query = (asked: { prompt: string; options: object }) => AsyncIterable<SdkMessage>;
let query: Query;

beforeAll(async () => {
  if (!existsSync(sdk)) execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: here });
  ({ query } = (await import(pathToFileURL(sdk).href)) as { query: Query });
});

type Uses = Parameters<typeof openMessagesStub>[0];

/** Runs the SDK's own program against a scripted model, with a home of its own. */
async function run(rounds: Uses, given: ClaudeOptionsInput = {}, more: object = {}) {
  const slot = await openSlot({}, given.canUseTool ? { approver: () => 'reject_once' } : {});
  const { url, offered, told } = await openMessagesStub(rounds);
  const options = await toClaudeOptions(slot.gate, given);
  const env = {
    PATH: process.env.PATH,
    HOME: slot.space.path('../home'),
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  };
  let ended: SdkMessage | undefined;
  for await (const message of query({ prompt: 'Go on.', options: { ...options, env, ...more } }))
    if (message.type === 'result') ended = message;
  return { ...slot, offered, told, ended };
}

const bash = (command: string) => ({ name: 'Bash', input: { command } });
const ours = (tool: string, input: object) => ({ name: `mcp__toolgate__${tool}`, input });

describe('the Claude Agent SDK with its own program', () => {
  it("the Claude Agent SDK with its own program offers the gate's tools alone, and calls by the names that the model knows come to them", async () => {
    const { offered, told, space, gate, ended } = await run([
      [bash('echo made > made.txt'), { name: 'Read', input: { file_path: 'a.txt' } }],
      [{ name: 'Edit', input: { file_path: 'a.txt', old_string: 'two', new_string: '2' } }],
      [ours('read_file', { path: '.env' })],
    ]);
    // The host names a tool for those that it may load later; it is none.
    const others = [...offered].filter(name => !name.startsWith('mcp__toolgate__'));
    expect(others.filter(name => name !== 'DeferredToolPlaceholder')).toEqual([]);
    expect(offered).toContain('mcp__toolgate__bash');
    expect(ended?.subtype).toBe('success');
    expect(told.map(({ failed }) => failed)).toEqual([false, false, false, true]);
    expect(told[1]?.text).toContain('two');
    expect(told[3]?.text).toMatch(/POLICY_DENIED: /);
    expect([space.read('made.txt'), space.read('a.txt')]).toEqual(['made\n', 'one\n2\nthree\n']);
    const rows = await gate.store.calls.list({});
    expect(rows.map(({ tool }) => tool).sort()).toEqual(['bash', 'edit_file', 'read_file', 'read_file']);
    while ((await gate.execute({ name: 'undo_turn', args: {} })).ok);
    expect(space.read('a.txt')).toBe('one\ntwo\nthree\n');
  });

  it('the Claude Agent SDK with its own program mends and explains arguments as everywhere, for they reach the gate as the model wrote them', async () => {
    const { told, gate } = await run([
      [ours('read_file', { file: 'a.txt', max_lines: 1 })],
      [ours('write_file', { path: ['no', 'path'], wrong: true })],
    ]);
    expect(told[0]?.text).toMatch(/1\tone\n\n\[Lines 1-1 of 3/);
    expect(told[1]?.text).toMatch(/INVALID_ARGUMENTS: /);
    expect(await gate.store.calls.list({})).toHaveLength(2);
  });

  const write = ours('write_file', { path: 'a.txt', content: 'new\n' });

  it('the Claude Agent SDK with its own program asks canUseTool what the policy asks, with the diff, and its yes lets the call run', async () => {
    const asked: string[] = [];
    const { space, told } = await run([[ours('read_file', { path: 'a.txt' })], [write]], {
      canUseTool: async (tool, updatedInput, { description, decisionReason }) => {
        asked.push(`${tool}: ${decisionReason}\n${description}`);
        return { behavior: 'allow', updatedInput };
      },
    });
    expect(asked).toEqual([expect.stringMatching(/^mcp__toolgate__write_file: .*overwrites[\s\S]*-two[\s\S]*\+new/)]);
    expect(space.read('a.txt')).toBe('new\n');
    expect(told[1]?.failed).toBe(false);
  });

  it('the Claude Agent SDK with its own program tells the model a no of canUseTool, and it is on record', async () => {
    const { space, told, gate, ended } = await run([[write]], {
      canUseTool: async () => ({ behavior: 'deny', message: 'keep it' }),
    });
    expect(space.read('a.txt')).toBe('one\ntwo\nthree\n');
    expect(told[0]).toEqual({ text: expect.stringContaining('keep it'), failed: true });
    expect(ended?.permission_denials).toMatchObject([{ tool_name: 'mcp__toolgate__write_file' }]);
    expect(await gate.store.calls.list({})).toMatchObject([{ tool: 'write_file', error: { code: 'APPROVAL_DENIED' } }]);
  });

  it('the Claude Agent SDK with its own program asks the approver of the gate where no canUseTool is given', async () => {
    const { space, questions } = await run([[write]]);
    expect(questions).toMatchObject([{ tool: 'write_file', diff: expect.stringContaining('+new') }]);
    expect(space.read('a.txt')).toBe('new\n');
  });

  it("the Claude Agent SDK with its own program lets no tool of the host pass the gate by, also where the host's own rules and mode allow it", async () => {
    const { space, told } = await run(
      [[{ name: 'Write', input: { file_path: 'b.txt', content: 'b' } }]],
      {},
      {
        tools: ['Write'],
        toolAliases: {},
        allowedTools: ['Write'],
        permissionMode: 'acceptEdits',
      },
    );
    expect(told[0]).toEqual({ text: expect.stringContaining('does not go through the gate'), failed: true });
    expect(() => space.read('b.txt')).toThrow();
  });

  it('the Claude Agent SDK with its own program blocks a call whose hook breaks', async () => {
    const { gate } = await openSlot();
    const { hooks } = await toClaudeOptions(gate);
    const broken = { ...hooks.PreToolUse[0]!, hooks: [async () => Promise.reject(new Error('it broke'))] };
    const { space, told } = await run([[bash('echo made > made.txt')]], {}, { hooks: { PreToolUse: [broken] } });
    expect(told[0]?.failed).toBe(true);
    expect(() => space.read('made.txt')).toThrow();
  });

  it('the Claude Agent SDK with its own program is typed as the SDK wants it', () => {
    const tsc = join(here, '../../../../node_modules/.bin/tsc');
    const args = ['--noEmit', '-p', join(here, 'tsconfig.json')];
    expect(execFileSync(tsc, args, { encoding: 'utf8' })).toBe('');
  });
});
