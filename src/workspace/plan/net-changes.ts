import type { ChangeRow } from '../../store/port.ts';
import { ToolError } from '../../tool/error.ts';
import { type Base, lookOrAbsent, seenState } from '../change/base.ts';
import type { SeenState, StagedChange, StagedNode } from '../change/staging.ts';
import { shaOf } from '../disk/disk.ts';
import type { Ground } from '../ground.ts';
import { mergeWaiting } from './merge-waiting.ts';
import type { WaitingChange } from './waiting.ts';

/** The sum of changes that waited, one a path; `over`: to be written over the state there, which somebody has seen. */
export async function netChanges(
  ground: Ground,
  chosen: readonly WaitingChange[],
  { disk, over }: { disk: Base; over: boolean },
): Promise<readonly StagedChange[]> {
  const chains = Map.groupBy(chosen, ({ row }) => row.path);
  const movedTo = new Map<string, string>();
  for (const [path, chain] of chains) {
    const from = originOf(chain.at(-1)!, chains);
    if (from !== undefined) movedTo.set(from, path);
  }
  const made = [...chains].map(async ([path, chain]): Promise<StagedChange | undefined> => {
    const [first, last] = [chain[0]!, chain.at(-1)!];
    // A file that was made and removed again is nobody's.
    if (!first.row.before && !last.row.after) return undefined;
    const from = originOf(last, chains);
    const node = await nodeAfter(ground, last, chains);
    return {
      path,
      before: over ? standingAt(path, disk) : seenBy(first.row, disk),
      after: (over ? await mergeWaiting(ground, first.row, { node, disk }) : undefined) ?? node,
      movedFrom: from,
      movedTo: movedTo.get(path),
    };
  });
  return (await Promise.all(made)).filter(change => change !== undefined);
}

type Chains = ReadonlyMap<string, readonly WaitingChange[]>;

/** The chosen change that made the earlier content of a moved file; undefined when this is on the disk. */
const sourceOf = ({ row, turn }: WaitingChange, chains: Chains): WaitingChange | undefined =>
  row.movedFrom === undefined ? undefined : chains.get(row.movedFrom)?.findLast(one => one.turn < turn);

/** The path on the disk that a path's content, or most of it, was moved from. */
function originOf(change: WaitingChange, chains: Chains): string | undefined {
  const { row, turn } = change;
  if (!row.after) return undefined;
  if (row.movedFrom === undefined) {
    const earlier = chains.get(row.path)?.findLast(one => one.turn < turn);
    return earlier && originOf(earlier, chains);
  }
  const source = sourceOf(change, chains);
  const origin = source ? originOf(source, chains) : row.movedFrom;
  return origin === row.path ? undefined : origin;
}

async function nodeAfter(ground: Ground, change: WaitingChange, chains: Chains): Promise<StagedNode | undefined> {
  const { row } = change;
  const { after } = row;
  if (after?.kind !== 'file') return plannedNode(ground, row);
  const origin = originOf(change, chains);
  const start = origin === undefined ? undefined : chains.get(origin)?.[0]?.row.before;
  if (origin !== undefined && start?.kind === 'file' && start.sha === after.sha && start.size === after.size)
    return { kind: 'moved', from: origin, mode: after.mode, size: after.size };
  const source = after.sha === undefined ? sourceOf(change, chains) : undefined;
  const node = source ? await nodeAfter(ground, source, chains) : await plannedNode(ground, row);
  return node?.kind === 'file' ? { ...node, mode: after.mode } : node;
}

export async function plannedNode(ground: Ground, { path, after }: ChangeRow): Promise<StagedNode | undefined> {
  if (!after) return undefined;
  if (after.kind === 'directory') return { kind: 'directory', mode: after.mode };
  if (after.kind === 'symlink') return { kind: 'symlink', target: after.target! };
  const bytes = after.sha === undefined ? undefined : await ground.store.journal.blob(after.sha);
  if (!bytes) throw new ToolError('EXECUTION_ERROR', `The planned content of ${path} is gone; drop the plan.`);
  return { kind: 'file', bytes, mode: after.mode };
}

/** The state on the disk: a pending set is written over it, for whoever has it written has seen that state. */
function standingAt(path: string, disk: Base): SeenState {
  const now = lookOrAbsent(disk, path);
  if (now.kind === 'other')
    throw new ToolError('NOT_A_FILE', `${path} is a special file now and is not replaced. Nothing was changed.`);
  return seenState(now, () => shaOf(disk.read(path)));
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
