import { lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openGate } from '../../../test/support/worlds/open-gate.ts';
import type { PolicyInput } from '../../policy/types.ts';
import { HostService } from './host-service.ts';
import type { ShellClient } from './shell-client.ts';

const ASKS: PolicyInput = { extends: 'privileged', rules: [{ effect: 'write', match: 'guarded/**', verdict: 'ask' }] };
const ATTENDED = { CLAUDE_CODE_SESSION_ATTENDED: '1', CLAUDE_CODE_ENTRYPOINT: 'cli' };

async function openService(files: Record<string, string> = {}, policy: PolicyInput = { extends: 'privileged' }) {
  const test = await openGate(files, { policy });
  const service = new HostService({ gate: test.gate, shellClient: ['shell-call'], wait: 20 });
  onTestFinished(() => service.close());
  const { root } = test.gate.workspace;
  let calls = 0;
  const send = async (name: string, more: object = {}, env: Record<string, string> = {}) => {
    const event = { hook_event_name: name, session_id: 's', cwd: root, prompt_id: 'p', ...more };
    const phase = name === 'PreToolUse' ? 'before' : 'after';
    return JSON.parse(await service.hook({ host: 'claude', phase, event, env })).hookSpecificOutput ?? {};
  };
  return {
    gate: test.gate,
    service,
    root,
    send,
    at: (path: string) => join(root, path),
    next: (tool_name: string, tool_input: object) => ({ tool_name, tool_input, tool_use_id: `call-${calls++}` }),
    changes: async () => (await test.gate.journal.list()).map(({ agent, turn, title }) => `${agent} ${turn} ${title}`),
    run: (answer: { updatedInput?: { command: string } }, cwd = root) => {
      const [, id = ''] = /shell-call (\S+)/.exec(answer.updatedInput?.command ?? '') ?? [];
      return runClient(service, id, cwd);
    },
  };
}

async function runClient(service: HostService, id: string, cwd: string) {
  const said = { stdout: [] as Uint8Array[], stderr: [] as Uint8Array[] };
  let end: { code: number; line?: string | undefined } | undefined;
  const client: ShellClient = {
    print: (bytes, stream) => said[stream].push(bytes),
    end: (code, line) => {
      end = { code, line };
    },
    gone: new AbortController().signal,
    ancestry: [],
  };
  await service.run(id, cwd, client);
  return { ...end, stdout: Buffer.concat(said.stdout), stderr: Buffer.concat(said.stderr).toString() };
}

it('a command comes out as it is: bytes of both streams, its code, and the folder it ended in', async () => {
  const { send, next, run, root } = await openService();
  const command = String.raw`printf '\xff\x00end'; echo err >&2; mkdir sub; cd sub; exit 7`;
  const ran = await run(await send('PreToolUse', next('Bash', { command })));
  expect(ran.stdout).toEqual(Buffer.from([0xff, 0, ...Buffer.from('end')]));
  expect([ran.stderr, ran.code, ran.line]).toEqual(['err\n', 0, `cd -- ${root}/sub; (exit 7)`]);
});

it('an event that a call waits for is refused under every name but those that come before a call', async () => {
  const { service, root, next } = await openService();
  const call = { session_id: 's', cwd: root, prompt_id: 'p', ...next('Bash', { command: 'true' }) };
  const hook = (name: string, phase: string) =>
    service.hook({ host: 'claude', phase, event: { hook_event_name: name, ...call }, env: {} });
  for (const name of ['BeforeToolUse', 'PostToolUse', 'Stop'])
    await expect(hook(name, 'before')).rejects.toThrow('none that is known');
  expect(await hook('BeforeToolUse', 'after')).toBe('{}');
});

it('an id runs its command once, and no other id runs anything', async () => {
  const { service, send, next, run, root } = await openService();
  const answer = await send('PreToolUse', next('Bash', { command: 'echo x >> x.txt' }));
  expect((await run(answer)).code).toBe(0);
  expect((await run(answer)).code).toBe(126);
  expect((await runClient(service, 'guessed', root)).code).toBe(126);
  expect(readFileSync(join(root, 'x.txt'), 'utf8')).toBe('x\n');
});

it('a command that the host runs in another folder than it told is judged for that one', async () => {
  const { send, next, run, at } = await openService({ 'sub/a.txt': 'a\n' });
  const ran = await run(await send('PreToolUse', next('Bash', { command: 'cat a.txt' })), at('sub'));
  expect(ran.stdout.toString()).toBe('a\n');
});

