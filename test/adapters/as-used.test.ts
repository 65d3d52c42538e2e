import { AIMessage } from '@langchain/core/messages';
import {
  convertToModelMessages,
  generateText,
  isStepCount,
  readUIMessageStream,
  streamText,
  toUIMessageStream,
  type UIMessage,
} from 'ai';
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test';
import { createAgent, createMiddleware, fakeModel } from 'langchain';
import { describe, expect, it } from 'vitest';
import { toAISDKApproval, toAISDKDenials, toAISDKTools } from '../../src/adapters/ai/index.ts';
import { toAnthropicTools } from '../../src/adapters/anthropic/index.ts';
import { toGoogleTools } from '../../src/adapters/google/index.ts';
import { toLangChainRepair, toLangChainReread, toLangChainTools } from '../../src/adapters/langchain/index.ts';
import { toOpenAIChatTools, toOpenAIResponsesTools } from '../../src/adapters/openai/index.ts';
import type { Toolgate } from '../../src/index.ts';
import type { ModelCall } from '../support/adapters/driver.ts';
import { openFixture } from '../support/adapters/fixture.ts';
import { scriptedAIModel } from '../support/adapters/scripted-models.ts';

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

/** A model that streams these calls. */
const streaming = (calls: readonly ModelCall[]) =>
  new MockLanguageModelV4({
    doStream: async () => ({
      stream: simulateReadableStream({
        chunks: [
          { type: 'stream-start' as const, warnings: [] },
          ...calls.map(({ id, name, args }) => ({
            type: 'tool-call' as const,
            toolCallId: id,
            toolName: name,
            input: JSON.stringify(args),
          })),
          { type: 'finish' as const, usage, finishReason: { unified: 'tool-calls' as const, raw: undefined } },
        ],
      }),
    }),
  });

const codes = async (gate: Toolgate) => (await gate.store.calls.list({})).map(({ error }) => error?.code);

describe('a run that is aborted leaves its calls aborted, and nothing running', () => {
  it('AI SDK, generated', async () => {
    const { gate, waiting } = await openFixture();
    const stop = new AbortController();
    const { model } = scriptedAIModel([[{ id: 'c1', name: 'wait', args: {} }]]);
    const tools = await toAISDKTools(gate);
    const run = generateText({ model, tools, prompt: 'Wait.', abortSignal: stop.signal, stopWhen: isStepCount(2) });
    const ended = run.then(
      () => 'done',
      () => 'thrown',
    );
    await waiting;
    stop.abort();
    await ended;
    expect(await endOf(gate)).toEqual(['ABORTED']);
  });

  it('AI SDK, streamed and no longer read', async () => {
    const { gate, waiting } = await openFixture();
    const stop = new AbortController();
    const tools = await toAISDKTools(gate);
    const model = streaming([{ id: 'c1', name: 'wait', args: {} }]);
    const { stream } = streamText({ model, tools, prompt: 'Wait.', abortSignal: stop.signal, onError: () => {} });
    const reading = (async () => {
      for await (const part of stream) if (part.type === 'abort') return;
    })();
    await waiting;
    stop.abort();
    await reading;
    expect(await endOf(gate)).toEqual(['ABORTED']);
  });

  it('LangChain', async () => {
    const { gate, waiting } = await openFixture();
    const stop = new AbortController();
    const model = fakeModel()
      .respondWithTools([{ name: 'wait', args: {}, id: 'c1' }])
      .respond(new AIMessage('Done.'));
    const agent = createAgent({ model, tools: await toLangChainTools(gate) });
    const input = { messages: [{ role: 'user' as const, content: 'Wait.' }] };
    const ended = agent.invoke(input, { signal: stop.signal }).catch(() => 'thrown');
    await waiting;
    stop.abort();
    await ended;
    expect(await endOf(gate)).toEqual(['ABORTED']);
  });

  /** The run is told before its calls have come to their ends. */
  async function endOf(gate: Toolgate) {
    await expect
      .poll(async () => (await gate.store.calls.list({})).every(({ status }) => status === 'settled'), {
        timeout: 50_000,
      })
      .toBe(true);
    return codes(gate);
  }

  it.each([
    ['OpenAI chat', (gate: Toolgate, abort: AbortSignal) => chat(gate, { abort })],
    ['OpenAI Responses', (gate: Toolgate, abort: AbortSignal) => responses(gate, { abort })],
    ['Anthropic', (gate: Toolgate, abort: AbortSignal) => anthropic(gate, { abort })],
    ['Google', (gate: Toolgate, abort: AbortSignal) => google(gate, { abort })],
  ])('%s, before it begins', async (_, run) => {
    const { gate, space } = await openFixture();
    expect(JSON.stringify(await run(gate, AbortSignal.abort()))).toContain('ABORTED');
    expect(() => space.read('new.txt')).toThrow();
  });

  const args = { path: 'new.txt', content: 'x\n' };
  type Options = { abort: AbortSignal };
  const chat = (gate: Toolgate, options: Options) =>
    toOpenAIChatTools(gate).run(
      [{ id: 'c', type: 'function', function: { name: 'write_file', arguments: JSON.stringify(args) } }],
      options,
    );
  const responses = (gate: Toolgate, options: Options) =>
    toOpenAIResponsesTools(gate).run(
      [{ type: 'function_call', call_id: 'c', name: 'write_file', arguments: JSON.stringify(args) }],
      options,
    );
  const anthropic = (gate: Toolgate, options: Options) =>
    toAnthropicTools(gate).run([{ type: 'tool_use', id: 'c', name: 'write_file', input: args }], options);
  const google = (gate: Toolgate, options: Options) => toGoogleTools(gate).run([{ name: 'write_file', args }], options);
});

