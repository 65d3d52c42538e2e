import { choosePlace, type Hints } from './choose-place.ts';
import type { FileView } from './file-view.ts';
import { findLiterally } from './find-literally.ts';
import { findNear, strictRival } from './find-near.ts';
import type { LaidHunk, TextPair, Wording } from './hunk.ts';
import { compareLines, firstImage, type HunkLine, isAdded, newLines } from './hunk.ts';
import { isBlank, isTrivial, trimEnd } from './lines.ts';
import { Miss } from './miss.ts';
import { bareText, READINGS } from './readings.ts';
import { writeAlike } from './splice.ts';
import { DECORATIONS } from './undecorate/decorations.ts';
import { findPlaceholder } from './undecorate/placeholders.ts';
import { spoiltNew } from './undecorate/spoilt-new.ts';
import { type Placed, writeHunk } from './write-hunk.ts';

/** The texts to be placed: two texts, and the hunk that they are where the marks of a patch tell it. */
interface Wanted {
  readonly pair: TextPair;
  readonly marked?: readonly HunkLine[];
  /** The path, which tells what three dots mean in such a file. */
  readonly path: string;
  /** Whether every place is meant, not one. */
  readonly all?: boolean;
  readonly hints?: Hints;
}

/** The most places of which all are written. */
const MOST_WRITTEN = 8;

/**
 * Finds the one place that is meant, from strict to loose; each step is tried with and without decorations. The first
 * step that finds places decides: all of them are written, and must be written alike.
 */
export function locateText(view: FileView, wanted: Wanted): readonly Placed[] {
  const { pair, marked, all = false } = wanted;
  const wordings = wordingsOf(wanted);
  const plain = wordings.slice(0, 1);
  const steps: readonly (readonly [of: readonly Wording[], (wording: Wording) => readonly LaidHunk[]])[] = [
    // The old text stands in the file, character by character, also inside of lines.
    [marked ? [] : plain, wording => findLiterally(view, { wording, pair, all })],
    // The lines of the old text stand there, whatever white space and line breaks they end with.
    [wordings, wording => findLines(view, wording, { key: trimEnd, all })],
    // The old lines do not stand there, because the new ones do: lines that are only like the old ones are not meant.
    [plain, wording => refuseStanding(view, wording, trimEnd)],
    // The old lines stand there, but for white space and typographic signs.
    [wordings, wording => findLines(view, wording, { key: bareText, all })],
    [plain, wording => refuseStanding(view, wording, bareText)],
    // The lines to be changed stand there, in context that differs a little from the file.
    [all ? [] : plain, wording => findNear(view, wording)],
  ];
  for (const [of, find] of steps) {
    const laid = of.values().map(find);
    const found = [...laid.filter(each => each.length > 0).map(each => settle(view, each, wanted))];
    const [first] = found;
    if (!first) continue;
    // Each place is one candidate; if a wording means all places, all of them together are one.
    const splices = all
      ? found.map(placed => placed.flatMap(each => each.splices))
      : found.flat().map(each => each.splices);
    if (writeAlike(view.file.text, splices)) return all ? first : first.slice(0, 1);
    const lines = [...new Set(found.flat().map(each => each.line))];
    const reading = [...new Set(found.flat().map(each => each.reading))].join(' or ');
    throw new Miss('ambiguous', lines, { reading });
  }
  const tried = ['exact', ...READINGS.map(each => each.name), ...wordings.map(each => each.decoration)];
  throw new Miss('not_found', [], { reading: [...new Set(tried)].filter(each => each !== '').join(', ') });
}

/** The texts as they are, and every way to take decorations off them. */
function wordingsOf({ pair, marked }: Wanted): Wording[] {
  let found: readonly (TextPair & { readonly decoration: string })[] = [{ ...pair, decoration: '' }];
  for (const ways of DECORATIONS) {
    const bare = ways
      .filter(({ name }) => !marked || name !== 'diff markers')
      .flatMap(({ name, strip }) =>
        found.flatMap(each => {
          const decoration = each.decoration ? `${each.decoration}, ${name}` : name;
          return strip(each).map(made => ({ ...each, ...made, decoration }));
        }),
      );
    found = [...found, ...bare];
  }
  const wordings = found.map((each): Wording => {
    // A line that has a number is a whole line.
    const { old, new: wanted } = marked || each.numberedFrom !== undefined ? each : withoutEdges(each);
    const given = each.decoration === '' ? marked : undefined;
    const lines = given ?? compareLines(old, wanted, trimEnd);
    return { ...each, old, new: wanted, lines, compared: given === undefined };
  });
  return wordings.filter(each => each.decoration === '' || each.new.length > 0);
}