it('a command whose text does not show what it does runs on a copy first, and comes out as it is where all is inside the policy', async () => {
  const { send, next, run, at } = await openService({
    'make.sh': 'echo made > made.txt; echo out; echo err >&2; exit 2',
  });
  const ran = await run(await send('PreToolUse', next('Bash', { command: 'bash make.sh' })));
  expect([ran.stdout.toString(), ran.stderr, ran.line]).toEqual(['out\n', 'err\n', '(exit 2)']);
  expect(readFileSync(at('made.txt'), 'utf8')).toBe('made\n');
});

it('a person at the host is asked there, and the call goes on with their yes', async () => {
  const { send, next, run, at, changes } = await openService({}, ASKS);
  const asked = await send('PreToolUse', next('Bash', { command: 'mkdir guarded; echo x > guarded/x' }), ATTENDED);
  expect(asked).toMatchObject({
    permissionDecision: 'ask',
    permissionDecisionReason: expect.stringContaining('guarded'),
  });
  const ran = await run(asked);
  expect([ran.code, ran.stderr]).toEqual([0, '']);
  expect(readFileSync(at('guarded/x'), 'utf8')).toBe('x\n');
  expect(await changes()).toHaveLength(1);
});

it('a file that the person at the host has let be written is on record, though it is another one than they were asked about', async () => {
  const { send, next, at, changes, gate } = await openService({ 'guarded/x': 'before\n' }, ASKS);
  const call = next('Write', { file_path: at('guarded/x'), content: 'x' });
  expect(await send('PreToolUse', call, ATTENDED)).toMatchObject({ permissionDecision: 'ask' });
  writeFileSync(at('guarded/x'), 'x');
  await send('PostToolUse', call, ATTENDED);
  expect(await changes()).toEqual(['claude 1 Write guarded/x']);
  const [row] = await gate.store.calls.list({ limit: 1 });
  expect(row).toMatchObject({ tool: 'claude_Write', ok: true });
});

it('a question that the person at the host did not allow ends as refused, when the turn does', async () => {
  const { gate, send, next, at } = await openService({}, ASKS);
  const call = next('Write', { file_path: at('guarded/x'), content: 'x' });
  expect(await send('PreToolUse', call, ATTENDED)).toMatchObject({ permissionDecision: 'ask' });
  await send('Stop');
  const [row] = await gate.store.calls.list({ limit: 1 });
  expect(row).toMatchObject({ tool: 'claude_Write', ok: false });
});

it('a file that the tool of a host writes is on record with what it was, and undone with its turn', async () => {
  const { gate, send, next, at, changes } = await openService({ 'a.txt': 'before\n' });
  const edit = next('Edit', { file_path: at('a.txt') });
  expect(await send('PreToolUse', edit)).toEqual({});
  writeFileSync(at('a.txt'), 'after\n');
  await send('PostToolUse', edit);
  expect(await changes()).toEqual(['claude 1 Edit a.txt']);
  const undone = await gate.execute({ name: 'undo_turn', args: {} });
  expect([undone.ok, readFileSync(at('a.txt'), 'utf8')]).toEqual([true, 'before\n']);
});

it.each([
  ['Write', { content: 'x' }],
  ['Read', {}],
])('no command leads a path elsewhere that %s of the host was let use, until it has', async (tool, more) => {
  const { root, at, send, next, run } = await openService({ 'd/a.txt': 'a', 'vault/a.txt': 'hidden' });
  const bash = async (command: string) => run(await send('PreToolUse', next('Bash', { command })));
  const call = next(tool, { file_path: at('d/a.txt'), ...more });
  await send('PreToolUse', call);
  expect(await bash('echo beside > d/b.txt; ln -s d elsewhere')).toMatchObject({ stderr: '' });
  for (const swap of ['rm -r d; ln -s vault d', 'ln -sf ../vault/a.txt d/a.txt', 'mv d e; ln -s e d']) {
    const { stderr } = await bash(swap);
    expect(stderr).toMatch(/about to use d\/a\.txt.*kept as/);
    expect([lstatSync(at('d')).isDirectory(), lstatSync(at('d/a.txt')).isFile()]).toEqual([true, true]);
  }
  const other = next('Read', { file_path: join(root, 'elsewhere/a.txt') });
  await send('PreToolUse', other);
  expect((await bash('ln -sfn vault elsewhere')).stderr).toContain('about to use');
  for (const each of [call, other]) await send('PostToolUse', { ...each, tool_response: {} });
  await bash('rm -r d; ln -s vault d');
  expect(lstatSync(at('d')).isSymbolicLink()).toBe(true);
});

