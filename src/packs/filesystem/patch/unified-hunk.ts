import type { Hunk } from '../place-text/hunk.ts';
import { badPatch, quoteLine } from './patch-error.ts';
import type { PatchLine } from './patch-lines.ts';
import { changesNothing, type HunkBody, parseRange, readBody } from './read-hunk.ts';
import { looksLikeNames } from './unified-names.ts';

interface Counts {
  readonly old: number;
  readonly new: number;
}

/** Reads the hunk whose header is at `at`. How many lines it has is seen from the lines; the numbers are a hint. */
export function unifiedHunk(lines: readonly PatchLine[], at: number): { hunk: Hunk; next: number } {
  const header = lines[at]!;
  const bad = (problem: string, { number } = header) => badPatch(number, problem, 'unified');
  if (header.text.startsWith('@@@')) throw bad('a diff of a merge (@@@) is not applied; a plain one was expected.');
  const range = parseRange(header);
  const told = range?.told;
  const body = readBody(lines, at + 1, (next, soFar) => {
    if (isNextHeader(lines, next, { told, body: soFar })) return true;
    const { text } = lines[next]!;
    if (/^(?:={10,}|diff |Only in |Binary files |GIT binary )/.test(text))
      throw bad(
        `a line of a hunk begins with " ", "+" or "-", or a header was expected, not ${quoteLine(text)}.`,
        lines[next],
      );
    return false;
  });
  const spacing = spacingOf(body, told);
  const kept = body.lines.slice(0, body.lines.length - spacing.sure);
  if (changesNothing({ lines: kept })) throw bad('a "+" or "-" line was expected in this hunk.');
  const have = { old: body.have.old - spacing.sure, new: body.have.new - spacing.sure };
  if (body.next >= lines.length && told && isCutOff(told, have, kept.at(-1)!.mark === ' '))
    throw bad(
      `the last hunk announces ${told.old} old and ${told.new} new lines and has ${have.old} and ${have.new}; it may be cut off. Complete it, or correct the numbers after "@@".`,
      lines.at(-1),
    );
  const numberless = header.text.replace(/^@@|@@\s*$/g, '').trim();
  const heading = range ? range.heading : ['', '...'].includes(numberless) ? undefined : numberless;
  const { noNewline, next } = body;
  const hunk = {
    patchLine: header.number,
    lines: kept,
    anchors: [],
    endOfFile: false,
    spacing: spacing.maybe,
    noNewline,
    heading,
    position: range?.position,
  };
  return { next, hunk };
}

/** Whether the hunk ends before this line. `--- x` may be a removed line or the name of the next file. */
function isNextHeader(
  lines: readonly PatchLine[],
  at: number,
  { told, body }: { told: Counts | undefined; body: HunkBody },
): boolean {
  const { text, number } = lines[at]!;
  if (/^(?:@@|diff --git |Index: )/.test(text)) return true;
  const following = lines[at + 1]?.text ?? '';
  const full = told !== undefined && spacingOf(body, told).exact;
  if (text.trimEnd() === '--' && full && /^\d+(?:\.\d+)+/.test(following)) return true;
  const after = lines.find((line, index) => index > at + 1 && line.text !== '');
  if (!text.startsWith('--- ') || !following.startsWith('+++ ') || !after?.text.startsWith('@@')) return false;
  if (full) return true;
  // Without these lines the hunk would change nothing.
  if (body.lines.length > 0 && changesNothing(body)) return false;
  const names = looksLikeNames(text, following);
  const { have } = body;
  // A hunk with context ends in some, unless the file ends there; then no other hunk of it follows.
  if (
    names &&
    body.lines.every(line => line.mark !== ' ') &&
    told &&
    have.old + 1 === told.old &&
    have.new + 1 === told.new
  )
    throw badPatch(
      number,
      'this may be the name of the next file or a line of the hunk; a line "diff --git a/x b/x" before it would tell.',
      'unified',
    );
  return names;
}

/** Empty lines at the end of a hunk are lines of the file when its numbers ask for them. */
function spacingOf(
  { have, empties }: HunkBody,
  told: Counts | undefined,
): { sure: number; maybe: number; exact: boolean } {
  const over = told ? have.old - told.old : -1;
  if (over >= 0 && over <= empties && over === have.new - told!.new) return { sure: over, maybe: 0, exact: true };
  return { sure: 0, maybe: empties, exact: false };
}

/** Numbers are often wrong by a few; but a last hunk that lacks lines and ends in a change may be half a hunk. */
function isCutOff(told: Counts, have: Counts, endsInContext: boolean): boolean {
  const lacks = [told.old - have.old, told.new - have.new];
  if (lacks.some(count => count < 0) || lacks.every(count => count === 0)) return false;
  return !endsInContext || lacks.some(count => count > 3);
}
