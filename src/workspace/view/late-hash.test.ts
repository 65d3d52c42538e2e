import { utimesSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bytes, settledCodeOf, testView } from '../../../test/support/workspace/view.ts';
import { KnownFiles } from './known-files.ts';
import { LateHash, sha256, shaText } from './late-hash.ts';

const LARGE = 'a line of a large file\n'.repeat(60_000);

it('a large file that was only touched since it was read may be overwritten, a changed one is stale', async () => {
  const { files, home } = testView(
    { 'same.txt': LARGE, 'other.txt': LARGE, 'last.txt': LARGE },
    { known: new KnownFiles() },
  );
  for (const name of ['same.txt', 'other.txt', 'last.txt']) await files.read(name, { shared: true });
  home.put('ws/other.txt', LARGE.replace('line', 'LINE'));
  home.put('ws/last.txt', LARGE.replace('line', 'LINE'));
  for (const name of ['same.txt', 'other.txt', 'last.txt']) utimesSync(home.at(`ws/${name}`), 1000, 1000);
  await files.write('same.txt', bytes('new'));
  expect(await settledCodeOf(files.write('other.txt', bytes('new')))).toBe('STALE_FILE');
  expect(await settledCodeOf(files.write('last.txt', bytes('new')))).toBe('STALE_FILE');
});

it('of the contents that known files hold for a hash only the last stays in memory', () => {
  const known = new KnownFiles();
  const [first, second, third] = ['1', '2', '3'].map(text => new LateHash(bytes(text))) as [
    LateHash,
    LateHash,
    LateHash,
  ];
  known.remember('a', { identity: '1', sha: first });
  known.remember('b', { identity: '2', sha: second });
  expect([first.waits, second.waits]).toEqual([false, true]);
  expect(shaText(known.get('a')!.sha)).toBe(sha256(bytes('1')));
  known.remember('b', { identity: '3', sha: third });
  // Nobody asks about the content before any more, so that it was let go as it is.
  expect([second.waits, third.waits]).toEqual([true, true]);
  expect(shaText(known.get('b')!.sha)).toBe(sha256(bytes('3')));
  expect(third.waits).toBe(false);
});
