import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import { Command, END, MemorySaver, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { generateText, isStepCount, type ModelMessage, tool } from 'ai';
import { createAgent, fakeModel } from 'langchain';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toAISDKApproval, toAISDKDenials, toAISDKTools } from '../../src/adapters/ai/index.ts';
import { toLangChainTools } from '../../src/adapters/langchain/index.ts';
import type { Toolgate } from '../../src/index.ts';
import type { ModelCall } from '../support/adapters/driver.ts';
import { type Fixture, openFixture } from '../support/adapters/fixture.ts';
import { scriptedAIModel } from '../support/adapters/scripted-models.ts';

const overwrite = { id: 'c1', name: 'write_file', args: { path: 'a.txt', content: 'new\n' } };
const reading = { id: 'c2', name: 'read_file', args: { path: 'a.txt' } };
const denied = { id: 'c3', name: 'read_file', args: { path: '.env' } };

describe("the AI SDK's own approvals", () => {
  /** Up to the question. */
  async function ask({ gate }: Fixture, calls: readonly ModelCall[] = [overwrite, reading, denied]) {
    const tools = await toAISDKTools(gate, { approvals: 'sdk' });
    const prompt: ModelMessage[] = [{ role: 'user', content: 'Write it.' }];
    const settings = {
      tools,
      toolApproval: toAISDKApproval(gate),
      onStart: toAISDKDenials(gate),
      experimental_toolApprovalSecret: 'secret',
    };
    const { model } = scriptedAIModel([calls]);
    const asked = await generateText({ ...settings, model, messages: prompt });
    const requests = asked.content.filter(part => part.type === 'tool-approval-request');
    return { settings, requests, messages: [...prompt, ...asked.responseMessages] };
  }

  /** And on from the answer; gives what the model is told then. */
  async function answer(
    { settings, requests, messages }: Awaited<ReturnType<typeof ask>>,
    approved: boolean,
    reason?: string,
  ) {
    const content = requests.map(({ approvalId }) => ({
      type: 'tool-approval-response' as const,
      approvalId,
      approved,
      ...(reason === undefined ? {} : { reason }),
    }));
    const { model, prompts } = scriptedAIModel([]);
    const stopWhen = isStepCount(1);
    await generateText({ ...settings, model, stopWhen, messages: [...messages, { role: 'tool', content }] });
    return JSON.stringify(prompts[0]);
  }

  it('ask for what the policy asks for, and run it after a yes', async () => {
    const fixture = await openFixture();
    const asked = await ask(fixture);
    expect(asked.requests).toMatchObject([
      { toolCall: { toolCallId: 'c1' }, reason: expect.stringContaining('overwrites an existing file') },
    ]);
    const before = JSON.stringify(asked.messages);
    expect(before).toContain('POLICY_DENIED');
    expect(before).toContain('three');
    expect(fixture.space.read('a.txt')).toBe('one\ntwo\nthree\n');
    expect(await answer(asked, true)).toContain('Overwrote a.txt');
    expect(fixture.space.read('a.txt')).toBe('new\n');
  });

  it('show the diff, and nothing of what a long one leaves out is another one later', async () => {
    const fixture = await openFixture();
    const [asked] = (await ask(fixture, [overwrite])).requests;
    expect(asked?.reason).toMatch(/^write_file wants to run.*-two\n.*\+new.*It would.*write a\.txt/s);
    const lines = Array.from({ length: 500 }, (_, line) => `line ${line}\n`);
    fixture.space.write('long.txt', lines.join(''));
    const long = { id: 'c9', name: 'write_file', args: { path: 'long.txt', content: 'short\n' } };
    const question = await ask(fixture, [long]);
    expect(question.requests[0]?.reason).toMatch(/\[the whole diff: sha256 [0-9a-f]{64}\]$/);
    fixture.space.write('long.txt', lines.with(499, 'line changed\n').join(''));
    expect(await answer(question, true)).toContain('APPROVAL_DENIED');
    expect(fixture.space.read('long.txt')).toContain('line changed');
  });

  it("the AI SDK's own approvals do not ask for what fails anyway", async () => {
    const fixture = await openFixture();
    fixture.space.write('.vscode/tasks.json', '{}\n');
    const edit = { path: '.vscode/tasks.json', old_text: 'nowhere', new_text: 'x' };
    const good = { id: 'c1', name: 'edit_file', args: { ...edit, old_text: '{}', new_text: '[]' } };
    const { requests, messages } = await ask(fixture, [good, { id: 'c2', name: 'edit_file', args: edit }]);
    expect(requests.map(({ toolCall }) => toolCall.toolCallId)).toEqual(['c1']);
    expect(JSON.stringify(messages)).toContain('EDIT_NOT_FOUND');
  });

  it("the AI SDK's own approvals leave everything as it is after a no, which is on record once", async () => {
    const fixture = await openFixture();
    const asked = await ask(fixture, [overwrite]);
    expect(await fixture.gate.store.calls.list({})).toEqual([]);
    expect(await answer(asked, false, 'leave it alone')).toContain('execution-denied');
    expect(fixture.space.read('a.txt')).toBe('one\ntwo\nthree\n');
    await answer(asked, false, 'leave it alone');
    const rows = await fixture.gate.store.calls.list({});
    expect(rows).toMatchObject([
      {
        label: 'c1',
        tool: 'write_file',
        status: 'settled',
        ok: false,
        error: { code: 'APPROVAL_DENIED', message: expect.stringContaining('leave it alone') },
      },
    ]);
  });

  it('count once, though the conversation is sent again', async () => {
    const fixture = await openFixture();
    const asked = await ask(fixture, [{ id: 'c1', name: 'delete_file', args: { path: 'a.txt' } }]);
    expect(await answer(asked, true)).toContain('Deleted');
    fixture.space.write('a.txt', 'one\ntwo\nthree\n');
    expect(await answer(asked, true)).toContain('APPROVAL_DENIED');
    expect(fixture.space.read('a.txt')).toBe('one\ntwo\nthree\n');
  });

  it("the AI SDK's own approvals never run what was denied, though the policy would allow it by now", async () => {
    const fixture = await openFixture();
    const asked = await ask(fixture, [overwrite]);
    await fixture.gate.execute({ name: 'move_file', args: { from: 'a.txt', to: 'b.txt' } });
    await answer(asked, false);
    expect(() => fixture.space.read('a.txt')).toThrow();
    const [last] = await fixture.gate.store.calls.list({ tool: 'write_file' });
    expect(last).toMatchObject({ ok: false, error: { code: 'APPROVAL_DENIED' } });
  });

  it('count for what was shown: a file that is another one by then is not overwritten', async () => {
    const fixture = await openFixture();
    const asked = await ask(fixture, [overwrite]);
    fixture.space.write('a.txt', 'a person wrote this\nand that\n');
    expect(await answer(asked, true)).toContain('APPROVAL_DENIED');
    expect(fixture.space.read('a.txt')).toBe('a person wrote this\nand that\n');
  });

  it("the AI SDK's own approvals are asked for what a strict model sends too", async () => {
    const { gate } = await openFixture();
    const tools = await toAISDKTools(gate, { approvals: 'sdk', profile: 'openai-strict' });
    const args = { ...overwrite.args, encoding: null, createDirs: null };
    const { model } = scriptedAIModel([[{ ...overwrite, args }]]);
    const { content } = await generateText({ model, tools, toolApproval: toAISDKApproval(gate), prompt: 'Write it.' });
    expect(content.map(({ type }) => type)).toContain('tool-approval-request');
  });

  it("the AI SDK's own approvals leave the tools of others to themselves", async () => {
    const { gate } = await openFixture();
    const runs: string[] = [];
    const execute = ({ text }: { text: string }) => runs.push(text);
    const inputSchema = z.object({ text: z.string() });
    const tools = {
      ...(await toAISDKTools(gate, { approvals: 'sdk' })),
      careful: tool({ inputSchema, execute, needsApproval: ({ text }) => text === 'ask' }),
      free: tool({ inputSchema, execute }),
    };
    const calls = ['careful ask', 'careful go', 'free run'].map((words, index) => {
      const [name = '', text] = words.split(' ');
      return { id: `c${index}`, name, args: { text } };
    });
    const { model } = scriptedAIModel([calls]);
    const { content } = await generateText({ model, tools, toolApproval: toAISDKApproval(gate), prompt: 'Go on.' });
    expect(content.filter(({ type }) => type === 'tool-approval-request')).toHaveLength(1);
    expect(runs).toEqual(['go', 'run']);
  });

  it("the AI SDK's own approvals are not given by a tool that runs without them", async () => {
    const fixture = await openFixture();
    const tools = await toAISDKTools(fixture.gate, { approvals: 'sdk' });
    const { model, prompts } = scriptedAIModel([[overwrite]]);
    await generateText({ model, tools, stopWhen: isStepCount(2), prompt: 'Write it.' });
    expect(JSON.stringify(prompts[1])).toContain('APPROVAL_DENIED');
    expect(fixture.space.read('a.txt')).toBe('one\ntwo\nthree\n');
  });
});