describe('LangChain: what it would read otherwise', () => {
  async function run(said: AIMessage) {
    const { gate, space } = await openFixture();
    const tools = await toLangChainTools(gate);
    const middleware = createMiddleware({
      name: 'toolgate',
      wrapToolCall: toLangChainRepair(tools),
      afterModel: toLangChainReread(tools),
    });
    const model = fakeModel().respond(said).respond(new AIMessage('Done.'));
    const agent = createAgent({ model, tools, middleware: [middleware] });
    const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'Go on.' }] });
    return { space, said: messages.map(({ type, content }) => [type, String(content)]) };
  }

  it('a call that is no JSON is answered', async () => {
    const invalid_tool_calls = [{ id: 'c1', name: 'read_file', args: '{"path": "a.txt', error: 'Malformed' }];
    const { said } = await run(new AIMessage({ content: '', invalid_tool_calls }));
    expect(said.map(([type]) => type)).toEqual(['human', 'ai', 'tool', 'ai']);
    expect(said[2]?.[1]).toContain('cut off');
  });

  it('one that can be mended is run', async () => {
    const invalid_tool_calls = [{ id: 'c1', name: 'read_file', args: "{'path': 'a.txt'}", error: 'Malformed' }];
    const { said } = await run(new AIMessage({ content: '', invalid_tool_calls }));
    expect(said[2]?.[1]).toContain('three');
  });

  it.each([{ finish_reason: 'length' }, { stop_reason: 'max_tokens' }, { finishReason: 'MAX_TOKENS' }])(
    'a call that was cut off is not run: %j',
    async response_metadata => {
      const args = { path: 'new.txt', content: 'the first ha' };
      const tool_calls = [{ id: 'c1', name: 'write_file', args, type: 'tool_call' as const }];
      const { said, space } = await run(new AIMessage({ content: '', tool_calls, response_metadata }));
      expect(said[2]?.[1]).toContain('cut off');
      expect(() => space.read('new.txt')).toThrow();
    },
  );
});

