import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { define } from '../../../src/tool/define.ts';
import { ToolError } from '../../../src/tool/error.ts';
import { newId } from '../../../src/tool/id.ts';
import { openGate } from '../../support/worlds/open-gate.ts';

const hello = define('hello', {
  description: 'Says hello',
  parameters: z.object({}),
  effects: () => [],
  execute: async (_, { role, agent }) => ({ output: `hello ${agent} the ${role}` }),
});

describe('an agent below another', () => {
  it('an agent below another may do what both policies allow, and no more', async () => {
    const { gate, exists } = await openGate(
      { 'a.txt': 'a\n', secret: 's\n' },
      { policy: { rules: [{ verdict: 'deny', effect: 'read', match: 'secret' }] }, approver: () => 'allow_once' },
    );
    const child = gate.child({ agent: 'main/reader', policy: { extends: 'read-only' } });
    expect((await child.execute({ name: 'read_file', args: { path: 'a.txt' } })).ok).toBe(true);
    expect((await child.execute({ name: 'read_file', args: { path: 'secret' } })).error?.code).toBe('POLICY_DENIED');
    expect((await child.execute({ name: 'write_file', args: { path: 'b', content: 'b' } })).ok).toBe(false);
    const below = child.child({ agent: 'main/reader/writer', policy: 'privileged' });
    expect((await below.execute({ name: 'write_file', args: { path: 'b', content: 'b' } })).ok).toBe(false);
    expect(exists('b')).toBe(false);
    expect((await gate.execute({ name: 'write_file', args: { path: 'b', content: 'b' } })).ok).toBe(true);
    expect([gate.depth, child.depth, below.depth]).toEqual([0, 1, 2]);
  });

  it('an agent below another has the packs that were named, of those that the one above has', async () => {
    const { gate } = await openGate({}, { packs: ['filesystem', 'history', 'todo'], tools: [hello] });
    const named = gate.child({ agent: 'a', packs: ['filesystem', 'shell', 'discovery'] });
    expect(named.registry.listPackNames()).toEqual(['filesystem']);
    expect(named.registry.find('hello')).toBeUndefined();
    expect((await named.execute({ name: 'todoread', args: {} })).error?.code).toBe('UNKNOWN_TOOL');
    const all = gate.child({ agent: 'b', role: 'worker' });
    expect(all.registry.listPackNames()).toEqual(['filesystem', 'history', 'todo']);
    expect((await all.execute({ name: 'hello', args: {} })).output).toBe('hello b the worker');
    expect((await gate.execute({ name: 'hello', args: {} })).output).toBe('hello main the orchestrator');
  });

  it('an agent below another gets the tools of other servers that the one above has', async () => {
    const { gate } = await openGate();
    const options = { pack: 'far', origin: 'foreign' as const };
    const far = { ...hello, id: 'far_hello' };
    const source = { summaries: () => [{ name: 'far_hello', description: 'hi' }], resolve: () => far, options };
    gate.registry.addLazy(source);
    expect(gate.child({ agent: 'a' }).registry.summaries()).toHaveLength(1);
    expect(gate.child({ agent: 'b', packs: ['filesystem', 'far'] }).registry.summaries()).toHaveLength(1);
    expect(gate.child({ agent: 'c', packs: ['filesystem'] }).registry.summaries()).toHaveLength(0);
  });

  it('an agent below another changes files under its own name and asks in the same queue', async () => {
    const { gate, read } = await openGate({ 'a.txt': 'old\n' }, { waitForAnswers: true });
    const child = gate.child({ agent: 'main/coder-1' });
    const waiting = child.execute({ name: 'write_file', args: { path: 'a.txt', content: 'new\n' } });
    let pending = await gate.approvals.list();
    while (pending.length === 0) pending = await gate.approvals.list();
    expect(pending[0]).toMatchObject({ agent: 'main/coder-1', tool: 'write_file' });
    await gate.approvals.answer(pending[0]!.id, 'allow_always', 'someone');
    expect((await waiting).ok).toBe(true);
    expect(read('a.txt')).toBe('new\n');
    expect((await gate.journal.list({})).map(({ agent }) => agent)).toEqual(['main/coder-1']);
    // A rule that was saved for good holds for the next one below too.
    const next = gate.child({ agent: 'main/coder-2', policy: 'standard' });
    const again = await next.execute({ name: 'write_file', args: { path: 'a.txt', content: 'newer\n' } });
    expect(again.ok).toBe(true);
  });

  it('an agent below another uses up what the ones above may use', async () => {
    const { gate } = await openGate({ 'a.txt': 'a\n' }, { policy: { limits: { calls: 5 } } });
    const read = { name: 'read_file', args: { path: 'a.txt' } };
    const child = gate.child({ agent: 'a', budget: { calls: 3 } });
    const below = child.child({ agent: 'b' });
    for (const each of [child, below, below]) expect((await each.execute(read)).ok).toBe(true);
    expect((await below.execute(read)).error?.code).toBe('BUDGET_EXCEEDED');
    expect((await child.execute(read)).error?.code).toBe('BUDGET_EXCEEDED');
    const other = gate.child({ agent: 'c' });
    expect((await other.execute(read)).error?.code).toBe('BUDGET_EXCEEDED');
    expect((await gate.execute(read)).error?.code).toBe('BUDGET_EXCEEDED');
  });

  it('an agent below another passes on what it has seen to the one that reads its words', async () => {
    const { gate } = await openGate();
    const above = gate.session('conversation');
    const child = gate.child({ agent: 'a', parentSessionID: 'conversation' });
    child.session().tainted = true;
    child.session().suspect('src');
    expect(above.tainted).toBe(true);
    expect([...above.suspects]).toEqual(['src']);
    expect(gate.session().tainted).toBe(false);
    expect(gate.child({ agent: 'b', parentSessionID: 'conversation' }).session().tainted).toBe(true);
  });

  it('an agent below another ends with the signal it was given, and with the one above', async () => {
    let running = 0;
    const wait = define('wait', {
      description: 'Waits until it is stopped',
      parameters: z.object({}),
      effects: () => [],
      execute: (_, { abort }) =>
        new Promise<never>((_resolve, reject) => {
          running++;
          abort.addEventListener('abort', () => reject(new ToolError('ABORTED', 'stopped')));
        }),
    });
    const { gate } = await openGate({}, { tools: [wait] });
    const stop = new AbortController();
    const first = gate.child({ agent: 'a', abort: stop.signal }).execute({ name: 'wait', args: {} });
    const deep = gate.child({ agent: 'b' }).child({ agent: 'c' }).execute({ name: 'wait', args: {} });
    while (running < 2) await new Promise(setImmediate);
    stop.abort();
    expect((await first).error?.code).toBe('ABORTED');
    const closed = gate.close();
    expect((await deep).error?.code).toBe('ABORTED');
    await closed;
  });
});

