import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../../../src/store/port.ts';
import { removeTree } from '../../../src/system/remove-tree.ts';
import { type PostgresServer, startPostgres } from '../../../test/support/postgres/postgres-server.ts';
import { checkNothingOpen } from './check-end.ts';
import type { FleetSetUp } from './open-gate.ts';
import { LAST_LINE, SHARED_FILES } from './plan.ts';

/** Gives a trial a database and a folder. The folder is kept where something was wrong. */
export async function withServer<T extends { readonly problems: readonly string[] }>(
  tell: (line: string) => void,
  work: (folder: string, server: PostgresServer) => Promise<T>,
): Promise<T> {
  const server = await startPostgres();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-fleet-')));
  let report: T | undefined;
  try {
    report = await work(folder, server);
    return report;
  } finally {
    await server.stop();
    if (report?.problems.length === 0) removeTree(folder);
    else tell(`kept for a look: ${folder}`);
  }
}

/** A workspace with the files that all write to. */
export function makeGround(folder: string, given: Pick<FleetSetUp, 'url' | 'workspaceID' | 'slots'>): FleetSetUp {
  const workspace = join(folder, 'workspace');
  for (const file of SHARED_FILES) {
    mkdirSync(dirname(join(workspace, file)), { recursive: true });
    writeFileSync(join(workspace, file), `${LAST_LINE}\n`);
  }
  return { ...given, workspace, state: join(folder, 'state'), effects: join(folder, 'effects') };
}

/** Milliseconds within which what killed processes held is given back. */
const GIVEN_BACK = 60_000;

/** Without anybody's help: those that are alive look after what the killed ones had. Gives what is left after all. */
export async function untilNothingOpen(
  store: Store,
  more: () => Promise<readonly string[]> = async () => [],
): Promise<readonly string[]> {
  for (const until = Date.now() + GIVEN_BACK; ; await sleep(500)) {
    const left = [...(await checkNothingOpen(store)), ...(await more())];
    if (left.length === 0 || Date.now() > until) return left;
  }
}

/** Jobs of all workspaces that are not done. */
export async function jobsLeft(server: PostgresServer): Promise<readonly string[]> {
  const jobs = await server.query(`select id from toolgate_jobs.job where state < 'completed'`, server.url);
  return jobs.map(({ id }) => `job ${id} is still in the queue`);
}
