import fs from 'node:fs';
import { tryOr } from '../../system/try-or.ts';
import type { SearchQuery } from '../../tool/files.ts';
import { closeQuietly } from '../disk/close-quietly.ts';
import type { OpenedFile } from '../disk/dir-handle.ts';
import type { Folders } from '../disk/folders.ts';
import { countMatches, toLines } from './lines.ts';
import { explainRefusal, queryArgs } from './query.ts';
import { COMMON, startRipgrep } from './ripgrep.ts';
import { contentBytes, type FoundLine, parseMessages } from './ripgrep-json.ts';

export interface FoundFile {
  readonly path: string;
  readonly lines: readonly FoundLine[];
}

/** The most bytes held whole for one file; of further matching lines the beginnings are held, of others nothing. */
const MAX_HELD = 8 * 1024 * 1024;
const BEGINNING = 256;

export class FileLines {
  readonly lines: FoundLine[] = [];
  #held = 0;

  add(line: FoundLine): void {
    const size = Buffer.byteLength(line.content);
    this.#held += size;
    if (this.#held <= MAX_HELD) this.lines.push(line);
    else if (line.match) {
      const content = Buffer.from(contentBytes(line.content).subarray(0, BEGINNING));
      this.lines.push({ ...line, content, whole: line.whole && size <= BEGINNING });
    }
  }
}

/**
 * Makes sure that a file that ripgrep found by path is the one in the workspace: it is opened through folders that are
 * no links, and each line must be at its place in it. Ripgrep itself can be led outside by a folder that becomes a link
 * just then.
 */
export async function verifyFound(folders: Folders, query: SearchQuery, found: FoundFile, program: string) {
  const opened = openFound(folders, found.path);
  if (!opened) return undefined;
  const { fd, stats } = opened;
  try {
    const modified = Number(stats.mtimeNs / 1_000_000n);
    const lines = linesInPlace(fd, found.lines, query) ?? (await searchStream(query, fd, program));
    return lines.length > 0 ? toSearchFile(found.path, modified, lines, query) : undefined;
  } finally {
    closeQuietly(fd);
  }
}

/** Opens a found file; undefined where it is gone, or a link is on the way. */
const openFound = (folders: Folders, path: string): OpenedFile | undefined =>
  tryOr(() => {
    const { dir, name } = folders.placeOf(path);
    return dir.openRegular(name);
  }, undefined);

export function toSearchFile(path: string, modified: number, found: readonly FoundLine[], { maxColumns }: SearchQuery) {
  const lines = toLines(found, maxColumns);
  return { path, modified, lines, matches: countMatches(lines) };
}

export async function searchStream(query: SearchQuery, stdin: number | Uint8Array, program: string) {
  const run = startRipgrep(program, [...COMMON, ...queryArgs(query), '-'], { cwd: '/', stdin, signal: query.signal });
  const file = new FileLines();
  let binary = false;
  let complete = false;
  for await (const batch of parseMessages(run.output)) {
    for (const message of batch) {
      if (message.type === 'line') file.add(message.line);
      if (message.type === 'end') binary = message.binary;
      if (message.type === 'summary') complete = true;
    }
  }
  const { code, message } = await run.ended();
  if (!complete) throw explainRefusal(query, code, message);
  return binary ? [] : file.lines;
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** The lines with their bytes as they are in the file, or undefined when a line is not there. */
function linesInPlace(fd: number, lines: readonly FoundLine[], { maxColumns = 1000 }: SearchQuery) {
  // A character has up to four bytes.
  const width = Math.min(MAX_WINDOW, maxColumns * 4);
  // Most lines lie near the beginning of a small file: one read has them all.
  const head = readAt(fd, 0, headOf(lines));
  const shift = head.subarray(0, 3).equals(BOM) ? 3 : 0;
  const checked: FoundLine[] = [];
  for (const line of lines) {
    const at = line.offset + shift;
    const size = Buffer.byteLength(line.content);
    const bytes = at + size <= head.length ? head.subarray(at, at + size) : readAt(fd, at, size);
    if (!isContent(bytes, line.content)) return undefined;
    checked.push(line.whole ? line : windowOf(fd, line, at, width));
  }
  return checked;
}

/** Whether the bytes are just this content. Different bytes that are no text become the same character. */
const isContent = (bytes: Buffer, content: FoundLine['content']): boolean =>
  typeof content === 'string' && !content.includes('\ufffd')
    ? bytes.toString() === content
    : bytes.equals(contentBytes(content));

const MAX_WINDOW = 32 * 1024;
const MAX_HEAD = 64 * 1024;

/** The bytes at the beginning of a file that hold its lines; of a larger file only its mark. */
function headOf(lines: readonly FoundLine[]): number {
  const last = lines.at(-1);
  const end = last ? last.offset + Buffer.byteLength(last.content) : 0;
  return BOM.length + (end <= MAX_HEAD ? end : 0);
}

/** The part of a very long line around its match. */
function windowOf(fd: number, line: FoundLine, at: number, width: number): FoundLine {
  const { start } = line;
  if (start === undefined || start < Buffer.byteLength(line.content)) return line;
  const from = Math.max(0, start - Math.floor(width / 4));
  const bytes = readAt(fd, at + from, width);
  const end = bytes.indexOf(0x0a, start - from);
  // A cut within a character drops its continuation bytes.
  let skip = 0;
  while (skip < 3 && ((bytes[skip] ?? 0) & 0xc0) === 0x80) skip += 1;
  const shown = bytes.subarray(skip, end < 0 ? undefined : end);
  return { ...line, content: shown, within: from > 0, start: start - from - skip };
}

function readAt(fd: number, position: number, length: number): Buffer {
  const buffer = Buffer.allocUnsafe(length);
  const count = length === 0 ? 0 : fs.readSync(fd, buffer, 0, length, position);
  return buffer.subarray(0, count);
}
