import { expect, it } from 'vitest';
import { readsTree, seesTree } from '../tool/effect.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { cursor } from './cursor.ts';
import { gemini } from './gemini.ts';
import type { Host, HostEvent } from './host.ts';
import { opencode } from './opencode.ts';
import { pi } from './pi.ts';
import { qwen } from './qwen.ts';

const place = { cwd: '/p', env: { HOME: '/home/u' } };
const CLAUDE: readonly (readonly [string, object, object])[] = [
  ['Bash', { command: 'ls' }, { kind: 'shell', command: 'ls' }],
  ['Monitor', { command: 'tail -f x', description: 'd' }, { kind: 'shell', command: 'tail -f x', title: 'd' }],
  ['Write', { file_path: '/p/a' }, { kind: 'files', paths: ['/p/a'] }],
  ['NotebookEdit', { notebook_path: '/p/n.ipynb' }, { kind: 'files', paths: ['/p/n.ipynb'] }],
  [
    'Write',
    { file_path: '/home/u/.claude/settings.json' },
    { kind: 'own-folder', path: '/home/u/.claude/settings.json' },
  ],
  ['Write', { file_path: '/p/../home/u/.claude/x' }, { kind: 'own-folder', path: '/p/../home/u/.claude/x' }],
  ['Write', {}, { kind: 'unknown' }],
  ['Write', { file_path: '~/.bashrc' }, { kind: 'unknown' }],
  ['Write', { file_path: ' /etc/x' }, { kind: 'unknown' }],
  ['Read', { file_path: '~/.ssh/id_rsa' }, { kind: 'unknown' }],
  ['Grep', { path: '~' }, { kind: 'unknown' }],
  ['Grep', { pattern: '/x/' }, { kind: 'look', effects: [readsTree('.')] }],
  ['Glob', { pattern: '/home/u/**' }, { kind: 'unknown' }],
  ['Glob', { pattern: 'a/../../**' }, { kind: 'unknown' }],
  ['Glob', { pattern: '{/etc,src}/**' }, { kind: 'unknown' }],
  ['Glob', { pattern: '**/*.{ts,js}', path: '/p/src' }, { kind: 'look', effects: [seesTree('/p/src')] }],
  ['Read', { file_path: '/p/a' }, { kind: 'look', effects: [{ kind: 'read', resource: '/p/a' }] }],
  ['Read', { file_path: '/home/u/.claude/plans/x.md' }, { kind: 'nothing' }],
  [
    'Read',
    { file_path: '/home/u/.claude/.credentials.json' },
    { kind: 'look', effects: [{ kind: 'read', resource: '/home/u/.claude/.credentials.json' }] },
  ],
  ['WebFetch', { url: 'https://example.com/x' }, { kind: 'reach', hosts: ['example.com'] }],
  ['WebFetch', { url: 'no address' }, { kind: 'unknown' }],
  ['TodoWrite', {}, { kind: 'nothing' }],
  ['mcp__x__y', {}, { kind: 'unknown' }],
  ['constructor', {}, { kind: 'unknown' }],
];

it.each(CLAUDE)('a call of %s in Claude Code with %j is taken for what it does', (tool, input, deed) => {
  expect(claude.deedOf(tool, input as never, place)).toEqual(deed);
});

it('every file that a patch of Codex may touch is known before it is applied', () => {
  const command =
    '*** Begin Patch\n*** Update File: a.txt\n*** Move to: b/c.txt\n@@\n-x\n+y\n  *** Add File: d e.txt \n*** Delete File: f\n*** End Patch';
  expect(codex.deedOf('apply_patch', { command }, place)).toEqual({
    kind: 'files',
    paths: ['a.txt', 'b/c.txt', 'd e.txt', 'f'],
  });
  expect(codex.deedOf('apply_patch', { command: 'nothing that is known' }, place)).toEqual({ kind: 'unknown' });
});

it.each(['\r', '\u2028', '\u2029', '\v'])(
  'a path in a patch of Codex goes on after %j, which ends no line there',
  end => {
    const command = `*** Begin Patch\n*** Add File: x${end}/../../y\n+x\n*** End Patch`;
    expect(codex.deedOf('apply_patch', { command }, place)).toEqual({ kind: 'files', paths: [`x${end}/../../y`] });
  },
);

