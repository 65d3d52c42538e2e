import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { bytes, settledCodeOf, testView } from '../../../test/support/workspace/view.ts';

const actions = [
  ['write', (files: ReturnType<typeof testView>['files']) => files.write('a.txt', bytes('mine'))],
  ['delete', (files: ReturnType<typeof testView>['files']) => files.delete('a.txt')],
  ['delete of its folder', (files: ReturnType<typeof testView>['files']) => files.delete('d', { recursive: true })],
  ['move', (files: ReturnType<typeof testView>['files']) => files.move('a.txt', 'b.txt')],
  ['move over it', (files: ReturnType<typeof testView>['files']) => files.move('x.txt', 'a.txt', { overwrite: true })],
] as const;

const content = { 'a.txt': 'first', 'd/a.txt': 'first', 'x.txt': 'x' };

it.each(actions)('%s is stale when someone changed what the session has read', async (_, act) => {
  const { files, home, staging } = testView(content);
  await files.read('a.txt');
  await files.read('d/a.txt');
  home.put('ws/a.txt', 'other');
  home.put('ws/d/a.txt', 'other');
  const error = await Promise.resolve(act(files)).catch(problem => problem);
  expect(error).toMatchObject({ code: 'STALE_FILE' });
  expect(error.message).toContain('was changed by someone else since it was read');
  expect(error.suggestion).toContain('Read it again');
  expect(staging.size).toBe(0);
  await files.read('a.txt');
  await files.read('d/a.txt');
  await act(files);
});

it.each(actions)('%s is not stale when nothing was read, or nothing changed but the times', async (_, act) => {
  const { files, home, staging } = testView(content);
  await act(files);
  staging.clear();
  await files.read('a.txt');
  await files.read('d/a.txt');
  await sleep(30);
  const now = new Date();
  fs.utimesSync(home.at('ws/a.txt'), now, now);
  fs.chmodSync(home.at('ws/d/a.txt'), 0o600);
  await act(files);
});

it('an edit is never stale here, and what a commit remembered is not foreign', async () => {
  const { files, home, known } = testView(content);
  await files.read('a.txt');
  home.put('ws/a.txt', 'other');
  await files.edit('a.txt', old => bytes(`${Buffer.from(old)}!`));
  known.forget('a.txt');
  expect(await settledCodeOf(files.write('a.txt', bytes('mine')))).toBe('ok');
});

it('a session remembers what was read from the disk, not what a layer gave', async () => {
  const { files, known, nodes } = testView(content);
  nodes.set('p.txt', { kind: 'file', bytes: bytes('planned'), mode: 0o644 });
  await files.read('p.txt');
  expect(known.size).toBe(0);
  await files.read('x.txt');
  expect(known.get('x.txt')?.sha).toMatch(/^[0-9a-f]{64}$/);
  await files.write('x.txt', bytes('new'));
  await files.read('x.txt');
  expect(known.size).toBe(1);
});
