import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrations } from './sql/migrations.ts';

/** The file in which a state folder says whose it is: its own name is a hash. */
export const WORKSPACE_NOTE = 'workspace.json';

interface WorkspaceNote {
  /** The real path of the workspace. */
  readonly workspace: string;
  /** The identity of that folder, by which it is known again when it was moved. */
  readonly identity?: string;
  /** The version of the database's schema: a Toolgate that knows this one or a later one can open it. */
  readonly schema: number;
}

/** Writes down whose the folder is, where no note is yet. State without a note works as well, so nothing is thrown. */
export function noteWorkspace(folder: string, realRoot: string): void {
  const { workspace, identity, schema } = readWorkspaceNote(folder) ?? {};
  const now = rootIdentity(realRoot);
  if (workspace === realRoot && identity === now && schema === migrations.length) return;
  const note: WorkspaceNote = { workspace: realRoot, identity: now, schema: migrations.length };
  const file = join(folder, WORKSPACE_NOTE);
  try {
    // Two processes may write the note at once; both write the same.
    const temporary = `${file}.${process.pid}`;
    writeFileSync(temporary, `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600 });
    renameSync(temporary, file);
  } catch {
    // A disk that is full or read-only is told by the code that needs it.
  }
}

export function readWorkspaceNote(folder: string): WorkspaceNote | undefined {
  try {
    const note: unknown = JSON.parse(readFileSync(join(folder, WORKSPACE_NOTE), 'utf8'));
    const isNote =
      typeof note === 'object' && note !== null && 'workspace' in note && typeof note.workspace === 'string';
    return isNote ? (note as WorkspaceNote) : undefined;
  } catch {
    return undefined;
  }
}

/** The identity of a folder, which stays the same when the folder is moved on its disk. */
export function rootIdentity(path: string): string | undefined {
  try {
    const { dev, ino, birthtimeNs } = statSync(path, { bigint: true });
    return [dev, ino, birthtimeNs].join(' ');
  } catch {
    return undefined;
  }
}
