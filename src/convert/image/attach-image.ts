import { kindOfBytes } from '../../text/kind-of-bytes.ts';
import type { Attachment } from '../../tool/context.ts';
import { decodePng } from './decode-png.ts';
import { isTooLarge } from './fit-image.ts';
import { fitInThread } from './fit-in-thread.ts';

/** An image for a model to look at, in a size that providers take, and the words for the reader on it. */
export async function attachImage(name: string, bytes: Uint8Array, signal: AbortSignal) {
  const kind = kindOfBytes(bytes);
  const whole = kind && !isTooLarge(kind, bytes.length);
  const fitted = whole ? undefined : await fitInThread(bytes, signal);
  if (!kind || (!whole && !fitted)) return { attachments: [], says: 'It is too large to be shown here.' };
  const data = Buffer.from(fitted?.bytes ?? bytes).toString('base64');
  const attachments: Attachment[] = [{ name, mediaType: kind.mediaType, data }];
  const says = fitted ? `It is attached, scaled down to ${fitted.width}x${fitted.height}.` : 'It is attached.';
  return { attachments, says };
}

/** A PNG file as a JPEG file. */
export async function toJpeg(png: Uint8Array): Promise<Uint8Array> {
  const { default: jpeg } = await import('jpeg-js');
  const raster = await decodePng(Buffer.from(png.buffer, png.byteOffset, png.byteLength));
  return jpeg.encode(raster, 90).data;
}
