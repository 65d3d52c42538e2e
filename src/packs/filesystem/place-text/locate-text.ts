import { choosePlace, type Hints } from './choose-place.ts';
import type { FileView } from './file-view.ts';
import { findLiterally } from './find-literally.ts';
import { findNear, strictRival } from './find-near.ts';
import { compareLines, type HunkLine, isAdded, newLines, oldLines } from './hunk.ts';
import { isBlank, isTrivial, trimEnd } from './lines.ts';
import { firstImage, isMiss, type LaidHunk, type Miss, type Placed } from './placed.ts';
import { bareText, READINGS } from './readings.ts';
import { applySplices } from './splice.ts';
import { undecorate } from './undecorate/decorations.ts';
import type { TextPair } from './undecorate/pasted-numbers.ts';
import { findPlaceholder } from './undecorate/placeholders.ts';
import { spoiltNew } from './undecorate/spoilt-new.ts';
import { writeHunk } from './write-hunk.ts';

/** What is to be placed: two texts, and the hunk that they are where the marks of a patch tell it. */
interface Wanted {
  readonly pair: TextPair;
  readonly marked?: readonly HunkLine[];
  /** For what three dots mean in such a file. */
  readonly path: string;
  /** Every place is meant, not one. */
  readonly all?: boolean;
  readonly hints?: Hints;
}

/** The two texts with or without decorations, and the hunk that they are. */
interface Wording {
  readonly pair: TextPair;
  readonly lines: readonly HunkLine[];
  readonly decorations: readonly string[];
  readonly compared: boolean;
}

/** With more places than this the first ones are not written. */
const MOST_WRITTEN = 8;

type Found = readonly Placed[] | Miss | undefined;
/** Lays a wording over the file wherever it fits. */
type Way = (wording: Wording) => readonly LaidHunk[] | Miss;

/**
 * Finds the one place that is meant, from strict to loose: by characters, by lines, by lines but for white space and
 * typographic signs, around the context. Each way is tried with and without decorations; every candidate is written, and
 * all must write the same.
 */
export function locateText(view: FileView, wanted: Wanted): readonly Placed[] | Miss {
  const { pair, marked, all = false, path } = wanted;
  const wordings = wordingsOf(wanted);
  const plain = wordings[0]!;
  const ways: readonly Way[] = [
    // The old text stands in the file, character by character, also inside of lines.
    wording => (wording === plain && !marked ? findLiterally(view, pair, all) : []),
    // Its lines stand there, whatever white space and line breaks they end with.
    wording => findLines(view, wording, { key: trimEnd, all }),
    // They do not, because the new lines do: nothing that is only like them is meant.
    wording => (wording === plain ? standing(view, wording.lines, trimEnd) : []),
    // Its lines stand there but for white space and typographic signs.
    wording => findLines(view, wording, { key: bareText, all }),
    // They do not, because the new lines do, but for white space.
    wording => (wording === plain ? standing(view, wording.lines, bareText) : []),
    // The lines that it changes stand there, in context that is not quite as the file has it.
    ({ lines, compared, decorations }) => {
      // A blank line more at either end is a slip of the text or meant; only the text as it is would show.
      const vague = compared && [lines[0]!, lines.at(-1)!].some(line => line.mark === '+' && isBlank(line.text));
      return all || vague || decorations.length > 0 ? [] : findNear(view, lines, compared);
    },
  ];
  for (const way of ways) {
    const found = wordings.map(wording => {
      const laid = way(wording);
      const settled = isMiss(laid) ? laid : settle(view, laid, wording, wanted);
      return unspoilt(view, { wording, path, inLine: !isMiss(laid) && laid.some(each => each.inLine) }, settled);
    });
    const agreed = agree(view, found);
    if (agreed) return agreed;
  }
  const tried = ['exact', ...READINGS.map(each => each.name), ...wordings.flatMap(each => each.decorations)];
  return { miss: 'not_found', tried: [...new Set(tried)] };
}

