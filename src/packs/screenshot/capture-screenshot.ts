import { z } from 'zod';
import { attachImage, toJpeg } from '../../convert/image/attach-image.ts';
import { kindOfBytes } from '../../text/kind-of-bytes.ts';
import { otherNames } from '../../text/other-names.ts';
import { previewTitle } from '../../text/previews.ts';
import { saySize, withNotes } from '../../text/say.ts';
import type { CallContext, Context } from '../../tool/context.ts';
import { define, type Info } from '../../tool/define.ts';
import { connects, type Effect, executes, reads, readsTree, writes, writesTree } from '../../tool/effect.ts';
import { ToolError } from '../../tool/error.ts';
import type { FileStat } from '../../tool/files.ts';
import { notPlainFile } from '../filesystem/read/source.ts';
import { missingFolders } from '../filesystem/write/below.ts';
import { leaveUnasked, lookAt, refuseUnasked, sayExtent } from '../filesystem/write/existing.ts';
import { pageAddress } from './page-address.ts';
import type { ScreenshotServices } from './services.ts';
import { shootPage } from './shoot-page.ts';
import { shootScreen } from './shoot-screen.ts';
import { PICTURES_FOLDER, targetOf } from './target.ts';

const MODES = ['screen', 'interactive', 'page'] as const;
type Mode = (typeof MODES)[number];

const parameters = z.object({
  outputPath: z.string().min(1).optional().describe('Where to save it; default screenshots/screenshot-TIME.png'),
  mode: z
    .enum(MODES)
    .optional()
    .describe('screen: all of it (default); interactive: a person chooses a part; page: the page at url'),
  format: z.enum(['png', 'jpeg', 'jpg']).optional().describe('Default: by the ending of outputPath, else png'),
  url: z.string().min(1).optional().describe('For page: http(s) URL, or path of an HTML file in the workspace'),
  width: z.int().min(16).max(4_096).optional().describe('Of the page window in pixels; default 1280'),
  height: z.int().min(16).max(4_096).optional().describe('Of the page window in pixels; default 720'),
  fullPage: z.boolean().optional().describe('The whole height of the page, not only the window'),
});

type Args = z.infer<typeof parameters>;

const returns = z.object({
  ok: z.literal(true),
  outputPath: z.string(),
  mode: z.enum(MODES),
  format: z.enum(['png', 'jpeg']),
  width: z.number().optional(),
  height: z.number().optional(),
  /** The address where a page ended, and in `status` the answer of its server. */
  url: z.string().optional(),
  status: z.number().optional(),
});

const SHOWS_ALL = 'takes a picture of the screen, which shows whatever other programs have open';
/** The effect of a look at the screen: its content belongs to the person, and counts as private data. */
const SCREEN: Effect = { kind: 'read', resource: '/dev/screen', beyond: true };