/** The texts without a line break at either end that both have, or the old one: the file's own break stays. */
function withoutEdges({ old, new: wanted }: TextPair): TextPair {
  const fromStart = old.length > 1 && old[0] === '';
  // If the new text has something in place of the last blank line, that is a line and not a break.
  const isLine = wanted.at(-1) !== '' && wanted.slice(1).includes('') && compareLines(old, wanted).at(-1)!.mark === '+';
  const toEnd = old.length > (fromStart ? 2 : 1) && old.at(-1) === '' && !isLine;
  const first = fromStart && wanted.length > 1 && wanted[0] === '' ? 1 : 0;
  const last = toEnd && wanted.length > first && wanted.at(-1) === '' ? wanted.length - 1 : wanted.length;
  return { old: old.slice(fromStart ? 1 : 0, toEnd ? -1 : undefined), new: wanted.slice(first, last) };
}

/** Lays a wording over the file where its old lines stand, compared by a key. */
function findLines(
  view: FileView,
  wording: Wording,
  { key, all }: { key: (line: string) => string; all: boolean },
): LaidHunk[] {
  const { old, lines, decoration, numberedFrom } = wording;
  // Brackets stand in many places: only their indentation, or a number, shows which one is meant.
  const vague = old.every(isTrivial) && numberedFrom === undefined && (key !== trimEnd || decoration !== '');
  if (vague || old.every(isBlank)) return [];
  const laid = view.find(key, old).map((place): LaidHunk => {
    const stands = (reading: (typeof READINGS)[number]) =>
      old.every((line, by) => reading.key(line) === reading.key(view.lines[place + by]!));
    const name = key === trimEnd && decoration !== '' ? '' : READINGS.find(stands)!.name;
    const reading = [decoration, name].filter(each => each !== '').join('; ');
    return { wording, lines, images: old.map((_, at) => place + at), reading };
  });
  const [only, second] = laid;
  const rival = all || key === trimEnd || !only || second ? undefined : strictRival(view, old, only.images);
  if (rival === undefined) return laid;
  const doubtful = [firstImage(only!), rival].sort((a, b) => a - b);
  throw new Miss('ambiguous', doubtful, { reading: only!.reading });
}

/** Refuses new lines that the file has already, if one of them shows by itself that it was added. */
function refuseStanding(view: FileView, { lines }: Wording, key: (line: string) => string): [] {
  const places = lines.some(isAdded) ? view.find(key, newLines(lines)) : [];
  if (places.length === 0) return [];
  throw new Miss('already_applied', places.slice(0, 1));
}

/** Writes every candidate that may be meant; the new text must be whole. */
function settle(view: FileView, laid: readonly LaidHunk[], wanted: Wanted): readonly Placed[] {
  const { all = false, path, hints = {} } = wanted;
  const { reading, wording, inLine = false } = laid[0]!;
  const left = findPlaceholder(wording.old, wording.new, path)?.text.slice(0, 80);
  const why =
    left === undefined
      ? wording.compared && !inLine && spoiltNew(view, wording)
      : `${JSON.stringify(left)} in the new text stands for lines that are left out; write them`;
  if (why) throw new Miss('refused', [], { reading, why });
  // Numbers that were pasted before the lines tell their place, as those of a hunk do.
  const { numberedFrom, old } = wording;
  const named = numberedFrom === undefined ? {} : { position: { line: numberedFrom, count: 0 } };
  const places = [...new Set(laid.map(firstImage))];
  const chosen = all ? { places } : choosePlace(view, { ...hints, ...named }, { places, old });
  if (chosen.places.length > MOST_WRITTEN && !all) throw new Miss('ambiguous', chosen.places, { reading });
  return laid
    .filter(each => chosen.places.includes(firstImage(each)))
    .map(each => ({ ...writeHunk(view, each), decided: chosen.decided }));
}
