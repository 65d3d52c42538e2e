import { type HunkLine, oldLines } from './hunk.ts';
import type { FileView } from './lines/file-view.ts';
import { isBlank } from './lines/white-space.ts';
import { placeAround } from './place-around.ts';
import { placeLines } from './place-lines.ts';
import { type Choose, isMiss, type Miss, type Placed } from './placed.ts';
import { bareText } from './readings.ts';
import { placeholderKind } from './undecorate/placeholders.ts';

const READING = 'lines left out';

/**
 * Makes a hunk in whose context dots or a remark stand for lines that were left out: it is taken apart there, and each
 * part that changes something must fit in one place between the places of the parts before and after it.
 */
export function placeElided(
  view: FileView,
  lines: readonly HunkLine[],
  { compared }: { compared: boolean },
): Placed | Miss | undefined {
  const parts = partsOf(lines);
  if (parts.length === 0 || !lines.some(isLeftOut)) return undefined;
  // The parts that stand in one place only tell where the others must lie.
  const known = parts.map(part => {
    const old = oldLines({ lines: part });
    const places = view.find(bareText, old, 2);
    return places.length === 1 ? { from: places[0]!, to: places[0]! + old.length } : undefined;
  });
  const blocks: Placed['blocks'][number][] = [];
  let [first, above] = [-1, 0];
  for (const [index, part] of parts.entries()) {
    const old = oldLines({ lines: part });
    const below = known.slice(index + 1).find(each => each !== undefined)?.from ?? view.count;
    const choose: Choose = places => {
      const left = places.filter(place => place >= above && place + old.length <= below);
      if (left.length === 1) return { place: left[0]! };
      return { miss: 'several', reading: READING, lines: left.length > 0 ? left : places };
    };
    if (part.every(line => line.mark === ' ')) {
      if (!view.find(bareText, old).some(place => place >= above)) return undefined;
      above = known[index]?.to ?? above;
      continue;
    }
    const found = placeLines(view, part, { compared, choose }) ?? placeAround(view, part, { compared, choose });
    if (!found) return undefined;
    const placed = [found].flat()[0]!;
    if (isMiss(placed)) return placed;
    blocks.push(...placed.blocks);
    if (first < 0) first = placed.line;
    above = placed.line + old.length;
  }
  return { reading: READING, blocks, line: first };
}

const isLeftOut = (line: HunkLine): boolean => line.mark === ' ' && placeholderKind(line.text) !== undefined;

/** The runs of lines between those that stand for others; blank lines beside these belong to what was left out. */
function partsOf(lines: readonly HunkLine[]): HunkLine[][] {
  const parts: HunkLine[][] = [[]];
  for (const line of lines) {
    if (isLeftOut(line)) parts.push([]);
    else parts.at(-1)!.push(line);
  }
  const visible = (line: HunkLine) => line.mark !== ' ' || !isBlank(line.text);
  return parts
    .map(part => part.slice(part.findIndex(visible), part.findLastIndex(visible) + 1))
    .filter(part => part.some(visible));
}
