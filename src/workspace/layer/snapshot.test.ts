import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openGround } from '../../../test/support/workspace/ground.ts';
import { removeTree } from '../../system/remove-tree.ts';
import { takeSnapshot } from './snapshot.ts';

it('room for copies of a snapshot goes to sources first, then to what git ignores', async () => {
  const ground = await openGround();
  onTestFinished(() => ground.dispose());
  const put = (path: string, content: string) => writeFileSync(join(ground.folder, path), content);
  for (const folder of ['a-data', 'src', 'z-data']) mkdirSync(join(ground.folder, folder));
  put('.gitignore', '*-data/\n');
  for (const path of ['a-data/big', 'z-data/big']) put(path, 'x'.repeat(200));
  for (const path of ['a-data/small', 'src/a']) put(path, 'a');
  const jobs = `${ground.folder}-jobs`;
  onTestFinished(() => removeTree(jobs));
  const snapshot = await takeSnapshot({ ...ground, jobs }, { maxBytes: 100 });
  onTestFinished(() => snapshot.close());
  for (const path of ['a-data/big', 'z-data/big', 'a-data/small', 'src/a']) put(path, 'changed');
  const { entries, lost } = await snapshot.compare();
  expect([entries.map(({ path }) => path).sort(), lost.map(({ path }) => path).sort()]).toEqual([
    ['a-data/small', 'src/a'],
    ['a-data/big', 'z-data/big'],
  ]);
});
