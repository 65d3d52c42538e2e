import { seenState } from '../change/base.ts';
import { setRow } from '../commit/commit.ts';
import { prepareChanges } from '../commit/prepare.ts';
import type { Ground } from '../ground.ts';
import type { WorkspaceSnapshot } from '../layer/snapshot.ts';
import type { CallIdentity } from '../port.ts';

interface RecordOptions {
  readonly call: CallIdentity;
  readonly title: string;
  /** Bytes of one image. */
  readonly maxImage: number;
  /** Paths that are on record already. */
  readonly skip?: ReadonlySet<string>;
}

/** Adds the writes to the real files since a snapshot to the journal, as one set. Undefined: there were none. */
export async function recordWritten(
  ground: Ground,
  snapshot: WorkspaceSnapshot,
  { call, title, maxImage, skip }: RecordOptions,
): Promise<string | undefined> {
  const compared = await snapshot.compare();
  const entries = skip ? compared.entries.filter(({ path }) => !skip.has(path)) : compared.entries;
  const id = ground.newID();
  const { base } = snapshot;
  const changes = entries.map(({ path, node }) => ({ path, before: seenState(base.look(path)), after: node }));
  const prepared = await prepareChanges(changes, { base, setID: id, newID: ground.newID, maxImage, planned: false });
  if (prepared.changes.length === 0) return undefined;
  await ground.store.journal.begin(
    setRow(ground, { call, title }, { id, status: 'committed' }),
    prepared.changes.map(({ row }) => row),
    prepared.blobs,
  );
  return id;
}
