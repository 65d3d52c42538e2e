import { convert } from '../thread/thread.ts';
import type { FittedImage } from './fit-image.ts';

/** Milliseconds for one image: a large photograph takes some seconds, more on a busy machine. */
const TIME = 60_000;

/** Runs `fitImage` in a thread: the work takes long, and nobody knows who made the image. */
export async function fitInThread(file: Uint8Array, signal: AbortSignal): Promise<FittedImage | undefined> {
  try {
    return await convert('image', file, { time: TIME, signal });
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
