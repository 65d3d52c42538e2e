import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openGate } from '../../../test/support/worlds/open-gate.ts';
import { type ScriptedReply, scriptedLanguageModel } from '../../testing/scripted-language-model.ts';
import type { Outcome } from '../../tool/outcome.ts';
import { type AgentInput, defineAgent } from '../types/agent-type.ts';
import type { RunAgentOptions } from './agent-run.ts';
import { type AgentHistory, danglingCalls } from './history.ts';
import { runAgent } from './run-agent.ts';

const RETRY = { attempts: 4, delay: 1, longest: 2_000 };

const worker = (more: Partial<AgentInput> = {}) =>
  defineAgent({ name: 'worker', description: 'Works', prompt: 'You work.', ...more });

async function play(
  script: readonly ScriptedReply[],
  { files = {}, ...options }: Partial<RunAgentOptions> & { files?: Record<string, string> } = {},
) {
  const test = await openGate(files);
  const model = scriptedLanguageModel(script);
  const result = await runAgent({
    gate: test.gate,
    type: worker(),
    model,
    prompt: 'Do it.',
    retry: RETRY,
    ...options,
  });
  return { ...test, model, result };
}

const read = (path: string, id?: string) => ({ name: 'read_file', args: { path }, ...(id ? { id } : {}) });
const busy = (status: number, headers: Record<string, string> = {}) =>
  Object.assign(new Error('busy'), { statusCode: status, isRetryable: true, responseHeaders: headers });

/** Every call of a request is followed by its result, at once and once. */
function expectPaired(prompt: readonly { role: string; content: unknown }[]): void {
  prompt.forEach(({ role, content }, index) => {
    if (role !== 'assistant') return;
    const calls = (content as { type: string; toolCallId: string }[]).filter(part => part.type === 'tool-call');
    if (calls.length === 0) return;
    const next = prompt[index + 1];
    expect(next?.role).toBe('tool');
    expect(((next?.content ?? []) as { toolCallId: string }[]).map(part => part.toolCallId)).toEqual(
      calls.map(call => call.toolCallId),
    );
  });
}

