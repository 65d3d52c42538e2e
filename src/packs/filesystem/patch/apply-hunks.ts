import { ToolError } from '../../../tool/error.ts';
import { encodingName, type FileText, textOf } from '../text-of.ts';
import { excerptOf } from './excerpt.ts';
import {
  FileView,
  findLines,
  joinMerged,
  type LineEdit,
  lineCount,
  type MergedLine,
  splitText,
} from './hunk-engine.ts';
import { type Hunk, oldLines } from './patch-file.ts';
import { type Placing, placeHunk } from './place-hunk.ts';
import { type HunkProblem, type Problem, sayProblem } from './say-problem.ts';

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

type Placed = Extract<Placing, { edit: LineEdit }>;

/** Makes all hunks in the file, or throws: each found in the original, none over another. */
export function applyHunks(content: Uint8Array, hunks: readonly Hunk[], options: ApplyOptions): AppliedHunks {
  const { path, excerptLines = 20 } = options;
  const decoded = textOf(content);
  if (!decoded) throw new ToolError('BINARY_FILE', `${path} holds no text, so no patch is applied to it.`);
  const view = new FileView(splitText(decoded.text));
  const placed = placeAll(view, hunks, path);
  const edits = placed.map(({ edit }) => edit);
  const merged = withFinalNewline(view, mergeAll(view, edits), { hunks, edits });
  const text = joinMerged(view.file, merged);
  refuseUnencodable(decoded, merged, path);
  return {
    bytes: decoded.encode(text),
    excerpt: excerptOf(
      merged.filter(line => !line.own || line.source < lineCount(view)),
      excerptLines,
    ),
    statuses: placed.map(({ edit, reading, decided }) => ({
      how: decided === undefined ? reading : `${reading}, ${decided}`,
      line: edit.from + 1,
    })),
    ...countChanges(view, merged),
  };
}

function placeAll(view: FileView, hunks: readonly Hunk[], path: string): Placed[] {
  const drifts = driftsOf(view, hunks);
  const placings: Placing[] = [];
  let failed = 0;
  for (const [index, hunk] of hunks.entries()) {
    const placing = placeHunk(view, hunk, { path, drift: drifts[index]! });
    placings.push(placing);
    // Equal places may yet be shared out; after that many others nothing is applied anyway, and each takes its time.
    if ('problem' in placing && placing.problem !== 'several' && ++failed === ENOUGH) break;
  }
  const all = spreadEqual(view, hunks, placings, path);
  const placed = all.filter((placing): placing is Placed => 'edit' in placing);
  const overlaps = overlapsOf(placed);
  const problems: HunkProblem[] = all.flatMap((placing, index) => {
    const problem: Problem | undefined = 'edit' in placing ? overlaps.get(placing) : placing;
    return problem ? [{ hunk: hunks[index]!, number: index + 1, problem }] : [];
  });
  if (problems.length > 0) throw sayProblem(view, path, { problems, total: hunks.length });
  return placed;
}

/**
 * How many lines further down than their numbers say the hunks are, as the last one above shows that stands in one
 * place only. Not a number where none does and one below shows that the numbers are wrong.
 */
