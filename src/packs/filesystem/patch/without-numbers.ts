import { isBlank } from '../edit/white-space.ts';
import type { Hunk, HunkLine } from './patch-file.ts';

const NUMBERED = /^ *(\d+)(\t|→|: ?|\s*\| ?)/;

/** The hunk without the line numbers that were pasted into it, and the line where they say that it begins. */
export function withoutNumbers(hunk: Hunk): { readonly hunk: Hunk; readonly line: number } | undefined {
  const old = hunk.lines.filter(line => line.mark !== '+');
  const found = old.map(line => NUMBERED.exec(line.text));
  const first = found[0];
  if (!first) return undefined;
  if (found.some((each, at) => !each || each[2] !== first[2] || Number(each[1]) !== Number(first[1]) + at))
    return undefined;
  const added = hunk.lines.filter(line => line.mark === '+' && !isBlank(line.text));
  const numbered = added.filter(line => NUMBERED.exec(line.text)?.[2] === first[2]).length;
  if (numbered !== 0 && numbered !== added.length) return undefined;
  const strip = (line: HunkLine): HunkLine =>
    line.mark === '+' && numbered === 0 ? line : { ...line, text: line.text.replace(NUMBERED, '') };
  return { hunk: { ...hunk, lines: hunk.lines.map(strip) }, line: Number(first[1]) };
}