describe("LangGraph's interrupts", () => {
  const config = { configurable: { thread_id: 'thread-1' } };

  async function graphOf(
    gate: Toolgate,
    calls: readonly ModelCall[] = [overwrite, reading],
    checkpointer = new MemorySaver(),
  ) {
    const tools = await toLangChainTools(gate, { approvals: 'interrupt' });
    const tool_calls = calls.map(call => ({ ...call, args: call.args as object, type: 'tool_call' as const }));
    return new StateGraph(MessagesAnnotation)
      .addNode('model', () => ({ messages: [new AIMessage({ content: '', tool_calls })] }))
      .addNode('tools', new ToolNode(tools))
      .addEdge(START, 'model')
      .addEdge('model', 'tools')
      .addEdge('tools', END)
      .compile({ checkpointer });
  }

  /** Up to the question, and on from the answer. */
  async function run(gate: Toolgate, resume: unknown, calls?: readonly ModelCall[]) {
    const graph = await graphOf(gate, calls);
    const asked = (await graph.invoke({ messages: [] }, config)) as { __interrupt__?: { value: unknown }[] };
    const { messages } = await graph.invoke(new Command({ resume }), config);
    return { question: asked.__interrupt__?.[0]?.value, told: (messages as BaseMessage[]).slice(1) };
  }

  it('ask before anything happens, hold up no other call, and go on after a yes', async () => {
    const { gate, space } = await openFixture();
    const { question, told } = await run(gate, { decisions: [{ type: 'approve' }] });
    expect(question).toMatchObject({
      actionRequests: [
        {
          name: 'write_file',
          args: overwrite.args,
          reason: expect.stringContaining('overwrites'),
          description: expect.stringMatching(/^write_file wants to run.*-two\n.*\+new.*overwrites/s),
          diff: expect.stringMatching(/-two\n.*\+new/s),
        },
      ],
      reviewConfigs: [{ actionName: 'write_file', allowedDecisions: ['approve', 'edit', 'reject'] }],
    });
    expect(told.map(({ content }) => content)).toEqual([
      expect.stringContaining('Overwrote a.txt'),
      expect.stringContaining('three'),
    ]);
    expect(space.read('a.txt')).toBe('new\n');
    const rows = await gate.store.calls.list({});
    expect(rows.filter(row => row.tool === 'write_file')).toHaveLength(1);
    expect(new Set(rows.map(row => row.sessionID))).toEqual(new Set(['thread-1']));
  });

  it("LangGraph's interrupts do nothing twice that was done before the question", async () => {
    const { gate, space } = await openFixture();
    space.write('b.txt', 'end\n');
    const append = (id: string, word: string) => ({
      id,
      name: 'edit_file',
      args: { path: 'b.txt', old_text: 'end', new_text: `${word} end` },
    });
    const calls = [append('x1', 'first'), overwrite, append('x2', 'last')];
    const { told } = await run(gate, { decisions: [{ type: 'approve' }] }, calls);
    expect(space.read('b.txt')).toBe('first last end\n');
    expect(space.read('a.txt')).toBe('new\n');
    expect(told.map(({ content }) => String(content).split(' ')[0])).toEqual(['Edited', 'Overwrote', 'Edited']);
  });

  /** Answers one question after the other, however many there are. */
  async function answerAll(gate: Toolgate, calls: readonly ModelCall[], answers: readonly (() => unknown)[]) {
    const graph = await graphOf(gate, calls);
    const questions: Record<string, unknown>[] = [];
    let state = (await graph.invoke({ messages: [] }, config)) as Stopped;
    for (const answer of answers) {
      const [asked] = state.__interrupt__?.[0]?.value.actionRequests ?? [];
      if (asked) questions.push(asked);
      state = (await graph.invoke(new Command({ resume: answer() }), config)) as Stopped;
    }
    return { questions, told: state.messages.slice(1).map(({ content }) => String(content)), state };
  }

  interface Stopped {
    readonly messages: readonly BaseMessage[];
    readonly __interrupt__?: readonly { value: { actionRequests: Record<string, unknown>[] } }[];
  }

  const yes = () => ({ decisions: [{ type: 'approve' }] });
  const no = () => ({ decisions: [{ type: 'reject', message: 'not that one' }] });
  const removal = { id: 'c9', name: 'delete_file', args: { path: 'b.txt' } };

  it.each([
    [
      [yes, no],
      ['new\n', 'b\n'],
    ],
    [
      [no, yes],
      ['one\ntwo\nthree\n', undefined],
    ],
    [
      [yes, yes],
      ['new\n', undefined],
    ],
    [
      [no, no],
      ['one\ntwo\nthree\n', 'b\n'],
    ],
  ])('give each of two questions of a round its own answer', async (answers, [first, second]) => {
    const { gate, space } = await openFixture();
    space.write('b.txt', 'b\n');
    const { questions, told } = await answerAll(gate, [overwrite, removal], answers);
    expect(questions.map(({ name }) => name)).toEqual(['write_file', 'delete_file']);
    expect(space.read('a.txt')).toBe(first);
    if (second === undefined) expect(() => space.read('b.txt')).toThrow();
    else expect(space.read('b.txt')).toBe(second);
    expect(told.map(text => text.includes('not that one'))).toEqual(answers.map(answer => answer === no));
    expect(await gate.store.calls.list({})).toHaveLength(2);
  });

  it('ask anew when the file is another one than was shown', async () => {
    const { gate, space } = await openFixture();
    const late = () => {
      space.write('a.txt', 'a person wrote this\n');
      return yes();
    };
    const { questions } = await answerAll(gate, [overwrite], [late, yes]);
    expect(questions.map(({ diff }) => String(diff).includes('-a person wrote this'))).toEqual([false, true]);
    expect(space.read('a.txt')).toBe('new\n');
  });

  it("LangGraph's interrupts take a no for a no, whatever has changed since", async () => {
    const { gate, space } = await openFixture();
    const late = () => {
      space.write('a.txt', 'a person wrote this\n');
      return no();
    };
    const { told, state } = await answerAll(gate, [overwrite], [late]);
    expect(state.__interrupt__).toBeUndefined();
    expect(told[0]).toContain('not that one');
    expect(space.read('a.txt')).toBe('a person wrote this\n');
    expect(await gate.store.calls.list({})).toMatchObject([{ ok: false, error: { code: 'APPROVAL_DENIED' } }]);
  });

  it("LangGraph's interrupts work with tools that are made anew for each request", async () => {
    const { gate, space } = await openFixture();
    space.write('b.txt', 'end\n');
    const edit = { path: 'b.txt', old_text: 'end', new_text: 'more end' };
    const calls = [{ id: 'x1', name: 'edit_file', args: edit }, overwrite];
    const checkpointer = new MemorySaver();
    await (await graphOf(gate, calls, checkpointer)).invoke({ messages: [] }, config);
    await (await graphOf(gate, calls, checkpointer)).invoke(new Command({ resume: yes() }), config);
    expect(space.read('b.txt')).toBe('more end\n');
    expect(space.read('a.txt')).toBe('new\n');
  });

  it("LangGraph's interrupts work in an agent that runs each call as a task of its own", async () => {
    const { gate, space } = await openFixture();
    const model = fakeModel().respondWithTools([overwrite, reading]).respond(new AIMessage('Done.'));
    const tools = await toLangChainTools(gate, { approvals: 'interrupt' });
    const agent = createAgent({ model, tools, checkpointer: new MemorySaver() });
    const asked = await agent.invoke({ messages: [{ role: 'user', content: 'Write it.' }] }, config);
    expect((asked as { __interrupt__?: unknown[] }).__interrupt__).toHaveLength(1);
    const { messages } = await agent.invoke(new Command({ resume: { decisions: [{ type: 'approve' }] } }), config);
    expect(space.read('a.txt')).toBe('new\n');
    expect(messages.map(({ type }) => type)).toEqual(['human', 'ai', 'tool', 'tool', 'ai']);
  });

  it.each([
    [
      {
        decisions: [{ type: 'edit', editedAction: { name: 'write_file', args: { path: 'a.txt', content: 'mine\n' } } }],
      },
      'mine\n',
    ],
    [{ approved: true, modifiedArgs: { path: 'a.txt', content: 'mine\n' } }, 'mine\n'],
    [
      { decisions: [{ type: 'edit', editedAction: { name: 'delete_file', args: { path: 'a.txt' } } }] },
      'one\ntwo\nthree\n',
    ],
    [{ decisions: [{ type: 'reject', message: 'leave it' }] }, 'one\ntwo\nthree\n'],
    ['reject_once', 'one\ntwo\nthree\n'],
    ['perhaps', 'one\ntwo\nthree\n'],
    [{ decisions: [] }, 'one\ntwo\nthree\n'],
  ])("LangGraph's interrupts: after %j the file holds %j", async (resume, content) => {
    const { gate, space } = await openFixture();
    const { told } = await run(gate, resume);
    expect(told).toHaveLength(2);
    expect(space.read('a.txt')).toBe(content);
    if (JSON.stringify(resume).includes('leave it')) expect(String(told[0]?.content)).toContain('leave it');
  });
});
