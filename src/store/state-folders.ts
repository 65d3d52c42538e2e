import { existsSync, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { currentProcess, isDead, type ProcessRow } from '../system/process-identity.ts';
import { tryOr } from '../system/try-or.ts';
import { sqliteModule } from './sqlite/module.ts';
import { stateName } from './state-folder.ts';
import { readWorkspaceNote, rootIdentity } from './workspace-note.ts';

/** The state of one workspace, seen from outside. */
export interface StateFolder {
  readonly folder: string;
  /** The workspace that it belongs to; undefined where nothing tells. */
  readonly workspace: string | undefined;
  readonly exists: boolean;
  /** Where the workspace is now, if it was moved. */
  readonly movedTo?: string | undefined;
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly lastUse: number;
  /** The counts; undefined where the database cannot be read: of another Toolgate, or damaged. */
  readonly counts: StateCounts | undefined;
  /** Ids of living processes that have it open. */
  readonly usedBy: readonly number[];
}

/** The counts of a state; `waiting`: approvals that wait, and change sets that are planned or pending. */
type StateCounts = Readonly<Record<'calls' | 'changes' | 'waiting' | 'tasks', number>>;

const NAME = /^[0-9a-f]{32}$/;
export const DATABASE = 'toolgate.db';

/** All state folders, the last used first. */
export function listStateFolders(shared: string): readonly StateFolder[] {
  const names = existsSync(shared) ? readdirSync(shared).filter(name => NAME.test(name)) : [];
  const found = names.map(name => lookAt(join(shared, name)));
  // A workspace that was moved has two: the old one, whose path is gone, and one that the move began.
  const moved = new Map(found.flatMap(({ exists, workspace, identity }) => (exists ? [[identity, workspace]] : [])));
  return found
    .map(({ identity, ...state }) => ({
      ...state,
      movedTo: state.exists || identity === undefined ? undefined : moved.get(identity),
    }))
    .sort((a, b) => b.lastUse - a.lastUse);
}

function lookAt(folder: string): StateFolder & { readonly identity: string | undefined } {
  const note = readWorkspaceNote(folder);
  const inside = readDatabase(folder);
  const workspace = note?.workspace ?? inside?.workspace;
  const exists = workspace !== undefined && tryOr(() => realpathSync(workspace), undefined) === workspace;
  return {
    folder,
    workspace,
    exists,
    identity: exists ? rootIdentity(workspace) : note?.identity,
    bytes: sizeOf(folder),
    lastUse: lastUseOf(folder),
    counts: inside?.counts,
    usedBy: inside?.usedBy ?? [],
  };
}

/** Ids of living processes that have this state open. A state that cannot be read is used by nobody that we know of. */
export const usersOf = (folder: string): readonly number[] => readDatabase(folder)?.usedBy ?? [];

function readDatabase(folder: string) {
  const file = join(folder, DATABASE);
  if (!existsSync(file)) return undefined;
  try {
    const { DatabaseSync } = sqliteModule();
    // A look at a database that nobody writes must not leave files behind that say otherwise.
    const place = hasLog(folder) ? file : new URL('?immutable=1', pathToFileURL(file));
    const database = new DatabaseSync(place, { readOnly: true, timeout: 1_000 });
    try {
      const count = (of: string) => Number(database.prepare(`select count(*) as n from ${of}`).get()?.n);
      const processes = database.prepare('select id, host, boot, pid, started, heartbeat from process').all();
      const asked = count(`approval where status = 'pending'`);
      const waiting = asked + count(`change_set where status in ('planned', 'pending')`);
      const changes = count(`change_set where status = 'committed'`);
      return {
        counts: { calls: count('call'), changes, waiting, tasks: count('task') },
        usedBy: living(processes as unknown as ProcessRow[]),
        workspace: workspaceIn(database.prepare(TOUCHED).all(), folder),
      };
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}

/** Days of silence after which a process of another machine or container, whose end nobody can prove, is gone. */
const SILENT = 7 * 86_400_000;

function living(processes: readonly ProcessRow[]): readonly number[] {
  const self = currentProcess();
  return processes
    .filter(row => !isDead(row, self) && (row.host === self.host || Date.now() - row.heartbeat < SILENT))
    .map(({ pid }) => pid);
}

const TOUCHED = `select effects from call where effects like '%"/%' order by seq desc limit 100`;

/** The workspace by the paths that calls touched, for a folder without a note: one above them hashes to its name. */
function workspaceIn(rows: readonly Record<string, unknown>[], folder: string): string | undefined {
  const tried = new Set<string>();
  for (const { effects } of rows) {
    for (const [, resource = ''] of String(effects).matchAll(/"resource":"(\/[^"\\]*)"/g)) {
      for (let path = resource; !tried.has(path); path = dirname(path)) {
        tried.add(path);
        if (folder.endsWith(stateName(path))) return path;
      }
    }
  }
  return undefined;
}

const LOG = `${DATABASE}-wal`;
const statsOf = (path: string) => lstatSync(path, { throwIfNoEntry: false });
const hasLog = (folder: string): boolean => statsOf(join(folder, LOG)) !== undefined;

/** When the database was last written. */
function lastUseOf(folder: string): number {
  const log = statsOf(join(folder, LOG));
  const written = statsOf(join(folder, DATABASE)) ?? statsOf(folder);
  // An empty log is one that somebody has only opened.
  return Math.max(written?.mtimeMs ?? 0, log?.size ? log.mtimeMs : 0);
}

/** Bytes of all files below; links are not followed. */
function sizeOf(path: string): number {
  const stats = statsOf(path);
  if (!stats?.isDirectory()) return stats?.size ?? 0;
  return tryOr(() => readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0), 0);
}
