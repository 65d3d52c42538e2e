import type { Outcome, Tool } from '../index.ts';

type ShownOutcome = Pick<Outcome, 'output' | 'attachments'>;
type ToPart<Part> = (attachment: Tool.Attachment) => Part | undefined;

/**
 * An outcome as a provider takes it: the output, with a line for each attachment that cannot be shown, and the parts of
 * the others. `toPart` gives undefined for what the provider does not take.
 */
export function showOutcome<Part>({ output, attachments }: ShownOutcome, toPart: ToPart<Part>) {
  const parts: Part[] = [];
  const lines: string[] = [];
  for (const attachment of attachments) {
    const part = toPart(attachment);
    if (part !== undefined) parts.push(part);
    else {
      const { name, mediaType, url, path } = attachment;
      const place = url ?? path;
      lines.push(`[Attached, but not shown here: ${name} (${mediaType})${place === undefined ? '' : `, ${place}`}]`);
    }
  }
  return { text: [output, ...lines].filter(Boolean).join('\n\n'), parts };
}

/** An outcome as a text alone, or where there are attachments as parts, the text among them. */
export function showContent<Part>(outcome: ShownOutcome, toPart: ToPart<Part>) {
  const { text, parts } = showOutcome(outcome, toPart);
  return parts.length === 0 ? text : [...(text === '' ? [] : [{ type: 'text' as const, text }]), ...parts];
}

/** The address of an attachment's bytes, as providers want it: inline, or an address that they fetch. */
export function urlOf({ mediaType, data, url }: Tool.Attachment): string | undefined {
  return data === undefined ? webAddress(url) : `data:${mediaType};base64,${data}`;
}

/** An https address; any other makes a provider refuse the whole conversation, from then on. */
export const webAddress = (url: string | undefined): string | undefined =>
  url !== undefined && URL.parse(url)?.protocol === 'https:' ? url : undefined;

/** Kinds of images that providers take. */
const IMAGES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

export const isImage = ({ mediaType }: Tool.Attachment): boolean => IMAGES.has(mediaType);
