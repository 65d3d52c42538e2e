import type { CallToolResult, Client, ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Tool } from '../../../src/index.ts';
import { openWorld, post, serve, WAYS, type World } from '../../support/mcp/server-world.ts';

const FILES = { 'a.txt': 'old\n', 'b.txt': 'b\n' };
const OVERWRITE = { path: 'a.txt', content: 'new\n' };
const ELICITATION = { elicitation: {} };

const write = (client: Client, args: Record<string, unknown> = OVERWRITE): Promise<CallToolResult> =>
  client.callTool({ name: 'write_file', arguments: args }) as Promise<CallToolResult>;

const textOf = ({ content }: CallToolResult): string =>
  content.map(block => (block.type === 'text' ? block.text : '')).join('\n');

const accept = (content: ElicitResult['content']): ElicitResult => ({ action: 'accept', content });

describe.each(WAYS)('the person at a client of the $era era over $way', way => {
  it('is shown what would happen, and lets it happen once', async () => {
    const { connect, read } = await openWorld(FILES);
    const asked: ElicitRequestFormParams[] = [];
    const client = await connect({
      ...way,
      answer: form => {
        asked.push(form);
        return accept({ answer: 'allow_once' });
      },
    });
    expect((await write(client)).isError).toBeFalsy();
    expect(read('a.txt')).toBe('new\n');
    expect(asked).toHaveLength(1);
    expect(asked[0]?.message).toMatch(/write_file wants to run[\s\S]*-old\n\+new/);
    expect(asked[0]?.requestedSchema.properties.answer).toMatchObject({
      enum: ['allow_once', 'allow_always', 'reject_once', 'reject_always'],
    });
    await write(client, { ...OVERWRITE, content: 'newer\n' });
    expect(asked).toHaveLength(2);
  });

  it('may change the arguments, and the model is told', async () => {
    const { connect, read } = await openWorld(FILES);
    const changed = {
      answer: 'allow_once',
      arguments: '{"path":"b.txt","content":"other\\n"}',
      message: 'not that one',
    };
    const client = await connect({ ...way, answer: () => accept(changed) });
    const result = await write(client);
    expect([read('a.txt'), read('b.txt')]).toEqual(['old\n', 'other\n']);
    expect(textOf(result)).toContain('A person changed the arguments');
    expect(textOf(result)).toContain('not that one');
  });

  it.each([
    ['a no', accept({ answer: 'reject_once', message: 'keep it' })],
    ['a form that was declined', { action: 'decline' }],
    ['a form that was put away', { action: 'cancel' }],
  ] as const)('refuses with %s', async (_, answer) => {
    const { connect, read } = await openWorld(FILES);
    const client = await connect({ ...way, answer: () => answer as ElicitResult });
    const result = await write(client);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('APPROVAL_DENIED');
    expect(read('a.txt')).toBe('old\n');
  });

  it('puts the form away without a choice: the question is kept for a person, and the log says so without a way to answer', async () => {
    const { connect, gate, read } = await openWorld(FILES);
    const client = await connect({ ...way, answer: () => ({ action: 'cancel' }) });
    const logged: unknown[] = [];
    client.setNotificationHandler('notifications/message', ({ params }) => void logged.push(params.data));
    const result = await write(client);
    const [kept] = await gate.approvals.list();
    expect(textOf(result)).toContain('APPROVAL_DENIED');
    // A client of the modern era gets a log only where it asks for one.
    if (way.era === 'legacy')
      expect(logged).toEqual([expect.stringMatching(/^(?!.*toolgate approvals).*kept for one/)]);
    await gate.approvals.answer(kept?.id ?? '', 'allow_once', 'a person');
    expect((await write(client)).isError).toBeFalsy();
    expect(read('a.txt')).toBe('new\n');
  });

  it('puts the form away while others can answer: the call waits for them, and the log says so', async () => {
    const { connect, gate, read } = await openWorld(FILES, { gate: { waitForAnswers: true } });
    const putAway = Promise.withResolvers<void>();
    const client = await connect({
      ...way,
      answer: () => {
        putAway.resolve();
        return { action: 'cancel' };
      },
    });
    const logged: unknown[] = [];
    client.setNotificationHandler('notifications/message', ({ params }) => void logged.push(params.data));
    const writing = write(client);
    await putAway.promise;
    const [asked] = await gate.approvals.list();
    if (way.era === 'legacy') await expect.poll(() => logged).toEqual([expect.stringContaining(asked?.id ?? 'none')]);
    await gate.approvals.answer(asked?.id ?? '', 'allow_once', 'a person');
    expect((await writing).isError).toBeFalsy();
    expect(read('a.txt')).toBe('new\n');
  });

  it('is asked again when the answer was none, and in the end it is a no', async () => {
    const { connect, read } = await openWorld(FILES);
    const answers: ElicitResult['content'][] = [{ answer: 'allow_once', arguments: '{' }, { answer: 'allow_once' }];
    const asked: string[] = [];
    const client = await connect({
      ...way,
      answer: ({ message }) => {
        asked.push(message);
        return accept(answers.shift() ?? { answer: 'yes' });
      },
    });
    await write(client);
    expect(asked[1]).toContain('no JSON');
    expect(read('a.txt')).toBe('new\n');
    expect((await write(client, { ...OVERWRITE, content: 'newer\n' })).isError).toBe(true);
    expect([asked.length, read('a.txt')]).toEqual([5, 'new\n']);
  });

  it('need not answer what was answered elsewhere', async () => {
    const { connect, read, gate } = await openWorld(FILES, { gate: { waitForAnswers: true } });
    const client = await connect({
      ...way,
      answer: async () => {
        const [request] = await gate.approvals.list();
        await gate.approvals.answer(request!.id, 'allow_once', 'elsewhere');
        // Comes too late, and counts for nothing.
        return accept({ answer: 'reject_always' });
      },
    });
    expect((await write(client)).isError).toBeFalsy();
    expect(read('a.txt')).toBe('new\n');
    expect(await gate.store.rules.list()).toEqual([]);
  });

  it('who cannot be asked leaves it to others, or to nobody', async () => {
    const refusing = await openWorld(FILES);
    const result = await write(await refusing.connect(way));
    expect(textOf(result)).toMatch(/no one can be asked[\s\S]*kept for a person/);
    const waiting = await openWorld(FILES, { gate: { waitForAnswers: true } });
    const asked = new Promise<string>(resolve => {
      waiting.gate.activity.subscribe('approval_requested', ({ data }) => resolve(String(data.approvalID)));
    });
    const running = write(await waiting.connect(way));
    await waiting.gate.approvals.answer(await asked, 'allow_once', 'elsewhere');
    expect((await running).isError).toBeFalsy();
    expect(waiting.read('a.txt')).toBe('new\n');
  });
});

