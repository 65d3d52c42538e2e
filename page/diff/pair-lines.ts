import type { DiffLine } from './parse-diff.ts';

/** A row of the side-by-side view: what was, and what is. */
export interface DiffRow {
  readonly left?: DiffLine;
  readonly right?: DiffLine;
  /** A hunk's head or a remark, over both. */
  readonly both?: DiffLine;
}

/** Lines that were removed stand beside those that came for them. */
export function pairLines(lines: readonly DiffLine[]): readonly DiffRow[] {
  const rows: DiffRow[] = [];
  let removed: DiffLine[] = [];
  let added: DiffLine[] = [];
  const flush = () => {
    for (let index = 0; index < Math.max(removed.length, added.length); index++) {
      const [left, right] = [removed[index], added[index]];
      rows.push({ ...(left ? { left } : {}), ...(right ? { right } : {}) });
    }
    removed = [];
    added = [];
  };
  for (const line of lines) {
    if (line.kind === 'remove') {
      if (added.length > 0) flush();
      removed.push(line);
    } else if (line.kind === 'add') added.push(line);
    else {
      flush();
      rows.push(line.kind === 'same' ? { left: line, right: line } : { both: line });
    }
  }
  flush();
  return rows;
}
