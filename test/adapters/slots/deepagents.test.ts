import { type BaseMessage, isToolMessage } from '@langchain/core/messages';
import { createDeepAgent, isSandboxBackend } from 'deepagents';
import { AIMessage, fakeModel } from 'langchain';
import { describe, expect, it } from 'vitest';
import { toDeepAgentsBackend, toDeepAgentsSandbox } from '../../../src/adapters/deepagents/index.ts';
import { openSlot } from '../../support/adapters/open-slot.ts';

/** Runs an agent whose model makes these calls at once; gives what it was then told, by call. */
async function tell(
  backend: ReturnType<typeof toDeepAgentsBackend>,
  calls: readonly { name: string; args: Record<string, unknown> }[],
) {
  const model = fakeModel()
    .respondWithTools(calls.map((call, index) => ({ ...call, id: `c${index}` })))
    .respond(new AIMessage('Done.'));
  const agent = createDeepAgent({ model, backend });
  const input = { messages: [{ role: 'user' as const, content: 'Go on.' }] };
  const { messages } = await agent.invoke(input as never);
  const told = (messages as BaseMessage[]).filter(isToolMessage);
  return calls.map((_, index) => told.find(({ tool_call_id }) => tool_call_id === `c${index}`)?.text);
}

describe('a backend of Deep Agents', () => {
  it('a backend of Deep Agents is what the tools of a real agent work on, and each of them is a call of the gate', async () => {
    const { gate, space, root } = await openSlot({ 'src/deep/x.ts': 'const needle = 1;\n' });
    const told = await tell(toDeepAgentsBackend(gate), [
      { name: 'ls', args: { path: '/' } },
      { name: 'read_file', args: { file_path: '/a.txt', offset: 1, limit: 1 } },
      { name: 'grep', args: { pattern: 'needle', output_mode: 'content' } },
      { name: 'glob', args: { pattern: '**/*.ts', path: '/src' } },
      { name: 'write_file', args: { file_path: `${root}/new/b.txt`, content: 'b\n' } },
      { name: 'edit_file', args: { file_path: '/src/deep/x.ts', old_string: 'needle', new_string: 'pin' } },
    ]);
    expect(told[0]).toContain(`${root}/a.txt`);
    expect(told[0]).toContain(`${root}/src/`);
    expect(told[1]).toContain('two');
    expect(told[1]).not.toContain('three');
    expect(told[2]).toContain('needle');
    expect(told[3]).toContain(`${root}/src/deep/x.ts`);
    expect(space.read('new/b.txt')).toBe('b\n');
    expect(space.read('src/deep/x.ts')).toBe('const pin = 1;\n');
    const tools = (await gate.store.calls.list({})).map(({ tool }) => tool);
    expect(tools).toEqual(
      expect.arrayContaining(['list_directory', 'read_file', 'grep', 'glob', 'write_file', 'edit_file']),
    );
  });

  it('a backend of Deep Agents says in `error` what it was refused with, and the model reads it', async () => {
    const { gate } = await openSlot();
    const backend = toDeepAgentsBackend(gate);
    const [denied, missing] = await tell(backend, [
      { name: 'read_file', args: { file_path: '/.env' } },
      { name: 'edit_file', args: { file_path: '/none.txt', old_string: 'a', new_string: 'b' } },
    ]);
    expect(denied).toContain('POLICY_DENIED: ');
    expect(missing).toContain('FILE_NOT_FOUND: ');
    expect(await backend.ls('/a.txt')).toEqual({ error: expect.stringContaining('no folder') });
    expect(await backend.ls('/none')).toEqual({ error: expect.stringContaining('no folder') });
    expect(await backend.read('/a.txt', 99)).toEqual({ error: expect.stringContaining('beyond the end') });
    expect(await backend.readRaw('/.env')).toEqual({ error: expect.stringMatching(/^POLICY_DENIED: /) });
    expect(await backend.write('../out.txt', '')).toEqual({ error: expect.stringMatching(/^INVALID_PATH: /) });
    expect(await backend.uploadFiles!([['/', new Uint8Array()]])).toEqual([{ path: '/', error: 'is_directory' }]);
    expect(await backend.downloadFiles!(['/none', '/.env'])).toEqual([
      { path: '/none', content: null, error: 'file_not_found' },
      { path: '/.env', content: null, error: 'permission_denied' },
    ]);
  });

  it('a backend of Deep Agents takes `/` for the workspace, and no path leads out of it', async () => {
    const { gate, space } = await openSlot();
    const backend = toDeepAgentsBackend(gate);
    expect(await backend.read('/etc/passwd')).toEqual({ error: expect.stringMatching(/^FILE_NOT_FOUND: /) });
    await backend.write('/../etc/own.txt', 'mine\n');
    expect(space.read('etc/own.txt')).toBe('mine\n');
  });

  it('a backend of Deep Agents gives bytes and facts of files as they are', async () => {
    const { gate } = await openSlot({ 'empty.txt': '' });
    const backend = toDeepAgentsBackend(gate);
    const bytes = new Uint8Array([0, 255, 1]);
    expect(await backend.uploadFiles!([['/c.bin', bytes]])).toEqual([{ path: '/c.bin', error: null }]);
    expect(await backend.downloadFiles!(['/c.bin'])).toEqual([
      { path: '/c.bin', content: Buffer.from(bytes), error: null },
    ]);
    expect(await backend.read('/c.bin')).toEqual({
      content: Buffer.from(bytes),
      mimeType: 'application/octet-stream',
    });
    expect(await backend.read('/a.txt', 0, 2)).toEqual({
      content: 'one\ntwo\n',
      mimeType: 'text/plain',
      totalLines: 3,
      startLine: 1,
      endLine: 2,
      nextOffset: 2,
    });
    expect(await backend.read('/empty.txt')).toEqual({ content: '', mimeType: 'text/plain', totalLines: 0 });
    expect(await backend.readRaw('/a.txt')).toMatchObject({
      data: { content: 'one\ntwo\nthree\n', mimeType: 'text/plain' },
    });
    expect(await backend.edit('/a.txt', 'o', '0', true)).toEqual({ path: '/a.txt', filesUpdate: null, occurrences: 2 });
  });

  it('a backend of Deep Agents deletes with all that is below, after a question', async () => {
    const { gate, questions } = await openSlot({ 'old/x.txt': 'x' });
    expect(await toDeepAgentsBackend(gate).delete!('/old')).toEqual({ path: '/old', filesUpdate: null });
    expect(questions).toMatchObject([{ tool: 'delete_file', diff: expect.stringContaining('old/x.txt') }]);
  });
});

describe('a sandbox of Deep Agents', () => {
  it('a sandbox of Deep Agents runs commands for a real agent, each from the root; a refusal is an exit code with its words', async () => {
    const { gate, root } = await openSlot({ 'sub/x.txt': 'x' });
    const sandbox = toDeepAgentsSandbox(gate);
    expect(isSandboxBackend(sandbox)).toBe(true);
    expect(isSandboxBackend(toDeepAgentsBackend(gate))).toBe(false);
    const [ran] = await tell(sandbox, [{ name: 'execute', args: { command: 'cd sub; ls; exit 3' } }]);
    expect(ran).toMatch(/x\.txt[\s\S]*3/);
    expect(await sandbox.execute('pwd')).toEqual({ output: `${root}\n`, exitCode: 0, truncated: false });
    expect(await sandbox.execute('cat .env')).toEqual({
      output: expect.stringMatching(/^POLICY_DENIED: /),
      exitCode: 126,
      truncated: false,
    });
    expect(await sandbox.execute('seq 300000')).toMatchObject({ truncated: true });
  });
});
