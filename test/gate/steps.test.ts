import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { define } from '../../src/tool/define.ts';
import { changesState } from '../../src/tool/effect.ts';
import { newId } from '../../src/tool/id.ts';
import { openGate, type TestGate } from '../support/worlds/open-gate.ts';

let sent: string[] = [];
const send = define('send', {
  description: 'Sends a text',
  parameters: z.object({ text: z.string(), asks: z.number().default(0) }),
  effects: () => [changesState('mail')],
  danger: 'moderate',
  approval: () => 'sends it away',
  execute: async ({ text, asks }, ctx) => {
    for (let time = 0; time < asks; time++) await ctx.ask({ reason: 'once more' });
    sent.push(text);
    return { output: `sent ${text}` };
  },
});

const call = (text: string, asks = 0) => ({ name: 'send', args: { text, asks } });
const step = (key: string, isLeft = () => false) => ({ key, isLeft, begin: async () => {} });

async function open() {
  sent = [];
  const first = await openGate({}, { tools: [send], waitForAnswers: true });
  const sessionID = newId();
  return { first, second: await first.again(), sessionID };
}

async function until<T>(look: () => Promise<T | undefined | false>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found) return found;
    await new Promise(resolve => setTimeout(resolve, 10));
  }
}

const asked = ({ gate }: TestGate, count = 1) =>
  until(async () => {
    const pending = await gate.approvals.list();
    return pending.length >= count && pending;
  });

describe('a question of lasting work', () => {
  it.each(['has lost it', 'has left it'])(
    'a question of lasting work stays for whoever goes on, when the one who put it %s',
    async how => {
      const { first, second, sessionID } = await open();
      const stop = new AbortController();
      let left = false;
      const going = first.gate.execute(call('a'), { sessionID, step: step('1', () => left), abort: stop.signal });
      const { id } = (await asked(first))[0]!;
      const goOn = () => second.gate.execute(call('a'), { sessionID, step: step('1') });
      let later: ReturnType<typeof goOn> | undefined;
      if (how === 'has lost it') {
        later = goOn();
        await until(async () => (await first.gate.store.approvals.get(id))?.processID === second.gate.processID);
      } else left = true;
      stop.abort();
      expect((await going).error?.code).toBe('ABORTED');
      expect((await second.gate.approvals.list()).map(request => request.id)).toEqual([id]);
      later ??= goOn();
      await second.gate.approvals.answer(id, 'allow_once', 'someone');
      expect((await later).output).toBe('sent a');
      expect(sent).toEqual(['a']);
    },
  );

  it('a question of lasting work is withdrawn with work that nobody goes on with', async () => {
    const { first, sessionID } = await open();
    const stop = new AbortController();
    const going = first.gate.execute(call('a'), { sessionID, step: step('1'), abort: stop.signal });
    await asked(first);
    stop.abort();
    await going;
    expect(await first.gate.approvals.list()).toEqual([]);
  });

  it('a question of lasting work is put anew for the same step with other arguments', async () => {
    const { first, second, sessionID } = await open();
    void first.gate.execute(call('a'), { sessionID, step: step('1') });
    const [old] = await asked(first);
    const later = second.gate.execute(call('b'), { sessionID, step: step('1') });
    const [now] = await until(async () => {
      const pending = await second.gate.approvals.list();
      return pending[0]?.id !== old!.id && pending.length > 0 && pending;
    });
    await expect(second.gate.approvals.answer(old!.id, 'allow_once', 'someone')).rejects.toThrow('withdrawn');
    await second.gate.approvals.answer(now!.id, 'allow_once', 'someone');
    await later;
    expect(sent).toEqual(['b']);
    // The yes was for b.
    void second.gate.execute(call('c'), { sessionID, step: step('1') });
    await asked(second);
    expect(sent).toEqual(['b']);
  });

  it('a question of lasting work is one for each of two equal calls', async () => {
    const { first, sessionID } = await open();
    const queue = first.gate.queue({ sessionID });
    const both = ['1', '2'].map(key => queue.add(call('a'), { step: step(key) }));
    const [one] = await asked(first);
    await first.gate.approvals.answer(one!.id, 'allow_once', 'someone');
    await until(async () => sent.length > 0);
    const [other] = await asked(first);
    await first.gate.approvals.answer(other!.id, 'reject_once', 'someone');
    const outcomes = await Promise.all(both);
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, false]);
    expect(sent).toEqual(['a']);
  });

  it('a question of lasting work is put as often as the tool asks it', async () => {
    const { first, sessionID } = await open();
    const going = first.gate.execute(call('a', 2), { sessionID, step: step('1') });
    for (let count = 0; count < 3; count++) {
      const [request] = await asked(first);
      expect(sent).toEqual([]);
      await first.gate.approvals.answer(request!.id, 'allow_once', 'someone');
    }
    expect((await going).ok).toBe(true);
  });

  it('a question of lasting work answered for always with other arguments is a yes to those, once', async () => {
    const { first, second, sessionID } = await open();
    void first.gate.execute(call('a'), { sessionID, step: step('1') });
    const { id } = (await asked(first))[0]!;
    await first.gate.close();
    const reply = { answer: 'allow_always', modifiedArgs: { text: 'b' } } as const;
    expect((await second.gate.approvals.answer(id, reply, 'someone')).saved).toEqual([]);
    const third = await first.again();
    expect((await third.gate.execute(call('a'), { sessionID, step: step('1') })).output).toContain('sent b');
    expect(sent).toEqual(['b']);
  });

  it('a question of lasting work answered for always elsewhere brings its rule along', async () => {
    const { first, second, sessionID } = await open();
    void first.gate.execute(call('a'), { sessionID, step: step('1') });
    const { id } = (await asked(first))[0]!;
    const going = second.gate.execute(call('a'), { sessionID, step: step('1') });
    await until(async () => (await first.gate.store.approvals.get(id))?.processID === second.gate.processID);
    const third = await first.again();
    await third.gate.approvals.answer(id, 'reject_always', 'someone');
    expect((await going).error?.code).toBe('APPROVAL_DENIED');
    const below = second.gate.child({ agent: 'a' }).child({ agent: 'b' });
    expect((await below.execute(call('b'))).error?.code).toBe('POLICY_DENIED');
  });

  it('a question of lasting work that nobody could be asked passes the same call once, when someone says yes later', async () => {
    sent = [];
    const { gate } = await openGate({}, { tools: [send] });
    const sessionID = newId();
    expect((await gate.execute(call('a'), { sessionID, step: step('1') })).error?.code).toBe('APPROVAL_DENIED');
    const [request] = await gate.approvals.list();
    await gate.approvals.answer(request!.id, 'allow_once', 'someone');
    expect((await gate.execute(call('a'), { sessionID, step: step('2') })).ok).toBe(true);
    expect((await gate.execute(call('a'), { sessionID, step: step('3') })).ok).toBe(false);
    expect(sent).toEqual(['a']);
  });
});

