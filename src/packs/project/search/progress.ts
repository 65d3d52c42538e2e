import type { CodeIndex } from '../../../search/port.ts';
import { sayNumber } from '../../../text/say.ts';
import type { Context } from '../../../tool/context.ts';
import type { Files } from '../../../tool/files.ts';

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
export async function countIndexed(progress: number, files: Files): Promise<{ indexed: number; total: number }> {
  const { total } = await files.find({ path: '.', limit: 1 });
  return { indexed: Math.floor(total * Math.min(1, progress)), total };
}