function driftsOf(view: FileView, hunks: readonly Hunk[]): number[] {
  const sure = hunks.map(hunk => {
    const places = hunk.position ? (findLines(view, oldLines(hunk), true)?.places ?? []) : [];
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
function spreadEqual(view: FileView, hunks: readonly Hunk[], placings: readonly Placing[], path: string): Placing[] {
  const keyOf = (hunk: Hunk) => JSON.stringify([hunk.lines, hunk.anchors, hunk.endOfFile]);
  const groups = Map.groupBy(placings.keys(), index => keyOf(hunks[index]!));
  const all = [...placings];
  for (const indexes of groups.values()) {
    const first = placings[indexes[0]!]!;
    if (!('problem' in first) || first.problem !== 'several' || first.lines.length !== indexes.length) continue;
    if (indexes.some(index => 'edit' in placings[index]!)) continue;
    for (const [nth, index] of indexes.entries()) {
      const position = { line: first.lines[nth]! + 1, count: oldLines(hunks[index]!).length };
      all[index] = placeHunk(view, { ...hunks[index]!, position }, { path, drift: 0 });
    }
  }
  return all;
}

/** The lines that an edit takes away, and where it adds. */
interface Touched {
  readonly removed: ReadonlySet<number>;
  readonly addedBefore: ReadonlySet<number>;
}

function touched({ from, to, lines }: LineEdit): Touched {
  const kept = new Set(lines.filter(line => line.own).map(line => line.source));
  const removed = new Set<number>();
  for (let line = from; line < to; line++) if (!kept.has(line)) removed.add(line);
  const addedBefore = new Set<number>();
  let next = from;
  for (const line of lines) {
    if (line.own) next = line.source + 1;
    else {
      while (removed.has(next)) next++;
      addedBefore.add(next);
    }
  }
  return { removed, addedBefore };
}

/** The edits that take away a line that another one takes too, or add between lines that another one takes. */
function overlapsOf(placed: readonly Placed[]): ReadonlyMap<Placed, Problem> {
  const touches = placed.map(placing => ({ placing, ...touched(placing.edit) }));
  const takers = new Map<number, Placed[]>();
  for (const { placing, removed } of touches)
    for (const line of removed) takers.set(line, [...(takers.get(line) ?? []), placing]);
  const others = (line: number, own: Placed) => (takers.get(line) ?? []).filter(each => each !== own);
  const overlaps = new Map<Placed, Problem>();
  for (const { placing, removed, addedBefore } of touches) {
    const taken = [...removed].find(line => others(line, placing).length > 0);
    const inside = [...addedBefore].find(line => {
      const above = others(line - 1, placing);
      return others(line, placing).some(each => above.includes(each));
    });
    const line = taken ?? inside;
    if (line !== undefined) overlaps.set(placing, { problem: 'overlap', line });
  }
  return overlaps;
}

/** All edits in the lines of the whole file. Context that two hunks share is kept once. */
function mergeAll({ file }: FileView, edits: readonly LineEdit[]): MergedLine[] {
  const removed = new Set<number>();
  const added = new Map<number, MergedLine[]>();
  for (const edit of edits) {
    for (const line of touched(edit).removed) removed.add(line);
    let next = edit.from;
    for (const line of edit.lines) {
      if (line.own) next = line.source + 1;
      else if (!added.get(next)?.push(line)) added.set(next, [line]);
    }
  }
  return [...file.lines.keys(), file.lines.length].flatMap(line => {
    const own = file.lines[line];
    const kept = own === undefined || removed.has(line) ? [] : [{ text: own, source: line, own: true }];
    return [...(added.get(line) ?? []), ...kept];
  });
}

/** Adds or takes the final line break where just one side of the hunk at the end says that there is none. */
function withFinalNewline(
  view: FileView,
  merged: readonly MergedLine[],
  { hunks, edits }: { hunks: readonly Hunk[]; edits: readonly LineEdit[] },
): readonly MergedLine[] {
  const index = hunks.findIndex(({ noNewline }) => noNewline.old !== noNewline.new);
  if (index < 0 || edits[index]!.to < lineCount(view)) return merged;
  const ends = merged.at(-1)?.text === '' && merged.length > 1;
  if (hunks[index]!.noNewline.new) return ends ? merged.slice(0, -1) : merged;
  return ends ? merged : [...merged, { text: '', source: -1, own: false }];
}

function refuseUnencodable(decoded: FileText, merged: readonly MergedLine[], path: string): void {
  const fresh = merged
    .filter(line => !line.own)
    .map(line => line.text)
    .join('\n');
  const missing = decoded.unencodable(fresh);
  if (missing === undefined) return;
  throw new ToolError(
    'INVALID_ARGUMENTS',
    `${path} is in ${encodingName(decoded)}, which has no ${JSON.stringify(missing)}. Nothing was changed.`,
    { suggestion: 'Leave such characters out of the patch.', details: { path, character: missing } },
  );
}

function countChanges(view: FileView, merged: readonly MergedLine[]): { added: number; removed: number } {
  const fresh = merged.filter(line => !line.own && !(line.text === '' && line === merged.at(-1))).length;
  const kept = merged.filter(line => line.own && line.source < lineCount(view)).length;
  return { added: fresh, removed: lineCount(view) - kept };
}
