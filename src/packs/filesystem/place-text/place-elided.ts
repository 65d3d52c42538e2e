import type { FileView } from './file-view.ts';
import { type HunkLine, oldLines } from './hunk.ts';
import { isBlank } from './lines.ts';
import { placeAround } from './place-around.ts';
import { type Choose, isMiss, type Miss, type Placed, placeLines } from './place-lines.ts';
import { bareText } from './readings.ts';
import { placeholderKind } from './undecorate/placeholders.ts';

const READING = 'lines left out';
const isLeftOut = (line: HunkLine): boolean => line.mark === ' ' && placeholderKind(line.text) !== undefined;
const isVisible = (line: HunkLine): boolean => line.mark !== ' ' || !isBlank(line.text);

/**
 * Makes a hunk in whose context dots or a remark stand for lines that were left out: it is taken apart there, and each
 * part must fit in one place below the parts before it.
 */
export function placeElided(
  view: FileView,
  lines: readonly HunkLine[],
  { compared }: { compared: boolean },
): Placed | Miss | undefined {
  if (!lines.some(isLeftOut)) return undefined;
  const blocks: Placed['blocks'][number][] = [];
  let [first, above] = [-1, 0];
  for (const part of partsOf(lines)) {
    const old = oldLines(part);
    const choose: Choose = places => {
      const below = places.filter(place => place >= above);
      return below.length === 1 ? { place: below[0]! } : { miss: 'several', reading: READING, lines: places };
    };
    if (part.every(line => line.mark === ' ')) {
      const place = view.find(bareText, old).find(each => each >= above);
      if (place === undefined) return undefined;
      above = place + old.length;
      continue;
    }
    const [placed] = [
      placeLines(view, part, { compared, choose }) ?? placeAround(view, part, { compared, choose }),
    ].flat();
    if (!placed || isMiss(placed)) return placed;
    blocks.push(...placed.blocks);
    if (first < 0) first = placed.line;
    above = placed.line + old.length;
  }
  return { reading: READING, blocks, line: first };
}

/** The runs of lines between those that stand for others; blank lines beside these belong to what was left out. */
function partsOf(lines: readonly HunkLine[]): HunkLine[][] {
  const parts: HunkLine[][] = [[]];
  for (const line of lines) {
    if (isLeftOut(line)) parts.push([]);
    else parts.at(-1)!.push(line);
  }
  return parts
    .map(part => part.slice(part.findIndex(isVisible), part.findLastIndex(isVisible) + 1))
    .filter(part => part.some(isVisible));
}
