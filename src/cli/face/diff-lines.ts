import { toPrintableLine } from '../terminal/terminal.ts';
import type { Paint, ShownLine } from './shown-line.ts';

const MOST_LINES = 14;
const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;
const INDENT = '    ';

/** What events say where they leave out the rest of a long text. */
const CUT = /\n?[^\n]*… \(\d+ characters\)$/;

export function diffLines(given: string, paint: Paint, most = MOST_LINES): ShownLine[] {
  // Half a line would be taken for the whole line.
  const diff = given.replace(CUT, '');
  const all = numbered(diff);
  const shown = all.slice(0, all.length > most ? most - 1 : most);
  const width = shown.reduce((widest, { at }) => Math.max(widest, String(at ?? '').length), 1);
  const lines = shown.map(({ at, sign, text }): ShownLine => {
    if (sign === '@') return { lead: INDENT, text: paint('dim', '⋯') };
    const lead = `${INDENT}${paint('dim', String(at).padStart(width))} `;
    const line = `${sign} ${toPrintableLine(text)}`;
    const styles = { '+': 'green', '-': 'red' } as const;
    return { lead, text: sign === ' ' ? paint('dim', line) : paint(styles[sign], line), cut: true };
  });
  const rest = all.length - shown.length;
  if (diff !== given) lines.push({ lead: INDENT, text: paint('dim', '… more lines') });
  else if (rest > 0) lines.push({ lead: INDENT, text: paint('dim', `… ${rest} more lines`) });
  return lines;
}

interface DiffLine {
  readonly at?: number;
  readonly sign: '+' | '-' | ' ' | '@';
  readonly text: string;
}

function numbered(diff: string): DiffLine[] {
  const lines: DiffLine[] = [];
  let [before, after] = [0, 0];
  for (const line of diff.split('\n')) {
    const hunk = HUNK.exec(line);
    if (hunk) {
      [before, after] = [Number(hunk[1]), Number(hunk[2])];
      if (lines.length > 0) lines.push({ sign: '@', text: '' });
    } else if (before === 0 && after === 0) {
      // The names of the files stand in the line above.
    } else if (line.startsWith('+')) lines.push({ at: after++, sign: '+', text: line.slice(1) });
    else if (line.startsWith('-')) lines.push({ at: before++, sign: '-', text: line.slice(1) });
    else if (line.startsWith(' ')) {
      before++;
      lines.push({ at: after++, sign: ' ', text: line.slice(1) });
    }
  }
  return lines;
}
