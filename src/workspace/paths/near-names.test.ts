import { expect, it } from 'vitest';
import { openTestRoot, tempFolder } from '../../../test/support/workspace/temp-folder.ts';
import { nearNames } from './near-names.ts';

function setUp() {
  const home = tempFolder();
  for (const name of [
    'src/main.ts',
    'src/util/format.ts',
    'src/Button.tsx',
    'docs/guide.md',
    'packages/core/src/index.ts',
    'node_modules/pkg/guide.md',
    'README.md',
    'secret/key.pem',
  ]) {
    home.put(`ws/${name}`);
  }
  return openTestRoot(home.at('ws'));
}

it.each([
  ['main.ts', 'src/main.ts'],
  ['lib/main.ts', 'src/main.ts'],
  ['src/Main.ts', 'src/main.ts'],
  ['SRC/MAIN.TS', 'src/main.ts'],
  ['src/mian.ts', 'src/main.ts'],
  ['src/main.js', 'src/main.ts'],
  ['src/button.jsx', 'src/Button.tsx'],
  ['scr/util/format.ts', 'src/util/format.ts'],
  ['ws/src/util/format.ts', 'src/util/format.ts'],
  ['home/me/project/docs/guide.md', 'docs/guide.md'],
  ['core/src/index.ts', 'packages/core/src/index.ts'],
  ['readme', 'README.md'],
  ['Docs', 'docs'],
  ['node_modules/pkg/giude.md', 'node_modules/pkg/guide.md'],
])('near names of %s begin with %s', (path, expected) => {
  expect(nearNames(setUp(), path)[0]).toBe(expected);
});

it('no near name is offered where nothing is near', () => {
  expect(nearNames(setUp(), 'src/quite-another-thing.rs')).toEqual([]);
});

it('no near name is offered that is hidden, deleted in a layer or out of reach', () => {
  const root = setUp();
  expect(nearNames(root, 'key.pem')).toEqual(['secret/key.pem']);
  expect(nearNames(root, 'key.pem', { visible: path => !path.includes('/secret/') })).toEqual([]);
  expect(nearNames(root, 'src/mian.ts', { gone: path => path === 'src/main.ts' })).toEqual([]);
  expect(nearNames(root, 'src/new.tx', { extra: ['src/new.ts'] })).toEqual(['src/new.ts']);
});

it('the search for near names looks at no more names than it may', () => {
  const home = tempFolder();
  for (let n = 0; n < 300; n += 1) home.put(`ws/many/f${String(n).padStart(3, '0')}.txt`, '');
  home.put('ws/zzz/deep/target.txt');
  const root = openTestRoot(home.at('ws'));
  expect(nearNames(root, 'target.txt')).toEqual(['zzz/deep/target.txt']);
  expect(nearNames(root, 'target.txt', { maxEntries: 50 })).toEqual([]);
});
