import fs from 'node:fs';
import os from 'node:os';
import { dirname, join } from 'node:path';
import { createToolgate } from '../gate/create-toolgate.ts';
import type { Toolgate } from '../gate/toolgate.ts';
import type { ToolgateOptions } from '../gate/toolgate-options.ts';
import { checkOptions } from '../tool/check-options.ts';
import { type Snapshot, snapshotOf } from './snapshot.ts';

export interface TemporaryWorkspaceOptions {
  /** The folder to make it in; default the system's folder for temporary files. */
  readonly below?: string;
  readonly prefix?: string;
}

/** A folder of one's own for a test: real files, a real gate, gone afterwards. */
export interface TemporaryWorkspace {
  /** Real path. */
  readonly root: string;
  /** The folder where its gates keep their state: beside the root, not in it. */
  readonly state: string;
  /** Absolute path of a workspace-relative one. */
  path(name: string): string;
  /** Makes the folders on the way. */
  write(name: string, content: string | Uint8Array): void;
  read(name: string): string;
  snapshot(): Snapshot;
  /** The entries beside root and state, where nothing belongs. */
  strays(): readonly string[];
  /** A gate on the workspace; closed by `remove` at the latest. */
  gate(options?: Omit<ToolgateOptions, 'workspace'>): Promise<Toolgate>;
  remove(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export function temporaryWorkspace(
  files: Readonly<Record<string, string | Uint8Array>> = {},
  options: TemporaryWorkspaceOptions = {},
): TemporaryWorkspace {
  checkOptions('temporaryWorkspace', options, { below: true, prefix: true });
  const { below = os.tmpdir(), prefix = 'toolgate-' } = options;
  const base = fs.realpathSync(fs.mkdtempSync(join(below, prefix)));
  const [root, state] = [join(base, 'workspace'), join(base, 'state')];
  fs.mkdirSync(root);
  fs.mkdirSync(state, { mode: 0o700 });
  const gates = new Set<Toolgate>();
  const path = (name: string) => join(root, name);

  function write(name: string, content: string | Uint8Array): void {
    fs.mkdirSync(dirname(path(name)), { recursive: true });
    fs.writeFileSync(path(name), content);
  }

  async function gate(options: Omit<ToolgateOptions, 'workspace'> = {}): Promise<Toolgate> {
    const made = await createToolgate({ store: join(state, 'toolgate.db'), ...options, workspace: root });
    const close = () => (gates.delete(opened) ? made.close() : Promise.resolve());
    const opened: Toolgate = { ...made, close };
    gates.add(opened);
    return opened;
  }

  async function remove(): Promise<void> {
    try {
      for (const opened of [...gates]) await opened.close();
    } finally {
      fs.rmSync(base, { recursive: true, force: true, maxRetries: 3 });
    }
  }

  for (const [name, content] of Object.entries(files)) write(name, content);
  return {
    root,
    state,
    path,
    write,
    gate,
    remove,
    read: name => fs.readFileSync(path(name), 'utf8'),
    snapshot: () => snapshotOf(root),
    strays: () => fs.readdirSync(base).filter(name => name !== 'workspace' && name !== 'state'),
    [Symbol.asyncDispose]: remove,
  };
}
