import type { ChangeSetRow } from '../../store/port.ts';
import { ToolError } from '../../tool/error.ts';
import { type Base, layeredBase, lookOrAbsent, withDisk } from '../change/base.ts';
import { compareSeen } from '../change/compare-seen.ts';
import { diffOf } from '../change/diff.ts';
import { begin, type CommitInput, committed, setRow } from '../commit/commit.ts';
import { reasonOf } from '../commit/failure.ts';
import { recallMarks } from '../commit/marks.ts';
import { keepingAll, prepareChanges } from '../commit/prepare.ts';
import type { Ground } from '../ground.ts';
import type { CommittedSet, Plan, PlannedFile, WaitingSelection } from '../port.ts';
import { sideAt } from '../undo/undo.ts';
import { mergeWaiting } from './merge-waiting.ts';
import { netChanges } from './net-changes.ts';
import { type PlanLayer, plannedSets } from './planned-sets.ts';
import { applyWaiting, chooseWaiting, dropWaiting, loadWaiting } from './settle.ts';

/** Commits a set into the plan: journaled with all its content, and nothing on the disk. */
export async function commitPlanned(ground: Ground, layer: PlanLayer, input: CommitInput) {
  return ground.locks.run(['.'], async () => {
    await layer.refresh();
    return withDisk(ground, async disk => {
      const id = ground.newID();
      const { maxImage } = input;
      const base = layeredBase(layer.nodes, disk);
      const prepared = await prepareChanges(input.changes, keepingAll(ground, id, { base, maxImage }));
      input.approve(input.observed());
      if (prepared.changes.length === 0 && !input.marks) return undefined;
      await begin(ground, setRow(ground, input, { id, status: 'planned' }), { prepared, marks: input.marks });
      await layer.refresh();
      return committed(id, prepared, true);
    });
  });
}

/** Makes the plan; `done` hears of each set that reached the disk. */
export function createPlan(
  ground: Ground,
  layer: PlanLayer,
  { maxImage, committed: done }: { readonly maxImage: number; readonly committed?: () => void },
): Plan {
  const choose = async (action: 'apply' | 'drop', selection: WaitingSelection) =>
    chooseWaiting(await loadWaiting(ground, await setsAround(ground, selection.id)), action, selection);
  return {
    async show() {
      await layer.refresh();
      const sets = await plannedSets(ground);
      const files = await withDisk(ground, disk => plannedFiles(ground, layer, disk));
      return { sets: sets.map(set => set.id), diff: files.map(({ diff }) => diff).join(''), files };
    },
    async select(action, selection = {}) {
      const { changes } = await choose(action, selection);
      return [...new Set(changes.map(({ row }) => row.path))];
    },
    async met(id) {
      const { all } = await loadWaiting(ground, await setsAround(ground, id));
      const { foreign = [] } = (await recallMarks(ground.store.state, id)) ?? {};
      const own = new Map(all.flatMap(({ set, row }) => (set.id === id ? [[row.path, row] as const] : [])));
      return withDisk(ground, async disk => {
        const changes = await netChanges(ground, all, { disk, over: false });
        const met = changes.map(async change => {
          const row = own.get(change.path);
          if (!row || foreign.includes(change.path)) return row !== undefined;
          if (conflictOf(() => compareSeen(change, lookOrAbsent(disk, change.path), disk)) === undefined) return false;
          return (await mergeWaiting(ground, row, { node: change.after, disk })) === undefined;
        });
        const isMet = await Promise.all(met);
        return changes.flatMap(({ path }, index) => (isMet[index] ? [path] : [])).sort();
      });
    },
    async apply(selection = {}) {
      const part = selection.id !== undefined || selection.paths !== undefined;
      const applied = part
        ? [await applyWaiting(ground, await choose('apply', selection), maxImage)]
        : await applyAll(ground, maxImage);
      for (const _ of applied) done?.();
      await layer.refresh();
      return applied.filter(set => set !== undefined);
    },
    drop: (selection = {}) =>
      // No call of this process may plan something on the sets that go.
      ground.locks.run(['.'], async () => {
        const dropped = await dropWaiting(ground, await choose('drop', selection));
        await layer.refresh();
        return dropped;
      }),
  };
}

