import { type FittedImage, isTooLarge } from '../../../convert/image/fit-image.ts';
import { fitInThread } from '../../../convert/image/fit-in-thread.ts';
import { kindOfBytes, SEEN_IMAGES } from '../../../text/kind-of-bytes.ts';
import { saySize } from '../../../text/say.ts';
import type { CallContext } from '../../../tool/context.ts';
import { ToolError } from '../../../tool/error.ts';
import type { FileKind } from '../../../tool/files.ts';
import { withNextCall } from '../missing.ts';
import type { FilesystemServices } from '../services.ts';

/** The most bytes that are read at once, whatever is asked for. */
export const MAX_READ = 32 * 1024 * 1024;

/** The bytes of a file or of a kept output. */
export interface FileSource {
  readonly bytes: Uint8Array;
  /** The time of the last change, in ISO 8601. */
  readonly modified: string;
  /** A smaller version of an image that is too large as it is. */
  readonly fitted?: FittedImage;
}

/** The id in `output:CALLID`; undefined for the path of a file. */
export function outputID(path: string): string | undefined {
  return /^output:([A-Za-z0-9_-]+)$/.exec(path)?.[1];
}

export async function readBytes(path: string, ctx: CallContext, services: FilesystemServices): Promise<FileSource> {
  const id = outputID(path);
  if (id !== undefined) return readOutput(id, services);
  try {
    const { bytes, stat } = await ctx.files.read(path, { maxBytes: MAX_READ, shared: true });
    return { bytes, modified: new Date(stat.modified).toISOString() };
  } catch (error) {
    throw error instanceof ToolError ? await withNextCall(path, inOwnWords(path, error), ctx) : error;
  }
}

export async function withFittedImage(source: FileSource, signal: AbortSignal): Promise<FileSource> {
  const kind = kindOfBytes(source.bytes);
  if (!kind || !SEEN_IMAGES.has(kind.mediaType) || !isTooLarge(kind, source.bytes.length)) return source;
  const fitted = await fitInThread(source.bytes, signal);
  return fitted ? { ...source, fitted } : source;
}

function inOwnWords(path: string, error: ToolError): ToolError {
  const { kind, size } = error.details ?? {};
  if (error.code === 'NOT_A_FILE' && typeof kind === 'string' && Object.hasOwn(ODD, kind))
    return notPlainFile(path, kind as OddKind);
  if (error.code !== 'TOO_LARGE' || typeof size !== 'number') return error;
  const message = `${path} is too large to read: ${saySize(size)}, the limit is ${saySize(MAX_READ)}.`;
  const details = { size, limit: MAX_READ };
  return new ToolError('TOO_LARGE', message, { suggestion: 'Use grep to find the lines you need.', details });
}

async function readOutput(id: string, services: FilesystemServices): Promise<FileSource> {
  const bytes = await services.outputs?.read(id);
  if (bytes) return { bytes, modified: timeOfID(id) };
  throw new ToolError('FILE_NOT_FOUND', `No output of a call ${id} is kept.`, {
    suggestion: 'Only outputs that were cut are kept, for a while; run the call again if you need it.',
  });
}

/** The time of an id: a UUIDv7 begins with its milliseconds. */
function timeOfID(id: string): string {
  const hex = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(id);
  return hex ? new Date(Number.parseInt(hex[1]! + hex[2]!, 16)).toISOString() : '';
}

type OddKind = Exclude<FileKind, 'file'>;

const ODD: Record<OddKind, readonly [sentence: string, suggestion: string]> = {
  directory: ['is a directory, not a file.', 'Use list_directory to see what is in it.'],
  fifo: ['is a FIFO (a named pipe); reading it would wait for a writer.', 'Read a regular file instead.'],
  socket: ['is a socket; there is nothing to read in it.', 'Read a regular file instead.'],
  device: ['is a device; it is not read.', 'Read a regular file instead.'],
  symlink: ['is a symbolic link that leads nowhere or in a circle.', 'Read the file that was meant by its own path.'],
};

/** The error for an entry that is no plain file; each odd kind has its own sentence. */
export function notPlainFile(path: string, kind: OddKind, suggestion = ODD[kind][1]): ToolError {
  return new ToolError('NOT_A_FILE', `${path} ${ODD[kind][0]}`, { suggestion, details: { kind } });
}
