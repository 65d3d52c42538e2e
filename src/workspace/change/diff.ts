import { addAll } from '../../tool/lists/long-lists.ts';
import { changedPart } from './changed-part.ts';
import { isBinary, type LineHunk, lineHunks, splitLines } from './line-hunks.ts';

/** One side of a change as a diff shows it. */
export interface DiffSide {
  readonly kind: 'file' | 'directory' | 'symlink';
  readonly mode: number;
  readonly size: number;
  /** The content of a file; undefined when it was not kept or not loaded. */
  readonly bytes?: Uint8Array;
  readonly target?: string;
}

interface DiffInput {
  readonly path: string;
  /** The path that a move came from. */
  readonly from?: string;
  readonly before?: DiffSide;
  readonly after?: DiffSide;
}

export interface FileDiff {
  readonly text: string;
  readonly added: number;
  readonly removed: number;
}

const CONTEXT = 3;
const LARGEST = 4 * 1024 * 1024;
const MOST_LINES = 2000;
const LONGEST_LINE = 2000;

/** A unified diff for people and models: `a/` and `b/` labels, a note where bytes cannot be shown, cut when huge. */
export function diffOf({ path, from, before, after }: DiffInput): FileDiff {
  const head: string[] = [];
  if (from !== undefined) head.push(`rename from ${from}`, `rename to ${path}`);
  if (before && after && before.kind === after.kind && before.mode !== after.mode)
    head.push(`old mode ${octal(before)}`, `new mode ${octal(after)}`);
  if (!before && after && (after.mode & 0o111) !== 0 && after.kind === 'file') head.push(`new mode ${octal(after)}`);
  if (!before && after?.kind === 'directory') return done([...head, `new folder ${path}/`]);
  if (!after && before?.kind === 'directory') return done([...head, `deleted folder ${path}/`]);
  const labels = [before ? `--- a/${from ?? path}` : '--- /dev/null', after ? `+++ b/${path}` : '+++ /dev/null'];
  const [old, fresh] = [contentOf(before), contentOf(after)];
  if (old === undefined || fresh === undefined || Math.max(old.length, fresh.length) > LARGEST) {
    if (from !== undefined && before?.size === after?.size) return done(head);
    return done([...head, ...labels, `content not shown (${sizes(before, after)})`]);
  }
  if (Buffer.compare(old, fresh) === 0) {
    const named = from !== undefined || head.length === 0;
    return done(before && after && named ? head : [...head, ...labels]);
  }
  if (isBinary(old) || isBinary(fresh)) return done([...head, ...labels, `binary content (${sizes(before, after)})`]);
  const part = changedPart(old, fresh, CONTEXT);
  const lines = splitLines(part.old);
  const hunks = lineHunks(lines, splitLines(part.fresh));
  const added = hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
  const removed = hunks.reduce((sum, hunk) => sum + hunk.end - hunk.start, 0);
  return { ...done([...head, ...labels, ...unified(lines, hunks, part.linesBefore)]), added, removed };
}

/** The `@@` blocks of hunks, each with its context; neighbours whose context meets share a block. */
function unified(lines: readonly string[], hunks: readonly LineHunk[], linesBefore: number): string[] {
  const out: string[] = [];
  let left = 0;
  const put = (sign: string, line: string) => {
    if (out.length < MOST_LINES) addAll(out, shown(sign, line));
    else left++;
  };
  let shift = 0;
  for (let first = 0; first < hunks.length; ) {
    let last = first;
    while (last + 1 < hunks.length && hunks[last + 1]!.start - hunks[last]!.end <= 2 * CONTEXT) last++;
    const group = hunks.slice(first, last + 1);
    const start = Math.max(0, group[0]!.start - CONTEXT);
    const end = Math.min(lines.length, group.at(-1)!.end + CONTEXT);
    const growth = group.reduce((sum, hunk) => sum + hunk.lines.length - (hunk.end - hunk.start), 0);
    const [from, to] = [start + linesBefore, end + linesBefore];
    if (left === 0) out.push(`@@ -${range(from, to)} +${range(from + shift, to + shift + growth)} @@`);
    let at = start;
    for (const hunk of group) {
      for (; at < hunk.start; at++) put(' ', lines[at]!);
      for (; at < hunk.end; at++) put('-', lines[at]!);
      for (const line of hunk.lines) put('+', line);
    }
    for (; at < end; at++) put(' ', lines[at]!);
    shift += growth;
    first = last + 1;
  }
  return left === 0 ? out : [...out, `… cut here: ${left} more lines`];
}

const range = (start: number, end: number): string => {
  const count = end - start;
  return count === 1 ? `${start + 1}` : `${count === 0 ? start : start + 1},${count}`;
};

function shown(sign: string, line: string): string[] {
  const ended = line.endsWith('\n');
  const bytes = ended ? line.slice(0, -1) : line;
  const text = Buffer.from(bytes.slice(0, LONGEST_LINE), 'latin1').toString('utf8');
  const cut = `${sign}${text}${bytes.length > LONGEST_LINE ? '…' : ''}`;
  return ended ? [cut] : [cut, '\\ No newline at end of file'];
}

const NOTHING = new Uint8Array();

/** The content of a side; a link is shown by where it points, as a file of one line. */
function contentOf(side: DiffSide | undefined): Uint8Array | undefined {
  if (!side || side.kind === 'directory') return NOTHING;
  return side.kind === 'symlink' ? Buffer.from(side.target ?? '') : side.bytes;
}

const done = (lines: readonly string[]): FileDiff => ({
  text: lines.length > 0 ? `${lines.join('\n')}\n` : '',
  added: 0,
  removed: 0,
});

const octal = (side: DiffSide): string => (side.mode & 0o7777).toString(8).padStart(4, '0');

const sizes = (before: DiffSide | undefined, after: DiffSide | undefined): string =>
  `${before ? `${before.size} bytes` : 'nothing'} → ${after ? `${after.size} bytes` : 'nothing'}`;
