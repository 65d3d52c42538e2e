import type { ChangeRow, ChangeSetRow, SettledChanges } from '../../store/port.ts';
import type { Effects } from '../../tool/effect.ts';
import { ToolError } from '../../tool/error.ts';
import { diskBase } from '../change/base.ts';
import type { ChangeMarks, StagedChange } from '../change/staging.ts';
import { isClaimed, withClaims } from '../claims/commit-claims.ts';
import type { KeptDiskEntry } from '../disk/disk.ts';
import { Folders } from '../disk/folders.ts';
import type { Ground } from '../ground.ts';
import type { Report } from '../pace.ts';
import type { CallIdentity, CommitOptions, CommittedSet } from '../port.ts';
import { halfWritten, reasonOf } from './failure.ts';
import { tempNameOf } from './kept-aside.ts';
import { forgetMarks, forgetWritten, isTelling, noteWritten, rememberMarks, type SetMarks } from './marks.ts';
import { type PreparedSet, prepareChanges } from './prepare.ts';
import { rollBack } from './rollback.ts';
import { closeLater, closeWaiting } from './unclosed.ts';
import { type WriteSetOptions, writeSet } from './write.ts';

export interface CommitInput extends CommitOptions {
  readonly call: CallIdentity;
  readonly changes: readonly StagedChange[];
  readonly marks?: ChangeMarks;
  /** Changes that waited, and that this set writes. */
  readonly settles?: readonly SettledChanges[];
  /** The effects, worked out when they are asked for: there may be very many. */
  readonly observed: () => Effects;
  readonly maxImage: number;
  readonly report?: Report;
  /** Paths that are changed without a before-image, for all images together would be too large. */
  readonly unimaged?: ReadonlySet<string>;
  /** Folders outside of undo that are taken over with the set. */
  readonly outside?: readonly string[];
  /** Whether to write also what its owner has closed by a mode: a command may open and close its own work. */
  readonly asOwner?: boolean;
  /** Hears which rows have reached the disk. */
  readonly written?: (rows: readonly ChangeRow[]) => void;
}

/** The most attempts for a set when someone writes to its files at the very moment. */
const ATTEMPTS = 4;

/** Writes a change set to the disk, all or none. Undefined when it turns out to change nothing. */
export async function commitSet(ground: Ground, input: CommitInput): Promise<CommittedSet | undefined> {
  const paths = input.changes.map(change => change.path);
  // A folder is not claimed: siblings may make the same one, and no claim below it stands in the way.
  const claimedPaths = input.changes
    .filter(({ before, after }) => before.kind !== 'absent' || after?.kind !== 'directory')
    .map(change => change.path);
  if (input.marks) refuseOthers(claimedPaths, input.claims);
  return ground.locks.run(paths, async () => {
    ground.used.refuse(input.changes, input.outside);
    return withClaims(ground, { claims: input.claims, paths: claimedPaths }, async fence => {
      ground.names.beforeWriting(paths);
      for (let left = ATTEMPTS; ; left--) {
        try {
          return await attempt(ground, input, fence);
        } catch (error) {
          // Edits alone can be made again on newer content; the comparison at the start decides.
          const stale = error instanceof ToolError && error.code === 'STALE_FILE';
          if (!stale || error.details?.meanwhile !== true || left <= 1) throw error;
        }
      }
    });
  });
}

/** Refuses paths that were not claimed for an undo, and so not judged and approved; by now it may mean another turn. */
function refuseOthers(paths: readonly string[], claims: CommitInput['claims']): void {
  const others = claims.length === 0 ? [] : paths.filter(path => !isClaimed(claims, path));
  if (others.length === 0) return;
  throw new ToolError(
    'STALE_FILE',
    `What there is to take back has changed meanwhile: now it would be ${others.join(', ')}. Nothing was changed.`,
    { suggestion: 'Look at list_changes, then call again.', details: { paths: others }, retryable: true },
  );
}

async function attempt(ground: Ground, input: CommitInput, fence: () => Promise<void>) {
  await closeWaiting(ground.store.journal);
  if (input.settles) await demandWaiting(ground, input.settles);
  const marks = marksOf(input);
  ground.root.renew();
  const { asOwner, maxImage, unimaged, report } = input;
  const looks = new Folders(ground.root, { asOwner, onlyLooks: true });
  const folders = new Folders(ground.root, { asOwner });
  try {
    const found = new Map<string, KeptDiskEntry>();
    const id = ground.newID();
    const base = diskBase(looks, ground.identityOf, found);
    const prepared = await prepareChanges(input.changes, {
      base,
      setID: id,
      newID: ground.newID,
      maxImage,
      unimaged,
      planned: false,
      report,
      tempName: () => tempNameOf(ground.random()),
    });
    input.approve(input.observed());
    if (prepared.changes.length === 0 && !input.marks) return undefined;
    await begin(ground, setRow(ground, input, { id, status: 'intent' }), { prepared, marks, report });
    await write(ground, { id, marks, report, prepared, folders, found, fence });
    input.written?.(prepared.changes.map(change => change.row));
    return committed(id, prepared, false);
  } finally {
    looks.close();
    folders.close();
  }
}

