import { sayCount } from '../../../text/say.ts';
import type { SearchFile, SearchLine } from '../../../tool/files.ts';
import { showName } from '../../../tool/text/unseen.ts';
import type { GrepArgs } from './grep-query.ts';

const BYTES = 40_000;
const LINES = 1_900;

interface RenderOptions extends Pick<GrepArgs, 'mode' | 'limit' | 'lineNumbers'> {
  /** Whether the search was stopped early: then totals are "at least". */
  readonly cut: boolean;
}

interface RenderedMatches {
  readonly text: string;
  /** A note on matches that were left out. */
  readonly note?: string;
  readonly matches: { path: string; line: number; text: string }[];
  readonly files: { path: string; matches: number }[];
}

export const byNewest = (a: SearchFile, b: SearchFile): number =>
  b.modified - a.modified || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);

/** The found files, as far as the limit and the output allow, and a sentence about the rest. */
export function renderMatches(found: readonly SearchFile[], options: RenderOptions): RenderedMatches {
  return options.mode === 'content' ? renderContent(found, options) : renderFiles(found, options);
}

function renderFiles(found: readonly SearchFile[], { mode, limit, cut }: RenderOptions): RenderedMatches {
  const files: { path: string; matches: number }[] = [];
  const lines: string[] = [];
  let bytes = 0;
  for (const { path, matches } of found) {
    const line = mode === 'count' ? `${showName(path)}: ${matches}` : showName(path);
    bytes += Buffer.byteLength(line) + 1;
    if (lines.length >= Math.min(limit || LINES, LINES) || bytes > BYTES) break;
    lines.push(line);
    files.push({ path, matches });
  }
  const rest = found.slice(files.length);
  const matches = rest.reduce((sum, file) => sum + file.matches, 0);
  return { text: lines.join('\n'), note: moreNote({ matches, files: rest.length, cut, limit }), matches: [], files };
}

function renderContent(found: readonly SearchFile[], { limit, lineNumbers, cut }: RenderOptions): RenderedMatches {
  const room = { matches: limit || LINES, lines: LINES, bytes: BYTES };
  const matches: RenderedMatches['matches'] = [];
  const blocks: string[] = [];
  const rest = { files: 0, matches: 0 };
  for (const file of found) {
    const block = room.matches > 0 && room.bytes > 0 ? renderBlock(file, room, lineNumbers) : undefined;
    if (block) {
      blocks.push(block.text);
      for (const { number, text } of block.matches) matches.push({ path: file.path, line: number, text });
    }
    const left = file.matches - (block?.matches.length ?? 0);
    if (left > 0) rest.files++;
    rest.matches += Math.max(0, left);
  }
  const files = found.slice(0, LINES).map(({ path, matches: count }) => ({ path, matches: count }));
  return { text: blocks.join('\n\n'), note: moreNote({ ...rest, cut, limit }), matches, files };
}

/** One file: its path, then `12:` for a match and `13-` for a line around it, `--` where lines were left out. */
function renderBlock(file: SearchFile, room: { matches: number; lines: number; bytes: number }, lineNumbers: boolean) {
  const shown: string[] = [showName(file.path)];
  const matches: SearchLine[] = [];
  room.bytes -= Buffer.byteLength(file.path) + 2;
  room.lines -= 2;
  let last: number | undefined;
  const around = file.lines.some(line => !line.match);
  for (const line of file.lines) {
    if (line.match && room.matches <= 0) break;
    const gap = around && last !== undefined && line.number > last + 1;
    const text = lineNumbers ? `${line.number}${line.match ? ':' : '-'}${line.text}` : line.text;
    room.bytes -= Buffer.byteLength(text) + 1 + (gap ? 3 : 0);
    room.lines -= gap ? 2 : 1;
    if (room.bytes < 0 || room.lines < 0) {
      room.matches = 0;
      break;
    }
    if (gap) shown.push('--');
    shown.push(text);
    last = line.number;
    if (line.match) {
      matches.push(line);
      room.matches--;
    }
  }
  return matches.length > 0 ? { text: shown.join('\n'), matches } : undefined;
}

/** A note on the rest, if any; a higher limit helps only where the limit, and not the room for output, was the end. */
function moreNote(rest: { matches: number; files: number; cut: boolean; limit: number }): string | undefined {
  const { matches, files, cut, limit } = rest;
  if (files === 0 && !cut) return undefined;
  const narrow = 'narrow it with glob, path or a longer pattern';
  if (matches === 0) return `The search was stopped early; there may be more. To see it, ${narrow}.`;
  const count = `${cut ? 'at least ' : ''}${sayCount(matches, 'more match', 'more matches')} in ${sayCount(files, 'file')}`;
  return `${count}; ${narrow}${limit > 0 && limit < LINES ? ', or raise limit' : ''}.`;
}
