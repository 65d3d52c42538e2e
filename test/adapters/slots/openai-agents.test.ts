import { Agent, applyPatchTool, RunState, shellTool } from '@openai/agents';
import { filesystem, Manifest, SandboxAgent, shell } from '@openai/agents/sandbox';
import { describe, expect, it } from 'vitest';
import {
  toOpenAIAgentsEditor,
  toOpenAIAgentsQuestion,
  toOpenAIAgentsSandbox,
  toOpenAIAgentsShell,
  toOpenAIAgentsTools,
} from '../../../src/adapters/openai-agents/index.ts';
import { openSlot } from '../../support/adapters/open-slot.ts';
import { quietRunner, scriptedAgentsModel, toFunctionCall, toldIn } from '../../support/adapters/scripted-agents.ts';

const no = { approver: () => 'reject_once' } as const;
const shellCall = (commands: string[], more = {}) => ({
  type: 'shell_call',
  callId: 's1',
  status: 'completed',
  action: { commands, ...more },
});
const patchCall = (operation: object) => ({ type: 'apply_patch_call', callId: 'p1', status: 'completed', operation });

describe('tools of the OpenAI Agents SDK', () => {
  const write = toFunctionCall({ id: 'c1', name: 'write_file', args: { path: 'a.txt', content: 'new\n' } });

  async function open(call: object = write) {
    const slot = await openSlot({}, no);
    const model = scriptedAgentsModel([[call]]);
    const tools = await toOpenAIAgentsTools(slot.gate, { approvals: 'sdk' });
    return { ...slot, model, agent: new Agent({ name: 'a', model, tools }), runner: quietRunner() };
  }

  it('stop a run for what the policy asks about, with a question and its diff, and a yes lets it run', async () => {
    const { gate, agent, runner, space, model } = await open();
    const stopped = await runner.run(agent, 'Write.');
    const [item] = stopped.interruptions;
    expect(await toOpenAIAgentsQuestion(gate, item!)).toMatch(/\+new[\s\S]*overwrites/);
    expect(space.read('a.txt')).toBe('one\ntwo\nthree\n');
    stopped.state.approve(item!);
    await runner.run(agent, stopped.state);
    expect(space.read('a.txt')).toBe('new\n');
    expect(JSON.stringify(toldIn(model))).toContain('Overwrote a.txt');
  });

  it('count a yes for what was shown alone: where that has changed, the gate asks its own approver', async () => {
    const { agent, runner, space, model } = await open();
    const stopped = await runner.run(agent, 'Write.');
    space.write('a.txt', 'someone else\n');
    stopped.state.approve(stopped.interruptions[0]!);
    await runner.run(agent, stopped.state);
    expect(space.read('a.txt')).toBe('someone else\n');
    expect(JSON.stringify(toldIn(model))).toContain('APPROVAL_DENIED: ');
  });

  it('go on in another process with the state that was kept', async () => {
    const { agent, runner, space, gate } = await open();
    const stopped = await runner.run(agent, 'Write.');
    const kept = stopped.state.toString();
    const model = scriptedAgentsModel([]);
    const later = new Agent({ name: 'a', model, tools: await toOpenAIAgentsTools(gate, { approvals: 'sdk' }) });
    const state = await RunState.fromString(later, kept);
    state.approve(state.getInterruptions()[0]!);
    await quietRunner().run(later, state);
    expect(space.read('a.txt')).toBe('new\n');
  });

  it('tools of the OpenAI Agents SDK run nothing that a person has rejected', async () => {
    const { agent, runner, space, model } = await open();
    const stopped = await runner.run(agent, 'Write.');
    stopped.state.reject(stopped.interruptions[0]!, { message: 'keep it' });
    await runner.run(agent, stopped.state);
    expect(space.read('a.txt')).toBe('one\ntwo\nthree\n');
    expect(JSON.stringify(toldIn(model))).toContain('keep it');
  });

  it('ask nobody about what is allowed or denied, and the gate refuses the latter', async () => {
    const { agent, runner, model } = await open(
      toFunctionCall({ id: 'c1', name: 'read_file', args: { path: '.env' } }),
    );
    expect((await runner.run(agent, 'Read.')).interruptions).toEqual([]);
    expect(JSON.stringify(toldIn(model))).toContain('POLICY_DENIED: ');
  });
});

describe('the shell of the OpenAI Agents SDK', () => {
  async function run(call: object, options: Parameters<typeof toOpenAIAgentsShell>[1] = {}) {
    const rules = [
      { effect: 'read', match: '.env', verdict: 'deny' },
      { effect: 'execute', match: 'touch *', verdict: 'ask' },
    ] as const;
    const slot = await openSlot({}, { ...no, policy: { extends: 'privileged', rules } });
    const model = scriptedAgentsModel([[call]]);
    const agent = new Agent({ name: 'a', model, tools: [shellTool(toOpenAIAgentsShell(slot.gate, options))] });
    const runner = quietRunner();
    return { ...slot, model, agent, runner, result: await runner.run(agent, 'Go on.') };
  }

  it('the shell of the OpenAI Agents SDK runs each command as a call of bash, one after the other, with its streams and its exit code', async () => {
    const { model, space } = await run(
      shellCall(['echo out; echo err >&2; echo x > made.txt', 'cat made.txt; exit 3', 'cat .env', 'sleep 600'], {
        timeoutMs: 2000,
      }),
    );
    expect(toldIn(model)[0]?.output).toMatchObject([
      { stdout: 'out\n', stderr: 'err\n', outcome: { type: 'exit', exitCode: 0 } },
      { stdout: 'x\n', stderr: '', outcome: { type: 'exit', exitCode: 3 } },
      { stderr: expect.stringMatching(/^POLICY_DENIED: /), outcome: { type: 'exit', exitCode: 126 } },
      { outcome: { type: 'timeout' } },
    ]);
    expect(space.read('made.txt')).toBe('x\n');
  });

  it('the shell of the OpenAI Agents SDK stops the run for a command that the policy asks about', async () => {
    const { gate, agent, runner, result, space } = await run(shellCall(['touch made', 'echo x > b.txt']), {
      approvals: 'sdk',
    });
    const [item] = result.interruptions;
    expect(await toOpenAIAgentsQuestion(gate, item!)).toContain('touch made');
    result.state.approve(item!);
    await runner.run(agent, result.state);
    expect([space.read('b.txt'), space.read('made')]).toEqual(['x\n', '']);
  });
});