describe('the loop', () => {
  it('the agent loop runs calls through the gate and ends with what the model says', async () => {
    const said: string[] = [];
    const { result, model, exists } = await play(
      [
        {
          text: 'Let me look. ',
          calls: [read('a.txt'), { name: 'write_file', args: { path: 'b.txt', content: 'two\n' } }],
        },
        { text: 'All is done.' },
      ],
      { files: { 'a.txt': 'one\n' }, onText: delta => said.push(delta) },
    );
    expect(result).toMatchObject({
      ok: true,
      text: 'All is done.',
      steps: 2,
      calls: 2,
      tokens: { input: 20, output: 10 },
    });
    expect(said.join('')).toBe('Let me look. All is done.');
    expect(exists('b.txt')).toBe(true);
    const [first, second] = model.requests;
    expect(first?.prompt.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(first?.tools?.map(({ name }) => name)).toContain('read_file');
    expectPaired(second!.prompt);
    expect(JSON.stringify(second?.prompt)).toContain('1\\tone');
  });

  it('the agent loop puts the context before the prompt, under a heading', async () => {
    const { model } = await play([{ text: 'ok' }], { context: 'It is late.' });
    expect(model.requests[0]?.prompt[1]).toEqual({
      role: 'user',
      content: [{ type: 'text', text: '# Context\n\nIt is late.\n\n# Task\n\nDo it.' }],
    });
  });

  it('the agent loop answers calls that cannot be read, and tools that are not there', async () => {
    const { result, model, exists } = await play([
      {
        calls: [
          { name: 'write_file', args: '{"path": "half.txt", "content": "ha' },
          { name: 'no_such_tool', args: {} },
        ],
      },
      { text: 'I see.' },
    ]);
    expect(result.ok).toBe(true);
    expect(exists('half.txt')).toBe(false);
    const results = model.requests[1]?.prompt.at(-1)?.content as { output: { type: string; value: string } }[];
    expect(results.map(({ output }) => output.type)).toEqual(['error-text', 'error-text']);
    expect(results[0]?.output.value).toContain('INVALID_ARGUMENTS');
    expect(results[1]?.output.value).toContain('UNKNOWN_TOOL');
    expectPaired(model.requests[1]!.prompt);
  });

  it('the agent loop sends nothing back that a provider would refuse', async () => {
    const { model } = await play([
      {
        text: ' \n ',
        calls: [
          { name: 'rm -rf / ✗', args: {} },
          { name: '', args: [] },
          { name: 'x'.repeat(300), args: '"\ud800"' },
        ],
      },
      { text: 'half \ud800', finish: 'length' },
      { text: 'ok' },
    ]);
    const prompt = model.requests[2]!.prompt;
    expectPaired(prompt);
    const parts = prompt.flatMap(({ content }) => (typeof content === 'string' ? [] : (content as object[])));
    for (const part of parts) {
      if ('text' in part) expect(String(part.text).trim()).not.toBe('');
      if ('toolName' in part) expect(part.toolName).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    }
    expect(JSON.stringify(prompt)).not.toContain('\\ud800');
  });

  it('the agent loop makes ids unique that a model gives twice', async () => {
    const { model } = await play(
      [
        { calls: [read('a.txt', 'x'), read('b.txt', 'x')] },
        { calls: [read('a.txt', 'x'), read('a.txt', '')] },
        { text: 'ok' },
      ],
      { files: { 'a.txt': 'one', 'b.txt': 'two' } },
    );
    const ids = model.requests[2]!.prompt.flatMap(({ role, content }) =>
      role === 'tool' ? content.map(part => ('toolCallId' in part ? part.toolCallId : '')) : [],
    );
    expect(new Set(ids).size).toBe(4);
    expectPaired(model.requests[2]!.prompt);
  });

  it('the agent loop asks a model to go on that was cut off or says nothing', async () => {
    const { result } = await play([{ text: 'One, ', finish: 'length' }, { text: 'two.' }]);
    expect(result).toMatchObject({ ok: true, text: 'One, two.' });
    const silent = await play([{}, { text: 'Here.' }]);
    expect(silent.result).toMatchObject({ ok: true, text: 'Here.' });
    const mute = await play([{}, {}, {}, {}]);
    expect(mute.result).toMatchObject({ ok: false, error: { code: 'EXECUTION_ERROR' } });
  });

  it('the agent loop shows images as the user’s, and leaves them out for a model that takes none', async () => {
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const test = await openGate({});
    const { writeFileSync } = await import('node:fs');
    writeFileSync(`${test.root}/dot.png`, Buffer.from(pixel, 'base64'));
    const refused = Object.assign(new Error('no images'), { statusCode: 400 });
    const model = scriptedLanguageModel([
      { calls: [read('dot.png')] },
      { error: refused },
      { text: 'I cannot see it.' },
    ]);
    const result = await runAgent({ gate: test.gate, type: worker(), model, prompt: 'Look.', retry: RETRY });
    expect(result.ok).toBe(true);
    const hasFile = (index: number) => JSON.stringify(model.requests[index]?.prompt).includes('"type":"file"');
    expect([hasFile(1), hasFile(2)]).toEqual([true, false]);
    expect(result.history.shortened.blind).toBe(true);
  });
});

describe('limits', () => {
  it('the agent loop gives the last step to the model for its last word', async () => {
    const calls = [{ name: 'todoread', args: {} }];
    const { result, model } = await play([{ calls }, { calls }, { text: 'So far.' }], {
      type: worker({ limits: { steps: 3 } }),
    });
    expect(result).toMatchObject({ ok: false, text: 'So far.', steps: 3, error: { code: 'BUDGET_EXCEEDED' } });
    expect(model.requests.map(({ toolChoice }) => toolChoice?.type)).toEqual(['auto', 'auto', 'none']);
  });

  it('an agent runs no call beyond its calls, and each gets a reply', async () => {
    const { result, model } = await play(
      [{ calls: [read('a.txt'), read('b.txt'), read('c.txt')] }, { text: 'Two of three.' }],
      { files: { 'a.txt': 'A', 'b.txt': 'B', 'c.txt': 'C' }, type: worker({ limits: { calls: 2 } }) },
    );
    expect(result).toMatchObject({ ok: false, calls: 2, error: { code: 'BUDGET_EXCEEDED' }, text: 'Two of three.' });
    expectPaired(model.requests[1]!.prompt);
    expect(JSON.stringify(model.requests[1]!.prompt)).toContain('No calls are left');
  });

  it('an agent stops when its tokens are used up', async () => {
    const calls = [{ name: 'todoread', args: {} }];
    const { result } = await play([{ calls, tokens: { input: 90, output: 20 } }, { text: 'never' }], {
      type: worker({ limits: { tokens: 100 } }),
    });
    expect(result).toMatchObject({ ok: false, steps: 1, error: { code: 'BUDGET_EXCEEDED' } });
  });

  it('an agent stops when its time is over, in the middle of an answer too', async () => {
    const { result } = await play([{ wait: new Promise(() => {}), text: 'never' }], {
      type: worker({ limits: { seconds: 1 } }),
    });
    expect(result).toMatchObject({ ok: false, error: { code: 'TIMEOUT' } });
  });

  it('an agent is not charged for the time that a person takes', async () => {
    let hours = 0;
    const approver = async () => {
      // The clock must have been stopped before.
      await sleep(50);
      hours += 5;
      return 'allow_once' as const;
    };
    const { gate } = await openGate({ 'a.txt': 'old' }, { approver });
    const calls = [{ name: 'write_file', args: { path: 'a.txt', content: 'new' } }];
    const model = scriptedLanguageModel([{ calls }, { text: 'Written.' }]);
    const now = () => Date.now() + hours * 3_600_000;
    const result = await runAgent({ gate, type: worker({ limits: { seconds: 3_600 } }), model, prompt: 'Do it.', now });
    expect(result).toMatchObject({ ok: true, text: 'Written.' });
    expect(result.history.elapsed).toBeLessThan(3_600_000);
  });

  it('an abort ends an agent, also while the model is silent', async () => {
    const stop = new AbortController();
    const script: ScriptedReply[] = [
      () => {
        setTimeout(() => stop.abort(), 5);
        return { wait: new Promise(() => {}), text: 'never' };
      },
    ];
    const { result } = await play(script, { abort: stop.signal });
    expect(result).toMatchObject({ ok: false, error: { code: 'ABORTED' } });
  });
});

describe('a model that fails', () => {
  it('a model that fails is asked again when it is busy, after the time that it names', async () => {
    const waits: number[] = [];
    const { result } = await play(
      [
        { error: busy(429, { 'retry-after': '0.02' }) },
        { error: busy(503) },
        { text: 'half', cut: true },
        { text: 'Whole.' },
      ],
      { onRetry: ({ wait }) => waits.push(wait) },
    );
    expect(result).toMatchObject({ ok: true, text: 'Whole.', steps: 1 });
    expect(waits).toHaveLength(3);
    expect(waits[0]).toBe(20);
  });

  it('calls of an answer that was cut are never run', async () => {
    const { result, exists } = await play([
      { calls: [{ name: 'write_file', args: { path: 'a.txt', content: 'x' } }], cut: true },
      { text: 'Nothing done.' },
    ]);
    expect(result.text).toBe('Nothing done.');
    expect(exists('a.txt')).toBe(false);
  });

  it.each([
    [401, 'refuses the key'],
    [404, 'does not know the model'],
    [400, 'refused the request'],
  ])('a model that fails with %i is an outcome that says why', async (status, says) => {
    const { result, model } = await play([
      { error: Object.assign(new Error('no'), { statusCode: status }) },
      { text: 'x' },
    ]);
    expect(result).toMatchObject({ ok: false, error: { code: 'EXECUTION_ERROR', retryable: false } });
    expect(result.error?.message).toContain(says);
    expect(model.left).toBe(1);
  });

  it('the agent loop gives up after some attempts, and when it is to wait too long', async () => {
    const often = await play(Array.from({ length: 9 }, () => ({ error: busy(529) })));
    expect(often.result).toMatchObject({ ok: false, error: { code: 'EXECUTION_ERROR', retryable: true } });
    expect(often.model.requests).toHaveLength(RETRY.attempts);
    const long = await play([{ error: busy(429, { 'retry-after': '86400' }) }, { text: 'x' }]);
    expect(long.result.error?.message).toContain('86400 s');
  });

  it('the agent loop hides keys that a provider repeats', async () => {
    const error = Object.assign(new Error('Incorrect API key provided: sk-proj-abcdefghijklmnopqrstuvwx1234'), {
      statusCode: 401,
    });
    const { result } = await play([{ error }]);
    expect(result.error?.message).not.toContain('abcdefghijklmnop');
  });
});

describe('resuming', () => {
  it('an agent saves plain JSON after each answer and each round, and goes on from any of them', async () => {
    const files = { 'a.txt': 'one\n' };
    const script: ScriptedReply[] = [
      { calls: [{ name: 'edit_file', args: { path: 'a.txt', old_text: 'one', new_text: 'two' } }] },
      { calls: [read('a.txt')] },
      { text: 'Done.' },
    ];
    const saved: AgentHistory[] = [];
    const { result } = await play(script, {
      files,
      save: async history => void saved.push(JSON.parse(JSON.stringify(history)) as AgentHistory),
    });
    expect(saved).toHaveLength(5);
    expect(saved.at(-1)).toEqual(result.history);
    for (const [index, history] of saved.entries()) {
      const recalled: string[] = [];
      const rest = await play(script.slice(history.steps), {
        files: history.calls > 0 ? { 'a.txt': 'two\n' } : files,
        history,
        recall: async callID => void recalled.push(callID),
      });
      expect(rest.result).toMatchObject({ ok: true, text: 'Done.', steps: 3, calls: 2 });
      expect(recalled).toEqual(danglingCalls(history).map(({ callID }) => callID));
      expect(index % 2 === 0 && index < 4).toBe(recalled.length > 0);
      for (const request of rest.model.requests) expectPaired(request.prompt);
    }
  });

  it('a resumed agent takes what a dangling call came to from whoever remembers it', async () => {
    const saved: AgentHistory[] = [];
    await play([{ calls: [{ name: 'write_file', args: { path: 'a.txt', content: 'x' } }] }, { text: 'Done.' }], {
      save: async history => void saved.push(history),
    });
    const { exists, model } = await play([{ text: 'Done.' }], {
      history: saved[0]!,
      recall: async () =>
        ({ ok: false, output: 'OUTCOME_UNKNOWN: it may have happened', attachments: [] }) as unknown as Outcome,
    });
    expect(exists('a.txt')).toBe(false);
    expect(JSON.stringify(model.requests[0]?.prompt)).toContain('it may have happened');
  });

  it('an agent saves nothing more once it is aborted', async () => {
    const stop = new AbortController();
    const saved: AgentHistory[] = [];
    const { result } = await play([{ calls: [{ name: 'todoread', args: {} }] }, { text: 'never' }], {
      abort: stop.signal,
      save: async history => {
        saved.push(history);
        stop.abort();
      },
    });
    expect(result.error?.code).toBe('ABORTED');
    expect(saved).toHaveLength(1);
    expect(danglingCalls(saved[0]!)).toHaveLength(1);
  });
});

describe('the context', () => {
  it('the context stays under its limit: the oldest outputs go first, pairs and the first prompt stay', async () => {
    const text = `${'Line of a long file.\n'.repeat(400)}`;
    const files = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`f${index}.txt`, text]));
    const script: ScriptedReply[] = [
      ...Array.from({ length: 12 }, (_, index) => ({ calls: [read(`f${index}.txt`)] })),
      { text: 'Read all.' },
    ];
    const { result, model } = await play(script, { files, contextTokens: 30_000 });
    expect(result.ok).toBe(true);
    const last = model.requests.at(-1)!.prompt;
    const whole = JSON.stringify(last);
    expect(whole.length).toBeLessThan(30_000 * 4);
    expect(whole).toContain('Left out to save room');
    expect(last[1]).toEqual({ role: 'user', content: [{ type: 'text', text: 'Do it.' }] });
    for (const request of model.requests) expectPaired(request.prompt);
    expect(JSON.stringify(last.at(-1))).toContain('Line of a long file');
    expect(JSON.stringify(result.history.messages)).not.toContain('Left out to save room');
  });

  it('the context is made shorter when the provider says that it is too long', async () => {
    const error = Object.assign(new Error('x'), {
      statusCode: 400,
      responseBody: '{"error":{"message":"This model\'s maximum context length is 8192 tokens"}}',
    });
    const text = 'Line of a long file.\n'.repeat(1500);
    const { result, model } = await play(
      [{ calls: [read('a.txt')] }, { calls: [read('b.txt')] }, { error }, { text: 'Short.' }],
      { files: { 'a.txt': text, 'b.txt': text }, contextTokens: 60_000 },
    );
    expect(result).toMatchObject({ ok: true, text: 'Short.' });
    const sizes = model.requests.map(({ prompt }) => JSON.stringify(prompt).length);
    expect(sizes[3]).toBeLessThan(sizes[2]!);
  });
});