describe('a reply that was cut off', () => {
  const half = { path: 'new.txt', content: 'the first ha' };

  it.each(['max_tokens', 'model_context_window_exceeded', 'refusal'])('Anthropic: %s', async stop_reason => {
    const { gate, space } = await openFixture();
    const content = [
      { type: 'tool_use', id: 'c1', name: 'write_file', input: { path: 'whole.txt', content: 'x\n' } },
      { type: 'tool_use', id: 'c2', name: 'write_file', input: half },
    ];
    const results = await toAnthropicTools(gate).run({ content, stop_reason } as never);
    expect(results.map(({ is_error = false }) => is_error)).toEqual([false, true]);
    expect(results[1]?.content).toContain('cut off');
    expect(() => space.read('new.txt')).toThrow();
    expect(space.read('whole.txt')).toBe('x\n');
  });

  it("Anthropic: the provider's own tools too, and not what is followed by a text", async () => {
    const { gate, space } = await openFixture({ policy: 'privileged' });
    const { run } = toAnthropicTools(gate);
    const editor = { command: 'create', path: 'new.txt', file_text: 'the first ha' };
    for (const [name, input] of [
      ['bash', { command: 'touch new.txt' }],
      ['str_replace_based_edit_tool', editor],
    ] as const) {
      const content = [{ type: 'tool_use', id: 'c', name, input }];
      const [result] = await run({ content, stop_reason: 'max_tokens' } as never);
      expect(result?.is_error).toBe(true);
    }
    expect(() => space.read('new.txt')).toThrow();
    const content = [
      { type: 'tool_use', id: 'c', name: 'write_file', input: half },
      { type: 'text', text: 'And' },
    ];
    const [result] = await run({ content, stop_reason: 'max_tokens' } as never);
    expect(result?.is_error).toBeUndefined();
  });

  it('OpenAI chat: a call without arguments yet is none without arguments', async () => {
    const { gate } = await openFixture();
    const message = {
      role: 'assistant',
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'talk', arguments: '' } }],
    };
    const run = async (finish_reason: string) =>
      (await toOpenAIChatTools(gate).run({ choices: [{ message, finish_reason }] } as never))[0]?.content;
    expect(await run('length')).toContain('cut off');
    expect(await run('tool_calls')).toBe('said');
  });

  it('OpenAI Responses: none of its kinds of calls is run', async () => {
    const { gate, space } = await openFixture({ policy: 'privileged' });
    const { run } = toOpenAIResponsesTools(gate);
    const status = 'incomplete';
    const shell = { type: 'shell_call', call_id: 's', status, action: { commands: ['touch new.txt'] } };
    const patch = {
      type: 'apply_patch_call',
      call_id: 'p',
      operation: { type: 'create_file', path: 'new.txt', diff: '+the first ha' },
    };
    const call = { type: 'function_call', call_id: 'f', status, name: 'talk', arguments: '' };
    const [shown, called] = await run([shell, call]);
    expect(shown).toMatchObject({ output: [{ stderr: expect.stringContaining('cut off') }] });
    expect(called).toMatchObject({ output: expect.stringContaining('cut off') });
    expect(await run({ status, output: [patch] } as never)).toMatchObject([
      { status: 'failed', output: expect.stringContaining('cut off') },
    ]);
    expect(() => space.read('new.txt')).toThrow();
  });

  it('Google: parts of a call are no call', async () => {
    const { gate } = await openFixture();
    const partial = { name: 'talk', willContinue: true };
    const [answer] = await toGoogleTools(gate).run([{ functionCall: partial }]);
    expect(answer?.functionResponse.response).toEqual({ error: expect.stringContaining('cut off') });
  });
});

it('the AI SDK: calls of a streamed step are one turn', async () => {
  const { gate } = await openFixture();
  const meeting = [0, 1].map(place => ({ id: `c${place}`, name: 'meet', args: { place } }));
  const { stream } = streamText({ model: streaming(meeting), tools: await toAISDKTools(gate), prompt: 'Meet.' });
  const results: unknown[] = [];
  for await (const part of stream) if (part.type === 'tool-result' && !part.preliminary) results.push(part.output);
  expect(results).toMatchObject([{ ok: true }, { ok: true }]);
  expect((await gate.store.calls.list({})).map(({ turn }) => turn)).toEqual([1, 1]);
});