/** The texts as they are, and every way to take decorations off them. */
function wordingsOf({ pair, marked }: Wanted): Wording[] {
  const bare = undecorate(pair).filter(each => !marked || !each.decorations.includes('diff markers'));
  return [{ ...pair, decorations: [] }, ...bare].flatMap(({ decorations, ...each }, at) => {
    // Each line that has a number is a whole line.
    const trimmed = marked || each.numberedFrom !== undefined ? each : withoutEdges(each);
    if (at > 0 && trimmed.new.length === 0) return [];
    const given = at === 0 ? marked : undefined;
    const lines = given ?? compareLines(trimmed.old, trimmed.new, trimEnd);
    return [{ pair: trimmed, decorations, lines, compared: given === undefined }];
  });
}

/** Without the line break at either end that both texts have, or that the old one has: the file's own stays. */
function withoutEdges({ old, new: wanted, ...rest }: TextPair): TextPair {
  const fromStart = old.length > 1 && old[0] === '';
  // What the new text has in place of the last blank line shows that it is a line and not a break.
  const isLine = wanted.at(-1) !== '' && wanted.slice(1).includes('') && compareLines(old, wanted).at(-1)!.mark === '+';
  const toEnd = old.length > (fromStart ? 2 : 1) && old.at(-1) === '' && !isLine;
  const first = fromStart && wanted.length > 1 && wanted[0] === '' ? 1 : 0;
  const last = toEnd && wanted.length > first && wanted.at(-1) === '' ? wanted.length - 1 : wanted.length;
  return { ...rest, old: old.slice(fromStart ? 1 : 0, toEnd ? -1 : undefined), new: wanted.slice(first, last) };
}

/** Lays a wording over the file where its old lines stand, compared by a key. */
function findLines(
  view: FileView,
  { pair: { old, numberedFrom }, lines, compared, decorations }: Wording,
  { key, all }: { key: (line: string) => string; all: boolean },
): LaidHunk[] | Miss {
  // Brackets stand in many places: which one is meant shows their indentation, or a number.
  const vague = old.every(isTrivial) && numberedFrom === undefined && (key !== trimEnd || decorations.length > 0);
  if (vague || old.every(isBlank)) return [];
  const laid = view.find(key, old).map((place): LaidHunk => {
    const stands = (reading: (typeof READINGS)[number]) =>
      old.every((line, by) => reading.key(line) === reading.key(view.lines[place + by]!));
    const name = READINGS.find(stands)?.name ?? '';
    const reading = [decorations.join(', '), ...(key === trimEnd && decorations.length > 0 ? [] : [name])];
    return {
      lines,
      compared,
      images: old.map((_, at) => place + at),
      reading: reading.filter(each => each !== '').join('; '),
    };
  });
  const rival = all || key === trimEnd || laid.length !== 1 ? undefined : strictRival(view, old, laid[0]!.images);
  if (rival === undefined) return laid;
  return { miss: 'ambiguous', reading: laid[0]!.reading, lines: [firstImage(laid[0]!), rival].sort((a, b) => a - b) };
}

/** Whether the file has the new lines already, one of which shows by itself that it was added. */
function standing(view: FileView, lines: readonly HunkLine[], key: (line: string) => string): Miss | [] {
  const [place] = lines.some(isAdded) ? view.find(key, newLines(lines)) : [];
  return place === undefined ? [] : { miss: 'already_applied', lines: [place] };
}