it('a patch of Codex that names a path from the home is not known', () => {
  const command = '*** Begin Patch\n*** Add File: a\n+x\n*** Add File: ~/.bashrc\n+x\n*** End Patch';
  expect(codex.deedOf('apply_patch', { command }, place)).toEqual({ kind: 'unknown' });
});

it.each([
  "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: a\n+x\n*** End Patch\nEOF\n",
  "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: /p/a\n+x\n*** End Patch\nEOF\n",
  "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: /p/a\n+x\n*** End Patch\nEOF\nid\nEOF",
])('a command of Codex is never taken for a patch, for a shell may run it: %j', command => {
  expect(codex.deedOf('Bash', { command }, place)).toEqual({ kind: 'shell', command });
});

it('a question is a no in Codex, which would run what a hook asks about', () => {
  const event = { kind: 'before' } as HostEvent;
  const answer = JSON.parse(codex.renderAnswer(event, { verdict: 'ask', reason: 'why', input: { command: 'x' } }));
  expect(answer.hookSpecificOutput).toEqual({
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: 'why',
  });
});

it.each([
  {},
  { hook_event_name: 'PreToolUse' },
  {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: '/p',
    tool_name: 'Bash',
    tool_use_id: 'x',
    tool_input: 'text',
  },
])('an event of another form is refused: %j', raw => {
  expect(() => claude.readEvent(raw, {})).toThrow(TypeError);
  expect(() => codex.readEvent(raw, {})).toThrow(TypeError);
});