it('a call of which the host tells nothing more is not done; where the file is different it is on record all the same', async () => {
  const { send, next, at, changes, gate } = await openService({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
  await send('PreToolUse', next('Edit', { file_path: at('a.txt') }));
  await send('PreToolUse', next('Edit', { file_path: at('b.txt') }));
  writeFileSync(at('b.txt'), 'other\n');
  await send('Stop');
  expect(await changes()).toEqual(['claude 1 Edit b.txt']);
  const rows = await gate.store.calls.list({ limit: 2 });
  expect(rows.map(({ ok }) => ok).sort()).toEqual([false, true]);
});

it('what no call has made is kept apart, and an undo of the turn leaves it', async () => {
  const { gate, send, next, at, changes } = await openService({ 'mine.txt': 'mine\n' });
  await send('UserPromptSubmit', { prompt: 'do it' });
  const write = next('Write', { file_path: at('made/w.txt'), content: 'w' });
  await send('PreToolUse', write);
  mkdirSync(at('made'));
  writeFileSync(at('made/w.txt'), 'w');
  await send('PostToolUse', write);
  writeFileSync(at('mine.txt'), 'changed\n');
  await send('Stop');
  expect(await changes()).toEqual([expect.stringMatching(/^someone else 1 /), 'claude 1 Write made/w.txt']);
  await gate.execute({ name: 'undo_turn', args: {} });
  expect(readFileSync(at('mine.txt'), 'utf8')).toBe('changed\n');
  expect(() => readFileSync(at('made/w.txt'))).toThrow('ENOENT');
});

it('a tool that nobody knows is refused where no person can be asked', async () => {
  const { send, next } = await openService();
  expect(await send('PreToolUse', next('mcp__mail__send', { to: 'x' }))).toMatchObject({ permissionDecision: 'deny' });
});

it('a tool that nobody knows runs where a rule names it', async () => {
  const policy: PolicyInput = { extends: 'privileged', rules: [{ tool: 'claude_mcp__mail__*', verdict: 'allow' }] };
  const { send, next } = await openService({}, policy);
  expect(await send('PreToolUse', next('mcp__mail__send', { to: 'x' }))).toEqual({});
  expect(await send('PreToolUse', next('mcp__other__send', { to: 'x' }))).toMatchObject({ permissionDecision: 'deny' });
});

it('a file outside of the workspace is not written by the tool of a host', async () => {
  const { send, next } = await openService();
  const answer = await send('PreToolUse', next('Write', { file_path: '/etc/toolgate-test', content: 'x' }));
  expect(answer).toMatchObject({
    permissionDecision: 'deny',
    permissionDecisionReason: expect.stringMatching(/outside|leaves/),
  });
});

it('a search of a host in a folder with files that are private or denied does not begin', async () => {
  const policy: PolicyInput = {
    extends: 'privileged',
    rules: [{ effect: 'read', match: 'closed/**', verdict: 'deny' }],
  };
  const files = { 'src/a.ts': 'a', 'keys/.env': 'TOKEN=12345678abcdefgh\n', 'closed/x.txt': 'x' };
  const { send, next, at } = await openService(files, policy);
  const search = (path: string) => send('PreToolUse', next('Grep', { pattern: 'x', path: at(path) }), ATTENDED);
  expect(await search('src')).toEqual({});
  for (const [path, named] of [
    ['keys', 'keys/.env'],
    ['.', 'closed'],
  ] as const)
    expect(await search(path)).toMatchObject({
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringContaining(named),
    });
});

it('an agent below another has a name of its own', async () => {
  const { send, next, run, changes } = await openService();
  const call = {
    ...next('Bash', { command: 'echo x > x.txt' }),
    agent_id: 'abcdef0123456789',
    agent_type: 'general-purpose',
  };
  await run(await send('PreToolUse', call));
  expect(await changes()).toEqual([expect.stringMatching(/^claude\/general-purpose-abcdef01 1 /)]);
});