describe('the AI SDK: approvals by way of its messages for user interfaces', () => {
  const overwrite = { id: 'c1', name: 'write_file', args: { path: 'a.txt', content: 'new\n' } };

  /** What a page shows, what its user says, and what the server makes of it; `times` for one that is sent again. */
  async function converse(approved: boolean, times = 1) {
    const fixture = await openFixture();
    const { gate } = fixture;
    const tools = await toAISDKTools(gate, { approvals: 'sdk' });
    const settings = { tools, toolApproval: toAISDKApproval(gate), onStart: toAISDKDenials(gate) };
    const user: UIMessage = { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Write it.' }] };
    const { stream } = streamText({ ...settings, model: streaming([overwrite]), prompt: 'Write it.' });
    let page: UIMessage | undefined;
    for await (const message of readUIMessageStream({ stream: toUIMessageStream({ stream }) })) page = message;
    const asked = page?.parts.find(part => part.type === 'dynamic-tool');
    if (asked?.state !== 'approval-requested') throw new Error(`It is ${asked?.state}`);
    const shown = asked.approval.requestReason;
    Object.assign(asked, {
      state: 'approval-responded',
      approval: { ...asked.approval, approved, reason: 'so be it' },
    });
    const messages = await convertToModelMessages([user, page!], { tools });
    for (let time = 0; time < times; time++)
      await generateText({ ...settings, model: scriptedAIModel([]).model, messages: structuredClone(messages) });
    return { ...fixture, shown, rows: await gate.store.calls.list({}) };
  }

  it('a yes is understood', async () => {
    const { space, shown, rows } = await converse(true);
    expect(shown).toMatch(/-two\n.*\+new/s);
    expect(space.read('a.txt')).toBe('new\n');
    expect(rows).toMatchObject([{ ok: true }]);
  });

  it('a no is on record, once', async () => {
    const { space, rows } = await converse(false, 2);
    expect(space.read('a.txt')).toBe('one\ntwo\nthree\n');
    expect(rows).toMatchObject([{ ok: false, error: { code: 'APPROVAL_DENIED' } }]);
  });
});

it('OpenAI: a program of the model that called a tool gets the result', async () => {
  const { gate } = await openFixture();
  const caller = { type: 'program', caller_id: 'prog_1' };
  const call = { type: 'function_call', call_id: 'f', name: 'talk', arguments: '{}' };
  const [back, direct] = await toOpenAIResponsesTools(gate).run([
    { ...call, caller },
    { ...call, caller: { type: 'direct' } },
  ]);
  expect(back).toMatchObject({ call_id: 'f', output: 'said', caller });
  expect(direct).not.toHaveProperty('caller');
});

it("OpenAI's apply_patch makes an empty file of an empty diff", async () => {
  const { gate, space } = await openFixture({ policy: 'privileged' });
  const operation = { type: 'create_file', path: 'empty.txt', diff: '' };
  const [output] = await toOpenAIResponsesTools(gate).run([{ type: 'apply_patch_call', call_id: 'p', operation }]);
  expect(output).toMatchObject({ status: 'completed' });
  expect(space.read('empty.txt')).toBe('');
});

it('Google: calls of a live session, and calls without ids, are answered in their order', async () => {
  const { gate } = await openFixture();
  const functionCalls = ['a.txt', 'none.txt', 'a.txt'].map(path => ({ name: 'read_file', args: { path } }));
  const answers = await toGoogleTools(gate).run({ functionCalls });
  expect(answers.map(({ functionResponse }) => Object.keys(functionResponse.response))).toEqual([
    ['output'],
    ['error'],
    ['output'],
  ]);
  expect(answers.every(({ functionResponse }) => !('id' in functionResponse))).toBe(true);
});

describe("an approver of one's own calls is asked what the framework's answer leaves open", () => {
  const overwrite = { id: 'c1', name: 'write_file', args: { path: 'a.txt', content: 'new\n' } };

  it('AI SDK', async () => {
    const { gate, space } = await openFixture();
    const tools = await toAISDKTools(gate, { approvals: 'sdk', call: { approver: () => 'allow_once' } });
    const { model } = scriptedAIModel([[overwrite]]);
    await generateText({ model, tools, prompt: 'Write it.' });
    expect(space.read('a.txt')).toBe('new\n');
  });

  it('LangChain, outside of a graph', async () => {
    const { gate, space } = await openFixture();
    const tools = await toLangChainTools(gate, { approvals: 'interrupt', call: { approver: () => 'allow_once' } });
    await tools.find(({ name }) => name === 'write_file')!.invoke(overwrite.args);
    expect(space.read('a.txt')).toBe('new\n');
  });
});
