import { ToolError } from '../../../tool/error.ts';
import { encodingName, textOf } from '../read/text-of.ts';
import { changedRanges, excerptOf } from './answer/excerpt.ts';
import { type HunkProblem, type Problem, sayProblem } from './answer/say-problem.ts';
import { type Hunk, oldLines } from './hunk.ts';
import { FileView } from './lines/file-view.ts';
import { applySplices, type Block, sortSplices, toSplice } from './lines/splice.ts';
import { splitText } from './lines/text-lines.ts';
import { placeHunk } from './place-hunk.ts';
import { findPlaces } from './place-lines.ts';
import { isMiss, type Miss, type Placed } from './placed.ts';

export interface HunkStatus {
  /** `exact`, or what was overlooked. */
  readonly how: string;
  /** Where the hunk went, counted from 1 in the file as it was. */
  readonly line: number;
}

export interface AppliedHunks {
  readonly bytes: Uint8Array;
  /** The numbered lines around the changes. */
  readonly excerpt: string;
  readonly statuses: readonly HunkStatus[];
  readonly added: number;
  readonly removed: number;
}

export interface ApplyOptions {
  readonly path: string;
  /** How many lines the excerpt may have. */
  readonly excerptLines?: number;
}

/** So many hunks that go nowhere are enough to tell. */
const ENOUGH = 20;

/** Makes all hunks in the file, or throws: each found in the original, none over another. */
export function applyHunks(content: Uint8Array, hunks: readonly Hunk[], options: ApplyOptions): AppliedHunks {
  const { path, excerptLines = 20 } = options;
  const decoded = textOf(content);
  if (!decoded) throw new ToolError('BINARY_FILE', `${path} holds no text, so no patch is applied to it.`);
  const view = new FileView(splitText(decoded.text));
  const placed = placeAll(view, hunks, path);
  const blocks = placed.flatMap(each => each.blocks);
  const missing = decoded.unencodable(blocks.flatMap(block => block.lines).join('\n'));
  if (missing !== undefined) {
    throw new ToolError(
      'INVALID_ARGUMENTS',
      `${path} is in ${encodingName(decoded)}, which has no ${JSON.stringify(missing)}. Nothing was changed.`,
      { suggestion: 'Leave such characters out of the patch.', details: { path, character: missing } },
    );
  }
  const splices = sortSplices(blocks.map(block => toSplice(view.file, block)));
  const text = withFinalNewline(view, applySplices(decoded.text, splices), { hunks, placed });
  const after = splitText(text);
  return {
    bytes: decoded.encode(text),
    excerpt: excerptOf(after, changedRanges(after, splices), excerptLines),
    statuses: placed.map(({ reading, line, decided }) => {
      const how = reading === 'line endings' ? 'exact' : reading;
      return { how: decided === undefined ? how : `${how}, ${decided}`, line: line + 1 };
    }),
    added: blocks.reduce((sum, { lines }) => sum + lines.length, 0),
    removed: blocks.reduce((sum, { from, to }) => sum + to - from, 0),
  };
}

function placeAll(view: FileView, hunks: readonly Hunk[], path: string): Placed[] {
  const drifts = driftsOf(view, hunks);
  const found: (Placed | Miss)[] = [];
  let failed = 0;
  for (const [index, hunk] of hunks.entries()) {
    const each = placeHunk(view, hunk, { path, drift: drifts[index]! });
    found.push(each);
    // Equal places may yet be shared out; after that many others nothing is applied anyway, and each takes its time.
    if (isMiss(each) && each.miss !== 'several' && ++failed === ENOUGH) break;
  }
  const all = spreadEqual(view, hunks, { found, path });
  const problems = all.flatMap((each, index): HunkProblem[] => {
    const problem: Problem | undefined = isMiss(each) ? each : overlapOf(all, each);
    return problem ? [{ hunk: hunks[index]!, number: index + 1, problem }] : [];
  });
  if (problems.length > 0) throw sayProblem(view, path, { problems, total: hunks.length });
  return all as Placed[];
}

/**
 * How many lines further down than their numbers say the hunks are, as the last one above shows that stands in one
 * place only. Not a number where none does and one below shows that the numbers are wrong.
 */
function driftsOf(view: FileView, hunks: readonly Hunk[]): number[] {
  const sure = hunks.map(hunk => {
    const places = hunk.position ? (findPlaces(view, oldLines(hunk), { literal: true })?.places ?? []) : [];
    return places.length === 1 ? places[0]! + 1 - hunk.position!.line : undefined;
  });
  let above: number | undefined;
  return sure.map((own, index) => {
    const drift = above ?? (sure.slice(index + 1).find(each => each !== undefined) ? Number.NaN : 0);
    above = own ?? above;
    return drift;
  });
}

/** As many equal hunks as there are places where they fit: each place is meant once, whichever hunk takes it. */
function spreadEqual(
  view: FileView,
  hunks: readonly Hunk[],
  { found, path }: { found: readonly (Placed | Miss)[]; path: string },
): (Placed | Miss)[] {
  const keyOf = (hunk: Hunk) => JSON.stringify([hunk.lines, hunk.anchors, hunk.endOfFile]);
  const groups = Map.groupBy(found.keys(), index => keyOf(hunks[index]!));
  const all = [...found];
  for (const indexes of groups.values()) {
    const first = found[indexes[0]!]!;
    if (!isMiss(first) || first.miss !== 'several' || first.lines.length !== indexes.length) continue;
    if (indexes.some(index => !isMiss(found[index]!))) continue;
    for (const [nth, index] of indexes.entries()) {
      const position = { line: first.lines[nth]! + 1, count: oldLines(hunks[index]!).length };
      all[index] = placeHunk(view, { ...hunks[index]!, position }, { path, drift: 0 });
    }
  }
  return all;
}

/** Where a hunk takes a line that another one takes too, or adds between lines that another one takes. */
function overlapOf(all: readonly (Placed | Miss)[], own: Placed): Problem | undefined {
  const clash = (a: Block, b: Block) =>
    (a.from < b.to && b.from < a.to) || (a.from === a.to && b.from < a.from && a.from < b.to);
  for (const other of all) {
    if (other === own || isMiss(other)) continue;
    const block = own.blocks.find(one => other.blocks.some(another => clash(one, another) || clash(another, one)));
    if (block) return { miss: 'overlap', line: block.from };
  }
  return undefined;
}

/** Adds or takes the final line break where just one side of the hunk at the end says that there is none. */
function withFinalNewline(
  view: FileView,
  text: string,
  { hunks, placed }: { hunks: readonly Hunk[]; placed: readonly Placed[] },
): string {
  const index = hunks.findIndex(({ noNewline }) => noNewline.old !== noNewline.new);
  if (index < 0 || placed[index]!.line + oldLines(hunks[index]!).length < view.count) return text;
  if (hunks[index]!.noNewline.new) return text.replace(/\r?\n$/, '');
  return /[\r\n]$/.test(text) || text === '' ? text : text + view.file.dominant;
}
