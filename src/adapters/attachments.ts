import type { Outcome, Tool } from '../index.ts';

interface ShownResult<Part> {
  /** The output, and a line for each attachment that cannot be shown. */
  readonly text: string;
  readonly parts: readonly Part[];
}

/** An outcome as a provider takes it: `toPart` gives undefined for what it does not take. */
export function showOutcome<Part>(
  { output, attachments }: Pick<Outcome, 'output' | 'attachments'>,
  toPart: (attachment: Tool.Attachment) => Part | undefined,
): ShownResult<Part> {
  const parts: Part[] = [];
  const lines: string[] = [];
  for (const attachment of attachments) {
    const part = toPart(attachment);
    if (part === undefined) lines.push(sayUnshown(attachment));
    else parts.push(part);
  }
  return { text: [output, ...lines].filter(Boolean).join('\n\n'), parts };
}

function sayUnshown({ name, mediaType, url, path }: Tool.Attachment): string {
  const place = url ?? path;
  return `[Attached, but not shown here: ${name} (${mediaType})${place === undefined ? '' : `, ${place}`}]`;
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
