import { splicesOf } from './change-text.ts';
import { choosePlace, type Hints } from './choose-place.ts';
import type { FileView } from './file-view.ts';
import { compareLines, type HunkLine } from './hunk.ts';
import { isBlank, isTrivial, trimEnd } from './lines.ts';
import { placeAround } from './place-around.ts';
import { placeLines, standing } from './place-lines.ts';
import { placeLiterally } from './place-literally.ts';
import { isMiss, type Miss, type Placed } from './placed.ts';
import { bareText, READINGS } from './readings.ts';
import { applySplices } from './splice.ts';
import { undecorate } from './undecorate/decorations.ts';
import type { TextPair } from './undecorate/pasted-numbers.ts';
import { findPlaceholder } from './undecorate/placeholders.ts';
import { spoiltNew } from './undecorate/spoilt-new.ts';

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
interface Text {
  readonly pair: TextPair;
  readonly lines: readonly HunkLine[];
  readonly decorations: readonly string[];
  readonly compared: boolean;
}

type Found = readonly Placed[] | Miss | undefined;
type Way = (text: Text) => Found;

/**
 * Finds the one place that is meant, from strict to loose: by characters, by lines, by lines but for white space and
 * typographic signs, around the context. Each way is tried with and without decorations, and what fits must agree.
 */
export function locateText(view: FileView, wanted: Wanted): readonly Placed[] | Miss {
  const { pair, marked, all = false, hints = { lines: [], anchors: [], endOfFile: false } } = wanted;
  const texts = textsOf(wanted);
  const plain = texts[0]!;
  const byLines =
    (key: (line: string) => string): Way =>
    ({ pair: { old, numberedFrom }, lines, compared, decorations }) => {
      // Numbers that were pasted before the lines say where they are, as those of a hunk do.
      const named = numberedFrom === undefined ? {} : { position: { line: numberedFrom, count: 0 } };
      // Brackets stand in many places: which one is meant shows their indentation, or a number.
      if (old.every(isTrivial) && numberedFrom === undefined && (key !== trimEnd || decorations.length > 0))
        return undefined;
      const found = placeLines(view, lines, { key, all, compared, choose: choosePlace(view, { ...hints, ...named }) });
      if (found === undefined || isMiss(found) || decorations.length === 0) return found;
      const say = (reading: string) => [decorations.join(', '), ...(key === trimEnd ? [] : [reading])].join('; ');
      return found.map(each => ({ ...each, reading: say(each.reading) }));
    };
  const around: Way = ({ lines, compared, decorations }) => {
    if (all || decorations.length > 0) return undefined;
    // A blank line more at either end is a slip of the text or meant; only the text as it is would show.
    const vague = [lines[0]!, lines.at(-1)!].some(line => line.mark === '+' && isBlank(line.text));
    const found =
      compared && vague ? undefined : placeAround(view, lines, { compared, choose: choosePlace(view, hints) });
    return found === undefined || isMiss(found) ? found : [found];
  };
  const ways: readonly Way[] = [
    // The old text stands in the file, character by character, also inside of lines.
    text => (text === plain && !marked ? placeLiterally(view, pair, all) : undefined),
    // Its lines stand there, whatever white space and line breaks they end with.
    byLines(trimEnd),
    // They do not, because the new lines do: nothing that is only like them is meant.
    text =>
      text === plain ? standing(view, text.lines).map((at): Miss => ({ miss: 'applied', lines: [at] }))[0] : undefined,
    // Its lines stand there but for white space and typographic signs.
    byLines(bareText),
    // The lines that it changes stand there, in context that is not quite as the file has it.
    around,
  ];
  for (const way of ways) {
    const found = texts.map(text => unspoilt(view, text, { path: wanted.path, found: way(text) }));
    const agreed = agree(view, found);
    if (agreed) return agreed;
  }
  const tried = ['exact', ...READINGS.map(each => each.name), ...texts.flatMap(each => each.decorations)];
  return { miss: 'none', tried: [...new Set(tried)] };
}

/** The texts as they are, and every way to take decorations off them. */
function textsOf({ pair, marked }: Wanted): Text[] {
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

/** What was found, unless the new text shows that it was spoilt on its way, or leaves lines out. */
function unspoilt(
  view: FileView,
  { pair, decorations, compared }: Text,
  { path, found }: { path: string; found: Found },
): Found {
  if (found === undefined || isMiss(found)) return found;
  const left = findPlaceholder(pair.old, pair.new, path)?.text.slice(0, 80);
  const isText = compared && !found.some(each => each.inLine);
  const why =
    left === undefined
      ? isText && spoiltNew(view, pair, decorations.length > 0)
      : `${JSON.stringify(left)} in the new text stands for lines that are left out; write them`;
  return why ? { miss: 'refused', reading: found[0]!.reading, lines: [], why } : found;
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

/** What the texts write, with and without decorations: where they fit as they are, they are meant so; ways that write different things are a disagreement. */
function agree(view: FileView, found: readonly Found[]): Found {
  const misses = found.flatMap(each => (each !== undefined && isMiss(each) ? [each] : []));
  const doubt = misses.find(each => each === found[0] || each.miss === 'several');
  const fits = found.flatMap(each => (each === undefined || isMiss(each) ? [] : [each]));
  if (doubt || fits.length < 2) return doubt ?? fits[0] ?? misses[0];
  const results = fits.map(each => applySplices(view.file.text, splicesOf([each])));
  const other = results.findIndex(text => text !== results[0]);
  if (other < 0) return fits[0];
  const both = [fits[0]![0]!, fits[other]![0]!];
  return { miss: 'several', reading: both.map(each => each.reading).join(' or '), lines: both.map(each => each.line) };
}
