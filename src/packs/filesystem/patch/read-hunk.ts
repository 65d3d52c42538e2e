import type { Hunk, HunkLine } from '../place-text/hunk.ts';
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

/** The lines of a hunk as far as they are read. */
export interface HunkBody {
  readonly lines: HunkLine[];
  /** How many of them are old, how many new. */
  readonly have: { old: number; new: number };
  readonly noNewline: { old: boolean; new: boolean };
  /** How many empty lines it ends in. */
  empties: number;
  /** The line of the patch after it. */
  next: number;
}

/** Reads lines up to one that is no line of the hunk. A line without its mark is context. */
export function readBody(
  lines: readonly PatchLine[],
  from: number,
  ends: (at: number, body: HunkBody) => boolean,
): HunkBody {
  const body: HunkBody = {
    lines: [],
    have: { old: 0, new: 0 },
    noNewline: { old: false, new: false },
    empties: 0,
    next: from,
  };
  for (; body.next < lines.length && !ends(body.next, body); body.next++) {
    const { text } = lines[body.next]!;
    const last = body.lines.at(-1)?.mark;
    if (text.startsWith('\\') && last) {
      if (last !== '+') body.noNewline.old = true;
      if (last !== '-') body.noNewline.new = true;
      continue;
    }
    const mark = /^[-+ ]/.exec(text)?.[0] as HunkLine['mark'] | undefined;
    const line: HunkLine = mark
      ? { mark, text: text.slice(1) }
      : { mark: ' ', text, ...(text === '' ? {} : { bare: true }) };
    body.lines.push(line);
    if (line.mark !== '+') body.have.old++;
    if (line.mark !== '-') body.have.new++;
    body.empties = text === '' ? body.empties + 1 : 0;
  }
  return body;
}

export const changesNothing = ({ lines }: Pick<Hunk, 'lines'>): boolean => lines.every(line => line.mark === ' ');
