import { dirname, join } from 'node:path';
import type { Outputs } from '../pipeline/runtime.ts';
import { openStore } from '../store/open-store.ts';
import { OutputFiles, OutputsInMemory } from '../store/outputs.ts';
import type { Store } from '../store/port.ts';
import { stateFolder } from '../store/state-folder.ts';
import { ToolError } from '../tool/error.ts';

export interface State {
  readonly store: Store;
  readonly outputs: Outputs;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Opens where state lives: `memory`, a path of a SQLite file, or by default the workspace's own state folder. */
export async function openState(where: string | undefined, root: string, env: Env): Promise<State> {
  if (where === 'memory') return { store: await openStore({ kind: 'memory' }), outputs: new OutputsInMemory() };
  if (where !== undefined && /^[a-z][a-z0-9+.-]*:\/\//i.test(where)) {
    throw new ToolError('INVALID_ARGUMENTS', `A store at ${where.split('://')[0]}:// is not known`, {
      suggestion: 'Give a path of a file, or "memory".',
    });
  }
  const file = where ?? join(stateFolder(root, env), 'toolgate.db');
  return { store: await openStore({ kind: 'sqlite', file }), outputs: new OutputFiles(join(dirname(file), 'outputs')) };
}
