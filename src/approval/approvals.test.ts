import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/port.ts';
import { currentProcess } from '../system/process-identity.ts';
import { newId } from '../tool/id.ts';
import { type ApprovalQuestion, type Approvals, createApprovals } from './approvals.ts';
import type { ApprovalsOptions } from './desk.ts';
import type { Approver, Settlement } from './request.ts';

let folder: string;
const stores: Store[] = [];
const opened: Approvals[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'approvals-'));
});
afterEach(async () => {
  for (const approvals of opened.splice(0)) approvals.close();
  for (const store of stores.splice(0)) await store.close();
  await rm(folder, { recursive: true, force: true });
});

const question: ApprovalQuestion = {
  stepId: 'call-1',
  tool: 'write_file',
  args: { path: 'src/a.ts' },
  reason: 'overwrites src/a.ts',
  effects: [{ kind: 'write', resource: '/ws/src/a.ts' }],
  danger: 'moderate',
  suggestions: [
    { verdict: 'allow', rules: [{ tool: 'write_file', match: 'src/**', verdict: 'allow' }], text: 'Always: …' },
    {
      verdict: 'deny',
      rules: [{ tool: 'write_file', effect: 'write', match: './src/a.ts', verdict: 'deny' }],
      text: 'Never: …',
    },
  ],
};
const asked = { sessionID: 's1', agent: 'main', grantKey: 'key' };

interface Desk {
  readonly approvals: Approvals;
  readonly store: Store;
  readonly events: { type: string; data: Record<string, unknown> }[];
  readonly reloads: { count: number };
}

/** A process of its own, as far as the store can tell: another connection to the same file. */
async function open(options: Partial<ApprovalsOptions> = {}): Promise<Desk> {
  const store = await openStore({ kind: 'sqlite', file: join(folder, 'state.db') });
  stores.push(store);
  const self = currentProcess();
  await store.processes.register(self);
  const events: Desk['events'] = [];
  const reloads = { count: 0 };
  const approvals = createApprovals({
    store,
    interactive: true,
    timeout: 60_000,
    poll: 5,
    now: Date.now,
    newId,
    self,
    emit: (type, _, data) => events.push({ type, data }),
    onRuleSaved: () => {
      reloads.count++;
    },
    ...options,
  });
  opened.push(approvals);
  return { approvals, store, events, reloads };
}

async function pendingId({ approvals }: Desk): Promise<string> {
  for (;;) {
    const [request] = await approvals.list();
    if (request) return request.id;
    await sleep(2);
  }
}

function error(settled: Settlement) {
  if (settled.approved) throw new Error('approved');
  return settled.error;
}