const OTHERS: readonly (readonly [Host, string, object, object])[] = [
  [gemini, 'run_shell_command', { command: 'ls', description: 'd' }, { kind: 'shell', command: 'ls', title: 'd' }],
  [gemini, 'write_file', { file_path: 'a' }, { kind: 'files', paths: ['a'] }],
  [gemini, 'write_file', { file_path: '/home/u/.gemini/x' }, { kind: 'own-folder', path: '/home/u/.gemini/x' }],
  // It would read /p/vault/key.
  [gemini, 'read_file', { file_path: '/p/v%61ult/key' }, { kind: 'unknown' }],
  [gemini, 'read_file', { file_path: 'file:///p/vault/key' }, { kind: 'unknown' }],
  [gemini, 'read_file', { file_path: '@vault/key' }, { kind: 'unknown' }],
  [gemini, 'read_file', { file_path: 'vault\0/key' }, { kind: 'unknown' }],
  [gemini, 'grep_search', { pattern: 'x' }, { kind: 'look', effects: [readsTree('.')] }],
  [gemini, 'grep_search', { pattern: 'x', dir_path: '%76ault' }, { kind: 'unknown' }],
  [gemini, 'glob', { pattern: '../**' }, { kind: 'unknown' }],
  [gemini, 'list_directory', { dir_path: '/p/a' }, { kind: 'look', effects: [seesTree('/p/a')] }],
  [
    gemini,
    'web_fetch',
    { prompt: 'see https://github.com/a/b and http://x.example/y' },
    { kind: 'reach', hosts: ['github.com', 'x.example', 'raw.githubusercontent.com'] },
  ],
  [gemini, 'web_fetch', { prompt: 'see x:// and https://y.example' }, { kind: 'unknown' }],
  [gemini, 'web_fetch', { prompt: 'nothing' }, { kind: 'unknown' }],
  [gemini, 'save_memory', { fact: 'x' }, { kind: 'unknown' }],
  [gemini, 'mcp_server_tool', {}, { kind: 'unknown' }],
  [gemini, 'update_topic', {}, { kind: 'nothing' }],
  [copilot, 'Bash', { command: 'ls', description: 'd' }, { kind: 'shell', command: 'ls', title: 'd' }],
  [copilot, 'Write', { path: '/p/a' }, { kind: 'files', paths: ['/p/a'] }],
  [copilot, 'Write', { file_path: '/p/a' }, { kind: 'unknown' }],
  [copilot, 'Edit', { path: 'a', old_str: 'x', new_str: 'y' }, { kind: 'files', paths: ['a'] }],
  [
    copilot,
    'Edit',
    { text: '*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n-x\n+y\n*** End Patch' },
    { kind: 'files', paths: ['a', 'b'] },
  ],
  [copilot, 'Edit', { text: 'no patch' }, { kind: 'unknown' }],
  [
    copilot,
    'Grep',
    { pattern: 'x', paths: ['a', '/p/b'] },
    { kind: 'look', effects: [readsTree('a'), readsTree('/p/b')] },
  ],
  [copilot, 'Grep', { pattern: 'x', paths: ['a', 7] }, { kind: 'unknown' }],
  [copilot, 'Grep', { pattern: 'x', paths: [] }, { kind: 'unknown' }],
  [copilot, 'WebFetch', { url: 'https://x.example' }, { kind: 'reach', hosts: ['x.example'] }],
  [copilot, 'write_bash', { input: 'x' }, { kind: 'unknown' }],
  [copilot, 'github-mcp-server-create_issue', {}, { kind: 'unknown' }],
  [qwen, 'edit', { file_path: '/p/a' }, { kind: 'files', paths: ['/p/a'] }],
  [qwen, 'read_file', { file_path: '/p/va\\ult/key' }, { kind: 'unknown' }],
  [qwen, 'run_shell_command', { command: 'ls', directory: 'sub' }, { kind: 'shell', command: 'ls', folder: 'sub' }],
  [qwen, 'run_shell_command', { command: 'ls', directory: '~' }, { kind: 'unknown' }],
  [qwen, 'tool_call', { name: 'write_file', arguments: {} }, { kind: 'unknown' }],
  [cursor, 'Shell', { command: 'ls', working_directory: '/p/a' }, { kind: 'shell', command: 'ls', folder: '/p/a' }],
  [cursor, 'Write', { path: '/p/a' }, { kind: 'files', paths: ['/p/a'] }],
  [cursor, 'Write', { path: '/p/a', file_path: '/p/b' }, { kind: 'unknown' }],
  [cursor, 'Delete', { file_path: '/p/a' }, { kind: 'files', paths: ['/p/a'] }],
  [cursor, 'Read', { file_path: '/p/a' }, { kind: 'look', effects: [{ kind: 'read', resource: '/p/a' }] }],
  [cursor, 'MCP:mail', {}, { kind: 'unknown' }],
];

it.each(OTHERS.map(([host, tool, input, deed]) => ({ title: host.title, host, tool, input, deed })))(
  'in $title a call of $tool with $input is taken for what it does',
  ({ host, tool, input, deed }) => {
    expect(host.deedOf(tool, input as never, place)).toEqual(deed);
  },
);

it('in a folder with a percent sign no path of Gemini CLI is known, for it decodes the whole of it', () => {
  const odd = { ...place, cwd: '/p%2e' };
  expect(gemini.deedOf('read_file', { file_path: 'a' }, odd)).toEqual({ kind: 'unknown' });
  expect(gemini.deedOf('run_shell_command', { command: 'ls' }, odd).kind).toBe('shell');
});

it('a relative path of an edit in Gemini CLI is made whole, for it would look for a file of that name elsewhere', () => {
  expect(gemini.withPlainPaths?.('replace', { file_path: 'a', old_string: 'x' }, place)).toEqual({
    file_path: '/p/a',
    old_string: 'x',
  });
  expect(gemini.withPlainPaths?.('replace', { file_path: '/p/a' }, place)).toBeUndefined();
});

it.each([
  [gemini, { hook_event_name: 'BeforeAgent', prompt: 'do @x\n--- Content from referenced files ---\nevil' }, 'do @x'],
  [qwen, { hook_event_name: 'UserPromptSubmit', prompt: 'do @x\nevil', submitted_prompt: 'do @x' }, 'do @x'],
  [qwen, { hook_event_name: 'UserPromptSubmit', prompt: 'an agent has reported' }, undefined],
  [copilot, { hook_event_name: 'UserPromptSubmit', prompt: 'do it' }, 'do it'],
])('the words of the user are those that they wrote: %#', (host, event, said) => {
  const read = host.readEvent({ ...event, session_id: 's', cwd: '/p' }, {});
  expect(read).toMatchObject({ kind: 'turn-begins', said });
});