/** Writes every candidate that is meant: they must all write the same. */
function settle(view: FileView, laid: readonly LaidHunk[], { pair }: Wording, wanted: Wanted): Found {
  if (laid.length === 0) return undefined;
  const { all = false, hints = { lines: [], anchors: [], endOfFile: false } } = wanted;
  const { reading } = laid[0]!;
  // Numbers that were pasted before the lines say where they are, as those of a hunk do.
  const named = pair.numberedFrom === undefined ? {} : { position: { line: pair.numberedFrom, count: 0 } };
  const places = [...new Set(laid.map(firstImage))];
  const chosen = all ? { places } : choosePlace(view, { ...hints, ...named }, { places, old: pair.old });
  if (isMiss(chosen)) return chosen;
  const several: Miss = { miss: 'ambiguous', reading, lines: chosen.places };
  if (chosen.places.length > MOST_WRITTEN && !all) return several;
  const written: Placed[] = [];
  for (const each of laid.filter(candidate => chosen.places.includes(firstImage(candidate)))) {
    const made = comparisons(each).map(variant => writeHunk(view, variant));
    const missed = made.find(isMiss);
    if (missed) return missed.miss === 'refused' && chosen.places.length > 1 ? several : missed;
    if (
      !agrees(
        view,
        (made as Placed[]).map(each => [each]),
      )
    )
      return {
        miss: 'refused',
        reading,
        lines: [firstImage(each)],
        why: 'which of its equal lines are new cannot be told',
      };
    written.push({ ...(made[0] as Placed), decided: chosen.decided });
  }
  return all
    ? written
    : agrees(
          view,
          written.map(each => [each]),
        )
      ? [written[0]!]
      : several;
}

/** Two texts are compared from the start and from the end: which of equal lines are new must not matter. */
function comparisons(laid: LaidHunk): LaidHunk[] {
  if (!laid.compared || laid.splice) return [laid];
  const [old, wanted] = [oldLines(laid.lines).toReversed(), newLines(laid.lines).toReversed()];
  const lines = compareLines(old, wanted, trimEnd).toReversed();
  const marks = (each: readonly HunkLine[]) =>
    ['+', '-'].map(other => each.flatMap(({ mark }) => (mark === other ? [] : [mark])).join('')).join();
  return marks(lines) === marks(laid.lines) ? [laid] : [laid, { ...laid, lines }];
}

/** Whether all candidates write the same; which of blank lines has kept its spaces is no matter. */
function agrees(view: FileView, candidates: readonly (readonly Placed[])[]): boolean {
  if (candidates.length < 2) return true;
  const write = (places: readonly Placed[]) =>
    applySplices(
      view.file.text,
      places.flatMap(({ splices }) => splices),
    );
  return new Set(candidates.map(each => write(each).replace(/^[ \t]+$/gm, ''))).size === 1;
}

/** What was found, unless the new text shows that it was spoilt on its way, or leaves lines out. */
function unspoilt(
  view: FileView,
  { wording, path, inLine }: { wording: Wording; path: string; inLine: boolean },
  found: Found,
): Found {
  if (found === undefined || isMiss(found)) return found;
  const { pair, decorations, compared } = wording;
  const left = findPlaceholder(pair.old, pair.new, path)?.text.slice(0, 80);
  const why =
    left === undefined
      ? compared && !inLine && spoiltNew(view, pair, decorations.length > 0)
      : `${JSON.stringify(left)} in the new text stands for lines that are left out; write them`;
  return why ? { miss: 'refused', reading: found[0]!.reading, lines: [], why } : found;
}

/** What the wordings write: where they fit as they are, they are meant so; ways that write different things are a disagreement. */
function agree(view: FileView, found: readonly Found[]): Found {
  const misses = found.flatMap(each => (each !== undefined && isMiss(each) ? [each] : []));
  const doubt = misses.find(each => each === found[0] || each.miss === 'ambiguous');
  const fits = found.flatMap(each => (each === undefined || isMiss(each) ? [] : [each]));
  if (doubt || agrees(view, fits)) return doubt ?? fits[0] ?? misses[0];
  const both = fits.map(([place]) => place!);
  const readings = new Set(both.map(each => each.reading));
  return { miss: 'ambiguous', reading: [...readings].join(' or '), lines: both.map(each => each.line) };
}
