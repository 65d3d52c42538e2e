import type { Tool } from '../../index.ts';
import { webAddress } from '../attachments.ts';

const IMAGES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'] as const;
type ImageType = (typeof IMAGES)[number];

export type ContentBlock =
  | { type: 'text'; text: string }
  | {
      type: 'image';
      source: { type: 'base64'; media_type: ImageType; data: string } | { type: 'url'; url: string };
    }
  | {
      type: 'document';
      title: string;
      source: { type: 'base64'; media_type: 'application/pdf'; data: string } | { type: 'url'; url: string };
    };

/** The block for an image or a PDF document; undefined for any other attachment. */
export function partOf({ name, mediaType, data, url: given }: Tool.Attachment): ContentBlock | undefined {
  const url = webAddress(given);
  const image = IMAGES.find(type => type === mediaType);
  if (image) {
    if (data !== undefined) return { type: 'image', source: { type: 'base64', media_type: image, data } };
    return url === undefined ? undefined : { type: 'image', source: { type: 'url', url } };
  }
  if (mediaType !== 'application/pdf') return undefined;
  if (data !== undefined)
    return { type: 'document', title: name, source: { type: 'base64', media_type: mediaType, data } };
  return url === undefined ? undefined : { type: 'document', title: name, source: { type: 'url', url } };
}
