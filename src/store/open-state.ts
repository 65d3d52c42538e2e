import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { ToolError } from '../tool/error.ts';
import { openStore } from './open-store.ts';
import { OutputFiles, OutputsInMemory } from './outputs.ts';
import type { Store } from './port.ts';
import { isPostgresUrl } from './postgres/place.ts';
import { stateFolder } from './state-folder.ts';
import { WORKSPACE_NOTE } from './workspace-note.ts';

interface State {
  readonly store: Store;
  readonly outputs: OutputFiles | OutputsInMemory;
  /** A folder outside of the workspace, for what jobs need. */
  readonly folder: string;
  /** The paths of all state on the disk. A tool that reaches them could read what a rule hides, or forge a grant. */
  readonly files: readonly string[];
}

interface OpenStateOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly workspaceID?: string;
}

/** Opens the state: `memory`, a path of a SQLite file, a URL, or by default the workspace's own state folder. */
export async function openState(where: string | undefined, root: string, options: OpenStateOptions): Promise<State> {
  if (where === 'memory')
    return {
      store: await openStore({ kind: 'memory' }),
      outputs: new OutputsInMemory(),
      // The folder is made only when a command runs, and goes with the gate.
      folder: join(tmpdir(), `toolgate-${randomBytes(12).toString('hex')}`),
      files: [],
    };
  if (where !== undefined && isUrl(where)) return openShared(where, root, options);
  const file = where === undefined ? join(stateFolder(root, options.env), 'toolgate.db') : resolve(where);
  const store = await openStore({ kind: 'sqlite', file });
  const database = ['', '-wal', '-shm', '-journal'].map(ending => `${file}${ending}`);
  return stateIn(dirname(file), store, database);
}

const isUrl = (where: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(where);

/** Rows and images are shared; outputs too long for a row, and what jobs need, stay on this machine. */
async function openShared(url: string, root: string, { env, workspaceID }: OpenStateOptions): Promise<State> {
  if (!isPostgresUrl(url)) {
    throw new ToolError('INVALID_ARGUMENTS', `A store at ${url.split('://')[0]}:// is not known`, {
      suggestion: 'Give a path of a file, "memory", or postgres://USER:PASSWORD@HOST/DATABASE.',
    });
  }
  const folder = stateFolder(root, env);
  const store = await openStore({ kind: 'postgres', url, workspaceID: workspaceID ?? basename(folder) });
  return stateIn(folder, store, []);
}

function stateIn(folder: string, store: Store, database: readonly string[]): State {
  const folders = ['outputs', 'jobs', 'sandbox', 'cache', 'search', WORKSPACE_NOTE].map(name => join(folder, name));
  return { store, outputs: new OutputFiles(join(folder, 'outputs')), folder, files: [...database, ...folders] };
}
