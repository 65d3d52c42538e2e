import { countLines } from '../../../text/lines.ts';
import { sayCount, saySize } from '../../../text/say.ts';
import type { CallContext } from '../../../tool/context.ts';
import { ToolError } from '../../../tool/error.ts';
import type { FileStat, Files } from '../../../tool/files.ts';
import { MAX_READ } from '../read/source.ts';
import { type FileText, textOf } from '../read/text-of.ts';

/** The entry at a path now. Bytes only of a regular file of bearable size, text only where it is text. */
export interface ExistingEntry {
  readonly stat: FileStat;
  readonly bytes?: Uint8Array;
  readonly text?: FileText;
}

export async function lookAt(path: string, ctx: CallContext): Promise<ExistingEntry | undefined> {
  const stat = await ctx.files.stat(path);
  if (stat?.kind !== 'file' || stat.size > MAX_READ) return stat && { stat };
  const bytes = await peek(path, ctx.files);
  return { stat, bytes, text: textOf(bytes) };
}

/**
 * The content, without counting as read: the model does not see it, so a change by someone else must still be found
 * stale when the file is overwritten. An edit that is given up stages nothing and remembers nothing.
 */
async function peek(path: string, files: Files): Promise<Uint8Array> {
  let seen: Uint8Array | undefined;
  const enough = new Error('only looked');
  try {
    await files.edit(path, content => {
      seen = content;
      throw enough;
    });
  } catch (error) {
    if (error !== enough) throw error;
  }
  return seen!;
}

/** The size of a file in words: `12 lines`, or the bytes of one without lines. */
export function sayExtent({ stat, text }: ExistingEntry): string {
  if (stat.kind === 'directory') return 'a folder';
  return text ? sayCount(countLines(text.text), 'line') : saySize(stat.size);
}

/** Paths that a call may write unasked, because nothing (or the same content) was there when it was judged. */
const unasked = new WeakMap<Files, Set<string>>();

/** Leaves a path unasked, since nothing would be overwritten there. */
export function leaveUnasked(path: string, { files }: CallContext): false {
  const paths = unasked.get(files) ?? new Set();
  unasked.set(files, paths.add(path));
  return false;
}

/** Refuses to overwrite a file that has come to a path since the call was judged. */
export function refuseUnasked(path: string, { files }: CallContext): void {
  if (!unasked.get(files)?.has(path)) return;
  const message = `${path} was created or changed by someone else since this call was judged. Nothing was changed.`;
  const suggestion = 'Read it, then repeat the call if it still makes sense.';
  throw new ToolError('STALE_FILE', message, { suggestion });
}