describe('who answers', () => {
  it.each<[string, Approver, boolean]>([
    ['a word', () => 'allow_once', true],
    ['a word later', async () => 'reject_once', false],
    ['yes as an object', () => ({ approved: true }), true],
    ['no as an object', () => ({ approved: false }), false],
  ])('a call is answered by the approver, with %s', async (_, approver, approved) => {
    const desk = await open({ approver });
    const settled = await desk.approvals.ask(question, asked);
    expect(settled).toMatchObject({ approved, by: 'approver' });
    expect(desk.events.map(({ type }) => type)).toEqual(['approval_requested', 'approval_resolved']);
    expect(desk.events[1]!.data).toMatchObject({ by: 'approver', status: 'answered' });
  });

  it('the approver is shown all that was asked, and cannot change it', async () => {
    let seen: unknown;
    const desk = await open({
      approver: request => {
        seen = request;
        expect(Object.isFrozen(request)).toBe(true);
        return 'allow_once';
      },
    });
    const { id } = await desk.approvals.ask(question, asked);
    expect(seen).toEqual({ ...question, id });
    expect((await desk.approvals.get(id!))?.request).toEqual({ ...question, id, waiting: true });
  });

  it('a call is answered by someone else in this process', async () => {
    const desk = await open();
    const settled = desk.approvals.ask(question, asked);
    const answered = await desk.approvals.answer(await pendingId(desk), 'allow_once', 'anna');
    expect(answered).toMatchObject({ granted: false, saved: [] });
    expect(await settled).toMatchObject({ approved: true, by: 'anna', answer: 'allow_once' });
  });

  it('a call is answered by another process, with changed arguments', async () => {
    const [here, there] = [await open(), await open()];
    const settled = here.approvals.ask(question, asked);
    const id = await pendingId(there);
    await there.approvals.answer(
      id,
      { approved: true, modifiedArgs: { path: 'src/b.ts' }, message: 'the other one' },
      'console',
    );
    expect(await settled).toEqual({
      approved: true,
      id,
      by: 'console',
      answer: 'allow_once',
      modifiedArgs: { path: 'src/b.ts' },
      message: 'the other one',
    });
    expect(await here.store.approvals.useGrant('key', Date.now())).toBeUndefined();
    expect(here.events.map(({ type }) => type)).toEqual(['approval_requested', 'approval_resolved']);
    expect(there.events).toEqual([]);
  });

  it('a call is answered by whoever is left when the approver leaves it to others', async () => {
    const desk = await open({ approver: () => undefined });
    const settled = desk.approvals.ask(question, asked);
    await desk.approvals.answer(await pendingId(desk), 'allow_once', 'anna');
    expect(await settled).toMatchObject({ approved: true, by: 'anna' });
  });

  it('the first answer counts: a prompt that is no longer needed is told so, and its late yes changes nothing', async () => {
    let told = false;
    const desk = await open({
      approver: (_, { signal }) =>
        new Promise(resolve =>
          signal.addEventListener('abort', () => {
            told = true;
            resolve('allow_once');
          }),
        ),
    });
    const settled = desk.approvals.ask(question, asked);
    const id = await pendingId(desk);
    await desk.approvals.answer(id, 'reject_once', 'anna');
    expect(await settled).toMatchObject({ approved: false, by: 'anna' });
    expect(told).toBe(true);
    expect(await desk.approvals.get(id)).toMatchObject({ answer: { answer: 'reject_once' } });
  });
});

describe('nothing falls open', () => {
  it.each<[string, Approver]>([
    [
      'throws',
      () => {
        throw new Error('boom');
      },
    ],
    [
      'rejects',
      async () => {
        throw new Error('boom');
      },
    ],
    ['says what is no answer', () => 'sure' as never],
    ['says true', () => true as never],
    ['names another tool', () => ({ approved: true, tool: 'bash' }) as never],
  ])('an approver that %s has said no', async (_, approver) => {
    const desk = await open({ approver });
    const settled = await desk.approvals.ask(question, asked);
    expect(error(settled)).toMatchObject({ code: 'APPROVAL_DENIED' });
    expect(error(settled).message).toContain('the approver failed');
  });

  it('arguments of a model are never an answer', async () => {
    const desk = await open({ interactive: false });
    const forged = { ...question, args: { approved: true, answer: 'allow_always', waiting: true } };
    expect(await desk.approvals.ask(forged, asked)).toMatchObject({ approved: false });
  });

  it('a request that cannot be stored is not approved', async () => {
    const desk = await open({ approver: () => 'allow_once' });
    await desk.store.close();
    stores.splice(0);
    expect(error(await desk.approvals.ask(question, asked)).code).toBe('APPROVAL_DENIED');
  });

  it('a listener that throws harms nobody', async () => {
    const desk = await open({
      approver: () => 'allow_once',
      emit: () => {
        throw new Error('boom');
      },
    });
    expect(await desk.approvals.ask(question, asked)).toMatchObject({ approved: true });
  });

  it('no answer in time is a rejection', async () => {
    const desk = await open({ timeout: 10 });
    const settled = await desk.approvals.ask(question, asked);
    expect(error(settled)).toMatchObject({ code: 'APPROVAL_TIMEOUT' });
    expect(await desk.approvals.get(settled.id!)).toMatchObject({ status: 'expired' });
    await expect(desk.approvals.answer(settled.id!, 'allow_once', 'late')).rejects.toThrow('is expired');
  });

  it('a call that is aborted takes its request back', async () => {
    const desk = await open();
    const abort = new AbortController();
    const settled = desk.approvals.ask(question, { ...asked, signal: abort.signal });
    const id = await pendingId(desk);
    abort.abort();
    expect(error(await settled).code).toBe('ABORTED');
    expect(await desk.approvals.get(id)).toMatchObject({ status: 'withdrawn' });
    await expect(desk.approvals.answer(id, 'allow_once', 'late')).rejects.toThrow('is withdrawn');
    expect(desk.events.at(-1)).toMatchObject({ type: 'approval_resolved', data: { status: 'withdrawn' } });
  });
});

