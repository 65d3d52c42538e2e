import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { applyEvent } from '../../page/live/apply-event.ts';
import type { LiveCall } from '../../page/live/live-call.ts';
import { showRun } from '../../src/cli/output/show-run.ts';
import { BaseTool, type ToolResult } from '../../src/tool/base-tool.ts';
import { openGate } from '../support/worlds/open-gate.ts';

it('every built-in tool has a preview of its own', async () => {
  const spawner = () => ({ types: () => [], spawn: () => Promise.reject(new Error('none')) });
  const { gate } = await openGate({}, { policy: 'privileged', spawner });
  for (const tool of gate.registry.all()) {
    const { definition } = await tool.ready();
    // It stands for another call, which has its own.
    if (tool.id !== 'call_tool') expect(definition.preview, tool.id).toBeTypeOf('function');
  }
});

const FILES = {
  'a.txt': 'one\ntwo\nthree\nfour\n',
  'b.txt': 'two\n',
  'c.txt': 'two\n',
  'd.txt': 'x\n',
  'e.txt': 'x\n',
};

it.each([
  ['read_file', { path: 'a.txt' }, ['Read a.txt (4 lines)']],
  ['edit_file', { path: 'a.txt', old_text: 'two', new_text: '2' }, ['Edited a.txt']],
  ['glob', { pattern: '*.txt' }, ['Found 5 files for *.txt', /^[a-e]\.txt$/, /^[a-e]\.txt …$/]],
  ['grep', { pattern: 'two', path: 'b.txt' }, ['1 match for "two"', 'b.txt:1: two']],
  ['find_tools', { query: 'edit a file', limit: 1 }, ['1 tool for "edit a file"', /^edit_file: Replace old_text/]],
  ['bash', { command: 'seq 5' }, ['seq 5', '5', /^\[Exit code 0/]],
  ['run_code', { language: 'bash', code: 'seq 5' }, ['Ran bash', '5', /^\[Exit code 0/]],
])('the preview of %s is short and tells what came of it', async (name, args, lines) => {
  const { gate } = await openGate(FILES, { policy: 'privileged' });
  const outcome = await gate.execute({ name, args });
  expect(outcome.error).toBeUndefined();
  const preview = gate.preview(outcome);
  expect(preview).toEqual(lines.map(line => (typeof line === 'string' ? line : expect.stringMatching(line))));
  const [end] = await gate.activity.since(0, { type: 'tool_call_end' });
  expect(end?.data.result).toMatchObject({ preview });
});

class Slow extends BaseTool {
  readonly name: string;
  readonly description = 'Takes its time';
  readonly requiresConfirmation = false;
  override readonly suppressExecutionAnimation: boolean;

  constructor(name: string, quiet: boolean) {
    super();
    this.name = name;
    this.suppressExecutionAnimation = quiet;
  }

  protected async executeImpl(): Promise<ToolResult> {
    await sleep(2_000);
    return this.formatSuccessResponse({ matches: 3 });
  }

  override getResultPreview(result: ToolResult): string[] {
    return [`Found ${result.matches} matches`];
  }
}

it('a run at a terminal shows previews, and a tool that wants no sign of its work gives none', async () => {
  const tools = [new Slow('loud_tool', false), new Slow('still_tool', true)];
  const { gate } = await openGate({}, { tools, approver: () => 'allow_once', policy: 'privileged' });
  const stderr = new PassThrough();
  const shown = showRun({ gate, stdout: undefined, stderr, clean: text => text });
  for (const { name } of tools) await gate.execute({ name, args: {} });
  await gate.activity.settle();
  shown.end();
  const text = String(stderr.read());
  expect(text.match(/^ {9}Found 3 matches$/gm)).toHaveLength(2);
  expect(text).toContain('…    loud_tool');
  expect(text).not.toContain('…    still_tool');
});

it('the console knows the preview of a call, and whether its work is to be shown', async () => {
  const { gate } = await openGate(
    {},
    { tools: [new Slow('still_tool', true)], approver: () => 'allow_once', policy: 'privileged' },
  );
  await gate.execute({ name: 'still_tool', args: {} });
  const calls = new Map<string, LiveCall>();
  for (const event of await gate.activity.since(0)) {
    const call = applyEvent(calls.get(event.callID ?? ''), event);
    if (call) calls.set(call.id, call);
  }
  expect([...calls.values()]).toMatchObject([{ quiet: true, state: 'ok', preview: ['Found 3 matches'] }]);
});