it.each(['pipe', 'http'] as const)('a call that is taken back over %s asks nobody any more', async way => {
  const { connect, gate, read } = await openWorld(FILES, { gate: { waitForAnswers: true } });
  const taken = new AbortController();
  const ended = new Promise<unknown>(resolve => {
    gate.activity.subscribe('tool_call_end', ({ data }) => resolve(data.error));
  });
  const withdrawn = Promise.withResolvers<void>();
  const client = await connect({
    era: 'legacy',
    way,
    answer: async (_, signal) => {
      signal.addEventListener('abort', () => withdrawn.resolve());
      taken.abort();
      await withdrawn.promise;
      return accept({ answer: 'allow_once' });
    },
  });
  const call = { name: 'write_file', arguments: OVERWRITE };
  await expect(client.callTool(call, { signal: taken.signal })).rejects.toThrow();
  expect(await ended).toMatchObject({ code: 'ABORTED' });
  await withdrawn.promise;
  expect(read('a.txt')).toBe('old\n');
  expect(await gate.approvals.list()).toEqual([]);
});

describe('the state between two requests', () => {
  const ask = async (world: World, params: Record<string, unknown> = {}) => {
    const call = { name: 'write_file', arguments: OVERWRITE, ...params };
    return (await post(await world.url(), 'tools/call', { params: call, capabilities: ELICITATION })).body;
  };
  const questionOf = (result: Record<string, unknown> | undefined) => {
    const { inputRequests, requestState, resultType } = result as {
      inputRequests: Record<string, unknown>;
      requestState: string;
      resultType: string;
    };
    expect(resultType).toBe('input_required');
    return { key: Object.keys(inputRequests)[0]!, requestState };
  };
  const yes = (key: string) => ({ inputResponses: { [key]: accept({ answer: 'allow_once' }) } });

  it('the state between two requests leads to the call that asked, and a repeated request to its outcome, not to a second run', async () => {
    let runs = 0;
    const once = Tool.define('once', {
      description: 'Count its runs.',
      parameters: z.object({}),
      effects: () => [],
      permissions: { required: [] },
      approval: () => 'counts',
      execute: () => ({ output: `run ${++runs}` }),
    });
    const world = await openWorld(FILES, { gate: { tools: [once] } });
    const call = { name: 'once', arguments: {} };
    const { key, requestState } = questionOf((await ask(world, call)).result);
    const first = await ask(world, { ...call, requestState, ...yes(key) });
    expect(first.result).toMatchObject({ content: [{ type: 'text', text: 'run 1' }] });
    expect(await ask(world, { ...call, requestState, ...yes(key) })).toEqual(first);
    expect(runs).toBe(1);
    expect(await world.gate.store.calls.list({})).toHaveLength(1);
  });

  it('the state between two requests is refused when it was changed, or comes with another call', async () => {
    const world = await openWorld(FILES);
    const { key, requestState } = questionOf((await ask(world)).result);
    // Not the last letter: some of its bits are none of the seal's.
    const changed = requestState.replace(/.(?=.{4}$)/, letter => (letter === 'x' ? 'y' : 'x'));
    for (const bad of [changed, `${requestState}x`, 'v1.e30.AAAA'])
      expect((await ask(world, { requestState: bad, ...yes(key) })).error).toMatchObject({ code: -32602 });
    const other = { arguments: { ...OVERWRITE, content: 'evil\n' } };
    expect((await ask(world, { requestState, ...yes(key), ...other })).error).toMatchObject({ code: -32602 });
    expect((await ask(world, { requestState, ...yes(key), name: 'delete_file' })).error).toMatchObject({
      code: -32602,
    });
    expect(world.read('a.txt')).toBe('old\n');
  });

  it('the state between two requests is what an answer needs: without it nothing is granted', async () => {
    const world = await openWorld(FILES);
    const { key } = questionOf((await ask(world)).result);
    questionOf((await ask(world, yes(key))).result);
    const { result } = await ask(world, { arguments: { ...OVERWRITE, answer: 'allow_once' } });
    expect(result).toMatchObject({ isError: true, _meta: { 'toolgate/error': { code: 'INVALID_ARGUMENTS' } } });
    expect(world.read('a.txt')).toBe('old\n');
  });

  it('the state between two requests of a server that was closed leads to the same question again', async () => {
    const before = await openWorld(FILES);
    const { key, requestState } = questionOf((await ask(before)).result);
    before.serving.close();
    await before.gate.close();
    const after = await serve(await before.again());
    const again = questionOf((await ask(after, { requestState, ...yes(key) })).result);
    expect(after.read('a.txt')).toBe('old\n');
    const { result } = await ask(after, { requestState: again.requestState, ...yes(again.key) });
    expect(result?.resultType).toBe('complete');
    expect(after.read('a.txt')).toBe('new\n');
  });
});
