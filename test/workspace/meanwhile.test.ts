import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createToolgate } from '../../src/gate/create-toolgate.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/port.ts';
import { currentProcess } from '../../src/system/process-identity.ts';
import { newId } from '../../src/tool/id.ts';
import { createWorkspace } from '../../src/workspace/create-workspace.ts';
import type { CommitHook } from '../../src/workspace/ground.ts';

interface Meanwhile {
  readonly root: string;
  readonly store: Store;
  /** Deletes two files in one set, and does something by hand once the intent is in the journal. */
  deleteBoth(byHand: () => void): Promise<unknown>;
}

async function openMeanwhile(die = false): Promise<Meanwhile> {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-meanwhile-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const store = await openStore({ kind: 'memory' });
  const processID = newId();
  // The process is proved dead: its pid is this one's, its start another's.
  await store.processes.register({ ...currentProcess(processID), ...(die ? { started: '1' } : {}) });
  for (const name of ['a', 'b']) writeFileSync(join(folder, name), name);
  return {
    root: folder,
    store,
    async deleteBoth(byHand) {
      const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
      const step: CommitHook = async name => {
        if (name !== 'begun') return;
        byHand();
        if (!die) return;
        stop();
        await new Promise(() => {});
      };
      const workspace = open(folder, store, { processID, step });
      const call = workspace.open(
        { callID: newId(), sessionID: 's', agent: 'a', turn: 1 },
        { visible: () => true, planned: false, maxImage: 1 << 20 },
      );
      await call.files.delete('a');
      await call.files.delete('b');
      await Promise.race([call.commit({ title: 'both', claims: [], approve: () => {} }), stopped]);
    },
  };
}

const open = (root: string, store: Store, more: { processID: string; step?: CommitHook }) =>
  createWorkspace({ root, store, limits: { disk: 1 << 30, image: 1 << 20 }, ...more });

test('a file that a person deletes during the commit does not come back when the commit is refused', async () => {
  const { root, deleteBoth } = await openMeanwhile();
  await expect(deleteBoth(() => rmSync(join(root, 'a')))).rejects.toMatchObject({ code: 'STALE_FILE' });
  expect([existsSync(join(root, 'a')), existsSync(join(root, 'b'))]).toEqual([false, true]);
});

test('a file that a person deletes after a crash does not come back with the recovery', async () => {
  const { root, store, deleteBoth } = await openMeanwhile(true);
  await deleteBoth(() => rmSync(join(root, 'a')));
  const processID = newId();
  await store.processes.register(currentProcess(processID));
  const recovered = await open(root, store, { processID }).recover();
  expect(recovered).toMatchObject({ completed: [], kept: ['a'] });
  expect([existsSync(join(root, 'a')), existsSync(join(root, 'b'))]).toEqual([false, true]);
});

test('a person who allows an undo does not thereby allow that of another turn', async () => {
  const { root, store } = await openMeanwhile();
  await store.close();
  const gate = await createToolgate({
    workspace: root,
    store: 'memory',
    approver: async () => {
      await gate.execute({ name: 'write_file', args: { path: 'new', content: 'n' } }, { sessionID: 'another' });
      return 'allow_once';
    },
  });
  onTestFinished(() => gate.close());
  await gate.execute({ name: 'edit_file', args: { path: 'a', old_text: 'a', new_text: 'A' } });
  const { ok, error } = await gate.execute({ name: 'undo_turn', args: { force: true } });
  expect({ ok, code: error?.code }).toEqual({ ok: false, code: 'STALE_FILE' });
  expect(existsSync(join(root, 'new'))).toBe(true);
});
