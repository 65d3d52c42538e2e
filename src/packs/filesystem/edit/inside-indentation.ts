import { belongsAtMargin, closesBlock, endsStatement, isFlatComment, opensBlock } from './code-layout.ts';
import { compareLines } from './script.ts';
import { isTrivial } from './similarity.ts';
import { columns, indentOf, isBlank, trimBoth } from './white-space.ts';

interface Inside {
  /** The file's indentation before the place where the old text starts. */
  readonly prefix: string;
  readonly old: readonly string[];
  readonly new: readonly string[];
  readonly unit: string | undefined;
}

/**
 * The old text stands in the file literally, but starts inside the indentation of its first line, so the file has more
 * of it than the model wrote. The lines of the new text may be indented as the file is, or all be short of the same
 * piece. Returns the whole lines to write, or undefined where both are possible.
 */
export function linesInsideIndentation({ prefix, old, new: wanted, unit }: Inside): string[] | undefined {
  const further = old.slice(1).filter(line => !isBlank(line));
  const visible = wanted.slice(1).filter(line => !isBlank(line));
  const literal = [prefix + wanted[0]!, ...wanted.slice(1)];
  if (isBlank(wanted[0]!)) return visible.length === 0 ? literal : undefined;
  const was = indentOf(old[0]!);
  const is = indentOf(wanted[0]!);
  // The first old line stands further down as the file has it: then what comes before it may be so as well.
  if (losesLevels(wanted) || (wanted.indexOf(prefix + old[0]!) > 0 && !belongsInside(prefix + was, wanted)))
    return undefined;
  if (further.length > 0) {
    // The further lines match literally, so only the first one was cut short.
    // What closes a block stands further out than what it closes.
    if (is === was && closesBlock(old[0]!) !== closesBlock(wanted[0]!)) return undefined;
    if (is === was)
      return showsFileIndentation(old, wanted) && isFollowed({ prefix, old, new: wanted, unit }) ? literal : undefined;
    return is === prefix + was ? [...wanted] : undefined;
  }
  // Indented as the file is, though the old text is not; but a line that only gets more of it may mean that.
  if (is === prefix + was && trimBoth(wanted[0]!) !== trimBoth(old[0]!)) return [...wanted];
  if (is !== was) return undefined;
  return visible.length === 0 ? literal : followIndentation({ prefix, old, new: wanted, unit }, visible);
}

/** Whether the first line is code at this indentation: it opens what is closed there, or ends a statement. */
function belongsInside(indent: string, lines: readonly string[]): boolean {
  const closed = lines.some(line => closesBlock(line) && indentOf(line) === indent);
  return opensBlock(lines[0]!) ? closed : endsStatement(lines[0]!);
}

/** Whether a line that should be inside a block stands at the margin with the line that opens it. */
function losesLevels(lines: readonly string[]): boolean {
  const visible = lines.filter(line => !isBlank(line));
  return visible.some((line, at) => {
    const next = visible[at + 1];
    if (next === undefined || indentOf(line) + indentOf(next) !== '') return false;
    return isFlatComment(line, next) || (/[{([]\s*$/.test(line) && !closesBlock(next));
  });
}

/** The lines after the first one say how the new ones are indented, unless they moved or all stand at the margin. */
function showsFileIndentation(old: readonly string[], wanted: readonly string[]): boolean {
  const further = old.slice(1).filter(line => !isBlank(line));
  // A first line that stays keeps the file's indentation, unless the lines right after it move.
  const stays = wanted[0] === old[0];
  if (movedLines(old.slice(1, stays ? 2 : undefined), wanted.slice(1, stays ? 2 : undefined), !stays)) return false;
  if (!stays && leastColumns(wanted.slice(1)) < leastColumns(old.slice(1))) return false;
  if (further.some(line => indentOf(line) !== '' || !closesBlock(line))) return true;
  return wanted.every((line, at) => at === 0 || isBlank(line) || indentOf(line) !== '' || belongsAtMargin(wanted, at));
}

/** The least indentation of lines that close nothing. */
function leastColumns(lines: readonly string[]): number {
  const visible = lines.filter(line => !isBlank(line) && !closesBlock(line));
  return Math.min(...visible.map(line => columns(indentOf(line))));
}

/** Whether the line after a first line that lost its indentation fits the one that the file has there. */
function isFollowed({ prefix, old, new: wanted, unit }: Inside): boolean {
  const next = wanted.slice(1).find(line => !isBlank(line));
  const was = old.slice(1).find(line => !isBlank(line));
  if (next === undefined || closesBlock(next)) return true;
  // A statement that goes on does not do so further out.
  const goesOn = /[,=+?&|\\([{]\s*$/.test(wanted[0]!);
  if (goesOn && columns(indentOf(next)) < columns(prefix + indentOf(wanted[0]!))) return false;
  if (unit === undefined) return true;
  // Where a block was closed, a line that closes nothing is at that margin by a slip.
  const alike = opensBlock(old[0]!) === opensBlock(wanted[0]!) && (!closesBlock(was!) || indentOf(was!) !== '');
  if (indentOf(next) === indentOf(was!) && alike) return true;
  const [here, there] = [columns(prefix + indentOf(wanted[0]!)), columns(indentOf(next))];
  const [least, most] = [here + columns(unit), here + 3 * columns(unit)];
  if (opensBlock(wanted[0]!)) return there >= least && there <= most;
  return there >= here;
}

/** Whether a line that both texts have is indented differently in them. */
function movedLines(old: readonly string[], wanted: readonly string[], tellingOnly: boolean): boolean {
  const { changes } = compareLines(old.map(trimBoth), wanted.map(trimBoth));
  let oldAt = 0;
  let newAt = 0;
  for (const change of [...changes, undefined]) {
    for (; oldAt < (change?.oldFrom ?? old.length); oldAt++, newAt++) {
      if (tellingOnly && isTrivial(old[oldAt]!)) continue;
      if (!isBlank(old[oldAt]!) && indentOf(old[oldAt]!) !== indentOf(wanted[newAt]!)) return true;
    }
    oldAt = change?.oldTo ?? oldAt;
    newAt = change?.newTo ?? newAt;
  }
  return false;
}

/** One line of old text: the second line of the new text shows whether it is indented as the file is or as the first. */
function followIndentation(
  { prefix, old, new: wanted, unit }: Inside,
  visible: readonly string[],
): string[] | undefined {
  const was = indentOf(old[0]!);
  const next = columns(indentOf(visible[0]!));
  const opens = opensBlock(wanted[0]!);
  const level = unit === undefined ? undefined : columns(unit);
  if (opens && level === undefined) return undefined;
  const deeper = opens ? level! : 0;
  const asFile = next === columns(prefix + was) + deeper;
  const asOld = next === columns(was) + deeper;
  if (asFile === asOld) return undefined;
  if (asFile) {
    // A statement that goes on in the next line would be one level deeper than the margin, just as a new one here is.
    const mayGoOn = !opens && !endsStatement(wanted[0]!) && (level === undefined || next === columns(was) + level);
    return mayGoOn ? undefined : [prefix + wanted[0]!, ...wanted.slice(1)];
  }
  const closesMore = !opens && closesBlock(visible[0]!);
  const shallower = visible.some(line => columns(indentOf(line)) < columns(was));
  return closesMore || shallower ? undefined : wanted.map(line => (isBlank(line) ? line : prefix + line));
}
