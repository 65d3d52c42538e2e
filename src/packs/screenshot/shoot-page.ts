import type { PagePicture, ServedFile } from '../../sandbox/browser/port.ts';
import { sayList } from '../../text/say.ts';
import type { Context } from '../../tool/context.ts';
import { ToolError } from '../../tool/error.ts';
import { mediaTypeOf } from '../filesystem/find/media-type.ts';
import type { PageAddress } from './page-address.ts';
import type { ScreenshotServices } from './services.ts';
import type { PictureFormat } from './target.ts';

const TIME = 45_000;
const LOAD_TIME = 15_000;
/** The most bytes of one file of the workspace that a page loads. */
const MOST_BYTES = 64 * 1024 * 1024;

type PageLook = Readonly<{ width: number; height: number; fullPage: boolean; format: PictureFormat }>;

/** A picture of a page, with notes that a reader should know. */
export async function shootPage(services: ScreenshotServices, page: PageAddress, look: PageLook, ctx: Context) {
  // This read tells what is wrong with the file, before anything is started.
  if (page.kind === 'file') await ctx.files.read(page.path, { maxBytes: MOST_BYTES }).catch(missing(page.path));
  const picture = await services.photographPage({
    ...look,
    source: page.kind === 'host' ? page : { ...page, serve: path => serve(path, ctx) },
    root: ctx.files.root,
    mayReach: ctx.mayReach,
    time: TIME,
    loadTime: LOAD_TIME,
    signal: ctx.abort,
    onProgress: says => ctx.metadata({ title: says }),
  });
  return { picture, notes: notesOf(picture) };
}

/** Serves a file to the page, if the call may see it. */
async function serve(path: string, ctx: Context): Promise<ServedFile | undefined> {
  try {
    const { bytes } = await ctx.files.read(path, { maxBytes: MOST_BYTES });
    return { bytes, mediaType: servedAs(path) };
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

/** The media type of a file. Text is UTF-8, as it mostly is on disks; a page that says otherwise is believed. */
function servedAs(path: string): string {
  const type = mediaTypeOf(path.replace(/\.x?html?$/i, '.html'), 'application/octet-stream');
  return /^text\/(?!html)|json$|xml$/.test(type) ? `${type}; charset=utf-8` : type;
}

function notesOf({ status = 200, stillLoading, cutBelow, refused, walled }: PagePicture): readonly string[] {
  return [
    ...(status >= 400 ? [`The server answered with HTTP ${status}.`] : []),
    ...(stillLoading ? ['The page was still loading; it is shown as far as it came.'] : []),
    ...(cutBelow > 0 ? [`The page is ${cutBelow} pixels higher than the picture.`] : []),
    ...(refused.length > 0 ? [`Not loaded, for the policy does not allow the host: ${sayList(refused)}.`] : []),
    ...(walled ? [] : ['The browser ran as nobody, without walls of its own: this system gives it none.']),
  ];
}

const missing = (path: string) => (error: unknown) => {
  const isHost =
    error instanceof ToolError && error.code === 'FILE_NOT_FOUND' && /^[\w-]+(?:\.[\w-]+)+(?:\/|$)/.test(path);
  if (!isHost) throw error;
  throw new ToolError('FILE_NOT_FOUND', error.message, {
    suggestion: `${error.suggestion ? `${error.suggestion} ` : ''}If a host is meant, write https://${path}.`,
  });
};
