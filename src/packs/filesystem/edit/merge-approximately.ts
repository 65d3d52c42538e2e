import { type Approximation, alignApproximately, alignWithBlanks } from './align-approximately.ts';
import { alignElided } from './align-elided.ts';
import { comparableOld } from './coordinates.ts';
import type { Undecorated } from './decorations.ts';
import { doubtOf, showsItself } from './doubts.ts';
import type { Located, Miss } from './located.ts';
import { type Alignment, type Merge, mergeLines, type Refusal } from './merge-lines.ts';
import type { LinePair } from './merge-place.ts';
import type { FileView } from './readings.ts';
import { compareLines, type Script } from './script.ts';
import { breaksDiffer, EDGE_BREAK } from './settle-places.ts';
import { type Splice, toSplice } from './splice.ts';
import { insertionsStand } from './standing-insertion.ts';
import { isBlank } from './white-space.ts';

/**
 * Makes an edit whose old text is not all there, around context that it does not change: lines left out on purpose in
 * both texts, blank lines, a line that is misremembered. Undefined where that finds nothing.
 */
export function mergeApproximately(
  view: FileView,
  { old, new: wanted, decorations }: Undecorated,
): Located | Miss | undefined {
  const pair = [dropEdge(old, wanted), dropEdge(wanted, old)] as const;
  const scripts = [compareLines(...pair), compareLines(...pair, true)];
  const reading = (name: string) => [...decorations, name].join(', ');
  const merges: (Merge | Refusal)[] = [];
  let from = 0;
  let name = '';
  const elided = scripts.map(script => alignElided(view, script));
  const aligned = scripts.map((script, at) => align(view, script, elided[at]));
  for (const [at, script] of scripts.entries()) {
    name = reading(elided[at] ? 'left-out middle' : 'misremembered context');
    const found = aligned[at] ?? (keepsDoubtful(script, aligned[1 - at]) ? aligned[1 - at] : undefined);
    if (!found) return undefined;
    if ('places' in found) return { miss: 'several', reading: name, lines: found.places };
    const lines = found.alignments[0]!.images.filter(image => image >= 0);
    const place = { from: lines[0]!, to: lines.at(-1)! };
    const doubt = doubtOf(
      view,
      { old, new: wanted },
      { reading: name, place, literal: false, indented: false, tie: true },
    );
    if (doubt) return doubt;
    const applied = found.alignments[0]!.similar.size > 0 ? standsNearly(view, pair) : undefined;
    if (applied !== undefined) return { miss: 'several', reading: name, lines: [place.from, applied] };
    if (breaksDiffer({ old, new: wanted })) {
      return { miss: 'refused', reading: name, lines: [place.from], why: EDGE_BREAK };
    }
    const shared = withoutSharedBlanks(view, { old, new: wanted }, lines);
    if (shared) return mergeApproximately(view, { old, new: shared, decorations });
    if (blankAtEdge(view, script, found.alignments[0]!)) return undefined;
    from = found.from;
    merges.push(...found.alignments.map(alignment => mergeAligned(view, script, alignment)));
  }
  return finish(view, merges, name, from);
}

function align(view: FileView, script: Script, elided: ReturnType<typeof alignElided>): Approximation {
  if (elided && 'images' in elided) return { alignments: [elided], from: elided.images.find(image => image >= 0)! };
  return elided ?? alignWithBlanks(view, script) ?? alignApproximately(view, script);
}

/** Where the new text stands as nearly as the old one does elsewhere: then the edit may have been made there. */
function standsNearly(
  view: FileView,
  [old, wanted]: readonly [readonly string[], readonly string[]],
): number | undefined {
  const found = showsItself({ old, new: wanted }) ? alignApproximately(view, compareLines(wanted, old)) : undefined;
  return found && ('places' in found ? found.places[0] : found.from);
}

/** Whether an alignment made for another way to compare the texts serves: no line that is only similar changes. */
function keepsDoubtful({ changes }: Script, found: Approximation): boolean {
  if (!found || 'places' in found) return false;
  return found.alignments.every(({ images, similar }) =>
    changes.every(({ oldFrom, oldTo }) => {
      for (let line = oldFrom; line < oldTo; line++) if (similar.has(line) || images[line]! < 0) return false;
      return true;
    }),
  );
}