/** The sets that a part is chosen from: all planned ones, or a pending one, which stands for itself. */
async function setsAround(ground: Ground, id: string | undefined): Promise<readonly ChangeSetRow[]> {
  const set = id === undefined ? undefined : await ground.store.journal.set(id);
  if (set?.status === 'pending') return [set];
  if (id === undefined || set?.status === 'planned') return plannedSets(ground);
  throw new ToolError('INVALID_ARGUMENTS', `No change set ${id} is waiting`, {
    suggestion: 'Those that wait are shown by: toolgate changes',
  });
}

/** Applies all planned sets in their order, one set each. */
async function applyAll(ground: Ground, maxImage: number): Promise<readonly (CommittedSet | undefined)[]> {
  const applied: CommittedSet[] = [];
  for (;;) {
    const [set] = await plannedSets(ground);
    if (!set) return applied;
    const { all } = await loadWaiting(ground, [set]);
    try {
      const written = await applyWaiting(ground, { sets: [set], changes: all }, maxImage);
      if (written) applied.push(written);
    } catch (error) {
      // Another process has settled the set first.
      if (!isSettled(error)) throw stopped(error, set, applied);
    }
  }
}

const isSettled = (error: unknown): boolean => error instanceof ToolError && error.details?.reason === 'settled';

/** A move is shown once, at its new name. */
const NO_DIFF = { text: '', added: 0, removed: 0 };

async function plannedFiles(ground: Ground, layer: PlanLayer, disk: Base): Promise<readonly PlannedFile[]> {
  const planned = layeredBase(layer.nodes, disk);
  const { all } = await loadWaiting(ground, await plannedSets(ground));
  const net = new Map((await netChanges(ground, all, { disk, over: false })).map(change => [change.path, change]));
  const files: PlannedFile[] = [];
  for (const path of [...layer.nodes.keys()].sort()) {
    const change = net.get(path);
    const [before, after] = [await sideAt(disk, path), await sideAt(planned, path)];
    // A file that was made and removed again leaves nothing to show.
    if (!before && !after) continue;
    const movedFrom = change?.movedFrom;
    const from = before || movedFrom === undefined ? undefined : await sideAt(disk, movedFrom);
    const { text, added, removed } =
      change?.movedTo !== undefined && !after
        ? NO_DIFF
        : diffOf({ path, from: from && movedFrom, before: before ?? from, after });
    const conflict = change && conflictOf(() => compareSeen(change, disk.look(path), disk));
    files.push({
      path,
      diff: text,
      added,
      removed,
      operation: before ? (after ? 'write' : 'delete') : after?.kind === 'directory' ? 'mkdir' : 'create',
      ...(movedFrom === undefined ? {} : { movedFrom }),
      ...(conflict === undefined ? {} : { conflict }),
    });
  }
  return files;
}

/** The reason why a change does not fit the state that is there now. */
function conflictOf(compare: () => unknown): string | undefined {
  try {
    compare();
    return undefined;
  } catch (error) {
    return reasonOf(error).replace(/ Nothing was changed\.$/, '');
  }
}

function stopped(error: unknown, set: ChangeSetRow, applied: readonly CommittedSet[]): ToolError {
  const known = error instanceof ToolError ? error : undefined;
  const done = `${applied.length} planned ${applied.length === 1 ? 'set was' : 'sets were'} applied before it.`;
  return new ToolError(known?.code ?? 'EXECUTION_ERROR', `“${set.title}” does not fit: ${reasonOf(error)} ${done}`, {
    suggestion: 'It and the sets after it stay planned: put the files right and apply again, or drop the plan.',
    details: { ...known?.details, setID: set.id, applied: applied.map(one => one.id) },
    cause: error,
  });
}
