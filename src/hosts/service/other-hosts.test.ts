import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openGate } from '../../../test/support/worlds/open-gate.ts';
import type { PolicyInput } from '../../policy/types.ts';
import { HostService } from './host-service.ts';

const CLOSED: PolicyInput = {
  extends: 'privileged',
  rules: [
    { effect: 'read', match: 'vault/**', verdict: 'deny' },
    { effect: 'read', match: 'trésor/**', verdict: 'deny' },
  ],
};

async function openService(
  host: string,
  files: Record<string, string> = {},
  policy: PolicyInput = { extends: 'privileged' },
) {
  const { gate } = await openGate(files, { policy });
  const service = new HostService({ gate, shellClient: ['shell-call'], wait: 20 });
  onTestFinished(() => service.close());
  const { root } = gate.workspace;
  const send = async (name: string, more: object = {}, env: Record<string, string> = {}) => {
    const event = { hook_event_name: name, session_id: 's', cwd: root, ...more };
    return JSON.parse(await service.hook({ host, phase: 'after', event, env }));
  };
  return {
    gate,
    service,
    root,
    send,
    at: (path: string) => join(root, path),
    changes: async () => (await gate.journal.list()).map(({ agent, title }) => `${agent} ${title}`),
  };
}

it('calls without an id are told apart by what they do, also two that are the same', async () => {
  const { send, at, changes, gate } = await openService('gemini', { 'a.txt': 'a\n' });
  const write = (path: string) => ({ tool_name: 'write_file', tool_input: { file_path: at(path), content: 'x' } });
  await Promise.all([send('BeforeTool', write('a.txt')), send('BeforeTool', write('b.txt'))]);
  writeFileSync(at('b.txt'), 'x');
  await send('AfterTool', write('b.txt'));
  writeFileSync(at('a.txt'), 'x');
  await send('AfterTool', write('a.txt'));
  expect(await changes()).toEqual(['gemini write_file a.txt', 'gemini write_file b.txt']);
  const read = { tool_name: 'read_file', tool_input: { file_path: at('a.txt') } };
  expect(await Promise.all([send('BeforeTool', read), send('BeforeTool', read)])).toEqual([{}, {}]);
  await gate.execute({ name: 'undo_turn', args: {} });
  expect(readFileSync(at('a.txt'), 'utf8')).toBe('a\n');
});

it('two same edits without an id after each other are both on record', async () => {
  const { send, at, changes } = await openService('copilot', { 'a.txt': '1' });
  const edit = { tool_name: 'Edit', tool_input: { path: at('a.txt'), old_str: 'x', new_str: 'y' } };
  for (const text of ['2', '3']) {
    await send('PreToolUse', edit);
    writeFileSync(at('a.txt'), text);
    await send('PostToolUse', edit);
  }
  expect(await changes()).toHaveLength(2);
});

it('an edit with a relative path is judged, done and recorded as the whole one', async () => {
  const { send, at, root, changes } = await openService('gemini', { 'sub/a.txt': 'a\n', 'a.txt': 'a\n' });
  const tool_input = { file_path: 'a.txt', old_string: 'a', new_string: 'b' };
  const answer = await send('BeforeTool', { tool_name: 'replace', tool_input });
  const whole = { ...tool_input, file_path: join(root, 'a.txt') };
  expect(answer).toEqual({
    decision: 'allow',
    hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input: whole },
  });
  writeFileSync(at('a.txt'), 'b\n');
  await send('AfterTool', { tool_name: 'replace', tool_input: whole });
  expect(await changes()).toEqual(['gemini replace a.txt']);
});

it('the line that Gemini CLI is given has no command in a command, which it refuses, and names what is run', async () => {
  const { send } = await openService('gemini');
  const tool_input = { command: 'echo "$(id)"' };
  const { hookSpecificOutput } = await send('BeforeTool', { tool_name: 'run_shell_command', tool_input });
  expect(hookSpecificOutput.tool_input).toEqual({
    command: expect.stringMatching(/^PERL_BADLANG=0 shell-call [\w-]+$/),
    description: tool_input.command,
  });
});

const qwenCall = (command: string, more: object = {}) => ({
  tool_name: 'run_shell_command',
  tool_use_id: JSON.stringify([command, more]),
  prompt_id: 'p',
  tool_input: { command, is_background: false, ...more },
});

