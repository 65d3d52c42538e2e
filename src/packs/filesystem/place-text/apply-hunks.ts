import type { ToolError } from '../../../tool/error.ts';
import { failedPlace } from './answer/say-failure.ts';
import { changeText, joinSplices, openText } from './change-text.ts';
import { anchorLines } from './choose-place.ts';
import type { FileView } from './file-view.ts';
import { type Hunk, newLines, oldLines } from './hunk.ts';
import { trimEnd } from './lines.ts';
import { locateText } from './locate-text.ts';
import { isMiss, type Miss, type Placed, refusePlace } from './placed.ts';
import { toSplice } from './splice.ts';

export interface AppliedHunks {
  readonly bytes: Uint8Array;
  /** The numbered lines around the changes. */
  readonly excerpt: string;
  /** How each hunk matched, `exact` or what was overlooked, and where, counted from 1 in the file as it was. */
  readonly statuses: readonly { readonly how: string; readonly line: number }[];
  readonly added: number;
  readonly removed: number;
}

interface ApplyOptions {
  readonly path: string;
  /** How many lines the excerpt may have. */
  readonly excerptLines?: number;
}

/** So many hunks that go nowhere are enough to tell. */
const ENOUGH = 20;

/** Makes all hunks in the file, or throws: each found in the original, none over another. */
export function applyHunks(content: Uint8Array, hunks: readonly Hunk[], options: ApplyOptions): AppliedHunks {
  const opened = openText(content, options.path);
  const placed = placeAll(opened.view, hunks, options.path);
  const splices = joinSplices(
    opened.view,
    placed.map(each => [each]),
    { path: options.path, what: 'hunks' },
  );
  const finish = (text: string) => withFinalNewline(opened.view, text, { hunks, placed });
  const { bytes, excerpt } = changeText(opened, splices, { ...options, finish });
  const statuses = placed.map(({ reading, line, decided }) => {
    const how = reading === 'line endings' ? 'exact' : reading;
    return { how: decided === undefined ? how : `${how}, ${decided}`, line: line + 1 };
  });
  const count = (mark: string) => hunks.flatMap(hunk => hunk.lines).filter(line => line.mark === mark).length;
  return { bytes, excerpt, statuses, added: count('+'), removed: count('-') };
}

function placeAll(view: FileView, hunks: readonly Hunk[], path: string): Placed[] {
  const isOff = hunks.map(({ position, lines }) => {
    const places = position ? view.find(trimEnd, oldLines(lines)) : [];
    return places.length === 1 && places[0]! + 1 !== position!.line;
  });
  // Numbers count where those of all other hunks are right that stand in one place only.
  const trusts = (index: number) => isOff.every((off, at) => !off || at === index);
  const found: (Placed | Miss)[] = [];
  let failed = 0;
  for (const [index, hunk] of hunks.entries()) {
    const each = placeHunk(view, trusts(index) ? hunk : { ...hunk, position: undefined }, path);
    found.push(each);
    // Equal places may yet be shared out; after that many others nothing is applied anyway, and each takes its time.
    if (isMiss(each) && each.miss !== 'ambiguous' && ++failed === ENOUGH) break;
  }
  const all = spreadEqual(view, hunks, { found, path });
  if (all.some(isMiss)) throw explainMisses(view, hunks, { path, found: all });
  return all as Placed[];
}

/** Finds the one place that a hunk means. The first that fits is not good enough. */
function placeHunk(view: FileView, hunk: Hunk, path: string): Placed | Miss {
  const pair = { old: oldLines(hunk.lines), new: newLines(hunk.lines) };
  if (pair.old.length === 0) return placeAddition(view, hunk);
  return [locateText(view, { pair, marked: hunk.lines, path, hints: hunk })].flat()[0]!;
}

