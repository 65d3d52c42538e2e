import { type Hunk, type HunkLine, isChange, newLines, oldLines } from '../place-text/hunk.ts';
import type { PatchLine } from './patch-lines.ts';

const RANGE = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@ ?(.*)$/;

/** The numbers of `@@ -1,2 +3,4 @@ heading`. */
export function parseRange({ text }: PatchLine) {
  const found = RANGE.exec(text);
  if (!found) return undefined;
  const count = Number(found[2] ?? 1);
  const heading = found[4]!.trim() || undefined;
  return { position: { line: Number(found[1]), count }, told: { old: count, new: Number(found[3] ?? 1) }, heading };
}

export interface LineCounts {
  readonly old: number;
  readonly new: number;
}

export const countHunk = (lines: readonly HunkLine[]): LineCounts => {
  return { old: oldLines(lines).length, new: newLines(lines).length };
};

export const changesNothing = (lines: readonly HunkLine[]): boolean => !lines.some(isChange);

/** Reads the lines of a hunk: one without its mark is context; empty ones at the end are spacing, unless counted. */
export function readBody(
  lines: readonly PatchLine[],
  from: number,
  { ends, told }: { ends: (at: number, body: readonly HunkLine[]) => boolean; told?: LineCounts | undefined },
): Pick<Hunk, 'lines' | 'noNewline'> & { readonly next: number } {
  const body: HunkLine[] = [];
  const noNewline = { old: false, new: false };
  let [next, empties] = [from, 0];
  for (; next < lines.length && !ends(next, body); next++) {
    const { text } = lines[next]!;
    const last = body.at(-1)?.mark;
    if (text.startsWith('\\') && last) {
      noNewline.old ||= last !== '+';
      noNewline.new ||= last !== '-';
      continue;
    }
    const mark = /^[-+ ]/.exec(text)?.[0] as HunkLine['mark'] | undefined;
    body.push(mark ? { mark, text: text.slice(1) } : { mark: ' ', text, ...(text === '' ? {} : { bare: true }) });
    empties = text === '' ? empties + 1 : 0;
  }
  const over = told ? Math.min(empties, Math.max(0, countHunk(body).old - told.old)) : empties;
  return { lines: body.slice(0, body.length - over), noNewline, next };
}