describe('an answer', () => {
  it('an answer counts once', async () => {
    const [one, two] = [await open(), await open()];
    const settled = one.approvals.ask(question, asked);
    const id = await pendingId(one);
    const answers = await Promise.allSettled([
      one.approvals.answer(id, 'reject_once', 'anna'),
      two.approvals.answer(id, 'allow_once', 'bert'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const first = answers[0]!.status === 'fulfilled' ? 'anna' : 'bert';
    expect(await settled).toMatchObject({ by: first });
    await expect(two.approvals.answer(id, 'allow_once', 'carl')).rejects.toThrow(
      `by ${first}); the first answer counts`,
    );
  });

  it('an answer to an unknown request, or that is none, is refused and settles nothing', async () => {
    const desk = await open();
    const settled = desk.approvals.ask(question, asked);
    const id = await pendingId(desk);
    await expect(desk.approvals.answer('nothing', 'allow_once', 'anna')).rejects.toThrow(
      'There is no request "nothing"',
    );
    await expect(desk.approvals.answer(id, 'yes' as never, 'anna')).rejects.toThrow('is no answer');
    expect(await desk.approvals.list()).toHaveLength(1);
    await desk.approvals.answer(id, 'reject_once', 'anna');
    expect(error(await settled).code).toBe('APPROVAL_DENIED');
  });

  it('an answer belongs to its own request', async () => {
    const desk = await open();
    const a = desk.approvals.ask({ ...question, stepId: 'a' }, { ...asked, grantKey: 'a' });
    const b = desk.approvals.ask({ ...question, stepId: 'b' }, { ...asked, grantKey: 'b' });
    let requests = await desk.approvals.list();
    while (requests.length < 2) requests = await desk.approvals.list();
    const idOf = (stepId: string) => requests.find(request => request.stepId === stepId)!.id;
    await desk.approvals.answer(idOf('b'), 'allow_once', 'anna');
    expect(await b).toMatchObject({ approved: true, id: idOf('b') });
    await desk.approvals.answer(idOf('a'), 'reject_once', 'anna');
    expect(await a).toMatchObject({ approved: false, id: idOf('a') });
  });
});

describe('always', () => {
  it.each([
    ['allow_always', true, { tool: 'write_file', match: 'src/**', verdict: 'allow' }],
    ['reject_always', false, { tool: 'write_file', effect: 'write', match: './src/a.ts', verdict: 'deny' }],
  ] as const)('%s saves what was suggested, and it holds at once', async (word, approved, rule) => {
    const desk = await open({ approver: () => word });
    expect(await desk.approvals.ask(question, asked)).toMatchObject({ approved });
    expect((await desk.store.rules.list()).map(row => [row.rule, row.createdBy])).toEqual([[rule, 'approver']]);
    expect(desk.reloads.count).toBeGreaterThan(0);
  });

  it('another process that saves a rule makes it hold here', async () => {
    const [here, there] = [await open(), await open()];
    const settled = here.approvals.ask(question, asked);
    const answered = await there.approvals.answer(await pendingId(there), 'allow_always', 'anna');
    expect(answered.saved).toHaveLength(1);
    expect(await settled).toMatchObject({ approved: true, answer: 'allow_always' });
    expect(here.reloads.count).toBe(1);
  });

  it('a rule that the person changed is saved instead', async () => {
    const desk = await open();
    const settled = desk.approvals.ask(question, asked);
    const rule = { tool: 'write_file', match: 'src/api/**', verdict: 'allow' } as const;
    await desk.approvals.answer(await pendingId(desk), { answer: 'allow_always', rule }, 'anna');
    await settled;
    expect((await desk.store.rules.list()).map(row => row.rule)).toEqual([rule]);
  });

  it('an "always" without a sensible rule counts once and says so', async () => {
    const desk = await open();
    const settled = desk.approvals.ask({ ...question, suggestions: [] }, asked);
    const answered = await desk.approvals.answer(await pendingId(desk), 'allow_always', 'anna');
    expect(answered).toMatchObject({ saved: [], note: expect.stringContaining('counts once') });
    expect(await settled).toMatchObject({ approved: true });
    expect(await desk.store.rules.list()).toEqual([]);
  });
});

describe('no one to ask', () => {
  it('no one to ask is a rejection at once that says that a person has to decide, and not how', async () => {
    const desk = await open({ interactive: false });
    const settled = await desk.approvals.ask(question, asked);
    expect(error(settled).code).toBe('APPROVAL_DENIED');
    expect(error(settled).suggestion).toContain('kept for a person');
    for (const word of ['toolgate', '--yes', 'allow_once', 'rule'])
      expect(error(settled).suggestion).not.toContain(word);
  });

  it('an approver that leaves the answer to others is no one to ask', async () => {
    const desk = await open({ interactive: false, approver: () => undefined });
    const settled = await desk.approvals.ask(question, asked);
    expect(error(settled).details).toEqual({ approvalID: settled.id });
    expect((await desk.approvals.list()).map(({ id, waiting }) => [id, waiting])).toEqual([[settled.id, false]]);
  });

  it('answered later, the identical call passes once, with what was changed', async () => {
    const [here, there] = [await open({ interactive: false }), await open()];
    const first = await here.approvals.ask(question, asked);
    const again = await here.approvals.ask(question, asked);
    expect(again.id).toBe(first.id);
    const answered = await there.approvals.answer(first.id!, { approved: true, modifiedArgs: { path: 'b' } }, 'anna');
    expect(answered.granted).toBe(true);
    expect(there.events).toMatchObject([{ type: 'approval_resolved', data: { granted: true, by: 'anna' } }]);
    expect(await here.approvals.ask(question, { ...asked, grantKey: 'another' })).toMatchObject({ approved: false });
    expect(await here.approvals.ask(question, asked)).toMatchObject({
      approved: true,
      by: 'anna',
      modifiedArgs: { path: 'b' },
    });
    expect(here.events.at(-1)!.data).toMatchObject({ grantUsed: true });
    expect(await here.approvals.ask(question, asked)).toMatchObject({ approved: false });
  });

  it('a no leaves no grant', async () => {
    const desk = await open({ interactive: false });
    const { id } = await desk.approvals.ask(question, asked);
    expect(await desk.approvals.answer(id!, 'reject_once', 'anna')).toMatchObject({ granted: false });
    expect(await desk.approvals.ask(question, asked)).toMatchObject({ approved: false });
  });

  it('a grant does not hold for ever', async () => {
    let time = 1000;
    const desk = await open({ interactive: false, grantTime: 500, now: () => time });
    const { id } = await desk.approvals.ask(question, asked);
    await desk.approvals.answer(id!, 'allow_once', 'anna');
    time += 501;
    expect(await desk.approvals.ask(question, asked)).toMatchObject({ approved: false });
  });
});

describe('after a restart', () => {
  it('what a closed process had asked can be answered, and passes once', async () => {
    const before = await open();
    const settled = before.approvals.ask(question, asked);
    const id = await pendingId(before);
    before.approvals.close();
    expect(error(await settled).code).toBe('ABORTED');
    for (const { id: process } of await before.store.processes.list()) await before.store.processes.remove(process);

    const after = await open();
    expect((await after.approvals.list()).map(request => request.id)).toEqual([id]);
    expect(await after.approvals.answer(id, 'allow_once', 'anna')).toMatchObject({ granted: true });
    expect(await after.approvals.ask(question, asked)).toMatchObject({ approved: true, by: 'anna' });
  });

  it('what a killed process had asked can be answered, and passes once', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '0']);
    const self = { ...currentProcess(), pid };
    const killed = await open({ self, poll: 60_000 });
    await killed.store.processes.register(self);
    void killed.approvals.ask(question, asked);
    const after = await open();
    expect(await after.approvals.answer(await pendingId(after), 'allow_once', 'anna')).toMatchObject({ granted: true });
  });

  it('after a restart: where it cannot be told whether someone waits, no grant is left', async () => {
    const [here, there] = [
      await open(),
      await open({
        isAlive: () => {
          throw new Error('who knows');
        },
      }),
    ];
    const settled = here.approvals.ask(question, asked);
    expect(await there.approvals.answer(await pendingId(there), 'allow_once', 'anna')).toMatchObject({
      granted: false,
    });
    expect(await settled).toMatchObject({ approved: true });
  });
});
