import type { ChangeRow, ChangeSetRow, FileState, Store } from '../../../src/store/port.ts';
import { type Entry, say, type Tree } from '../tree.ts';

/**
 * Plays the committed sets over what was there at first, in the order in which they began, as the history shows them. Every
 * change must find what it says it found, and what comes out must be what is on the disk. Folders count only where a
 * file needs them: one that a set made and someone else filled stays when the set is taken back.
 */
export async function checkJournal(store: Store, tree: Tree, initial: Tree): Promise<string[]> {
  const problems: string[] = [];
  const state = new Map<string, Entry>(initial);
  for (const set of await allSets(store)) {
    if (set.status === 'intent') problems.push(`set ${set.id} (${set.title}) is still an intent`);
    if (set.status !== 'committed') continue;
    const rows = await store.journal.changes(set.id);
    for (const row of rows) {
      const found = state.get(row.path);
      if (isFolder(row) || say(found) === say(entryOf(row.before))) continue;
      problems.push(`set ${set.id} found ${row.path} as ${say(entryOf(row.before))}, replay has ${say(found)}`);
    }
    for (const row of rows) play(row, state);
    problems.push(...(await missingImages(store, rows)));
  }
  for (const [path, entry] of tree) {
    if (entry.kind === 'directory' || say(state.get(path)) === say(entry)) continue;
    problems.push(`${path} is ${say(entry)}, the journal says ${say(state.get(path))}`);
  }
  for (const [path, entry] of state) {
    if (entry.kind === 'directory' || tree.has(path)) continue;
    problems.push(`${path} is absent, the journal says ${say(entry)}`);
  }
  return problems;
}

/** The oldest first. */
async function allSets(store: Store): Promise<readonly ChangeSetRow[]> {
  const sets: ChangeSetRow[] = [];
  for (let before: string | undefined; ; before = sets.at(-1)!.id) {
    const page = await store.journal.sets({ limit: 1000, ...(before === undefined ? {} : { before }) });
    sets.push(...page);
    if (page.length < 1000) return sets.reverse();
  }
}

const isFolder = ({ operation }: ChangeRow): boolean => operation === 'mkdir' || operation === 'rmdir';

function play({ path, after }: ChangeRow, state: Map<string, Entry>): void {
  const entry = entryOf(after);
  if (entry) state.set(path, entry);
  else state.delete(path);
}

function entryOf(state: FileState | undefined): Entry | undefined {
  if (!state) return undefined;
  if (state.kind === 'symlink') return { kind: 'symlink', target: state.target ?? '' };
  if (state.kind === 'directory') return { kind: 'directory', mode: state.mode };
  return { kind: 'file', mode: state.mode, sha: state.sha ?? '' };
}

/** What undo will need. */
async function missingImages(store: Store, rows: readonly ChangeRow[]): Promise<string[]> {
  const problems: string[] = [];
  for (const { path, setID, before } of rows)
    if (before?.sha !== undefined && !(await store.journal.blob(before.sha)))
      problems.push(`set ${setID} has no image of ${path} before it`);
  return problems;
}
