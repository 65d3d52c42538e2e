import { globSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { OpenCli } from './cli/open-cli.ts';

/** The ledger as the command left it; opening a gate would clear up behind it. */
export function readLedger({ folder }: OpenCli): Record<string, unknown>[] {
  const [file = ''] = globSync('state/toolgate/*/toolgate.db', { cwd: folder });
  const database = new DatabaseSync(join(folder, file), { readOnly: true });
  try {
    return database.prepare('select tool, status, ok from call order by id').all();
  } finally {
    database.close();
  }
}