describe('a call that is stopped while it acts', () => {
  const begin = define('begin', {
    description: 'Begins something and never ends it',
    parameters: z.object({}),
    effects: () => [changesState('mail')],
    danger: 'moderate',
    execute: (_, ctx) => {
      ctx.metadata({ title: 'begun' });
      return new Promise<never>(() => {});
    },
  });

  it.each([
    ['is aborted for whoever stopped it', undefined, 'ABORTED'],
    ['is of unknown outcome where it is a step that another worker goes on with', step('1'), 'OUTCOME_UNKNOWN'],
  ] as const)('a call that is stopped while it acts %s', async (_, of, code) => {
    const { gate } = await openGate({}, { tools: [begin] });
    const stop = new AbortController();
    gate.activity.subscribe('tool_call_update', () => stop.abort());
    const options = { abort: stop.signal, ...(of ? { step: of } : {}) };
    const { error, callID } = await gate.execute({ name: 'begin', args: {} }, options);
    expect([error?.code, (await gate.store.calls.get(callID))?.error?.code]).toEqual([code, code]);
  });
});

it('whoever keeps a step is told that the call has acted, before it is written down, and of none that did not begin', async () => {
  const { first, sessionID } = await open();
  const told: string[] = [];
  const watched = (key: string) => ({
    key,
    begin: async () => void told.push('begins'),
    acted: () => void told.push(`acted, ${sent.length} sent`),
    end: async () => void told.push('ends'),
  });
  first.gate.activity.subscribe('tool_call_end', () => told.push('is written down'));
  for (const answer of ['allow_once', 'reject_once'] as const) {
    const going = first.gate.execute(call('a'), { sessionID, step: watched(answer) });
    await first.gate.approvals.answer((await asked(first))[0]!.id, answer, 'someone');
    await going;
  }
  expect(told).toEqual(['begins', 'acted, 1 sent', 'is written down', 'ends', 'is written down']);
});
