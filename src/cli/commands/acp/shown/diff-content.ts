import type { ToolCallContent } from '@agentclientprotocol/sdk';
import type { EditorPaths } from './editor-paths.ts';

/** The most places that are shown; the text of a question has the rest. */
const MOST_PLACES = 100;
const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
const NO_NEWLINE = '\\ No newline at end of file';

/**
 * A unified diff as an editor takes it: the old and the new text of each place that changes. Places are read by the
 * lengths in their heads, for a line of a file may look like a head itself.
 */
export function diffContent(diff: string, { toEditor }: EditorPaths) {
  const lines = diff.split('\n');
  const content: Extract<ToolCallContent, { type: 'diff' }>[] = [];
  // All of the diff is there: nothing was cut, and nothing is no text, such as a mode or a move.
  let whole = true;
  let [before, after] = [NOTHING, NOTHING];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at++] ?? '';
    const head = HUNK.exec(line);
    if (head) {
      const place = readPlace(lines, at, [Number(head[1] ?? 1), Number(head[2] ?? 1)]);
      at = place.end;
      whole &&= place.whole;
      const path = toEditor(after === NOTHING ? before : after);
      const oldText = before === NOTHING ? null : place.old;
      if (path === undefined) whole = false;
      else content.push({ type: 'diff', path, oldText, newText: place.fresh });
    } else if (line.startsWith('--- ')) before = nameIn(line);
    else if (line.startsWith('+++ ')) after = nameIn(line);
    else if (line !== '') whole = false;
  }
  return { content: content.slice(0, MOST_PLACES), whole: whole && content.length <= MOST_PLACES };
}

const NOTHING = '/dev/null';

const nameIn = (line: string): string => (line.slice(4) === NOTHING ? NOTHING : line.slice(6));

const SIGNS: ReadonlySet<string> = new Set([' ', '+', '-']);

/** The old and the new text of a place of so many lines each; `end` is the line after it. */
function readPlace(lines: readonly string[], from: number, counts: readonly [number, number]) {
  let [old, fresh, at] = ['', '', from];
  let [oldLeft, freshLeft] = counts;
  let whole = true;
  while (oldLeft > 0 || freshLeft > 0) {
    const line = lines[at];
    const sign = line?.[0] ?? '';
    const fits = (sign === '+' || oldLeft > 0) && (sign === '-' || freshLeft > 0);
    if (line === undefined || !SIGNS.has(sign) || !fits) return { old, fresh, end: at, whole: false };
    at++;
    const isLast = lines[at] === NO_NEWLINE;
    if (isLast) at++;
    const text = `${line.slice(1)}${isLast ? '' : '\n'}`;
    // A line that was too long was cut, and ends with this character.
    if (line.endsWith('…')) whole = false;
    if (sign !== '+') [old, oldLeft] = [old + text, oldLeft - 1];
    if (sign !== '-') [fresh, freshLeft] = [fresh + text, freshLeft - 1];
  }
  return { old, fresh, end: at, whole };
}
