import { Agent } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { InMemoryStore } from '@mastra/core/storage';
import * as workspaces from '@mastra/core/workspace';
import { describe, expect, it } from 'vitest';
import { toMastraFilesystem, toMastraSandbox, toMastraTools } from '../../../src/adapters/mastra/index.ts';
import { openSlot } from '../../support/adapters/open-slot.ts';
import { scriptedAIModel } from '../../support/adapters/scripted-models.ts';

const { FILESYSTEM, SANDBOX } = workspaces.WORKSPACE_TOOLS;

/** What a model is told of its calls in a workspace on a gate. */
async function tell(
  gate: Parameters<typeof toMastraTools>[0],
  calls: { name: string; args: Record<string, unknown> }[],
) {
  const { model, prompts } = scriptedAIModel([calls.map((call, index) => ({ ...call, id: `c${index}` }))]);
  const workspace = new workspaces.Workspace({
    filesystem: await toMastraFilesystem(gate),
    sandbox: await toMastraSandbox(gate),
  });
  const agent = new Agent({ id: 'a', name: 'a', instructions: 'Work.', model: model as never, workspace });
  await agent.generate('Go on.', { maxSteps: 2 });
  const told = prompts[1]!.flatMap(message => (message.role === 'tool' ? message.content : []));
  return calls.map((_, index) =>
    JSON.stringify(told.find(part => part.type === 'tool-result' && part.toolCallId === `c${index}`)),
  );
}

describe('a workspace of Mastra', () => {
  it('a workspace of Mastra is what the tools of a real agent work on, and a refusal is an error that the model reads', async () => {
    const { gate, space } = await openSlot({ 'src/x.ts': 'const needle = 1;\n' });
    const [read, denied, written, ran, barred] = await tell(gate, [
      { name: FILESYSTEM.READ_FILE, args: { path: '/a.txt' } },
      { name: FILESYSTEM.READ_FILE, args: { path: '/.env' } },
      { name: FILESYSTEM.WRITE_FILE, args: { path: '/new/b.txt', content: 'b\n' } },
      { name: SANDBOX.EXECUTE_COMMAND, args: { command: 'cd src; ls; exit 3' } },
      { name: SANDBOX.EXECUTE_COMMAND, args: { command: 'cat .env' } },
    ]);
    expect(read).toContain('two');
    expect(denied).toContain('POLICY_DENIED: ');
    expect(written).toContain('b.txt');
    expect(space.read('new/b.txt')).toBe('b\n');
    expect(ran).toContain('x.ts');
    expect(ran).toContain('Exit code: 3');
    expect(barred).toContain('POLICY_DENIED: ');
    const tools = (await gate.store.calls.list({})).map(({ tool }) => tool);
    expect(tools).toEqual(expect.arrayContaining(['read_file', 'write_file', 'bash']));
  });
});

