import { readdirSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { openGround } from '../../../../test/support/workspace/ground.ts';
import { Folders } from '../../disk/folders.ts';
import { holdNames } from './hold-names.ts';

const openFds = () => readdirSync('/proc/self/fd').length;

it('where a hidden name cannot be held nothing is run, and nothing that was held before stays open', async () => {
  const ground = await openGround();
  onTestFinished(ground.dispose);
  const disk = new Folders(ground.root);
  ground.root.mkdir('first', 0o755);
  // Longer than the kernel tells of an open file.
  const names = Array.from({ length: 20 }, (_, index) => `${index}-${'n'.repeat(240)}`);
  for (const [index, name] of names.entries()) disk.at(names.slice(0, index).join('/') || '.').mkdir(name, 0o755);
  disk.close();
  const before = openFds();
  const hold = () => holdNames(ground, ['first', names.join('/')], { isHidden: () => true, temp: () => 'temp' });
  expect(hold).toThrow('cannot be held');
  expect(openFds()).toBe(before);
});

it('a hidden name at which nothing is needs no hold', async () => {
  const ground = await openGround();
  onTestFinished(ground.dispose);
  holdNames(ground, ['none', 'none/below'], { isHidden: () => true, temp: () => 'temp' }).close();
});