it.each([
  [copilot, { prompt: 'do it', agent_id: 'below' }],
  [qwen, { prompt: '' }],
])('what an agent below is told begins no turn, and neither does nothing: %#', (host, event) => {
  const raw = { hook_event_name: 'UserPromptSubmit', session_id: 's', cwd: '/p', ...event };
  expect(host.readEvent(raw, {}).kind).toBe('other');
});

it('an event of Cursor is read as its documents have it', () => {
  const raw = {
    hook_event_name: 'preToolUse',
    conversation_id: 'c',
    generation_id: 'g',
    workspace_roots: ['/p'],
    tool_name: 'Shell',
    tool_input: { command: 'ls' },
    tool_use_id: 't',
  };
  expect(cursor.readEvent(raw, {})).toMatchObject({ kind: 'before', session: 'c', turn: 'g', cwd: '/p', callID: 't' });
  expect(cursor.readEvent({ ...raw, cwd: '/p/sub' }, {}).cwd).toBe('/p/sub');
  expect(() => cursor.readEvent({ ...raw, workspace_roots: [] }, {})).toThrow(TypeError);
});

const BEFORE = { kind: 'before' } as HostEvent;

it.each([
  [gemini, { decision: 'ask', reason: 'why', systemMessage: 'why' }],
  [qwen, { hookSpecificOutput: { permissionDecision: 'ask', permissionDecisionReason: 'why' } }],
  [cursor, { permission: 'deny', user_message: 'why', agent_message: 'why' }],
])('a question is put as the host has it, and is a no where the host is not known to ask: %#', (host, answer) => {
  expect(JSON.parse(host.renderAnswer(BEFORE, { verdict: 'ask', reason: 'why' }))).toMatchObject(answer);
});

it('Copilot CLI is not told to ask about a command, for it would run what the model wrote', () => {
  const raw = { hook_event_name: 'PreToolUse', session_id: 's', cwd: '/p', tool_input: { command: 'x', path: 'x' } };
  const env = { TOOLGATE_HOOK_ASK: 'host' };
  expect(copilot.readEvent({ ...raw, tool_name: 'Bash' }, env).attended).toBe(false);
  expect(copilot.readEvent({ ...raw, tool_name: 'Write' }, env).attended).toBe(true);
  const answer = copilot.renderAnswer(BEFORE, { verdict: 'ask', reason: 'why', input: { command: 'y' } });
  expect(JSON.parse(answer).hookSpecificOutput.permissionDecision).toBe('deny');
});

it('Cursor is given another command as its documents have it', () => {
  const answer = cursor.renderAnswer(BEFORE, { verdict: 'allow', input: { command: 'x' } });
  expect(JSON.parse(answer)).toEqual({ permission: 'allow', updated_input: { command: 'x' } });
});

it.each([claude, codex, gemini, copilot, qwen, cursor])('what nothing speaks against gets valid JSON: $title', host => {
  for (const kind of ['before', 'after', 'turn-begins', 'turn-ends', 'other'] as const)
    expect(() => JSON.parse(host.renderAnswer({ kind } as HostEvent, { verdict: 'none' }))).not.toThrow();
});

