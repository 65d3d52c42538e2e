import { generateText, isStepCount, tool } from 'ai';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toAISDKSandbox } from '../../../src/adapters/ai/index.ts';
import { Tool } from '../../../src/index.ts';
import { openSlot } from '../../support/adapters/open-slot.ts';
import { scriptedAIModel } from '../../support/adapters/scripted-models.ts';

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  let text = '';
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) text += chunk;
  return text;
}

describe('a sandbox of the AI SDK', () => {
  it('a sandbox of the AI SDK reads texts, lines of them, bytes and streams; what is missing is null', async () => {
    const { gate, root } = await openSlot({ 'latin.txt': '' });
    const sandbox = toAISDKSandbox(gate);
    const bytes = Buffer.from('caf\u00e9\n', 'latin1');
    await sandbox.writeBinaryFile({ path: 'latin.txt', content: bytes });
    expect(await sandbox.readTextFile({ path: 'a.txt' })).toBe('one\ntwo\nthree\n');
    expect(await sandbox.readTextFile({ path: `${root}/a.txt`, startLine: 2, endLine: 9 })).toBe('two\nthree\n');
    expect(await sandbox.readTextFile({ path: 'latin.txt', encoding: 'latin1' })).toBe('café\n');
    expect(Buffer.from((await sandbox.readBinaryFile({ path: 'latin.txt' }))!)).toEqual(bytes);
    expect(await textOf((await sandbox.readFile({ path: 'a.txt' }))!)).toBe('one\ntwo\nthree\n');
    for (const read of ['readFile', 'readTextFile', 'readBinaryFile', 'stat', 'listDirectory'] as const)
      expect(await sandbox[read]({ path: 'missing/none' })).toBeNull();
  });

  it('a sandbox of the AI SDK writes with missing folders, and all of it can be taken back', async () => {
    const { gate, space } = await openSlot();
    const sandbox = toAISDKSandbox(gate);
    await sandbox.writeTextFile({ path: 'new/b.txt', content: 'b\n' });
    await sandbox.writeTextFile({ path: 'a.txt', content: 'café\n', encoding: 'utf16le' });
    await sandbox.writeFile({ path: 'c.bin', content: new Blob([new Uint8Array([0, 255, 1])]).stream() });
    expect(space.read('new/b.txt')).toBe('b\n');
    expect(await sandbox.readTextFile({ path: 'a.txt', encoding: 'utf-16le' })).toBe('café\n');
    expect([...(await sandbox.readBinaryFile({ path: 'c.bin' }))!]).toEqual([0, 255, 1]);
    await expect(sandbox.writeTextFile({ path: 'new', content: '' })).rejects.toThrow('NOT_A_FILE: ');
    await expect(sandbox.writeTextFile({ path: 'd.txt', content: '', encoding: 'koi8-r' })).rejects.toThrow('koi8-r');
    while ((await gate.execute({ name: 'undo_turn', args: {} })).ok);
    expect(space.read('a.txt')).toBe('one\ntwo\nthree\n');
  });

  it('a sandbox of the AI SDK tells of files and folders, and deletes files alone', async () => {
    const { gate, space, questions } = await openSlot({ 'sub/x.txt': 'x' });
    const sandbox = toAISDKSandbox(gate);
    await sandbox.run({ command: 'ln -s sub link' });
    expect(await sandbox.stat({ path: 'a.txt' })).toEqual({ type: 'file', size: 14 });
    expect(await sandbox.stat({ path: 'link' })).toMatchObject({ type: 'directory' });
    expect(await sandbox.listDirectory({ path: '.' })).toEqual(
      expect.arrayContaining([
        { name: 'a.txt', type: 'file' },
        { name: 'sub', type: 'directory' },
        { name: 'link', type: 'symlink' },
      ]),
    );
    await expect(sandbox.listDirectory({ path: 'a.txt' })).rejects.toThrow('is no folder');
    await expect(sandbox.deleteFile({ path: 'sub' })).rejects.toThrow('is a folder');
    expect(await sandbox.deleteFile({ path: 'link' })).toBe(true);
    expect(await sandbox.deleteFile({ path: 'link' })).toBe(false);
    expect(space.read('sub/x.txt')).toBe('x');
    expect(questions.map(({ tool: name }) => name)).toEqual(['delete_file']);
  });

  it('a sandbox of the AI SDK rejects with the words of the gate what the policy denies, and it is on record', async () => {
    const { gate } = await openSlot();
    const sandbox = toAISDKSandbox(gate);
    await expect(sandbox.readTextFile({ path: '.env' })).rejects.toThrow(/^POLICY_DENIED: /);
    await expect(sandbox.run({ command: 'cat .env' })).rejects.toThrow(/^POLICY_DENIED: /);
    await expect(sandbox.readTextFile({ path: '../../etc/passwd' })).rejects.toThrow(/^INVALID_PATH: /);
    const rows = await gate.store.calls.list({});
    expect(rows.map(({ tool: name }) => name).sort()).toEqual(['bash', 'read_file', 'read_file']);
  });

  it('a sandbox of the AI SDK runs commands in the same folder each time, with variables that are judged with the command', async () => {
    const { gate } = await openSlot({ 'sub/x.txt': 'x' });
    const sandbox = toAISDKSandbox(gate);
    expect(await sandbox.run({ command: 'cd sub; ls; echo no >&2; exit 3' })).toEqual({
      exitCode: 3,
      stdout: 'x.txt\n',
      stderr: 'no\n',
    });
    expect(await sandbox.run({ command: 'ls', workingDirectory: 'sub' })).toMatchObject({ stdout: 'x.txt\n' });
    const env = { GREETING: "it's $HOME", OTHER: 'x' };
    expect(await sandbox.run({ command: 'pwd; echo "$GREETING" $OTHER', env })).toMatchObject({
      stdout: `${gate.workspace.root}\nit's $HOME x\n`,
    });
    await expect(sandbox.run({ command: 'true', env: { 'A;touch b': '1' } })).rejects.toThrow('no name of a variable');
  });

  it('a sandbox of the AI SDK ends what is aborted with the reason of who did it', async () => {
    const { gate } = await openSlot();
    const sandbox = toAISDKSandbox(gate);
    const stop = new AbortController();
    const reason = new Error('enough');
    gate.activity.subscribe('tool_call_update', () => stop.abort(reason));
    await expect(sandbox.run({ command: 'sleep 600', abortSignal: stop.signal })).rejects.toBe(reason);
    const again = new AbortController();
    const spawned = await sandbox.spawn({ command: 'sleep 600', abortSignal: again.signal });
    again.abort(reason);
    await expect(spawned.wait()).rejects.toBe(reason);
  });

  it('a call of a sandbox of the AI SDK that waits for another ends with the signal of all, beside one of its own', async () => {
    const { gate } = await openSlot();
    const [started, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = Tool.define('slow', {
      description: 'Holds a file.',
      parameters: z.object({}),
      effects: () => [{ kind: 'write', resource: 'a.txt' }],
      danger: 'safe',
      execute: async () => {
        started.resolve();
        await go.promise;
        return { output: 'done' };
      },
    });
    gate.registry.register(slow);
    const holding = gate.queue({ apart: true }).add({ name: 'slow', args: {} });
    await started.promise;
    const all = new AbortController();
    const sandbox = toAISDKSandbox(gate, { call: { abort: all.signal } });
    const waiting = sandbox.writeTextFile({ path: 'a.txt', content: '', abortSignal: new AbortController().signal });
    const ended = expect(waiting).rejects.toThrow('ABORTED');
    setImmediate(() => all.abort(new Error('enough')));
    await ended;
    go.resolve();
    expect(await holding).toMatchObject({ ok: true });
  });

  it('spawns what goes on: its streams are told apart, it can be waited for and killed, and it was asked about', async () => {
    const { gate, space, questions } = await openSlot();
    const sandbox = toAISDKSandbox(gate);
    const short = await sandbox.spawn({ command: 'echo out; echo err >&2; echo made > made.txt; exit 4' });
    expect(await Promise.all([textOf(short.stdout), textOf(short.stderr), short.wait()])).toEqual([
      'out\n',
      'err\n',
      { exitCode: 4 },
    ]);
    expect(space.read('made.txt')).toBe('made\n');
    const long = await sandbox.spawn({ command: 'echo begun; sleep 600' });
    const reader = long.stdout.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('begun\n');
    await long.kill();
    await long.kill();
    expect((await long.wait()).exitCode).not.toBe(0);
    expect(questions.map(({ reason }) => reason)).toEqual(Array(2).fill(expect.stringContaining('in the background')));
    await expect(sandbox.spawn({ command: 'cat', stdin: true })).rejects.toThrow('no standard input');
  });

  it('a sandbox of the AI SDK is what tools of others get, and what it refuses is an error that the model reads', async () => {
    const { gate } = await openSlot();
    const { model, prompts } = scriptedAIModel([
      [
        { id: 'c1', name: 'show', args: { path: 'a.txt' } },
        { id: 'c2', name: 'show', args: { path: '.env' } },
      ],
    ]);
    const show = tool({
      description: 'Shows a file.',
      inputSchema: z.object({ path: z.string() }),
      execute: async ({ path }, { experimental_sandbox }) => experimental_sandbox!.readTextFile({ path }),
    });
    await generateText({
      model,
      tools: { show },
      experimental_sandbox: toAISDKSandbox(gate),
      stopWhen: isStepCount(2),
      prompt: 'Show them.',
    });
    const told = JSON.stringify(prompts[1]?.at(-1));
    expect(told).toContain('one\\ntwo');
    expect(told).toContain('POLICY_DENIED: ');
  });
});
