import { ToolError } from '../../tool/error.ts';
import { seenState } from '../change/base.ts';
import { setRow } from '../commit/commit.ts';
import { prepareChanges } from '../commit/prepare.ts';
import type { Ground } from '../ground.ts';
import { takeSnapshot, type WorkspaceSnapshot } from '../layer/snapshot.ts';
import type { CallIdentity, FilesObserver } from '../port.ts';
import { newestSets } from '../undo/select.ts';

/** The most files, and the most bytes of their copies, that are looked at: this goes on beside the work of others. */
const MOST_FILES = 20_000;
const MOST_BYTES = 64 * 1024 * 1024;

/** Looks at all files for changes that no call has made. A file that a call has changed too is the call's. */
export async function observeFiles(
  ground: Ground,
  limits: { readonly disk: number; readonly image: number },
): Promise<FilesObserver | undefined> {
  let since = await newestSet(ground);
  const maxBytes = Math.min(limits.disk, MOST_BYTES);
  const snapshot = await takeSnapshot(ground, { maxBytes, maxEntries: MOST_FILES }).catch((error: unknown) => {
    if (error instanceof ToolError && error.code === 'TOO_LARGE') return undefined;
    throw error;
  });
  if (!snapshot) return undefined;
  const renew = async () => {
    since = await newestSet(ground);
    await snapshot.renew();
  };
  return {
    async record(call, title) {
      const skip = await pathsSince(ground, since);
      const id = await recordWritten(ground, snapshot, { call, title, maxImage: limits.image, skip });
      await renew();
      return id;
    },
    renew,
    close: () => snapshot.close(),
  };
}

const newestSet = async ({ store }: Ground) => (await store.journal.sets({ limit: 1 }))[0]?.id;

async function pathsSince({ store }: Ground, since: string | undefined): Promise<ReadonlySet<string>> {
  const paths = new Set<string>();
  for await (const { id } of newestSets(store.journal)) {
    if (id === since) break;
    for (const { path } of await store.journal.changes(id)) paths.add(path);
  }
  return paths;
}

/** Bytes of one image; paths that are on record already. */
type Recording = { call: CallIdentity; title: string; maxImage: number; skip?: ReadonlySet<string> };

/** Adds the writes to the real files since a snapshot to the journal, as one set. Undefined: there were none. */
export async function recordWritten(
  ground: Ground,
  snapshot: WorkspaceSnapshot,
  { call, title, maxImage, skip }: Recording,
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
