import { diffArrays } from 'diff';

/** Lines `start` up to `end` of the one text are `lines` in the other. */
export interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** How much work a comparison may cost before it settles for one coarse hunk. */
export interface DiffBudget {
  readonly edits: number;
  readonly milliseconds: number;
}

/** Lines with their endings, one character a byte, so that nothing is decoded and nothing is lost. */
export function splitLines(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const lines: string[] = [];
  for (let from = 0; from < text.length; ) {
    const at = text.indexOf('\n', from);
    const to = at < 0 ? text.length : at + 1;
    lines.push(text.slice(from, to));
    from = to;
  }
  return lines;
}

export const joinLines = (lines: readonly string[]): Buffer => Buffer.from(lines.join(''), 'latin1');

/** A NUL byte anywhere: not to be cut into lines. */
export const isBinary = (bytes: Uint8Array): boolean => bytes.includes(0);

/**
 * The hunks that turn `from` into `to`, in order and apart. What both begin and end with is set aside first; when the
 * rest costs more than the budget, all of it is one hunk, which is true, only not small.
 */
export function lineHunks(from: readonly string[], to: readonly string[], budget: DiffBudget): Hunk[] {
  let head = 0;
  while (head < from.length && head < to.length && from[head] === to[head]) head++;
  let tail = 0;
  const room = Math.min(from.length, to.length) - head;
  while (tail < room && from[from.length - 1 - tail] === to[to.length - 1 - tail]) tail++;
  const old = from.slice(head, from.length - tail);
  const fresh = to.slice(head, to.length - tail);
  if (old.length === 0 && fresh.length === 0) return [];
  const whole = [{ start: head, end: head + old.length, lines: fresh }];
  if (old.length === 0 || fresh.length === 0) return whole;
  const parts = diffArrays(old, fresh, { maxEditLength: budget.edits, timeout: budget.milliseconds });
  if (!parts) return whole;
  const hunks: Hunk[] = [];
  let at = head;
  let open: { start: number; end: number; lines: string[] } | undefined;
  for (const part of parts) {
    if (!part.added && !part.removed) {
      if (open) hunks.push(open);
      open = undefined;
      at += part.value.length;
      continue;
    }
    open ??= { start: at, end: at, lines: [] };
    if (part.added) for (const line of part.value) open.lines.push(line);
    else {
      at += part.value.length;
      open.end = at;
    }
  }
  if (open) hunks.push(open);
  return hunks;
}
