import { kindOfBytes } from '../../text/kind-of-bytes.ts';
import type { Attachment } from '../../tool/context.ts';
import { isTooLarge } from './fit-image.ts';
import { fitInThread } from './fit-in-thread.ts';

interface AttachedImage {
  readonly attachments: readonly Attachment[];
  /** Words for the reader: that the image is there, and in which size; or that there is none. */
  readonly says: string;
}

/** An image for a model to look at, in a size that providers take. */
export async function attachImage(name: string, bytes: Uint8Array, signal: AbortSignal): Promise<AttachedImage> {
  const kind = kindOfBytes(bytes);
  const whole = kind && !isTooLarge(kind, bytes.length);
  const fitted = whole ? undefined : await fitInThread(bytes, signal);
  if (!kind || (!whole && !fitted)) return { attachments: [], says: 'It is too large to be shown here.' };
  const data = Buffer.from(fitted?.bytes ?? bytes).toString('base64');
  return {
    attachments: [{ name, mediaType: kind.mediaType, data }],
    says: fitted ? `It is attached, scaled down to ${fitted.width}x${fitted.height}.` : 'It is attached.',
  };
}
