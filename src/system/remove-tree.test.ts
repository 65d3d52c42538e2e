import { chmodSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../test/support/sandbox/open-sleep.ts';
import { removeTree, removeTreeMeanwhile } from './remove-tree.ts';

function makeTree(): string {
  const place = mkdtempSync(join(tmpdir(), 'toolgate-remove-'));
  onTestFinished(() => removeTree(place));
  const tree = join(place, '-tree');
  mkdirSync(join(tree, 'closed/inner'), { recursive: true });
  for (let file = 0; file < 150; file++) writeFileSync(join(tree, 'closed/inner', `${file}`), 'x');
  chmodSync(join(tree, 'closed'), 0);
  return tree;
}

test.each([0, 150])('a tree that is said to have %i files goes meanwhile, also what is closed in it', async files => {
  const tree = makeTree();
  removeTreeMeanwhile(tree, files);
  await eventually(() => !existsSync(tree) || undefined);
  expect(existsSync(tree)).toBe(false);
});

test('a tree that is gone already is removed in peace', async () => {
  const tree = join(tmpdir(), 'toolgate-never-there');
  removeTreeMeanwhile(tree, 150);
  removeTree(tree);
  expect(existsSync(tree)).toBe(false);
});
