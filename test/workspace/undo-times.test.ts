import { statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openGate } from '../support/worlds/open-gate.ts';

const THEN = Date.UTC(2001, 1, 3, 4, 5, 6, 789) / 1000;

it.each([
  ['edit_file', { path: 'd/a.txt', old_text: 'two', new_text: '2' }, 'privileged'],
  ['write_file', { path: 'd/a.txt', content: 'new\n' }, 'privileged'],
  ['delete_file', { path: 'd/a.txt' }, 'privileged'],
  ['move_file', { from: 'd/a.txt', to: 'b.txt' }, 'privileged'],
  ['bash', { command: 'rm -r d; echo x > new' }, 'privileged'],
  ['bash', { command: 'sed -i s/two/2/ d/a.txt; chmod 600 d/a.txt' }, 'privileged'],
  ['bash', { command: 'echo more >> d/a.txt' }, { extends: 'privileged', sandbox: 'off' }],
] as const)(
  'undo of %s %j gives a file the time back that it was last written, redo the other',
  async (name, args, policy) => {
    const test = await openGate({ 'd/a.txt': 'one\ntwo\n' }, { policy, approver: () => 'allow_once' });
    utimesSync(join(test.root, 'd/a.txt'), THEN, THEN);
    const timeOf = (path: string) => statSync(join(test.root, path), { throwIfNoEntry: false })?.mtimeMs;
    const times = () => ['d/a.txt', 'b.txt'].map(timeOf);
    // Times are kept in microseconds, which a file system may cut.
    const nearly = (time: number | undefined) => time && expect.closeTo(time, 2);
    const before = times().map(nearly);
    expect((await test.run(name, args)).error).toBeUndefined();
    const after = times().map(nearly);
    expect((await test.run('undo_turn', {})).error).toBeUndefined();
    expect([times(), test.read('d/a.txt')]).toEqual([before, 'one\ntwo\n']);
    expect((await test.run('redo', {})).error).toBeUndefined();
    expect(times()).toEqual(after);
  },
);
