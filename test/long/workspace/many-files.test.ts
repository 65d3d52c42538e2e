import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { differences, treeOf } from '../../../scripts/crash/tree.ts';
import { createToolgate } from '../../../src/gate/create-toolgate.ts';
import { removeTree } from '../../../src/system/remove-tree.ts';

async function ground(fill: (workspace: string) => void) {
  const place = mkdtempSync(join(tmpdir(), 'toolgate-many-'));
  onTestFinished(() => removeTree(place));
  const workspace = join(place, 'workspace');
  mkdirSync(workspace);
  fill(workspace);
  const store = join(place, 'state', 'toolgate.db');
  const gate = await createToolgate({ workspace, store, approver: () => 'allow_once' });
  onTestFinished(() => gate.close());
  return { gate, workspace };
}

it.each([
  [
    'more files than are named one by one',
    (workspace: string) => {
      for (let file = 0; file < 5200; file++) {
        const folder = join(workspace, 'data', `d${file % 40}`);
        mkdirSync(folder, { recursive: true });
        writeFileSync(join(folder, `${file}.txt`), `${file}\n`);
      }
    },
  ],
  [
    'folders 400 deep',
    (workspace: string) => mkdirSync(join(workspace, 'data', 'd/'.repeat(400)), { recursive: true }),
  ],
])('%s are deleted, brought back, and deleted again', async (_, fill) => {
  const { gate, workspace } = await ground(fill);
  const before = treeOf(workspace);
  const deleted = await gate.execute({ name: 'delete_file', args: { path: 'data', recursive: true } });
  expect(deleted).toMatchObject({ ok: true });
  expect(treeOf(workspace).size).toBe(0);
  expect(await gate.execute({ name: 'undo_turn', args: {} })).toMatchObject({ ok: true });
  expect(differences(treeOf(workspace), before)).toEqual([]);
  expect(await gate.execute({ name: 'redo', args: {} })).toMatchObject({ ok: true });
  expect(treeOf(workspace).size).toBe(0);
});
