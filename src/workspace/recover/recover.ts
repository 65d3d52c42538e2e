import type { ChangeRow, ChangeSetRow, ProcessRow } from '../../store/port.ts';
import { currentProcess, isDead, isLost } from '../../system/process-identity.ts';
import { ToolError } from '../../tool/error.ts';
import { claimedByProcess } from '../claims/claims.ts';
import { withRecoveryLease } from '../claims/recovery-lease.ts';
import { survivingFolder, touchedFolders } from '../commit/kept-aside.ts';
import { forgetMarks, forgetWritten, recallMarks, wasWritten } from '../commit/marks.ts';
import { dropKept, removeTemp, rollBack, syncIfThere } from '../commit/rollback.ts';
import { needsOwner } from '../disk/as-owner.ts';
import { errorCodeOf, lookUp, modeOf } from '../disk/disk.ts';
import { type Folders, withFolders } from '../disk/folders.ts';
import { setMode } from '../disk/write-new-file.ts';
import type { Ground } from '../ground.ts';
import type { RecoveryReport } from '../port.ts';
import { standingOf } from './standing.ts';
import { sweepNames } from './sweep-names.ts';

/** Finishes or takes back what processes proved dead have left half done. Safe to do twice and at once. */
export async function recover(ground: Ground): Promise<RecoveryReport> {
  const { journal, processes } = ground.store;
  const self = currentProcess(ground.processID, ground.now());
  const others = (await processes.list()).filter(row => row.id !== ground.processID);
  const dead = others.filter(row => isDead(row, self));
  // A process on another machine may have its files there: they are left to a process that sees them.
  const lost = others.filter(row => isLost(row, self));
  const found = { completed: [] as string[], rolledBack: [] as string[], kept: [] as string[] };
  ground.root.renew();
  await sweepNames(ground, self.boot);
  await releaseClaims(ground, [...dead, ...lost]);
  if (dead.length === 0) return found;
  await withFolders(ground.root, {}, async folders => {
    const open = await journal.sets({ status: 'intent' });
    for (const row of dead) {
      const sets = open.filter(set => set.processID === row.id);
      if (sets.length === 0) continue;
      await withRecoveryLease(`recovery of ${row.id}`, { ...ground, self }, async renew => {
        for (const { id } of sets) {
          await renew();
          // Another process may have been first.
          const set = await journal.set(id);
          if (set?.status === 'intent') await tryToFinish(ground, folders, { set, found });
        }
      });
    }
  });
  return found;
}

interface SetFinish {
  readonly set: ChangeSetRow;
  readonly found: { completed: string[]; rolledBack: string[]; kept: string[] };
}

/** Finishes a set, or leaves it open: a closed folder, or a disk that fails, keeps nobody from starting. */
async function tryToFinish(ground: Ground, shared: Folders, finish: SetFinish): Promise<void> {
  const readRows = () => ground.store.journal.changes(finish.set.id);
  try {
    const rows = await readRows();
    const finishIn = (folders: Folders) => finishSet(ground, folders, { ...finish, rows });
    await (needsOwner(rows) ? withFolders(ground.root, { asOwner: true }, finishIn) : finishIn(shared));
  } catch (error) {
    if (error instanceof ToolError || errorCodeOf(error) === undefined) throw error;
    for (const { path } of await readRows()) finish.found.kept.push(path);
  }
}

/**
 * Finishes a set as the disk decides: as long as one file still holds its earlier content, the set was not wholly
 * written and is taken back; otherwise it was, and a change by someone else since is a change after it.
 */
async function finishSet(
  ground: Ground,
  folders: Folders,
  { set, found, rows }: SetFinish & { rows: readonly ChangeRow[] },
): Promise<void> {
  const { journal, state } = ground.store;
  const surviving = survivingFolder(rows);
  const standings = rows.map(row => standingOf(folders, row, surviving));
  if (standings.includes('original') && !(await wasWritten(state, set.id))) {
    const { kept, error } = await rollBack({ folders, rows, journal, step: ground.step });
    for (const path of kept) found.kept.push(path);
    // The set is left open: the next start tries again.
    if (error !== undefined) return;
    await journal.finish(set.id, 'rolled_back');
    found.rolledBack.push(set.id);
  } else {
    for (const row of rows) removeTemp(folders, row);
    for (const path of touchedFolders(rows)) syncIfThere(folders, path);
    for (const row of rows.toReversed()) closeFolder(folders, row);
    await ground.step?.('resynced', '.');
    for (const row of rows) dropKept(folders, row, surviving);
    await journal.finish(set.id, 'committed', await recallMarks(state, set.id));
    found.completed.push(set.id);
    for (const [index, { path }] of rows.entries()) if (standings[index] === 'foreign') found.kept.push(path);
  }
  await forgetWritten(state, set.id);
  await forgetMarks(state, set.id);
}

/** Gives a new folder its own mode, which comes last if that mode closes it to its owner. */
function closeFolder(folders: Folders, { operation, path, after }: ChangeRow): void {
  if (operation !== 'mkdir' || !after || (after.mode & 0o700) === 0o700) return;
  const found = lookUp(folders, path);
  if (found.kind !== 'directory' || modeOf(found.stats) !== (after.mode | 0o700)) return;
  const { dir, name } = folders.placeOf(path);
  setMode(dir, name, after.mode);
}

async function releaseClaims(ground: Ground, dead: readonly ProcessRow[]): Promise<void> {
  if (dead.length === 0) return;
  const { claims } = ground.store;
  const owners = (await claims.list(ground.now()))
    .filter(claim => dead.some(row => claimedByProcess(claim, row.id)))
    .map(claim => claim.owner);
  for (const owner of new Set(owners)) await claims.releaseOwner(owner);
}
