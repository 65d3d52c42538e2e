import { cpSync, existsSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../system/make-folder.ts';
import { removeTree } from '../system/remove-tree.ts';
import { ToolError } from '../tool/error.ts';
import { sqliteModule } from './sqlite/module.ts';
import { openSqlite } from './sqlite/open.ts';
import { DATABASE, usersOf } from './state-folders.ts';
import { WORKSPACE_NOTE } from './workspace-note.ts';

/** The parts of a state folder that are no cache. */
const BESIDE = ['outputs', WORKSPACE_NOTE];

/** Copies a state, as it is at one moment, into a new folder that can be opened as a store. */
export function backUpState(database: string, into: string): void {
  if (lstatSync(into, { throwIfNoEntry: false }))
    throw new ToolError('FILE_EXISTS', `${into} exists already`, {
      suggestion: 'Name a folder that is not there yet.',
    });
  makeFolder(into);
  try {
    const { DatabaseSync } = sqliteModule();
    const source = new DatabaseSync(database, { readOnly: true, timeout: 10_000 });
    try {
      source.prepare('vacuum into ?').run(join(into, DATABASE));
    } finally {
      source.close();
    }
    for (const name of BESIDE) {
      const part = join(dirname(database), name);
      if (existsSync(part)) cpSync(part, join(into, name), { recursive: true, preserveTimestamps: true });
    }
  } catch (error) {
    rmSync(into, { recursive: true, force: true });
    throw error;
  }
}

/** Puts a backup in the place of a state folder, and what was there aside; gives where that is. */
export async function restoreState(backup: string, folder: string, aside: string): Promise<string | undefined> {
  const database = join(backup, DATABASE);
  if (!existsSync(database))
    throw new ToolError('FILE_NOT_FOUND', `${backup} is no backup: it has no ${DATABASE}`, {
      suggestion: 'Name the folder that toolgate state backup has made.',
    });
  refuseUsed(folder);
  const staged = `${folder}.restored`;
  rmSync(staged, { recursive: true, force: true });
  try {
    backUpState(database, staged);
    await checkCopy(join(staged, DATABASE));
  } catch (error) {
    rmSync(staged, { recursive: true, force: true });
    if (error instanceof ToolError) throw error;
    const why = error instanceof Error ? error.message : error;
    throw new ToolError('EXECUTION_ERROR', `${database} cannot be read: ${why}`, { suggestion: OLDER });
  }
  // The note of the workspace that the state is for is written when the state is opened.
  rmSync(join(staged, WORKSPACE_NOTE), { force: true });
  const before = existsSync(join(folder, DATABASE)) ? aside : undefined;
  if (before) {
    makeFolder(dirname(before));
    renameSync(folder, before);
  } else rmSync(folder, { recursive: true, force: true });
  renameSync(staged, folder);
  return before;
}

const OLDER = 'Take an older backup; nothing was changed.';

/** Throws unless the file is a whole database of ours that this version can open. */
async function checkCopy(file: string): Promise<void> {
  const store = await openSqlite(file);
  await store.close();
  const { DatabaseSync } = sqliteModule();
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const [row] = database.prepare('pragma quick_check(1)').all();
    if (Object.values(row ?? {})[0] !== 'ok')
      throw new ToolError('EXECUTION_ERROR', 'The backup is damaged', { suggestion: OLDER });
  } finally {
    database.close();
  }
}

/** Removes a state folder for good, unless a living process has it open. */
export function removeState(folder: string): void {
  refuseUsed(folder);
  // The folder is renamed first: whoever opens the workspace in this moment begins anew instead of losing files.
  const gone = `${folder}.gone`;
  renameSync(folder, gone);
  removeTree(gone);
}

function refuseUsed(folder: string): void {
  const users = usersOf(folder);
  if (users.length === 0) return;
  throw new ToolError('EXECUTION_ERROR', `${folder} is in use by process ${users.join(', ')}`, {
    suggestion: 'End it first, then try again.',
  });
}