/** Refuses changes that another process has written or dropped meanwhile; from here on leases keep them. */
async function demandWaiting({ store }: Ground, settles: readonly SettledChanges[]): Promise<void> {
  for (const { setID, changes } of settles) {
    const set = await store.journal.set(setID);
    const left = new Set((await store.journal.changes(setID)).map(({ id }) => id));
    const waits = set?.status === 'planned' || set?.status === 'pending';
    if (waits && changes.every(id => left.has(id))) continue;
    const message = `Someone else has applied or dropped ${setID} meanwhile. Nothing was changed.`;
    const suggestion = 'Look at what still waits: toolgate plan';
    throw new ToolError('ILLEGAL_TRANSITION', message, { suggestion, details: { reason: 'settled', setID } });
  }
}

/** The marks that are kept beside the intent. */
const marksOf = ({ marks, settles }: CommitInput): SetMarks | undefined =>
  marks || settles ? { ...marks, ...(settles ? { settles } : {}) } : undefined;

export function setRow(
  ground: Ground,
  { call, title, marks }: Pick<CommitInput, 'call' | 'title' | 'marks'>,
  { id, status }: Pick<ChangeSetRow, 'id' | 'status'>,
): ChangeSetRow {
  const { callID, label, sessionID, agent, turn } = call;
  const { processID } = ground;
  const undoing = marks ? { action: marks.action, undoes: marks.undoes } : {};
  return { id, callID, label, sessionID, agent, turn, processID, title, at: ground.now(), status, ...undoing };
}

/** Begins a set: the set, its images and what they take back are durable together; a crash is known of from here. */
export async function begin(
  ground: Ground,
  set: ChangeSetRow,
  { prepared, marks, report }: { prepared: PreparedSet; marks?: SetMarks; report?: Report },
): Promise<void> {
  const { state, journal } = ground.store;
  try {
    if (marks) await rememberMarks(state, set.id, marks);
    const rows = prepared.changes.map(change => change.row);
    await journal.begin(set, rows, prepared.blobs, done => report?.({ did: 'recorded', done, of: rows.length }));
    // The journal has the blobs now.
    prepared.blobs.length = 0;
  } catch (error) {
    if (error instanceof ToolError && error.code === 'STALE_FILE') throw error;
    const message = `The journal could not be written (${reasonOf(error)}). Nothing was changed.`;
    throw new ToolError('EXECUTION_ERROR', message, { cause: error });
  }
}

interface SetWriting extends Pick<WriteSetOptions, 'folders' | 'found' | 'fence' | 'report'> {
  readonly id: string;
  readonly marks: SetMarks | undefined;
  readonly prepared: PreparedSet;
}

async function write(ground: Ground, { id, marks, report, prepared, folders, found, fence }: SetWriting) {
  const { journal, state } = ground.store;
  const rows = prepared.changes.map(change => change.row);
  const touched = new Set<ChangeRow>();
  const noted = !rows.every(isTelling);
  const written = async () => {
    if (noted) await noteWritten(state, id);
  };
  await ground.step?.('begun', '.');
  try {
    await writeSet({ folders, changes: prepared.changes, found, fence, written, step: ground.step, report, touched });
  } catch (error) {
    if (noted) await forgetWritten(state, id).catch(() => {});
    const back = await rollBack({ folders, rows, journal, touched });
    if (back.error !== undefined) throw halfWritten(error, back.error, back.kept);
    await journal.finish(id, 'rolled_back').catch(() => closeLater(journal, id, { status: 'rolled_back' }));
    if (marks) await forgetMarks(state, id).catch(() => {});
    throw error;
  }
  try {
    await journal.finish(id, 'committed', marks ?? { told: rows.length === 1 });
  } catch (error) {
    closeLater(journal, id, { status: 'committed', marks });
    const message = `The change was written, but its journal was not closed (${reasonOf(error)}).`;
    throw new ToolError('OUTCOME_UNKNOWN', message, {
      suggestion: 'It is closed as soon as the journal can be written, and can be undone then. Do not repeat the call.',
      details: { changeSetID: id },
      cause: error,
    });
  }
  await ground.step?.('finished', '.');
  if (noted) await forgetWritten(state, id).catch(() => {});
  if (marks) await forgetMarks(state, id).catch(() => {});
}

export const committed = (id: string, { changes }: PreparedSet, planned: boolean): CommittedSet => ({
  id,
  planned,
  changes: changes.map(({ row, diff }) => {
    const { path, operation, added, removed } = row;
    return { path, operation, added, removed, diff };
  }),
});
