import type { ChangeRow, FileState } from '../../store/port.ts';
import { ToolError } from '../../tool/error.ts';
import { staleFile } from '../change/compare-seen.ts';
import { diffOf } from '../change/diff.ts';
import { holds, modeOf, shaOf } from '../disk/disk.ts';
import { withFolders } from '../disk/folders.ts';
import type { Ground } from '../ground.ts';
import { resolvePath } from '../paths/resolve-path.ts';

/** A change that someone else has written to a file of the workspace and wants to have in the journal. */
export interface ForeignChange {
  readonly filePath: string;
  /** The operation as the caller calls it: `create`, `write`, `edit` or `delete`. */
  readonly operation: string;
  /** The content before; null or left out: there was no file. */
  readonly contentBefore?: string | Uint8Array | null;
  /** The content now; null or left out: there is no file any more. */
  readonly contentAfter?: string | Uint8Array | null;
  readonly turnNumber: number;
  readonly toolCallId: string;
  readonly sessionID?: string;
  readonly agent?: string;
}

/** Adds a committed set of one change, so that it can be listed and undone. Gives the id of the set. */
export async function recordChange(ground: Ground, change: ForeignChange): Promise<string> {
  const { relative: path } = resolvePath(ground.root, change.filePath);
  const old = change.operation === 'create' ? undefined : bytesOf(change.contentBefore);
  const fresh = change.operation === 'delete' ? undefined : bytesOf(change.contentAfter);
  if (!old && !fresh)
    throw new ToolError('INVALID_ARGUMENTS', `The change of ${path} has neither a before nor an after.`);
  const mode = currentMode(ground, path, fresh);
  const state = (bytes: Uint8Array): FileState => ({ kind: 'file', sha: shaOf(bytes), size: bytes.length, mode });
  const side = (bytes: Uint8Array | undefined) => bytes && { ...state(bytes), bytes };
  const { added, removed } = diffOf({ path, before: side(old), after: side(fresh) });
  const id = ground.newID();
  const row: ChangeRow = {
    id: ground.newID(),
    setID: id,
    ord: 0,
    path,
    added,
    removed,
    operation: !old ? 'create' : fresh ? 'write' : 'delete',
    ...(old ? { before: state(old) } : {}),
    ...(fresh ? { after: state(fresh) } : {}),
  };
  const { sessionID = 'recorded', agent = 'recorded', toolCallId: callID, turnNumber: turn } = change;
  const set = { id, callID, label: callID, sessionID, agent, turn, processID: ground.processID, at: ground.now() };
  const blobs = [old, fresh].filter(bytes => bytes !== undefined).map(bytes => ({ sha: shaOf(bytes), bytes }));
  await ground.store.journal.begin(
    { ...set, title: `${change.operation} ${path}`, status: 'committed' },
    [row],
    blobs.filter(({ sha }, index) => blobs.findIndex(other => other.sha === sha) === index),
  );
  return id;
}

/** The mode of the file, which must hold the content that the caller names, or an undo would take back another. */
const currentMode = ({ root }: Ground, path: string, after: Uint8Array | undefined): number =>
  withFolders(root, {}, folders => {
    const { dir, name } = folders.placeOf(path);
    const expected = after && { kind: 'file' as const, sha: shaOf(after), size: after.length, mode: 0 };
    if (!holds(expected, dir, name)) throw staleFile(path, 'does not hold what was said to be written');
    const stats = dir.lstat(name);
    return stats ? modeOf(stats) : 0o644;
  });

const bytesOf = (content: string | Uint8Array | null | undefined): Uint8Array | undefined =>
  content === null || content === undefined ? undefined : Buffer.from(content);
