import { describe, expect, it, vi } from 'vitest';
import type * as Api from '../../src/console/api.ts';
import { newId } from '../../src/tool/id.ts';
import { asked, type ConsoleWorld, OVERWRITE, openConsole, TOKEN } from '../support/console/world.ts';

describe('approvals', () => {
  it('approvals have a sentence, a diff and a schema; changed arguments are what runs', async () => {
    const world = await openConsole({ 'a.txt': 'old\n' });
    const running = world.gate.execute(OVERWRITE, { agent: 'model' });
    const request = await asked(world);
    expect(request).toMatchObject({ sentence: 'model wants to use write_file: writing a.txt', danger: 'moderate' });
    expect(request.diff).toContain('+new');
    expect(request.schema).toMatchObject({ type: 'object', properties: { path: {}, content: {} } });
    const modifiedArgs = { path: 'a.txt', content: 'other\n' };
    const shown = await world.post<Api.PreviewResult>(`approvals/${request.id}/preview`, { args: modifiedArgs });
    const { status, body } = await world.post<Api.AnswerResult>(`approvals/${request.id}`, {
      answer: 'allow_once',
      modifiedArgs,
      preview: shown.body.preview,
      by: 'Ann \u001b[31m<b>',
    });
    expect([status, body]).toMatchObject([200, { answer: 'allow_once', by: 'Ann 31mb', granted: false }]);
    expect(await running).toMatchObject({ ok: true });
    expect(world.read('a.txt')).toBe('other\n');
  });

  it('approvals are answered by the first; who comes second is told by whom', async () => {
    const world = await openConsole({ 'a.txt': 'old\n' });
    const running = world.gate.execute(OVERWRITE);
    const { id } = await asked(world);
    const answers = await Promise.all(
      ['Ann', 'Bob', 'Cid'].map(by => world.post<Api.ApiFailure>(`approvals/${id}`, { answer: 'reject_once', by })),
    );
    const first = answers.findIndex(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const winner = ['Ann', 'Bob', 'Cid'][first];
    for (const { status, body } of answers) if (status === 409) expect(body.error).toMatchObject({ by: winner });
    expect((await running).error?.code).toBe('APPROVAL_DENIED');
    const { settled } = (await world.get<Api.ApprovalList>('approvals')).body;
    expect(settled).toMatchObject([{ id, answeredBy: winner, status: 'answered' }]);
  });

  it('approvals are listed by their answers once they have one, the last first', async () => {
    const world = await openConsole({ 'a.txt': 'old\n', 'b.txt': 'old\n' });
    const second = { name: 'write_file', args: { path: 'b.txt', content: 'new\n' } };
    const running = [world.gate.execute(OVERWRITE), world.gate.execute(second)];
    const pending = async () => (await world.get<Api.ApprovalList>('approvals')).body.pending;
    await vi.waitFor(async () => expect(await pending()).toHaveLength(2), { timeout: 120_000 });
    const later = (await pending()).toSorted((a, b) => (a.id < b.id ? 1 : -1)).map(({ id }) => id);
    for (const id of later) {
      await world.post(`approvals/${id}`, { answer: 'reject_once' });
      await new Promise(resolve => setTimeout(resolve, 20));
    }
    await Promise.all(running);
    const { settled } = (await world.get<Api.ApprovalList>('approvals')).body;
    expect(settled.map(({ id }) => id)).toEqual(later.toReversed());
  });

  it('approvals are not answered by what is no answer', async () => {
    const world = await openConsole({ 'a.txt': 'old\n' });
    const running = world.gate.execute(OVERWRITE);
    const { id } = await asked(world);
    for (const wrong of [{}, { answer: 'yes' }, { answer: 'allow_once', more: 1 }, { approved: 'true' }])
      expect((await world.post(`approvals/${id}`, wrong)).status).toBe(400);
    expect((await world.post(`approvals/${newId()}`, { answer: 'allow_once' })).status).toBe(404);
    expect((await world.get<Api.ApprovalList>('approvals')).body.pending).toHaveLength(1);
    await world.post(`approvals/${id}`, { answer: 'reject_once', message: 'not now' });
    expect((await running).error?.message).toContain('not now');
    expect(world.read('a.txt')).toBe('old\n');
  });

  it('approvals: for always save the rule that was shown or written, and it can be forgotten', async () => {
    const world = await openConsole({ 'a.txt': 'old\n' });
    const running = world.gate.execute(OVERWRITE);
    const { id } = await asked(world);
    const rule = { tool: 'write_file', match: './a.txt', verdict: 'allow' };
    await world.post(`approvals/${id}`, { answer: 'allow_always', rule });
    await running;
    expect(await world.gate.execute({ ...OVERWRITE, args: { path: 'a.txt', content: 'x' } })).toMatchObject({
      ok: true,
    });
    const { saved } = (await world.get<Api.PolicyView>('policy')).body;
    expect(saved).toMatchObject([{ rule }]);
    const forget = () =>
      world.send({
        method: 'DELETE',
        path: `/api/rules/${saved[0]?.id}`,
        headers: { Authorization: `Bearer ${TOKEN}` },
      });
    expect([(await forget()).status, (await forget()).status]).toEqual([204, 404]);
    const again = world.gate.execute(OVERWRITE);
    await world.post(`approvals/${(await asked(world)).id}`, { answer: 'reject_once' });
    await again;
  });
});

describe('changes', () => {
  const write = ({ gate }: ConsoleWorld, path: string, content: string) =>
    gate.execute({ name: 'write_file', args: { path, content } }, { sessionID: 'model', agent: 'model' });

  it('changes are listed by page and by file, and shown with diffs', async () => {
    const world = await openConsole();
    for (const path of ['a.txt', 'b.txt', 'c.txt']) await write(world, path, 'x\n');
    const { sets, next, pending } = (await world.get<Api.ChangeList>('changes?limit=2')).body;
    expect(sets.map(({ changes }) => changes[0]?.path)).toEqual(['c.txt', 'b.txt']);
    expect([pending, sets[0]?.changes[0]]).toEqual([[], expect.not.objectContaining({ diff: expect.anything() })]);
    const rest = (await world.get<Api.ChangeList>(`changes?limit=2&before=${next}`)).body;
    expect(rest).toMatchObject({ sets: [{ changes: [{ path: 'a.txt' }] }] });
    expect(rest).not.toHaveProperty('next');
    expect((await world.get<Api.ChangeList>('changes?path=b.txt')).body.sets).toHaveLength(1);
    expect((await world.get('changes?path=../../etc/passwd')).status).toBe(400);
    const one = await world.get<Api.ChangeDetail>(`changes/${sets[0]?.id}`);
    expect(one.body.changes).toMatchObject([{ diff: expect.stringContaining('+x') }]);
    expect((await world.get(`changes/${newId()}`)).status).toBe(404);
  });

  it('changes are taken back by set, file and turn, and brought back, under the name of the person', async () => {
    const world = await openConsole();
    const back = async (body: Api.UndoBody) => (await world.post<Api.TryResult>('undo', body)).body;
    for (const path of ['a.txt', 'b.txt', 'c.txt', 'd.txt']) await write(world, path, 'x\n');
    const { sets } = (await world.get<Api.ChangeList>('changes')).body;
    const [, c, , a] = sets;
    expect(await back({ set: a!.id, by: 'Ann' })).toMatchObject({ ok: true });
    expect(await back({ path: 'b.txt' })).toMatchObject({ ok: true });
    expect(await back({ turn: c!.turn, session: c!.sessionID })).toMatchObject({ ok: true });
    expect(['a.txt', 'b.txt', 'c.txt', 'd.txt'].map(world.exists)).toEqual([false, false, false, true]);
    expect(await back({})).toMatchObject({ ok: true });
    expect(world.exists('d.txt')).toBe(false);
    expect((await world.post<Api.TryResult>('redo')).body).toMatchObject({ ok: true });
    expect(world.exists('d.txt')).toBe(true);
    expect(await back({ set: a!.id })).toMatchObject({ ok: false, error: { code: 'ILLEGAL_TRANSITION' } });
    const { calls } = (await world.get<Api.CallList>('calls?agent=Ann')).body;
    expect(calls).toMatchObject([{ tool: 'undo_turn', sessionID: expect.stringMatching(/^console-/) }]);
    for (const wrong of [{ set: 'x', path: 'y' }, { turn: 1 }, { session: 's' }, { set: 'x', turn: 1, session: 's' }])
      expect((await world.post('undo', wrong)).status).toBe(400);
  });

  it('changes that overlap with what a person wrote are a conflict, which only a clear word overcomes', async () => {
    const world = await openConsole({ 'a.txt': 'one\n' });
    await world.gate.execute({ name: 'edit_file', args: { path: 'a.txt', old_text: 'one', new_text: 'two' } });
    world.write('a.txt', 'by hand\n');
    const conflict = (await world.post<Api.TryResult>('undo', { path: 'a.txt' })).body;
    expect(conflict.error).toMatchObject({ code: 'UNDO_CONFLICT', details: { conflicts: [{ path: 'a.txt' }] } });
    expect(world.read('a.txt')).toBe('by hand\n');
    const forced = (await world.post<Api.TryResult>('undo', { path: 'a.txt', force: true, by: 'Ann' })).body;
    expect([forced.ok, world.read('a.txt')]).toEqual([true, 'one\n']);
    const { settled } = (await world.get<Api.ApprovalList>('approvals')).body;
    expect(settled).toMatchObject([{ answeredBy: 'Ann', agent: 'Ann' }]);
  });

  it('changes that are pending are written or dropped once', async () => {
    const settle = async (action: 'apply' | 'drop') => {
      const world = await openConsole({ 'a.txt': 'one\n' });
      const pending = async () => (await world.get<Api.ChangeList>('changes')).body.pending;
      let begun = false;
      const { error } = await world.gate.execute(
        { name: 'bash', args: { command: 'echo begun; sleep 3; echo two > a.txt' } },
        {
          onEvent({ type }) {
            if (type !== 'tool_output_chunk' || begun) return;
            begun = true;
            world.write('a.txt', 'by hand\n');
          },
        },
      );
      expect(error?.code).toBe('STALE_FILE');
      const [set] = await pending();
      expect(set).toMatchObject({ status: 'pending', changes: [{ path: 'a.txt' }] });
      expect((await world.get<Api.ChangeList>('changes')).body.sets.map(({ id }) => id)).not.toContain(set?.id);
      expect((await world.post(`changes/${set?.id}/${action}`)).status).toBe(200);
      expect((await world.post(`changes/${set?.id}/${action}`)).status).toBe(404);
      expect([await pending(), world.read('a.txt')]).toEqual([[], action === 'apply' ? 'two\n' : 'by hand\n']);
    };
    await Promise.all([settle('apply'), settle('drop')]);
  });

  it('changes that are planned are applied or dropped whole or by file, and what goes along is said', async () => {
    const world = await openConsole({ 'a.txt': 'one\n' }, { gate: { mode: 'plan' } });
    const waiting = async () => (await world.get<Api.ChangeList>('changes')).body.pending;
    const settle = (id: string, action: string, body?: unknown) =>
      world.post<Api.SettledWaiting>(`changes/${id}/${action}`, body);
    const patch = '*** Begin Patch\n*** Add File: new/b.txt\n+b\n*** Add File: c.txt\n+c\n*** End Patch';
    await world.gate.execute({ name: 'apply_patch', args: { patch } });
    await world.gate.execute({ name: 'move_file', args: { from: 'a.txt', to: 'z.txt' } });
    const [move, added] = await waiting();
    expect([move?.status, added?.status]).toEqual(['planned', 'planned']);
    expect((await world.get<Api.ChangeList>('changes')).body.sets).toEqual([]);
    const part = await settle(added!.id, 'apply', { paths: ['new/b.txt'], by: 'Ann' });
    expect(part.body.changes.map(({ path }) => path)).toEqual(['new', 'new/b.txt']);
    expect([world.read('new/b.txt'), world.exists('c.txt')]).toEqual(['b\n', false]);
    expect((await waiting())[1]?.changes.map(({ path }) => path)).toEqual(['c.txt']);
    const dropped = await settle(move!.id, 'drop', { paths: ['z.txt'] });
    expect(dropped.body.changes.map(({ path }) => path).sort()).toEqual(['a.txt', 'z.txt']);
    expect((await settle(added!.id, 'apply', { paths: ['c.tx'] })).status).toBe(400);
    expect((await settle(added!.id, 'apply', { paths: [] })).status).toBe(400);
    expect((await settle(added!.id, 'apply')).status).toBe(200);
    expect((await settle(added!.id, 'apply')).status).toBe(404);
    expect([await waiting(), world.read('a.txt'), world.read('c.txt')]).toEqual([[], 'one\n', 'c\n']);
    const { sets } = (await world.get<Api.ChangeList>('changes')).body;
    expect(sets.map(({ changes }) => changes.map(({ path }) => path))).toEqual([['c.txt'], ['new', 'new/b.txt']]);
    expect((await world.post<Api.TryResult>('undo', { set: sets[1]!.id })).body).toMatchObject({ ok: true });
  });
});
