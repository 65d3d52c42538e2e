import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openStore } from '../../../src/store/open-store.ts';
import type { Store } from '../../../src/store/port.ts';
import { currentProcess } from '../../../src/system/process-identity.ts';
import type { Files } from '../../../src/tool/files.ts';
import type { History } from '../../../src/tool/history.ts';
import { newId } from '../../../src/tool/id.ts';
import {
  createWorkspace,
  type OpenedWorkspace,
  type WorkspaceOptions,
} from '../../../src/workspace/create-workspace.ts';
import type { CommittedSet, OpenOptions } from '../../../src/workspace/port.ts';
import { callOf, deadProcess, MAX_IMAGE } from './ground.ts';

/** For tests: a workspace in a temporary folder, and calls on it in one step. */
export interface TestWorkspace {
  readonly folder: string;
  readonly store: Store;
  readonly workspace: OpenedWorkspace;
  readonly processID: string;
  at(relative: string): string;
  put(relative: string, content: string | Uint8Array, mode?: number): void;
  read(relative: string): string;
  /** Opens a call, lets it stage, commits. */
  call(work: TestWork, options?: TestCallOptions): Promise<CommittedSet | undefined>;
  dispose(): Promise<void>;
}

export type TestWork = (files: Files, history: History) => Promise<unknown>;

export interface TestCallOptions extends Partial<OpenOptions> {
  readonly turn?: number;
  readonly sessionID?: string;
}

export interface TestWorkspaceOptions extends Partial<Pick<WorkspaceOptions, 'step' | 'limits'>> {
  readonly folder?: string;
  readonly store?: Store;
  readonly dead?: boolean;
}

export async function openTestWorkspace(options: TestWorkspaceOptions = {}): Promise<TestWorkspace> {
  const folder = options.folder ?? fs.mkdtempSync(path.join(os.tmpdir(), 'toolgate-ws-'));
  const store = options.store ?? (await openStore({ kind: 'memory' }));
  const processID = newId();
  await store.processes.register(options.dead ? deadProcess(processID) : currentProcess(processID));
  const { limits = { disk: 1 << 30, image: MAX_IMAGE }, step } = options;
  const workspace = createWorkspace({ root: folder, store, processID, limits, ...(step ? { step } : {}) });
  let turns = 0;
  return {
    folder,
    store,
    workspace,
    processID,
    at: relative => path.join(folder, relative),
    put(relative, content, mode) {
      const absolute = path.join(folder, relative);
      fs.mkdirSync(path.dirname(absolute), { recursive: true });
      fs.writeFileSync(absolute, content);
      if (mode !== undefined) fs.chmodSync(absolute, mode);
    },
    read: relative => fs.readFileSync(path.join(folder, relative), 'utf8'),
    async call(work, { turn = ++turns, sessionID, ...open } = {}) {
      const call = workspace.open(callOf(turn, sessionID), {
        visible: () => true,
        planned: false,
        maxImage: limits.image,
        ...open,
      });
      await work(call.files, call.history);
      return call.commit({ title: 'test', claims: [], approve: () => {} });
    },
    async dispose() {
      await workspace.close();
      if (!options.store) await store.close();
      if (!options.folder) fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const utf8 = (content: string): Uint8Array => Buffer.from(content);

/** An edit that replaces a text that must be there. */
export const replacing =
  (from: string, to: string) =>
  (content: Uint8Array): Uint8Array => {
    const now = Buffer.from(content).toString('latin1');
    if (!now.includes(from)) throw new Error(`${from} is not there`);
    return Buffer.from(now.replace(from, to), 'latin1');
  };
