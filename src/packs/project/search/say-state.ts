import type { CodeIndex, IndexState } from '../../../search/port.ts';
import { sayCount, sayNumber } from '../../../text/say.ts';
import type { Context } from '../../../tool/context.ts';
import type { Files } from '../../../tool/files.ts';

/** The most files whose number is exact. */
const NAMED = 200;

/** How far the answer can be trusted. Only files that the call may see count: a number must not tell of hidden ones. */
export async function sayState(state: IndexState | undefined, path: string, files: Files) {
  if (!state)
    return {
      notes: ['The index of the code cannot be used now; these are plain matches of the words.'],
      value: { building: false, stale: 0 },
    };
  const full = state.full
    ? ['The workspace is larger than the index may become: some files are left out. Use grep too.']
    : [];
  if (state.building) {
    const { indexed, total } = await countIndexed(state.progress, files);
    const note = `The index is being built: ${sayNumber(indexed)} of ${sayNumber(total)} files. What it does not know yet was searched by words only; ask again later for a better ranking.`;
    return { notes: [note, ...full], value: { building: true, indexed, total, stale: 0 } };
  }
  const stale = await countVisible(state.stale, path, files);
  const note = `${sayCount(stale, 'file has', 'files have')} changed since and ${stale === 1 ? 'is' : 'are'} not in the index yet.`;
  return {
    notes: [...(stale === 0 ? [] : [stale > NAMED ? `More than ${note}` : note]), ...full],
    value: { building: false, stale },
  };
}

async function countVisible(paths: readonly string[], path: string, files: Files): Promise<number> {
  const inside = paths.filter(one => path === '.' || one === path || one.startsWith(`${path}/`));
  const stats = await Promise.all(inside.map(one => files.stat(one).catch(() => undefined)));
  return stats.filter(Boolean).length;
}

/** Milliseconds between two reports. */
const EVERY = 700;

/** Says how far the index is, for as long as a call waits for it; gives back the function that ends this. */
export function tellProgress(opened: Promise<CodeIndex>, ctx: Context): () => void {
  let stopped = false;
  let telling = false;
  const tell = async () => {
    const code = await opened;
    const { indexed, total } = await countIndexed(await code.progress(), ctx.files);
    if (!stopped)
      ctx.metadata({ title: `Reading the code: ${sayNumber(indexed)} of ${sayNumber(total)} files`, indexed, total });
  };
  const timer = setInterval(() => {
    if (telling) return;
    telling = true;
    void tell()
      .catch(() => {})
      .finally(() => (telling = false));
  }, EVERY);
  return () => {
    stopped = true;
    clearInterval(timer);
  };
}

/** The progress in files that the call may see: a number must not tell of hidden ones. */
async function countIndexed(progress: number, files: Files): Promise<{ indexed: number; total: number }> {
  const { total } = await files.find({ path: '.', limit: 1 });
  return { indexed: Math.floor(total * Math.min(1, progress)), total };
}
