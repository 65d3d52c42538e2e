import { numberedLine, shownLine } from '../../text/lines.ts';
import type { MergedLine } from './hunk-engine.ts';

const WIDTH = 200;

/** The numbered lines around the changes, with less around them where there are many. */
export function excerptOf(lines: readonly MergedLine[], most: number): string {
  for (const around of [2, 1]) {
    const shown = linesAround(lines, around);
    if (shown.length <= most) return shown.join('\n');
  }
  return linesAround(lines, 0).slice(0, most).join('\n');
}

function linesAround(lines: readonly MergedLine[], around: number): string[] {
  const near = new Set<number>();
  for (const at of lines.keys()) {
    if (!isChanged(lines, at)) continue;
    for (let each = at - around; each <= at + around; each++) if (lines[each]) near.add(each);
  }
  const shown = [...near].sort((one, other) => one - other);
  return shown.flatMap((at, index) => [
    ...(index > 0 && shown[index - 1] !== at - 1 ? ['     …'] : []),
    numberedLine(at + 1, shownLine(lines[at]!.text, WIDTH)),
  ]);
}

/** A new line, or the first one after lines that went. */
function isChanged(lines: readonly MergedLine[], at: number): boolean {
  const [line, last] = [lines[at]!, lines[at - 1]];
  return !line.own || (last?.own === true && last.source !== line.source - 1);
}
