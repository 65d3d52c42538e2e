import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { openStore } from '../store/open-store.ts';
import { OutputFiles, OutputsInMemory } from '../store/outputs.ts';
import type { Store } from '../store/port.ts';
import { stateFolder } from '../store/state-folder.ts';
import { ToolError } from '../tool/error.ts';

export interface State {
  readonly store: Store;
  readonly outputs: OutputFiles | OutputsInMemory;
  /** Outside of the workspace, for what jobs need. */
  readonly folder: string;
  /** Where all of it lies on the disk. A tool that reaches these could read what a rule hides, or forge a grant. */
  readonly files: readonly string[];
}

type Env = Readonly<Record<string, string | undefined>>;

/** Opens where state lives: `memory`, a path of a SQLite file, or by default the workspace's own state folder. */
export async function openState(where: string | undefined, root: string, env: Env): Promise<State> {
  if (where === 'memory')
    return {
      store: await openStore({ kind: 'memory' }),
      outputs: new OutputsInMemory(),
      // Made only when a command runs, and gone with the gate.
      folder: join(tmpdir(), `toolgate-${randomBytes(12).toString('hex')}`),
      files: [],
    };
  if (where !== undefined && /^[a-z][a-z0-9+.-]*:\/\//i.test(where)) {
    throw new ToolError('INVALID_ARGUMENTS', `A store at ${where.split('://')[0]}:// is not known`, {
      suggestion: 'Give a path of a file, or "memory".',
    });
  }
  const file = where === undefined ? join(stateFolder(root, env), 'toolgate.db') : resolve(where);
  const outputs = join(dirname(file), 'outputs');
  const store = await openStore({ kind: 'sqlite', file });
  const folders = ['outputs', 'jobs', 'sandbox', 'cache'].map(name => join(dirname(file), name));
  const files = [...['', '-wal', '-shm', '-journal'].map(ending => `${file}${ending}`), ...folders];
  return { store, outputs: new OutputFiles(outputs), folder: dirname(file), files };
}
