import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCli } from '../../support/cli/open-cli.ts';

test('a disk that is full of what a wrapped agent wrote changes nothing of the project, and its work waits when there is room', () => {
  const cli = openCli({ 'a.txt': 'a\n' });
  const state = join(cli.folder, 'state');
  mkdirSync(state);
  const agent = 'echo kept > kept.txt; rm a.txt; head -c 90000000 /dev/zero > large.bin; echo "the agent got $?"';
  const script = `
    mount -t tmpfs -o size=64m none ${state} || exit 99
    "$@" wrap --apply -- sh -c '${agent}'; echo "wrap: $?"
    ls; cat a.txt
    mount -o remount,size=900m ${state} || exit 98
    "$@" changes --json`;
  const own = process.getuid?.() === 0 ? [] : ['--map-root-user'];
  const through = ['unshare', '--mount', ...own, '--', 'sh', '-c', script, 'sh'];
  const ran = cli.run([], { through });
  expect(ran.stdout, ran.stderr).toContain('a.txt\na\n');
  const { pending } = JSON.parse(ran.stdout.trim().split('\n').at(-1) ?? '') as {
    pending: { changes: { path: string; operation: string }[] }[];
  };
  const waiting = pending[0]?.changes.map(({ operation, path }) => `${operation} ${path}`);
  expect(waiting).toEqual(expect.arrayContaining(['create kept.txt', 'delete a.txt']));
  expect([cli.read('a.txt'), existsSync(join(cli.root, 'kept.txt'))]).toEqual(['a\n', false]);
});
