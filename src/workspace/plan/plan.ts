import type { ChangeRow, ChangeSetRow } from '../../store/port.ts';
import { ToolError } from '../../tool/error.ts';
import { type Base, layeredBase, lookOrAbsent } from '../change/base.ts';
import { diffOf } from '../change/diff.ts';
import { observedEffects } from '../change/observed.ts';
import type { SeenState, StagedChange, StagedNode } from '../change/staging.ts';
import { withDisk } from '../change/with-disk.ts';
import { begin, type CommitInput, commitSet, committed, setRow } from '../commit/commit.ts';
import { survivingFolder } from '../commit/kept-aside.ts';
import { forgetMarks, recallMarks } from '../commit/marks.ts';
import { prepareChanges } from '../commit/prepare.ts';
import { needsOwner } from '../disk/as-owner.ts';
import { shaOf } from '../disk/disk.ts';
import { Folders } from '../disk/folders.ts';
import type { Ground } from '../ground.ts';
import type { CommittedSet, Plan } from '../port.ts';
import { standingOf } from '../recover/standing.ts';
import { sideAt } from '../undo/undo.ts';
import type { PlanLayer } from './plan-layer.ts';

/** The planned sets of the store over the disk; looks for new ones at each refresh. */
export class PlannedSets implements PlanLayer {
  readonly #ground: Ground;
  #known: readonly string[] = [];
  #nodes = new Map<string, StagedNode | undefined>();

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  get nodes(): ReadonlyMap<string, StagedNode | undefined> {
    return this.#nodes;
  }

