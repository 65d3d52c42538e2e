import type { ToolError } from '../../../tool/error.ts';
import { failedPlace } from './answer/say-failure.ts';
import { changeText, openText } from './change-text.ts';
import { anchorLines } from './choose-place.ts';
import type { FileView } from './file-view.ts';
import { type Hunk, newLines, oldLines } from './hunk.ts';
import { trimEnd } from './lines.ts';
import { locateText } from './locate-text.ts';
import { attempt, Miss, refusePlace } from './miss.ts';
import { toSplice } from './splice.ts';
import type { Placed } from './write-hunk.ts';

/** The number of hunks that go nowhere which is enough to tell. */
const ENOUGH = 20;

/** Makes all hunks in the file, or throws. Each is found in the original, and none lies over another. */
export function applyHunks(
  content: Uint8Array,
  hunks: readonly Hunk[],
  { path, excerptLines }: { path: string; excerptLines?: number },
) {
  const opened = openText(content, path);
  const found = placeAll(opened.view, hunks, path);
  if (found.some(each => each instanceof Miss)) throw explainMisses(opened.view, hunks, { path, found });
  const placed = found as readonly Placed[];
  const finish = finalBreak(opened.view, hunks, placed);
  const owned = placed.map(each => [each]);
  const { bytes, excerpt } = changeText(opened, owned, { path, what: 'hunks', excerptLines, finish });
  // The match of each hunk, `exact` or what it overlooked, and its line, from 1 in the file as it was.
  const statuses = placed.map(({ reading, line, decided }) => {
    const how = reading === 'line endings' ? 'exact' : reading;
    return { how: decided === undefined ? how : `${how}, ${decided}`, line: line + 1 };
  });
  const count = (mark: string) => hunks.flatMap(hunk => hunk.lines).filter(line => line.mark === mark).length;
  return { bytes, excerpt, statuses, added: count('+'), removed: count('-') };
}

/** The place of each hunk; equal hunks, if they are as many as the places where they fit, are meant once each. */
function placeAll(view: FileView, hunks: readonly Hunk[], path: string): readonly (Placed | Miss)[] {
  const isOff = hunks.map(({ position, lines }) => {
    const places = position ? view.find(trimEnd, oldLines(lines)) : [];
    return places.length === 1 && places[0]! + 1 !== position!.line;
  });
  const found: (Placed | Miss)[] = [];
  let failed = 0;
  for (const [index, hunk] of hunks.entries()) {
    // The numbers of a hunk count if those of all other hunks that stand in one place only are right.
    const trusted = isOff.every((off, at) => !off || at === index);
    const each = attempt(() => placeHunk(view, trusted ? hunk : { ...hunk, position: undefined }, path));
    found.push(each);
    // Ambiguous places may yet be shared out. After this many other failures nothing is applied, and each takes time.
    if (each instanceof Miss && each.kind !== 'ambiguous' && ++failed === ENOUGH) break;
  }
  const keyOf = ({ lines, anchors, endOfFile }: Hunk) => JSON.stringify([lines, anchors, endOfFile]);
  const groups = Map.groupBy(found.keys(), index => keyOf(hunks[index]!));
  return found.map((each, index) => {
    const group = groups.get(keyOf(hunks[index]!))!;
    if (!(each instanceof Miss) || each.kind !== 'ambiguous' || each.lines.length !== group.length) return each;
    const position = { line: each.lines[group.indexOf(index)]! + 1, count: 0 };
    return attempt(() => placeHunk(view, { ...hunks[index]!, position }, path));
  });
}

/** The one place that a hunk means, which need not be the first that fits. */
function placeHunk(view: FileView, hunk: Hunk, path: string): Placed {
  const pair = { old: oldLines(hunk.lines), new: newLines(hunk.lines) };
  if (pair.old.length > 0) return locateText(view, { pair, marked: hunk.lines, path, hints: hunk })[0]!;
  const at = additionLine(view, hunk);
  const already = view.find(trimEnd, pair.new).filter(line => line === at || line + pair.new.length === at);
  if (already.length > 0) throw new Miss('already_applied', already);
  return { splices: [toSplice(view.file, { from: at, to: at, lines: pair.new })], reading: 'exact', line: at };
}

/** The line for a hunk that only adds: below its anchor, or at the end of the file; if its numbers differ, nowhere. */
function additionLine(view: FileView, { position, anchors, endOfFile }: Hunk): number {
  const end = view.lines.length;
  if (end === 0 || endOfFile || (anchors.length === 0 && (!position || position.line >= end))) return end;
  if (anchors.length === 0)
    refusePlace('it only adds lines and does not show where; give it lines of the file as context');
  const heads = anchorLines(view, anchors);
  if (heads.length !== 1) throw new Miss(heads.length > 1 ? 'ambiguous' : 'not_found', heads);
  return heads[0]! + 1;
}

/** Adds or removes the final line break where just one side of the hunk at the end says that there is none. */
function finalBreak({ file, lines }: FileView, hunks: readonly Hunk[], placed: readonly Placed[]) {
  const at = hunks.findIndex(({ noNewline }) => noNewline.old !== noNewline.new);
  const hunk = hunks[at];
  if (!hunk || placed[at]!.line + oldLines(hunk.lines).length < lines.length) return undefined;
  if (hunk.noNewline.new) return (text: string) => text.replace(/\r?\n$/, '');
  return (text: string) => (/[\r\n]$/.test(text) || text === '' ? text : text + file.dominant);
}

const SUGGESTIONS = {
  not_found: 'Read the file again and copy the lines as they are.',
  ambiguous:
    'Add lines of context that only the place you mean has, or "@@ " with the line that opens its function or class.',
  refused: 'Correct the hunk.',
  already_applied: 'Leave this hunk out.',
};

/** The error for hunks that go nowhere: the first in full, the others in a word. */
function explainMisses(
  view: FileView,
  hunks: readonly Hunk[],
  { path, found }: { path: string; found: readonly (Placed | Miss)[] },
): ToolError {
  const problems = found.flatMap((each, at) => (each instanceof Miss ? [{ hunk: at + 1, problem: each.kind }] : []));
  const number = problems[0]!.hunk;
  const miss = found[number - 1] as Miss;
  const { lines, patchLine } = hunks[number - 1]!;
  const bare = miss.kind === 'not_found' ? lines.find(line => line.bare)?.text.slice(0, 100) : undefined;
  const list = problems.slice(1, 6).map(({ hunk, problem }) => `hunk ${hunk} (${problem.replace('_', ' ')})`);
  const also = `Also not applied: ${list.join(', ')}${problems.length > 6 ? ', …' : ''}.`;
  const which = hunks.length === 1 ? 'The hunk' : `Hunk ${number} of ${hunks.length}`;
  const rest = [
    bare !== undefined && `Each line of a hunk begins with " ", "+" or "-"; ${JSON.stringify(bare)} does not.`,
    list.length > 0 ? also : hunks.length > 1 && 'The other hunks fit.',
    'Nothing was changed in any file.',
  ].filter(each => each !== false);
  return failedPlace(view, miss, {
    path,
    lead: `${which} for ${path} (line ${patchLine} of the patch) was not applied`,
    what: 'the hunk',
    old: oldLines(lines),
    rest,
    suggestion: SUGGESTIONS[miss.kind],
    details: { hunks: problems },
  });
}