describe('a filesystem of Mastra', () => {
  it('a filesystem of Mastra reads, writes, appends, copies, moves and deletes, all of it by calls that can be taken back', async () => {
    const { gate, space } = await openSlot({ 'sub/x.txt': 'x' });
    const before = space.snapshot();
    const files = await toMastraFilesystem(gate);
    await files.writeFile('/new/b.txt', 'b\n');
    await files.appendFile('/new/b.txt', 'c\n');
    await files.appendFile('/log.txt', Buffer.from([0, 255]));
    await files.copyFile('/a.txt', '/copy.txt');
    await files.copyFile('/sub', '/other sub', { recursive: true });
    await files.moveFile('/copy.txt', '/far/away.txt');
    await files.mkdir('/empty/inner');
    expect(await files.readFile('/new/b.txt', { encoding: 'utf8' })).toBe('b\nc\n');
    expect(await files.readFile('/log.txt')).toEqual(Buffer.from([0, 255]));
    expect(await files.readFile('/log.txt', { encoding: 'hex' })).toBe('00ff');
    expect([space.read('far/away.txt'), space.read('other sub/x.txt')]).toEqual(['one\ntwo\nthree\n', 'x']);
    await files.deleteFile('/far/away.txt');
    await files.rmdir('/empty', { recursive: true });
    expect([await files.exists('/far/away.txt'), await files.exists('/empty')]).toEqual([false, false]);
    while ((await gate.execute({ name: 'undo_turn', args: {} })).ok);
    expect(space.snapshot()).toEqual(before);
  });

  it('a filesystem of Mastra tells of entries and their facts', async () => {
    const { gate } = await openSlot({ 'sub/deep/x.ts': 'x', 'sub/y.md': 'y' });
    const files = await toMastraFilesystem(gate);
    expect(await files.stat('/sub/deep/x.ts')).toMatchObject({
      name: 'x.ts',
      path: '/sub/deep/x.ts',
      type: 'file',
      size: 1,
    });
    expect(await files.stat('/')).toMatchObject({ path: '/', type: 'directory', size: 0 });
    expect(await files.readdir('/sub')).toEqual([
      { name: 'deep', type: 'directory' },
      { name: 'y.md', type: 'file', size: 1 },
    ]);
    const below = await files.readdir('/', { recursive: true, extension: '.ts' });
    expect(below.map(({ name }) => name)).toEqual(['sub', 'sub/deep', 'sub/deep/x.ts']);
    expect((await files.readdir('/', { recursive: true, maxDepth: 2 })).map(({ name }) => name)).not.toContain(
      'sub/deep/x.ts',
    );
  });

  it("a filesystem of Mastra throws Mastra's own errors for what is missing or in the way, and the gate's words for what it refuses", async () => {
    const { gate } = await openSlot({ 'sub/x.txt': 'x' });
    const files = await toMastraFilesystem(gate);
    await expect(files.readFile('/none')).rejects.toThrow(workspaces.FileNotFoundError);
    await expect(files.readFile('/sub', { encoding: 'utf8' })).rejects.toThrow(workspaces.IsDirectoryError);
    await expect(files.stat('/none')).rejects.toThrow(workspaces.FileNotFoundError);
    await expect(files.readdir('/none')).rejects.toThrow(workspaces.DirectoryNotFoundError);
    await expect(files.readdir('/a.txt')).rejects.toThrow(workspaces.NotDirectoryError);
    await expect(files.writeFile('/a.txt', '', { overwrite: false })).rejects.toThrow(workspaces.FileExistsError);
    await expect(files.writeFile('/no/b', '', { recursive: false })).rejects.toThrow(workspaces.DirectoryNotFoundError);
    await expect(files.writeFile('/a.txt', '', { expectedMtime: new Date(0) })).rejects.toThrow(
      workspaces.StaleFileError,
    );
    await expect(files.copyFile('/sub', '/b')).rejects.toThrow(workspaces.IsDirectoryError);
    await expect(files.moveFile('/a.txt', '/sub/x.txt', { overwrite: false })).rejects.toThrow(
      workspaces.FileExistsError,
    );
    await expect(files.deleteFile('/sub')).rejects.toThrow(workspaces.IsDirectoryError);
    await expect(files.deleteFile('/none')).rejects.toThrow(workspaces.FileNotFoundError);
    await expect(files.deleteFile('/none', { force: true })).resolves.toBeUndefined();
    await expect(files.rmdir('/sub')).rejects.toThrow(workspaces.DirectoryNotEmptyError);
    await expect(files.mkdir('/a.txt')).rejects.toThrow(workspaces.FileExistsError);
    await expect(files.readFile('/.env')).rejects.toThrow(/^POLICY_DENIED: /);
    await expect(files.copyFile('/.env', '/copy')).rejects.toThrow(/^POLICY_DENIED: /);
  });
});

