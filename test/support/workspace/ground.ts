import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openStore } from '../../../src/store/open-store.ts';
import type { ProcessRow, Store } from '../../../src/store/port.ts';
import { currentProcess } from '../../../src/system/process-identity.ts';
import { newId } from '../../../src/tool/id.ts';
import type { SeenState, StagedChange, StagedNode } from '../../../src/workspace/change/staging.ts';
import { observedEffects } from '../../../src/workspace/change/staging.ts';
import { PathLocks } from '../../../src/workspace/claims/path-locks.ts';
import { UsedPaths } from '../../../src/workspace/claims/used-paths.ts';
import { type CommitInput, commitSet } from '../../../src/workspace/commit/commit.ts';
import { shaOf } from '../../../src/workspace/disk/disk.ts';
import { identityOf } from '../../../src/workspace/disk/identity.ts';
import { openRoot } from '../../../src/workspace/disk/open-dir.ts';
import type { Ground } from '../../../src/workspace/ground.ts';
import { FolderNames } from '../../../src/workspace/layer/before/folder-names.ts';
import type { CallIdentity, CommittedSet } from '../../../src/workspace/port.ts';

/** For tests: a workspace in a temporary folder, with the parts of a commit laid open. */
export interface TestGround extends Ground {
  readonly store: Store;
  readonly folder: string;
  readonly dispose: () => Promise<void>;
}

export const MAX_IMAGE = 1 << 20;

export interface TestGroundOptions {
  readonly folder?: string;
  readonly store?: Store;
  readonly processID?: string;
  /** Its row says that it has died, so that another may recover what it leaves. */
  readonly dead?: boolean;
  readonly step?: Ground['step'];
}

export async function openGround(options: TestGroundOptions = {}): Promise<TestGround> {
  const folder = options.folder ?? fs.mkdtempSync(path.join(os.tmpdir(), 'toolgate-ws-'));
  const store = options.store ?? (await openStore({ kind: 'memory' }));
  const processID = options.processID ?? newId();
  await store.processes.register(options.dead ? deadProcess(processID) : currentProcess(processID));
  const root = openRoot(folder);
  const locks = new PathLocks();
  return {
    root,
    folder,
    store,
    processID,
    now: Date.now,
    newID: newId,
    random: () => randomBytes(12).toString('hex'),
    identityOf,
    locks,
    used: new UsedPaths(locks),
    working: new Set(),
    names: new FolderNames(root),
    ...(options.step ? { step: options.step } : {}),
    dispose: async () => {
      root.close();
      if (!options.store) await store.close();
      if (!options.folder) fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The row of a process that is proved dead: the pid is this one's, the start is another. */
export const deadProcess = (id: string): ProcessRow => ({ ...currentProcess(id), started: '1' });

export const callOf = (turn = 1, sessionID = 'session'): CallIdentity => ({
  callID: newId(),
  sessionID,
  agent: 'tester',
  turn,
});

export const toBytes = (content: string): Uint8Array => Buffer.from(content);

export const fileNode = (content: string | Uint8Array, mode = 0o644): StagedNode => ({
  kind: 'file',
  bytes: typeof content === 'string' ? Buffer.from(content) : content,
  mode,
});

/** What a call would have seen at a path. */
export function seen(folder: string, relative: string): SeenState {
  const absolute = path.join(folder, relative);
  const inside = fs.statSync(path.dirname(absolute), { throwIfNoEntry: false })?.isDirectory();
  const stats = inside ? fs.lstatSync(absolute, { bigint: true, throwIfNoEntry: false }) : undefined;
  if (!stats) return { kind: 'absent' };
  const mode = Number(stats.mode & 0o7777n);
  if (stats.isDirectory()) return { kind: 'directory', mode };
  if (stats.isSymbolicLink()) return { kind: 'symlink', target: fs.readlinkSync(absolute) };
  const sha = shaOf(fs.readFileSync(absolute));
  return { kind: 'file', identity: identityOf(stats), sha, mode, size: Number(stats.size) };
}

/** The change that puts a node at a path (undefined: deletes it), as seen now. */
export const makeStagedChange = (
  folder: string,
  relative: string,
  after: StagedNode | undefined,
  more: Partial<StagedChange> = {},
): StagedChange => ({ path: relative, before: seen(folder, relative), after, ...more });

export function moveChanges(folder: string, from: string, to: string): StagedChange[] {
  const source = seen(folder, from);
  if (source.kind !== 'file') throw new Error(`${from} is no file`);
  const { mode, size } = source;
  return [
    makeStagedChange(folder, from, undefined, { movedTo: to }),
    makeStagedChange(folder, to, { kind: 'moved', from, mode, size }, { movedFrom: from }),
  ];
}

export function commitChanges(
  ground: TestGround,
  changes: readonly StagedChange[],
  more: Partial<CommitInput> = {},
): Promise<CommittedSet | undefined> {
  return commitSet(ground, {
    call: callOf(),
    title: 'test',
    changes,
    observed: () => observedEffects(ground.folder, changes),
    approve: () => {},
    claims: [],
    maxImage: MAX_IMAGE,
    ...more,
  });
}

/** Every entry below a folder: kind, mode and content. Equal before and after means nothing was touched. */
export function snapshot(folder: string): Record<string, string> {
  const all: Record<string, string> = {};
  const walk = (at: string) => {
    for (const name of fs.readdirSync(path.join(folder, at)).sort()) {
      const relative = at === '' ? name : `${at}/${name}`;
      const absolute = path.join(folder, relative);
      const stats = fs.lstatSync(absolute);
      const mode = (stats.mode & 0o7777).toString(8);
      if (stats.isSymbolicLink()) all[relative] = `link ${fs.readlinkSync(absolute)}`;
      else if (stats.isDirectory()) {
        all[relative] = `folder ${mode}`;
        walk(relative);
      } else all[relative] = `file ${mode} ${fs.readFileSync(absolute).toString('latin1')}`;
    }
  };
  walk('');
  return all;
}
