import { isNearHost } from '../proxy/address.ts';
import type { ThreadStart } from './messages.ts';
import { openStudio } from './open-studio.ts';
import { hostOfPage, pageBlocked } from './page-errors.ts';
import type { PagePicture, PageRequest } from './port.ts';
import { takePicture } from './take-picture.ts';

export type PhotographSettings = Pick<ThreadStart, 'env'>;

/** Shows a page in a browser that nobody sees, and takes its picture. Nothing of the browser is left afterwards. */
export async function photographPage({ env }: PhotographSettings, request: PageRequest): Promise<PagePicture> {
  const { mayReach, root, signal, source, onProgress } = request;
  const host = source.kind === 'host' ? hostOfPage(source.url) : undefined;
  // A refusal needs no browser.
  if (host !== undefined && !mayReach?.(host, isNearHost(host))) throw pageBlocked(host);
  onProgress('Starting the browser');
  const studio = await openStudio({ env, root, signal });
  try {
    return await takePicture(studio, request);
  } finally {
    await studio.close();
  }
}