function mergeAligned(view: FileView, script: Script, alignment: Alignment): Merge | Refusal {
  const old = comparableOld({ file: view.file, old: script.old, new: script.new, images: alignment.images });
  if (!old) return { refused: 'old_text is indented differently from the file, and new_text like neither' };
  return mergeLines(view.file, old === script.old ? script : compareLines(old, script.new), alignment);
}

/** Whether blank lines that did not stand together come to stand together, other than as the new text has them. */
function joinsBlanks({ lines }: Merge): boolean {
  return lines.some((line, at) => {
    const next = lines[at + 1];
    if (!next || !isBlank(line.text) || !isBlank(next.text) || (!line.own && !next.own)) return false;
    return !(line.own && next.own && next.source === line.source + 1);
  });
}

/**
 * The new text without blank lines at its ends that the file has there already, where the old text shows that it was
 * written without the file's blank lines.
 */
function withoutSharedBlanks(
  view: FileView,
  { old, new: wanted }: LinePair,
  lines: readonly number[],
): readonly string[] | undefined {
  if (lines.every((line, at) => at === 0 || line === lines[at - 1]! + 1)) return undefined;
  const blank = (line: number) => view.file.lines[line] !== undefined && isBlank(view.file.lines[line]!);
  const head = isBlank(old[0]!) ? 0 : wanted.findIndex(line => !isBlank(line));
  const tail = isBlank(old.at(-1)!) ? 0 : wanted.length - 1 - wanted.findLastIndex(line => !isBlank(line));
  const above = Array.from({ length: head }, (_, by) => lines[0]! - 1 - by);
  const below = Array.from({ length: tail }, (_, by) => lines.at(-1)! + 1 + by);
  if (head + tail <= 0 || ![...above, ...below].every(blank)) return undefined;
  return wanted.slice(head, wanted.length - tail);
}

/** A blank line added at the edge of a text that is not exact may be one that the file has already. */
function blankAtEdge(view: FileView, { old, new: wanted, changes }: Script, { images }: Alignment): boolean {
  const blank = (line: number) => view.file.lines[line] !== undefined && isBlank(view.file.lines[line]!);
  return changes.some(({ oldFrom, oldTo, newFrom, newTo }) => {
    if (oldTo === old.length && newTo > newFrom && isBlank(wanted[newTo - 1]!) && blank(images.at(-1)! + 1))
      return true;
    return oldFrom === 0 && newTo > newFrom && isBlank(wanted[newFrom]!) && blank(images[0]! - 1);
  });
}

function finish(view: FileView, merges: readonly (Merge | Refusal)[], reading: string, from: number): Located | Miss {
  const splices: Splice[] = [];
  for (const merge of merges) {
    if ('refused' in merge) return { miss: 'refused', reading, lines: [from], why: merge.refused };
    if (joinsBlanks(merge))
      return { miss: 'refused', reading, lines: [from], why: 'how many blank lines should stay cannot be told' };
    const stands = insertionsStand(view, merge);
    if (stands !== undefined) return { miss: 'applied', line: stands };
    splices.push(toSplice(view.file, merge));
  }
  const [first, ...others] = splices;
  if (others.some(other => other.start !== first!.start || other.text !== first!.text)) {
    return {
      miss: 'refused',
      reading,
      lines: [from],
      why: 'lines that repeat can be matched in two ways with different results',
    };
  }
  const unchanged = view.file.text.slice(first!.start, first!.end) === first!.text;
  return unchanged ? { miss: 'applied', line: from } : { reading, splices: [first!] };
}

/** Without the empty last line that a final line break makes in both texts. */
function dropEdge(lines: readonly string[], other: readonly string[]): readonly string[] {
  return lines.length > 1 && other.length > 1 && lines.at(-1) === '' && other.at(-1) === ''
    ? lines.slice(0, -1)
    : lines;
}