it('a command that the host runs itself is on record with what was there, and undone', async () => {
  const { send, at, changes, gate } = await openService('qwen', { 'a.txt': 'a\n', 'b.txt': 'b\n' });
  const call = qwenCall('echo x > a.txt; mkdir -p deep/er; echo y > deep/er/y; rm b.txt');
  expect(await send('PreToolUse', call)).toEqual({});
  writeFileSync(at('a.txt'), 'x\n');
  mkdirSync(at('deep/er'), { recursive: true });
  writeFileSync(at('deep/er/y'), 'y\n');
  writeFileSync(at('b.txt'), '');
  await send('PostToolUse', call);
  expect(await changes()).toHaveLength(1);
  await gate.execute({ name: 'undo_turn', args: {} });
  expect([readFileSync(at('a.txt'), 'utf8'), readFileSync(at('b.txt'), 'utf8')]).toEqual(['a\n', 'b\n']);
  expect(() => readFileSync(at('deep/er/y'))).toThrow('ENOENT');
});

it('a command that the host runs itself may name the workspace, and what it writes is on record', async () => {
  const { send, at, changes } = await openService('qwen');
  const call = qwenCall('mkdir -p . && echo x > new.txt');
  expect(await send('PreToolUse', call)).toEqual({});
  writeFileSync(at('new.txt'), 'x\n');
  await send('PostToolUse', call);
  expect(await changes()).toEqual(['qwen mkdir -p . && echo x > new.txt']);
});

it.each([
  'cat vault/key.txt',
  'cat < vault/key.txt',
  'cat vault/*',
  'cat v*/k*',
  'cd vault && cat key.txt',
  'd=vault; cat $d/key.txt',
  'cat $(printf vault/key.txt)',
  "cat $(printf 'v\\u0061ult/key.txt')",
  "cat $(echo -e 'v\\U00000061ult/key.txt')",
  "cat $(printf '%b' 'v\\u61ult/key.txt')",
  "cat $(printf 'tr\\xc3\\xa9sor/key.txt')",
  "cat $(printf 'tr\\303\\251sor/key.txt')",
  "cat $(printf '\\u002e\\u002e\\u002fkey.txt')",
  "cat $(printf 'v\\?ult/key.txt')",
  'cp vault/key.txt out.txt',
  'ln -s vault v; cat v/key.txt',
  'grep -r hidden .',
  'grep -r hidden',
  'find . -name key.txt -exec cat {} +',
  'tar cf - .',
  'cat /etc/passwd',
  'cat ~/.ssh/id_rsa',
  'env',
  'bash make.sh',
  'python3 -c "print(open(\'vault/key.txt\').read())"',
  'npm test',
  'curl https://x.example',
  'echo x > /tmp/elsewhere',
  'echo x > .qwen/settings.json',
])(
  'a command that the host would run itself is refused where it reads, reaches or hides too much: %s',
  async command => {
    const files = {
      'vault/key.txt': 'hidden\n',
      'trésor/key.txt': 'hidden\n',
      'make.sh': 'true',
      'package.json': '{"scripts":{"test":"true"}}',
    };
    const { send } = await openService('qwen', files, CLOSED);
    const answer = await send('PreToolUse', qwenCall(command));
    expect(answer.hookSpecificOutput).toMatchObject({ permissionDecision: 'deny' });
  },
);

it('a command that the host runs itself is judged for the folder that it is to run in', async () => {
  const { send } = await openService('qwen', { 'vault/key.txt': 'hidden\n', 'key.txt': 'open\n' }, CLOSED);
  expect(await send('PreToolUse', qwenCall('cat key.txt'))).toEqual({});
  const inside = await send('PreToolUse', qwenCall('cat key.txt', { directory: 'vault' }));
  expect(inside.hookSpecificOutput).toMatchObject({ permissionDecision: 'deny' });
});

it('a person who has said that they sit at the host is asked there', async () => {
  const { send } = await openService('qwen', { 'make.sh': 'true' });
  const answer = await send('PreToolUse', qwenCall('bash make.sh'), { TOOLGATE_HOOK_ASK: 'host' });
  expect(answer.hookSpecificOutput).toMatchObject({
    permissionDecision: 'ask',
    permissionDecisionReason: expect.stringContaining('outside of the sandbox'),
  });
});

it('a command that the person at the host has let it run itself is on record as that call', async () => {
  const rules: PolicyInput['rules'] = [{ effect: 'write', match: 'guarded/**', verdict: 'ask' }];
  const { send, at, changes } = await openService('qwen', {}, { extends: 'privileged', rules });
  const call = qwenCall('mkdir -p guarded && echo x > guarded/x');
  const asked = await send('PreToolUse', call, { TOOLGATE_HOOK_ASK: 'host' });
  expect(asked.hookSpecificOutput).toMatchObject({ permissionDecision: 'ask' });
  mkdirSync(at('guarded'));
  writeFileSync(at('guarded/x'), 'x\n');
  await send('PostToolUse', call, { TOOLGATE_HOOK_ASK: 'host' });
  expect(await changes()).toEqual([expect.stringMatching(/^qwen mkdir -p guarded/)]);
});
