import type { KeptLayer } from '../../../tool/files.ts';
import type { Ground } from '../../ground.ts';

/** Stands for a deleted file among the contents that came from a layer. */
export const DELETED = '';

export type KeptContents = Awaited<ReturnType<typeof openKeptContents>>;

/** The contents of a layer that outlives its process that may be on the disk already. */
export async function openKeptContents(
  { store: { journal } }: Pick<Ground, 'store'>,
  { at, written }: Pick<KeptLayer, 'at' | 'written'>,
) {
  const newest = (path: string): string | undefined => [...(written.get(path) ?? [])].at(-1);
  /** Changes of a path by calls since the layer was begun, the last one first. */
  const since = async (path: string) => (await journal.changesOf(path)).filter(({ set }) => set.at >= at);
  const taken = new Set<string>();
  // What waits for a person is still there, unless others have taken it away.
  for (const path of written.keys())
    if (newest(path) === DELETED && (await since(path)).some(({ after }) => !after)) taken.add(path);
  return {
    /** Whether the layer has taken away the entry that was at a path when it was begun, and that was written. */
    hasTaken: (path: string) => taken.has(path),
    /** Whether the layer has made the file that is at a path. */
    hasMade: (path: string) => ![undefined, DELETED].includes(newest(path)),
    /** Whether a file holds content that came from the layer, and that nobody has gone back to. */
    async isOwn(path: string, hash: () => string): Promise<boolean> {
      const contents = written.get(path);
      const sha = contents && hash();
      if (sha === undefined || !contents?.has(sha)) return false;
      return sha === newest(path) || (await since(path))[0]?.set.action !== 'undo';
    },
    /** Whether a call has written to a path since the layer was begun, and nothing is there now. */
    async isChanged(path: string): Promise<boolean> {
      const [last] = await since(path);
      return last !== undefined && (last.after !== undefined || !taken.has(path));
    },
  };
}