describe('a sandbox of Mastra', () => {
  it('a sandbox of Mastra runs a command with a list of arguments, which are words whatever is in them', async () => {
    const { gate, root } = await openSlot({ 'sub/x.txt': 'x' });
    const sandbox = await toMastraSandbox(gate);
    const printed: string[] = [];
    const ran = await sandbox.executeCommand!('printf', ['%s|', '$(id)', "it's", 'a b'], {
      onStdout: text => printed.push(text),
    });
    expect(ran).toMatchObject({ success: true, exitCode: 0, stdout: "$(id)|it's|a b|", timedOut: false });
    expect(printed.join('')).toBe(ran.stdout);
    expect(
      await sandbox.executeCommand!('pwd; echo no >&2; exit 3', [], { cwd: '/sub', env: { A: 'b' } }),
    ).toMatchObject({
      success: false,
      exitCode: 3,
      stdout: `${root}/sub\n`,
      stderr: 'no\n',
    });
    expect(await sandbox.executeCommand!('sleep 600', [], { timeout: 300 })).toMatchObject({
      success: false,
      exitCode: 124,
      timedOut: true,
    });
    await expect(sandbox.executeCommand!('cat', ['.env'])).rejects.toThrow(/^POLICY_DENIED: /);
    const stop = new AbortController();
    const reason = new Error('enough');
    gate.activity.subscribe('tool_call_update', () => stop.abort(reason));
    await expect(sandbox.executeCommand!('sleep 600', [], { abortSignal: stop.signal })).rejects.toBe(reason);
  });

  it('a sandbox of Mastra has processes in the background, which are jobs of the gate', async () => {
    const { gate, questions } = await openSlot();
    const { processes } = await toMastraSandbox(gate);
    const short = await processes!.spawn('echo out; echo err >&2; exit 4');
    expect(await short.wait()).toMatchObject({ success: false, exitCode: 4, stdout: 'out\n', stderr: 'err\n' });
    const long = await processes!.spawn('sleep 600');
    expect(await processes!.list()).toMatchObject([
      { pid: short.pid, running: false, exitCode: 4 },
      { pid: long.pid, running: true, command: 'sleep 600' },
    ]);
    expect(gate.jobs.list().map(({ id }) => id)).toEqual([long.pid, short.pid]);
    expect(await processes!.kill(long.pid)).toBe(true);
    expect(long.exitCode).not.toBe(0);
    await expect(long.sendStdin('x')).rejects.toThrow('no standard input');
    expect(questions).toHaveLength(2);
  });
});

describe('tools of Mastra', () => {
  async function openAgent(calls: Parameters<typeof scriptedAIModel>[0]) {
    const slot = await openSlot({}, { approver: () => 'reject_once' });
    const { model, prompts } = scriptedAIModel(calls);
    const tools = await toMastraTools(slot.gate, { approvals: 'suspend' });
    const agent = new Agent({ id: 'a', name: 'a', instructions: 'Work.', model: model as never, tools });
    new Mastra({ agents: { agent }, storage: new InMemoryStore(), logger: false });
    return { ...slot, agent, prompts };
  }
  const write = { id: 'c1', name: 'write_file', args: { path: 'a.txt', content: 'new\n' } };

  it('suspend with the question and its diff, and go on with a yes', async () => {
    const { agent, prompts, space } = await openAgent([[write]]);
    const stopped = await agent.generate('Write.');
    expect(stopped.suspendPayload).toMatchObject({
      toolName: 'write_file',
      suspendPayload: { reason: expect.stringContaining('overwrites'), diff: expect.stringContaining('+new') },
    });
    expect(space.read('a.txt')).toBe('one\ntwo\nthree\n');
    await agent.resumeGenerate({ approved: true }, { runId: stopped.runId!, toolCallId: 'c1' });
    expect(space.read('a.txt')).toBe('new\n');
    expect(JSON.stringify(prompts.at(-1))).toContain('Overwrote a.txt');
  });

  it('tools of Mastra tell the model a no with the words of the person, and it is on record', async () => {
    const { agent, prompts, space, gate } = await openAgent([[write]]);
    const stopped = await agent.generate('Write.');
    await agent.resumeGenerate({ approved: false, message: 'keep it' }, { runId: stopped.runId!, toolCallId: 'c1' });
    expect(space.read('a.txt')).toBe('one\ntwo\nthree\n');
    expect(JSON.stringify(prompts.at(-1))).toMatch(/APPROVAL_DENIED: .*keep it/);
    expect(await gate.store.calls.list({})).toMatchObject([{ tool: 'write_file', error: { code: 'APPROVAL_DENIED' } }]);
  });

  it('ask anew where what was shown is no longer what would happen', async () => {
    const { agent, space } = await openAgent([[write]]);
    const stopped = await agent.generate('Write.');
    space.write('a.txt', 'someone else\n');
    const again = await agent.resumeGenerate({ approved: true }, { runId: stopped.runId!, toolCallId: 'c1' });
    expect(again.suspendPayload).toMatchObject({ suspendPayload: { diff: expect.stringContaining('-someone else') } });
    expect(space.read('a.txt')).toBe('someone else\n');
  });
});
