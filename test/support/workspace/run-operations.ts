import { openStore } from '../../../src/store/open-store.ts';
import { currentProcess } from '../../../src/system/process-identity.ts';
import { ToolError } from '../../../src/tool/error.ts';
import type { Files } from '../../../src/tool/files.ts';
import type { History } from '../../../src/tool/history.ts';
import { newId } from '../../../src/tool/id.ts';
import { createWorkspace } from '../../../src/workspace/create-workspace.ts';
import type { CommitHook } from '../../../src/workspace/ground.ts';
import type { RecoveryReport } from '../../../src/workspace/port.ts';

export type Operation =
  | { readonly op: 'write'; readonly path: string; readonly content: string; readonly mode?: number }
  | { readonly op: 'edit'; readonly path: string; readonly from: string; readonly to: string }
  | { readonly op: 'delete'; readonly path: string }
  | { readonly op: 'move'; readonly path: string; readonly to: string }
  | { readonly op: 'undoFile'; readonly path: string; readonly force?: boolean }
  | { readonly op: 'undoTurn'; readonly turn?: number }
  | { readonly op: 'redo' };

export interface OperationsOptions {
  readonly root: string;
  /** The database file. */
  readonly store: string;
  /** Each inner list is one call, and one turn. */
  readonly calls: readonly (readonly Operation[])[];
  readonly image?: number;
  readonly step?: CommitHook;
}

export interface OperationsReport {
  readonly recovered: RecoveryReport;
  /** In the order of the calls. */
  readonly results: readonly { readonly ok: boolean; readonly code?: string; readonly message?: string }[];
}

/** Opens a workspace, recovers, and commits calls one after another: for crash tests, which kill it at any point. */
export async function runOperations(options: OperationsOptions): Promise<OperationsReport> {
  const { root, calls, image = 1 << 20, step } = options;
  const store = await openStore({ kind: 'sqlite', file: options.store });
  const processID = newId();
  await store.processes.register(currentProcess(processID));
  const limits = { disk: 1 << 30, image };
  const workspace = createWorkspace({ root, store, processID, limits, ...(step ? { step } : {}) });
  try {
    const recovered = await workspace.recover();
    const results = [];
    for (const [index, operations] of calls.entries()) {
      const identity = { callID: newId(), sessionID: 'crash', agent: 'crash', turn: index + 1 };
      const call = workspace.open(identity, { visible: () => true, planned: false, maxImage: image });
      try {
        for (const operation of operations) await perform(call.files, call.history, operation);
        await call.commit({ title: `call ${index + 1}`, claims: [], approve: () => {} });
        results.push({ ok: true });
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        results.push({ ok: false, code: error.code, message: error.message });
      }
    }
    return { recovered, results };
  } finally {
    await workspace.close();
    await store.processes.remove(processID);
    await store.close();
  }
}

async function perform(files: Files, history: History, operation: Operation): Promise<void> {
  switch (operation.op) {
    case 'write':
      return files.write(operation.path, Buffer.from(operation.content), { createDirs: true, mode: operation.mode });
    case 'edit':
      return files.edit(operation.path, bytes => {
        const text = Buffer.from(bytes).toString('latin1');
        return Buffer.from(text.replace(operation.from, operation.to), 'latin1');
      });
    case 'delete':
      await files.delete(operation.path, { recursive: true });
      return;
    case 'move':
      return files.move(operation.path, operation.to, { overwrite: true, createDirs: true });
    case 'undoFile':
      await history.undoFile(operation.path, { force: operation.force });
      return;
    case 'undoTurn':
      await history.undoTurn(operation.turn);
      return;
    case 'redo':
      await history.redo();
  }
}
