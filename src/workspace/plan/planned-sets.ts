import type { ChangeRow, ChangeSetRow } from '../../store/port.ts';
import type { StagedNode } from '../change/staging.ts';
import type { Ground } from '../ground.ts';
import { plannedNode } from './net-changes.ts';
/**
 * The layer of planned sets over the disk, by workspace-relative path, as views of planned calls read it. `undefined`
 * as a value means deleted. A `moved` node stands for the content of that path on the disk.
 */
export interface PlanLayer {
  /** Brings in sets that were planned since, also by other processes. A view waits for this before each look. */
  refresh(): Promise<void>;
  /** The nodes; undefined means deleted, a `moved` one stands for the content of that path on the disk. */
  readonly nodes: ReadonlyMap<string, StagedNode | undefined>;
}

interface KnownPlan {
  readonly ids: readonly string[];
  /** The number of the sets' changes: a set that was applied in part has fewer. */
  readonly changes: number;
  readonly nodes: ReadonlyMap<string, StagedNode | undefined>;
}

const NOTHING: KnownPlan = { ids: [], changes: 0, nodes: new Map() };

/** The planned sets of the store over the disk; looks for new ones at each refresh. */
export function createPlannedSets(ground: Ground): PlanLayer {
  let plan = NOTHING;

  async function refresh(): Promise<void> {
    const known = plan;
    const changes = await ground.store.journal.countPlanned();
    const ids = (await plannedSets(ground)).map(set => set.id);
    const grown = known.ids.every((id, index) => id === ids[index]);
    if (grown && ids.length === known.ids.length && changes === known.changes) return;
    const more = grown ? await read(known, ids) : undefined;
    plan = more?.changes === changes ? more : await read(NOTHING, ids);
  }

  /** Reads the sets that come after the known ones. */
  async function read(known: KnownPlan, ids: readonly string[]): Promise<KnownPlan> {
    const nodes = new Map(known.nodes);
    let { changes } = known;
    for (const id of ids.slice(known.ids.length)) {
      const rows = await ground.store.journal.changes(id);
      const fresh = await Promise.all(rows.map(async row => [row.path, await nodeOf(row, nodes)] as const));
      for (const [path, node] of fresh) nodes.set(path, node);
      changes += rows.length;
    }
    return { ids, changes, nodes };
  }

  async function nodeOf(
    row: ChangeRow,
    below: ReadonlyMap<string, StagedNode | undefined>,
  ): Promise<StagedNode | undefined> {
    const { after, movedFrom } = row;
    if (after?.kind !== 'file' || after.sha !== undefined || movedFrom === undefined) return plannedNode(ground, row);
    const under = below.get(movedFrom);
    return under ?? { kind: 'moved', from: movedFrom, mode: after.mode, size: after.size };
  }

  return {
    refresh,
    get nodes() {
      return plan.nodes;
    },
  };
}

/** Planned sets, the oldest first. */
export async function plannedSets(ground: Ground): Promise<readonly ChangeSetRow[]> {
  return [...(await ground.store.journal.sets({ status: 'planned' }))].reverse();
}