/** Takes a picture and saves it like any other file: staged, checked, undoable. */
export const captureScreenshot = (services: ScreenshotServices): Info =>
  define('capture_screenshot', {
    description:
      'With a display, save a picture of the screen; with Chromium, of a page or HTML file (mode page, url).',
    parameters,
    returns,
    permissions: { required: ['read', 'execute', 'write'], optional: ['network'] },
    effects: async (args, ctx) => [...(await shown(args, ctx)), ...(await saved(args, ctx))],
    danger: args =>
      modeOf(args) === 'page'
        ? 'moderate'
        : { danger: 'dangerous', why: 'it reads what is on the screen', opaque: false },
    approval: async (args, ctx) => {
      const { path } = targetOf(args, ctx);
      const existing = await lookAt(path, ctx);
      if (existing) refuseOdd(path, existing.stat);
      const over = existing ? `overwrites ${path} (${sayExtent(existing)})` : leaveUnasked(path, ctx);
      if (modeOf(args) === 'page') return over;
      return over ? `${SHOWS_ALL}; ${over}` : SHOWS_ALL;
    },
    staged: true,
    parameterNames: otherNames({
      outputPath: ['path', 'output', 'file', 'file_path', 'filename', 'save_path', 'save_to'],
      fullPage: ['full', 'whole_page', 'full_height'],
      url: ['page', 'address', 'uri', 'link'],
    }),
    preview: previewTitle,
    execute: async (args, ctx) => {
      const mode = modeOf(args);
      const { path, format } = targetOf(args, ctx);
      const existing = await ctx.files.stat(path);
      if (existing) refuseOdd(path, existing);
      if (existing) refuseUnasked(path, ctx);
      const { bytes, notes, page } = await take(services, args, ctx);
      const { width, height } = kindOfBytes(bytes) ?? {};
      await ctx.files.write(path, bytes, { createDirs: true, mustNotExist: !existing });
      const outputPath = ctx.files.resolve(path).relative;
      const { attachments, says } = await attachImage(outputPath.split('/').at(-1)!, bytes, ctx.abort);
      const size = `${width}x${height}`;
      return {
        title: `${mode === 'page' ? 'Page' : 'Screen'} saved as ${outputPath}`,
        output: withNotes(`Saved ${outputPath} (${format}, ${size}, ${saySize(bytes.length)}). ${says}`, notes),
        value: { ok: true as const, outputPath, mode, format, ...(width && height ? { width, height } : {}), ...page },
        metadata: { path: outputPath, bytes: bytes.length },
        attachments,
      };
    },
  }) as Info;

/** Refuses an entry that cannot be overwritten, so that nobody is asked about it. */
function refuseOdd(path: string, { kind }: FileStat): void {
  if (kind !== 'file') throw notPlainFile(path, kind, 'Give the path of a picture that is not there yet.');
}

/** The mode of a call. A url alone tells it; a url that is not needed is a misunderstanding. */
function modeOf({ mode, url, width, height, fullPage }: Args): Mode {
  const meant = mode ?? (url === undefined ? 'screen' : 'page');
  if (meant === 'page') {
    if (url !== undefined) return meant;
    throw new ToolError('INVALID_ARGUMENTS', 'Mode page needs the url of the page. Nothing was done.', {
      suggestion: 'Give {"mode": "page", "url": "https://…"}, or the path of an HTML file in the workspace as url.',
    });
  }
  const extra = Object.entries({ url, width, height, fullPage }).find(([, value]) => value !== undefined)?.[0];
  if (extra === undefined) return meant;
  throw new ToolError('INVALID_ARGUMENTS', `${extra} is only for mode page, not for ${meant}. Nothing was done.`, {
    suggestion: `Say "mode": "page", or leave ${extra} out.`,
  });
}

async function shown(args: Args, ctx: CallContext): Promise<readonly Effect[]> {
  if (modeOf(args) !== 'page') return [executes('screenshot'), SCREEN];
  const page = await pageAddress(args.url!, ctx);
  if (page.kind === 'host') return [executes('browser'), connects(page.host)];
  // A page may load any file of the workspace.
  return [executes('browser'), reads(page.path), readsTree('.')];
}

/** Effects of saving. A name of our own has the time in it, which is another at the call: the folder stands for it. */
async function saved(args: Args, ctx: CallContext): Promise<readonly Effect[]> {
  if (args.outputPath === undefined) return [writesTree(PICTURES_FOLDER)];
  const { path } = targetOf(args, ctx);
  return [...(await missingFolders(path, ctx)), path].map(writes);
}

async function take(services: ScreenshotServices, args: Args, ctx: Context) {
  const mode = modeOf(args);
  const { format } = targetOf(args, ctx);
  if (mode !== 'page') {
    const png = await shootScreen(services, mode, ctx);
    return { bytes: format === 'jpeg' ? await toJpeg(png) : png, notes: [], page: undefined };
  }
  const { width = 1280, height = 720, fullPage = false } = args;
  const page = await pageAddress(args.url!, ctx);
  const { picture, notes } = await shootPage(services, page, { width, height, fullPage, format }, ctx);
  const { bytes, url, status } = picture;
  return { bytes, notes, page: page.kind === 'file' ? {} : { url, status } };
}