const PLUGINS: readonly (readonly [Host, string, object, object])[] = [
  [opencode, 'bash', { command: 'ls', description: 'd' }, { kind: 'shell', command: 'ls', title: 'd' }],
  [opencode, 'bash', { command: 'ls', workdir: 'sub' }, { kind: 'shell', command: 'ls', folder: 'sub' }],
  [opencode, 'bash', { command: 'ls', workdir: '~' }, { kind: 'unknown' }],
  [
    opencode,
    'write',
    { filePath: '/home/u/.config/opencode/x' },
    { kind: 'own-folder', path: '/home/u/.config/opencode/x' },
  ],
  [pi, 'write', { path: '/home/u/.pi/agent/x' }, { kind: 'own-folder', path: '/home/u/.pi/agent/x' }],
  [opencode, 'write', { filePath: 'a' }, { kind: 'files', paths: ['a'] }],
  [opencode, 'edit', { filePath: '/p/a' }, { kind: 'files', paths: ['/p/a'] }],
  [opencode, 'edit', { path: '/p/a' }, { kind: 'unknown' }],
  [opencode, 'write', { filePath: '~/.bashrc' }, { kind: 'unknown' }],
  [
    opencode,
    'apply_patch',
    { patchText: '*** Begin Patch\n*** Add File: a\n+x\n*** Delete File:b\n*** End Patch' },
    { kind: 'files', paths: ['a', 'b'] },
  ],
  [opencode, 'apply_patch', { patchText: '*** Begin Patch\n*** End Patch' }, { kind: 'unknown' }],
  [opencode, 'read', { filePath: 'a' }, { kind: 'look', effects: [{ kind: 'read', resource: 'a' }] }],
  [opencode, 'glob', { pattern: '**/*.ts' }, { kind: 'look', effects: [seesTree('.')] }],
  [opencode, 'glob', { pattern: '../**' }, { kind: 'unknown' }],
  [opencode, 'grep', { pattern: 'x', path: '/' }, { kind: 'look', effects: [readsTree('/')] }],
  // It searches all of the folder.
  [opencode, 'grep', { pattern: 'x', path: 'no/file' }, { kind: 'look', effects: [readsTree('/p/no')] }],
  [opencode, 'webfetch', { url: 'https://example.com/x' }, { kind: 'reach', hosts: ['example.com'] }],
  [opencode, 'task', {}, { kind: 'nothing' }],
  [opencode, 'execute', { code: 'x' }, { kind: 'unknown' }],
  [opencode, 'lsp', { filePath: 'a' }, { kind: 'unknown' }],
  [opencode, 'github_create', {}, { kind: 'unknown' }],
  [opencode, 'constructor', {}, { kind: 'unknown' }],
  [pi, 'bash', { command: 'ls' }, { kind: 'shell', command: 'ls' }],
  [pi, 'write', { path: 'a' }, { kind: 'files', paths: ['a'] }],
  [pi, 'edit', { path: '/p/a' }, { kind: 'files', paths: ['/p/a'] }],
  [pi, 'write', { path: '@a' }, { kind: 'unknown' }],
  [pi, 'write', { path: 'file:///etc/x' }, { kind: 'unknown' }],
  [pi, 'write', { path: 'a\u00a0b' }, { kind: 'unknown' }],
  [pi, 'read', { path: 'a' }, { kind: 'look', effects: [{ kind: 'read', resource: 'a' }] }],
  [
    pi,
    'read',
    { path: "it's" },
    { kind: 'look', effects: ["it's", 'it\u2019s'].map(resource => ({ kind: 'read', resource })) },
  ],
  [pi, 'ls', {}, { kind: 'look', effects: [seesTree('.')] }],
  [pi, 'find', { pattern: '*.ts', path: 'src' }, { kind: 'look', effects: [seesTree('src')] }],
  [pi, 'find', { pattern: '/etc/*' }, { kind: 'unknown' }],
  [pi, 'grep', { pattern: 'x' }, { kind: 'look', effects: [readsTree('.')] }],
  [pi, 'powershell', { command: 'ls' }, { kind: 'unknown' }],
  [pi, 'todo', {}, { kind: 'unknown' }],
  [pi, 'constructor', {}, { kind: 'unknown' }],
];

it.each(PLUGINS)('a call in another host is taken for what it does: %o', (host, tool, input, deed) => {
  expect(host.deedOf(tool, input as never, place)).toEqual(deed);
});

it.each([opencode, pi])('a question is a no in $title, which cannot ask its person', host => {
  const event = { kind: 'before' } as HostEvent;
  const answer = host.renderAnswer(event, { verdict: 'ask', reason: 'why', input: { command: 'x' } });
  expect(JSON.parse(answer)).toEqual({ verdict: 'deny', reason: 'why' });
});
