import type { Hunk, HunkLine } from '../place-text/hunk.ts';
import { badPatch, quoteLine } from './patch-error.ts';
import type { PatchLine } from './patch-lines.ts';
import { looksLikeNames } from './unified-names.ts';

interface Range {
  readonly position: { readonly line: number; readonly count: number };
  readonly newCount: number;
  readonly heading?: string;
}

const RANGE = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@ ?(.*)$/;

/** The numbers of `@@ -1,2 +3,4 @@ heading`. */
export function parseRange({ text }: PatchLine): Range | undefined {
  const found = RANGE.exec(text);
  if (!found) return undefined;
  const heading = found[4]!.trim();
  return {
    position: { line: Number(found[1]), count: Number(found[2] ?? 1) },
    newCount: Number(found[3] ?? 1),
    ...(heading === '' ? {} : { heading }),
  };
}

interface Counts {
  readonly old: number;
  readonly new: number;
}

/** Reads the hunk whose header is at `at`. How many lines it has is seen from the lines; the numbers are a hint. */
export function unifiedHunk(lines: readonly PatchLine[], at: number): { hunk: Hunk; next: number } {
  const header = lines[at]!;
  if (header.text.startsWith('@@@'))
    throw badPatch(header.number, 'a diff of a merge (@@@) is not applied; a plain one was expected.', 'unified');
  const range = parseRange(header);
  const told = range && { old: range.position.count, new: range.newCount };
  const body: Body = { lines: [], have: { old: 0, new: 0 }, empties: 0 };
  const noNewline = { old: false, new: false };
  let next = at + 1;
  for (; next < lines.length; next++) {
    const { text, number } = lines[next]!;
    const mark = text[0];
    if (isNextHeader(lines, next, { told, body })) break;
    if (mark === '\\') {
      const last = body.lines.at(-1)?.mark;
      if (last !== '+') noNewline.old = true;
      if (last !== '-') noNewline.new = true;
    } else if (mark === undefined) addLine(body, { mark: ' ', text: '' }, true);
    else if (mark === ' ' || mark === '+' || mark === '-') addLine(body, { mark, text: text.slice(1) });
    else if (/^(?:={10,}|diff |Only in |Binary files |GIT binary )/.test(text))
      throw badPatch(
        number,
        `a line of a hunk begins with " ", "+" or "-", or a header was expected, not ${quoteLine(text)}.`,
        'unified',
      );
    else addLine(body, { mark: ' ', text, bare: true });
  }
  const spacing = spacingOf(body, told);
  const kept = body.lines.slice(0, body.lines.length - spacing.sure);
  if (!kept.some(line => line.mark !== ' '))
    throw badPatch(header.number, 'a "+" or "-" line was expected in this hunk.', 'unified');
  if (next >= lines.length) refuseCutOff(kept, { told, cut: spacing.sure, have: body.have }, lines.at(-1)!.number);
  const heading = range ? range.heading : numberlessHeading(header.text);
  return {
    next,
    hunk: {
      patchLine: header.number,
      lines: kept,
      anchors: [],
      endOfFile: false,
      spacing: spacing.maybe,
      noNewline,
      ...(heading === undefined ? {} : { heading }),
      ...(range ? { position: range.position } : {}),
    },
  };
}

function numberlessHeading(text: string): string | undefined {
  const bare = text
    .replace(/^@@/, '')
    .replace(/@@\s*$/, '')
    .trim();
  return bare === '' || bare === '...' ? undefined : bare;
}

/** The lines of a hunk as far as they are read. */
interface Body {
  readonly lines: HunkLine[];
  /** How many of them are old, how many new. */
  readonly have: { old: number; new: number };
  /** How many empty lines it ends in. */
  empties: number;
}

function addLine(body: Body, line: HunkLine, empty = false): void {
  body.lines.push(line);
  if (line.mark !== '+') body.have.old++;
  if (line.mark !== '-') body.have.new++;
  body.empties = empty ? body.empties + 1 : 0;
}

/** Whether the hunk ends before this line. `--- x` may be a removed line or the name of the next file. */
function isNextHeader(
  lines: readonly PatchLine[],
  at: number,
  { told, body }: { told: Counts | undefined; body: Body },
): boolean {
  const { text, number } = lines[at]!;
  if (/^(?:@@|diff --git |Index: )/.test(text)) return true;
  if (!text.startsWith('--')) return false;
  const following = lines[at + 1]?.text ?? '';
  const full = told !== undefined && spacingOf(body, told).exact;
  if (text.trimEnd() === '--' && full && /^\d+(?:\.\d+)+/.test(following)) return true;
  if (!text.startsWith('--- ') || !following.startsWith('+++ ')) return false;
  let after = at + 2;
  while (lines[after]?.text === '') after++;
  if (!lines[after]?.text.startsWith('@@')) return false;
  if (full) return true;
  // Without these lines the hunk would change nothing.
  const context = body.have.old + body.have.new - body.lines.length;
  if (context > 0 && context === body.lines.length) return false;
  const names = looksLikeNames(text, following);
  const { have } = body;
  // A hunk with context ends in some, unless the file ends there; then no other hunk of it follows.
  if (names && context === 0 && told && have.old + 1 === told.old && have.new + 1 === told.new) {
    throw badPatch(
      number,
      'this may be the name of the next file or a line of the hunk; a line "diff --git a/x b/x" before it would tell.',
      'unified',
    );
  }
  return names;
}

/** Empty lines at the end of a hunk are lines of the file when its numbers ask for them. */
function spacingOf({ have, empties }: Body, told: Counts | undefined): { sure: number; maybe: number; exact: boolean } {
  const over = told ? have.old - told.old : -1;
  if (over >= 0 && over <= empties && over === have.new - told!.new) return { sure: over, maybe: 0, exact: true };
  return { sure: 0, maybe: empties, exact: false };
}

/** Numbers are often wrong by a few; but a last hunk that lacks lines and ends in a change may be half a hunk. */
function refuseCutOff(
  lines: readonly HunkLine[],
  { told, cut, have: all }: { told: Counts | undefined; cut: number; have: Counts },
  number: number,
): void {
  if (!told) return;
  const have = { old: all.old - cut, new: all.new - cut };
  const lacks = { old: told.old - have.old, new: told.new - have.new };
  if (lacks.old < 0 || lacks.new < 0 || lacks.old + lacks.new === 0) return;
  if (lines.at(-1)!.mark === ' ' && lacks.old <= 3 && lacks.new <= 3) return;
  throw badPatch(
    number,
    `the last hunk announces ${told.old} old and ${told.new} new lines and has ${have.old} and ${have.new}; it may be cut off. Complete it, or correct the numbers after "@@".`,
    'unified',
  );
}