/** A hunk that only adds goes below its anchor, or to the end of the file; where its numbers say otherwise, nowhere. */
function placeAddition(view: FileView, { lines, position, anchors, endOfFile }: Hunk): Placed | Miss {
  const [wanted, end] = [newLines(lines), view.lines.length];
  const insert = (at: number): Placed | Miss => {
    const already = view.find(trimEnd, wanted).filter(line => line === at || line + wanted.length === at);
    if (already.length > 0) return { miss: 'already_applied', lines: already };
    return { splices: [toSplice(view.file, { from: at, to: at, lines: wanted })], reading: 'exact', line: at };
  };
  if (end === 0 || endOfFile || (anchors.length === 0 && (!position || position.line >= end))) return insert(end);
  if (anchors.length === 0)
    return refusePlace('it only adds lines and does not show where; give it lines of the file as context');
  const heads = anchorLines(view, anchors);
  if (heads.length > 1) return { miss: 'ambiguous', reading: '', lines: heads };
  return heads.length === 1 ? insert(heads[0]! + 1) : { miss: 'not_found', tried: [] };
}

/** As many equal hunks as there are places where they fit: each place is meant once, whichever hunk takes it. */
function spreadEqual(
  view: FileView,
  hunks: readonly Hunk[],
  { found, path }: { found: readonly (Placed | Miss)[]; path: string },
): (Placed | Miss)[] {
  const keyOf = ({ lines, anchors, endOfFile }: Hunk) => JSON.stringify([lines, anchors, endOfFile]);
  const groups = Map.groupBy(found.keys(), index => keyOf(hunks[index]!));
  return found.map((each, index) => {
    const group = groups.get(keyOf(hunks[index]!))!;
    if (!isMiss(each) || each.miss !== 'ambiguous' || each.lines.length !== group.length) return each;
    const position = { line: each.lines[group.indexOf(index)]! + 1, count: 0 };
    return placeHunk(view, { ...hunks[index]!, position }, path);
  });
}

/** Adds or takes the final line break where just one side of the hunk at the end says that there is none. */
function withFinalNewline(
  view: FileView,
  text: string,
  { hunks, placed }: { hunks: readonly Hunk[]; placed: readonly Placed[] },
): string {
  const index = hunks.findIndex(({ noNewline }) => noNewline.old !== noNewline.new);
  if (index < 0 || placed[index]!.line + oldLines(hunks[index]!.lines).length < view.lines.length) return text;
  if (hunks[index]!.noNewline.new) return text.replace(/\r?\n$/, '');
  return /[\r\n]$/.test(text) || text === '' ? text : text + view.file.dominant;
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
  const problems = found.flatMap((each, at) => (isMiss(each) ? [{ hunk: at + 1, problem: each.miss }] : []));
  const index = problems[0]!.hunk - 1;
  const miss = found[index] as Miss;
  const hunk = hunks[index]!;
  const bare = miss.miss === 'not_found' ? hunk.lines.find(line => line.bare) : undefined;
  const list = problems.slice(1, 6).map(other => `hunk ${other.hunk} (${other.problem.replace('_', ' ')})`);
  const also = `Also not applied: ${list.join(', ')}${problems.length > 6 ? ', …' : ''}.`;
  const which = hunks.length === 1 ? 'The hunk' : `Hunk ${index + 1} of ${hunks.length}`;
  const lead = `${which} for ${path} (line ${hunk.patchLine} of the patch) was not applied`;
  const rest = [
    bare ? `Each line of a hunk begins with " ", "+" or "-"; ${JSON.stringify(bare.text.slice(0, 100))} does not.` : '',
    list.length > 0 ? also : hunks.length > 1 ? 'The other hunks fit.' : '',
    'Nothing was changed in any file.',
  ].filter(each => each !== '');
  const failed = { path, lead, what: 'the hunk', old: oldLines(hunk.lines), miss, rest } as const;
  return failedPlace(view, failed, { suggestion: SUGGESTIONS[miss.miss], details: { hunks: problems } });
}
