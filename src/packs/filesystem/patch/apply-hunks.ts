import { ToolError } from '../../../tool/error.ts';
import { encodingName, type FileText, textOf } from '../text-of.ts';
import { excerptOf } from './excerpt.ts';
import { FileView, joinMerged, type LineEdit, lineCount, type MergedLine, splitText } from './hunk-engine.ts';
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
  const placings: Placing[] = [];
  let drift = 0;
  for (const hunk of hunks) {
    const placing = placeHunk(view, hunk, { path, drift });
    placings.push(placing);
    if ('edit' in placing && hunk.position) drift = placing.edit.from + 1 - hunk.position.line;
  }
  const all = spreadEqual(view, hunks, placings, path);
  const placed = all.filter((placing): placing is Placed => 'edit' in placing);
  const touches = new Map(placed.map(placing => [placing, touched(placing.edit)]));
  const problems: HunkProblem[] = all.flatMap((placing, index) => {
    const problem: Problem | undefined = 'edit' in placing ? overlapOf(placing, touches) : placing;
    return problem ? [{ hunk: hunks[index]!, number: index + 1, problem }] : [];
  });
  if (problems.length > 0) throw sayProblem(view, path, { problems, total: hunks.length });
  return placed;
}

/** As many equal hunks as there are places where they fit: each place is meant once, whichever hunk takes it. */
function spreadEqual(view: FileView, hunks: readonly Hunk[], placings: readonly Placing[], path: string): Placing[] {
  const keyOf = (hunk: Hunk) => JSON.stringify([hunk.lines, hunk.anchors, hunk.endOfFile]);
  const groups = Map.groupBy(hunks.keys(), index => keyOf(hunks[index]!));
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

function overlapOf(placing: Placed, touches: ReadonlyMap<Placed, Touched>): Problem | undefined {
  const own = touches.get(placing)!;
  for (const [other, theirs] of touches) {
    if (other === placing) continue;
    const line = [...own.removed].find(each => theirs.removed.has(each));
    if (line !== undefined) return { problem: 'overlap', line };
    const inside = [...own.addedBefore].find(each => theirs.removed.has(each) && theirs.removed.has(each - 1));
    if (inside !== undefined) return { problem: 'overlap', line: inside };
  }
  return undefined;
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
      else added.set(next, [...(added.get(next) ?? []), line]);
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