describe('the editor of the OpenAI Agents SDK', () => {
  async function run(operation: object, options: Parameters<typeof toOpenAIAgentsEditor>[1] = {}) {
    const slot = await openSlot({}, no);
    const model = scriptedAgentsModel([[patchCall(operation)]]);
    const agent = new Agent({ name: 'a', model, tools: [applyPatchTool(toOpenAIAgentsEditor(slot.gate, options))] });
    const runner = quietRunner();
    return { ...slot, model, agent, runner, result: await runner.run(agent, 'Go on.') };
  }

  it('the editor of the OpenAI Agents SDK makes, changes and moves files by calls of apply_patch', async () => {
    const made = await run({ type: 'create_file', path: 'new/b.txt', diff: '+b\n' });
    expect(made.space.read('new/b.txt')).toBe('b\n');
    const moved = await run({ type: 'update_file', path: 'a.txt', diff: '@@\n-two\n+2\n', moveTo: 'b.txt' });
    expect(moved.space.read('b.txt')).toBe('one\n2\nthree\n');
    expect(() => moved.space.read('a.txt')).toThrow();
  });

  it('the editor of the OpenAI Agents SDK says that a change failed, and why', async () => {
    const { model } = await run({ type: 'update_file', path: 'none.txt', diff: '@@\n-two\n+2\n' });
    expect(JSON.stringify(model.calls.at(-1)?.request.input)).toMatch(/"status":"failed".*FILE_NOT_FOUND/);
  });

  it('the editor of the OpenAI Agents SDK stops the run for what the policy asks about', async () => {
    const { gate, agent, runner, result, space } = await run(
      { type: 'delete_file', path: 'a.txt' },
      { approvals: 'sdk' },
    );
    const [item] = result.interruptions;
    expect(await toOpenAIAgentsQuestion(gate, item!)).toContain('-two');
    result.state.approve(item!);
    await runner.run(agent, result.state);
    expect(() => space.read('a.txt')).toThrow();
  });
});

describe('a sandbox of the OpenAI Agents SDK', () => {
  it('a sandbox of the OpenAI Agents SDK is what a real sandbox agent works in, with what its manifest names', async () => {
    const { gate, space, root } = await openSlot();
    const model = scriptedAgentsModel([
      [
        toFunctionCall({ id: 'c1', name: 'exec_command', args: { cmd: 'cat notes/n.md; echo $MODE; pwd; exit 3' } }),
        toFunctionCall({ id: 'c2', name: 'exec_command', args: { cmd: 'cat .env' } }),
      ],
    ]);
    const agent = new SandboxAgent({
      name: 'a',
      model,
      capabilities: [shell(), filesystem()],
      defaultManifest: {
        entries: {
          notes: { type: 'dir', children: { 'n.md': { type: 'file', content: 'note\n' } } },
          empty: { type: 'dir' },
        },
        environment: { MODE: 'quiet' },
      },
    });
    await quietRunner().run(agent, 'Go on.', { sandbox: { client: toOpenAIAgentsSandbox(gate) } });
    const [ran, denied] = toldIn(model).map(({ output }) => JSON.stringify(output));
    expect(ran).toContain('exited with code 3');
    expect(ran).toContain(`note\\nquiet\\n${root}\\n`);
    expect(denied).toContain('POLICY_DENIED: ');
    expect(space.read('notes/n.md')).toBe('note\n');
  });

  it('a sandbox of the OpenAI Agents SDK reads, lists and edits by calls of the gate, and refuses what it has no like for', async () => {
    const { gate, space, root } = await openSlot({ 'sub/x.txt': 'x' });
    const client = toOpenAIAgentsSandbox(gate);
    const session = await client.create!();
    expect(session.state.manifest.root).toBe(root);
    expect(Buffer.from((await session.readFile!({ path: 'a.txt', maxBytes: 3 })) as Uint8Array).toString()).toBe('one');
    expect(await session.listDir!({ path: 'sub' })).toEqual([{ name: 'x.txt', path: 'sub/x.txt', type: 'file' }]);
    expect([await session.pathExists!('none'), await session.directoryExists!('sub')]).toEqual([false, true]);
    await session.createEditor!().createFile({ type: 'create_file', path: 'b.txt', diff: '+b\n' });
    expect(space.read('b.txt')).toBe('b\n');
    await expect(session.readFile!({ path: '.env' })).rejects.toThrow(/^POLICY_DENIED: /);
    await expect(session.exec!({ cmd: 'true', runAs: 'root' })).rejects.toThrow('another user');
    await expect(client.create!({ manifest: new Manifest({ users: [{ name: 'u' }] }) })).rejects.toThrow('no users');
    const repository = { type: 'git_repo', repo: 'a/b' } as never;
    await expect(session.materializeEntry!({ path: 'r', entry: repository })).rejects.toThrow('not made here');
  });
});