  async refresh(): Promise<void> {
    const sets = await plannedSets(this.#ground);
    const ids = sets.map(set => set.id);
    if (ids.length === this.#known.length && ids.every((id, index) => id === this.#known[index])) return;
    const grown = this.#known.every((id, index) => id === ids[index]);
    const nodes = grown ? new Map(this.#nodes) : new Map<string, StagedNode | undefined>();
    for (const { id } of grown ? sets.slice(this.#known.length) : sets) {
      const rows = await this.#ground.store.journal.changes(id);
      const fresh = await Promise.all(rows.map(async row => [row.path, await this.#node(row, nodes)] as const));
      for (const [path, node] of fresh) nodes.set(path, node);
    }
    this.#nodes = nodes;
    this.#known = ids;
  }

  async #node(row: ChangeRow, below: ReadonlyMap<string, StagedNode | undefined>): Promise<StagedNode | undefined> {
    const { after, movedFrom } = row;
    if (after?.kind !== 'file' || after.sha !== undefined || movedFrom === undefined)
      return plannedNode(this.#ground, row);
    const under = below.get(movedFrom);
    return under ?? { kind: 'moved', from: movedFrom, mode: after.mode, size: after.size };
  }
}

/** Planned sets, the oldest first. */
async function plannedSets(ground: Ground): Promise<readonly ChangeSetRow[]> {
  return [...(await ground.store.journal.sets({ status: 'planned' }))].reverse();
}

async function plannedNode(ground: Ground, { path, after }: ChangeRow): Promise<StagedNode | undefined> {
  if (!after) return undefined;
  if (after.kind === 'directory') return { kind: 'directory', mode: after.mode };
  if (after.kind === 'symlink') return { kind: 'symlink', target: after.target! };
  const bytes = after.sha === undefined ? undefined : await ground.store.journal.blob(after.sha);
  if (!bytes) throw new ToolError('EXECUTION_ERROR', `The planned content of ${path} is gone; drop the plan.`);
  return { kind: 'file', bytes, mode: after.mode };
}

/** Commits a set into the plan: journaled with all its content, and nothing on the disk. */
export async function commitPlanned(
  ground: Ground,
  layer: PlannedSets,
  input: CommitInput,
): Promise<CommittedSet | undefined> {
  return ground.locks.run(['.'], async () => {
    await layer.refresh();
    return withDisk(ground, async disk => {
      const id = ground.newID();
      const prepared = await prepareChanges(input.changes, {
        base: layeredBase(layer.nodes, disk),
        setID: id,
        newID: ground.newID,
        maxImage: input.maxImage,
        planned: true,
      });
      input.approve(input.observed());
      if (prepared.changes.length === 0 && !input.marks) return undefined;
      await begin(ground, setRow(ground, input, { id, status: 'planned' }), { prepared, marks: input.marks });
      await layer.refresh();
      return committed(id, prepared, true);
    });
  });
}

interface PlanOptions {
  readonly maxImage: number;
  /** Hears of each set that reached the disk. */
  readonly committed?: () => void;
}

export function createPlan(ground: Ground, layer: PlannedSets, { maxImage, committed: done }: PlanOptions): Plan {
  return {
    async show() {
      await layer.refresh();
      const sets = await plannedSets(ground);
      const diff = await withDisk(ground, disk => planDiff(layer, disk));
      return { sets: sets.map(set => set.id), diff };
    },
    async apply() {
      const applied: CommittedSet[] = [];
      for (const set of await plannedSets(ground)) {
        try {
          const written = await applySet(ground, set, maxImage);
          if (written) applied.push(written);
        } catch (error) {
          throw stopped(error, set, applied);
        }
        await ground.store.journal.drop(set.id);
        await forgetMarks(ground.store.state, set.id);
        done?.();
      }
      await layer.refresh();
      return applied;
    },
    async drop() {
      const sets = await plannedSets(ground);
      for (const { id } of sets) {
        await ground.store.journal.drop(id);
        await forgetMarks(ground.store.state, id);
      }
      await layer.refresh();
      return sets.map(set => set.id);
    },
  };
}

async function planDiff(layer: PlanLayer, disk: Base): Promise<string> {
  const planned = layeredBase(layer.nodes, disk);
  let text = '';
  for (const path of [...layer.nodes.keys()].sort()) {
    const [before, after] = [await sideAt(disk, path), await sideAt(planned, path)];
    // A file that was made and removed again leaves nothing to show.
    if (before || after) text += diffOf({ path, before, after }).text;
  }
  return text;
}

/** Applies a set; undefined when the disk holds all of it already: the process died before it could say so. */
export async function applySet(ground: Ground, set: ChangeSetRow, maxImage: number): Promise<CommittedSet | undefined> {
  const rows = await ground.store.journal.changes(set.id);
  if (rows.length > 0 && isApplied(ground, rows)) return undefined;
  const { callID, sessionID, agent, turn, title } = set;
  const byPath = new Map(rows.map(row => [row.path, row]));
  const changes = await withDisk(ground, disk =>
    Promise.all(rows.map(row => stagedAgain(ground, row, { byPath, disk, over: set.status === 'pending' }))),
  );
  const observed = observedEffects(ground.root.absolute, changes);
  await ground.judge?.(set, observed);
  return commitSet(ground, {
    call: { callID, sessionID, agent, turn },
    title,
    changes,
    marks: await recallMarks(ground.store.state, set.id),
    observed: () => observed,
    approve: () => {},
    claims: [],
    maxImage,
    asOwner: set.status === 'pending' || needsOwner(rows),
  });
}

function isApplied(ground: Ground, rows: readonly ChangeRow[]): boolean {
  const folders = new Folders(ground.root, { asOwner: true });
  try {
    const surviving = survivingFolder(rows);
    return rows.every(row => standingOf(folders, row, surviving) === 'applied');
  } finally {
    folders.close();
  }
}

async function stagedAgain(
  ground: Ground,
  row: ChangeRow,
  { byPath, disk, over }: { byPath: ReadonlyMap<string, ChangeRow>; disk: Base; over: boolean },
): Promise<StagedChange> {
  const { path, movedFrom, movedTo, after } = row;
  const source = movedFrom === undefined ? undefined : byPath.get(movedFrom);
  const isSource = source?.movedTo === path && source.before?.kind === 'file';
  const pure = after?.kind === 'file' && isSource && source.before.sha === after.sha;
  const node: StagedNode | undefined = pure
    ? { kind: 'moved', from: source.path, mode: after.mode, size: after.size }
    : await plannedNode(ground, row);
  return {
    path,
    before: over ? standingAt(path, disk) : seenBy(row, disk),
    after: node,
    ...(movedFrom === undefined ? {} : { movedFrom }),
    ...(movedTo === undefined ? {} : { movedTo }),
  };
}

/** The state on the disk: a pending set is written over it, for who has it written has seen that. */
function standingAt(path: string, disk: Base): SeenState {
  const now = lookOrAbsent(disk, path);
  if (now.kind === 'other')
    throw new ToolError('NOT_A_FILE', `${path} is a special file now and is not replaced. Nothing was changed.`);
  return now.kind === 'file' ? { ...now, identity: now.identity ?? '', sha: shaOf(disk.read(path)) } : now;
}

/** The state that a change saw; of a file too large for an image only the size is known. */
function seenBy({ path, before }: ChangeRow, disk: Base): SeenState {
  if (!before) return { kind: 'absent' };
  if (before.kind === 'directory') return { kind: 'directory', mode: before.mode };
  if (before.kind === 'symlink') return { kind: 'symlink', target: before.target! };
  const { sha, mode, size } = before;
  if (sha !== undefined) return { kind: 'file', identity: '', sha, mode, size };
  const now = lookOrAbsent(disk, path);
  const identity = now.kind === 'file' && now.size === size ? (now.identity ?? '') : '';
  return { kind: 'file', identity, mode, size };
}

function stopped(error: unknown, set: ChangeSetRow, applied: readonly CommittedSet[]): ToolError {
  const known = error instanceof ToolError ? error : undefined;
  const reason = error instanceof Error ? error.message : String(error);
  const done = `${applied.length} planned ${applied.length === 1 ? 'set was' : 'sets were'} applied before it.`;
  return new ToolError(known?.code ?? 'EXECUTION_ERROR', `“${set.title}” does not fit: ${reason} ${done}`, {
    suggestion: 'It and the sets after it stay planned: put the files right and apply again, or drop the plan.',
    details: { ...known?.details, setID: set.id, applied: applied.map(one => one.id) },
    cause: error,
  });
}
