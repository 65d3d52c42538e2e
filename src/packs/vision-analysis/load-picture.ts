import { isTooLarge } from '../../convert/image/fit-image.ts';
import { fitInThread } from '../../convert/image/fit-in-thread.ts';
import { kindOfBytes, SEEN_IMAGES } from '../../text/kind-of-bytes.ts';
import { saySize } from '../../text/say.ts';
import type { Context } from '../../tool/context.ts';
import { ToolError } from '../../tool/error.ts';

/** A picture, and the size to which it was scaled down. */
type LoadedPicture = Readonly<{ path: string; mediaType: string; bytes: Uint8Array; scaled?: string }>;

const MOST_BYTES = 64 * 1024 * 1024;

/** A picture in a size that providers take. Its bytes tell the kind; its name may lie. */
export async function loadPicture(imagePath: string, ctx: Context): Promise<LoadedPicture> {
  const { bytes, path } = await ctx.files.read(imagePath, { maxBytes: MOST_BYTES });
  const kind = kindOfBytes(bytes);
  const name = path.relative;
  if (!kind || !SEEN_IMAGES.has(kind.mediaType) || !kind.width || !kind.height) {
    const isImage = kind && SEEN_IMAGES.has(kind.mediaType);
    const what = isImage ? `a damaged ${kind.label}` : (kind?.label ?? (bytes.length === 0 ? 'empty' : 'no image'));
    throw new ToolError('INVALID_ARGUMENTS', `${name} is no picture that a model can look at: it is ${what}.`, {
      suggestion: 'Give a PNG, JPEG, GIF or WebP file; capture_screenshot makes one.',
    });
  }
  const { mediaType } = kind;
  if (!isTooLarge(kind, bytes.length)) return { path: name, mediaType, bytes };
  ctx.metadata({ title: `Making ${name} smaller` });
  const fitted = await fitInThread(bytes, ctx.abort);
  if (fitted) return { path: name, mediaType, bytes: fitted.bytes, scaled: `${fitted.width}x${fitted.height}` };
  throw new ToolError('TOO_LARGE', `${name} is too large for a model: ${kind.label}, ${saySize(bytes.length)}.`, {
    suggestion: 'Only PNG and JPEG images are scaled down, up to 40 million pixels. Give a smaller copy of it.',
  });
}
