import type { CallContext } from '../../tool/context.ts';
import type { FileStat } from '../../tool/files.ts';
import { type DecodedText, decodeText } from '../text/decode.ts';
import { countLines } from '../text/lines.ts';
import { sayCount, saySize } from '../text/say.ts';
import { MAX_READ } from './source.ts';

/** What is at a path now. Bytes only of a regular file of bearable size, text only where it is text. */
export interface Existing {
  readonly stat: FileStat;
  readonly bytes?: Uint8Array;
  readonly text?: DecodedText;
}

export async function lookAt(path: string, ctx: CallContext): Promise<Existing | undefined> {
  const stat = await ctx.files.stat(path);
  if (stat?.kind !== 'file' || stat.size > MAX_READ) return stat && { stat };
  const { bytes } = await ctx.files.read(path, { maxBytes: MAX_READ });
  return { stat, bytes, text: decodeText(bytes) };
}

/** How much there is: `12 lines`, or the size of what has no lines. */
export function sayExtent({ stat, text }: Existing): string {
  if (stat.kind === 'directory') return 'a folder';
  return text ? sayCount(countLines(text.text), 'line') : saySize(stat.size);
}