describe('a step of lasting work', () => {
  const overwrite = { name: 'write_file', args: { path: 'a.txt', content: 'new\n' } };
  const step = (begin = async () => {}) => ({ key: 'call-1', begin });

  it('a step of lasting work does not run when someone else has taken it over', async () => {
    const { gate, exists } = await openGate();
    const lost = step(async () => {
      throw new ToolError('ABORTED', 'taken over');
    });
    const outcome = await gate.execute({ name: 'write_file', args: { path: 'b', content: 'b' } }, { step: lost });
    expect(outcome.error).toMatchObject({ code: 'ABORTED', message: expect.stringContaining('taken over') });
    expect(exists('b')).toBe(false);
    const row = await gate.store.calls.get(outcome.callID);
    expect([row?.status, row?.startedAt]).toEqual(['settled', undefined]);
  });

  it.each([
    ['before', 'changed'],
    ['after', 'changed'],
    ['before', undefined],
    ['after', undefined],
  ])(
    'a step of lasting work meets its question again, answered %s the work goes on, arguments %s',
    async (when, changed) => {
      const first = await openGate({ 'a.txt': 'old\n' }, { waitForAnswers: true });
      const sessionID = newId();
      void first.gate.execute(overwrite, { sessionID, step: step() });
      const [pending] = await untilAsked(first.gate);
      await first.gate.close();

      const second = await first.again();
      const reply = changed ? { approved: true, modifiedArgs: { path: 'a.txt', content: 'changed\n' } } : 'allow_once';
      const elsewhere = await first.again();
      if (when === 'before') await elsewhere.gate.approvals.answer(pending!.id, reply as never, 'someone');
      let began = 0;
      const going = second.gate.execute(overwrite, { sessionID, step: step(async () => void began++) });
      if (when === 'after') {
        await new Promise(resolve => setTimeout(resolve, 300));
        expect(began).toBe(0);
        expect(await elsewhere.gate.approvals.list()).toHaveLength(1);
        await elsewhere.gate.approvals.answer(pending!.id, reply as never, 'someone');
      }
      expect((await going).ok).toBe(true);
      expect(began).toBe(1);
      expect(first.read('a.txt')).toBe(changed ? 'changed\n' : 'new\n');
      // Another step asks anew.
      const third = { name: 'write_file', args: { path: 'a.txt', content: 'third\n' } };
      const other = second.gate.execute(third, { sessionID, step: { ...step(), key: 'call-2' } });
      expect(await untilAsked(second.gate)).toHaveLength(1);
      await second.gate.close();
      expect((await other).ok).toBe(false);
    },
  );
});

async function untilAsked(gate: { approvals: { list(): Promise<readonly { id: string }[]> } }) {
  for (;;) {
    const pending = await gate.approvals.list();
    if (pending.length > 0) return pending;
    await new Promise(resolve => setTimeout(resolve, 10));
  }
}
