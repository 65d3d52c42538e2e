import { byteLineStarts, lineStarts } from '../../../text/lines.ts';
import { estimateTokens, estimateTokensOfUtf8 } from '../../../text/tokens.ts';
import { type FileText, holdsUtf8, textOf } from './text-of.ts';

/** The lines of a file, of which a page shows some. */
export interface PageLines extends Pick<FileText, 'encoding' | 'bom'> {
  readonly total: number;
  readonly tokens: number;
  /** The raw text of lines, by index from 0, up to the one before `to`. */
  textOf(from: number, to: number): string;
}

/** The size in bytes from which a file is not decoded as a whole: each page decodes only the lines that it shows. */
const LARGE = 1024 * 1024;

/** The lines of bytes that are held elsewhere, so that the next page of a large file need not search all of it. */
const linesOfHeld = new WeakMap<Uint8Array, PageLines>();

/** The lines that the bytes hold, or undefined when they hold no text. */
export function linesOf(bytes: Uint8Array): PageLines | undefined {
  if (bytes.length < LARGE) return decodedLines(bytes);
  const lines = linesOfHeld.get(bytes) ?? (holdsUtf8(bytes) ? utf8Lines(bytes) : decodedLines(bytes));
  if (lines) linesOfHeld.set(bytes, lines);
  return lines;
}

function utf8Lines(bytes: Uint8Array): PageLines {
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const skip = bom ? 3 : 0;
  const body = Buffer.from(bytes.buffer, bytes.byteOffset + skip, bytes.byteLength - skip);
  const starts = byteLineStarts(body);
  const textOf = (from: number, to: number) => body.toString('utf8', starts[from], starts[to]);
  return { encoding: 'utf-8', bom, total: starts.length - 1, tokens: estimateTokensOfUtf8(body), textOf };
}

function decodedLines(bytes: Uint8Array): PageLines | undefined {
  const decoded = textOf(bytes);
  if (!decoded) return undefined;
  const { encoding, bom } = decoded;
  const text = decoded.text.toWellFormed();
  const starts = lineStarts(text);
  const slice = (from: number, to: number) => text.slice(starts[from], starts[to]);
  return { encoding, bom, total: starts.length - 1, tokens: estimateTokens(text), textOf: slice };
}
