import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChangeRow, ChangeSetRow, Store } from '../../src/store/port.ts';

export interface Acknowledged {
  readonly callID: string;
  readonly ok: boolean;
  readonly code?: string;
  readonly message?: string;
  readonly set?: string;
}

/** All that must hold after every process has died and one start has set things right. Gives what does not. */
export async function checkState(
  workspace: string,
  store: Store,
  acknowledged: readonly Acknowledged[],
): Promise<string[]> {
  const problems: string[] = [];
  const files = filesBelow(workspace);
  for (const path of files.keys()) if (/\.toolgate-.*\.tmp$/.test(path)) problems.push(`temporary file left: ${path}`);
  const expected = await replay(store, problems);
  for (const [path, sha] of files)
    if (expected.get(path) !== sha)
      problems.push(
        `${path} holds ${sha.slice(0, 8)}, the journal says ${expected.get(path)?.slice(0, 8) ?? 'nothing'}`,
      );
  for (const path of expected.keys()) if (!files.has(path)) problems.push(`${path} is missing, the journal has it`);
  await checkLedger(store, acknowledged, problems);
  return problems;
}

/** Applies the committed sets in order, and gives the files that should be there. */
async function replay(store: Store, problems: string[]): Promise<Map<string, string>> {
  const sets: ChangeSetRow[] = [];
  for (let before: string | undefined; ; ) {
    const page = await store.journal.sets({ limit: 1000, ...(before ? { before } : {}) });
    sets.push(...page);
    if (page.length < 1000) break;
    before = page.at(-1)?.id;
  }
  const state = new Map<string, string>();
  for (const set of sets.reverse()) {
    if (set.status === 'intent') problems.push(`set ${set.id} is still an intent`);
    if (set.status !== 'committed') continue;
    for (const change of await store.journal.changes(set.id)) applyChange(change, state, problems);
  }
  return state;
}

function applyChange(change: ChangeRow, state: Map<string, string>, problems: string[]): void {
  const { path, before, after } = change;
  const had = state.get(path);
  if (before?.kind === 'file' && had !== before.sha)
    problems.push(
      `set ${change.setID}: ${path} was ${before.sha?.slice(0, 8)} in the journal, replay has ${had?.slice(0, 8) ?? 'nothing'}`,
    );
  if (after?.kind === 'file' && after.sha) state.set(path, after.sha);
  else if (before?.kind === 'file') state.delete(path);
}

async function checkLedger(store: Store, acknowledged: readonly Acknowledged[], problems: string[]): Promise<void> {
  for (const status of ['prepared', 'started'] as const) {
    for (const row of await store.calls.list({ status, limit: 100 }))
      problems.push(`call ${row.id} (${row.tool}) is still ${status}`);
  }
  for (const { callID, ok, set } of acknowledged) {
    const row = await store.calls.get(callID);
    if (set !== undefined && !row) problems.push(`acknowledged call ${callID} is not on the ledger`);
    if (row && row.ok !== ok)
      problems.push(`call ${callID} was acknowledged ${ok ? 'ok' : 'failed'}, the ledger says ${row.ok}`);
    if (set !== undefined && (await store.journal.set(set))?.status !== 'committed')
      problems.push(`acknowledged set ${set} is not committed`);
  }
}

function filesBelow(folder: string, below = ''): Map<string, string> {
  const files = new Map<string, string>();
  for (const name of readdirSync(join(folder, below))) {
    const path = below ? `${below}/${name}` : name;
    if (lstatSync(join(folder, path)).isDirectory())
      for (const [inner, sha] of filesBelow(folder, path)) files.set(inner, sha);
    else
      files.set(
        path,
        createHash('sha256')
          .update(readFileSync(join(folder, path)))
          .digest('hex'),
      );
  }
  return files;
}
