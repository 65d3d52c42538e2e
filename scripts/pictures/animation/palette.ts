/** The colours of a file with one byte for a pixel; its first entry is no colour, but stands for what is as before. */
export interface Palette {
  readonly colours: readonly number[];
  /** The entry that is nearest to a colour, which is itself for nearly all pixels of a page. */
  entryOf(colour: number): number;
}

export const UNCHANGED = 0;

/** The colours that are seen most, of all pictures together. */
export function createPalette(pictures: readonly Uint32Array[]): Palette {
  const seen = new Map<number, number>();
  for (const pixels of pictures) for (const colour of pixels) seen.set(colour, (seen.get(colour) ?? 0) + 1);
  const colours = [...seen]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 255)
    .map(([colour]) => colour);
  const entries = new Map(colours.map((colour, index) => [colour, index + 1]));
  return {
    colours,
    entryOf(colour) {
      const known = entries.get(colour);
      if (known !== undefined) return known;
      const entry = nearestOf(colours, colour) + 1;
      entries.set(colour, entry);
      return entry;
    },
  };
}

function nearestOf(colours: readonly number[], colour: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, other] of colours.entries()) {
    const distance = channelsOf(other).reduce((sum, part, at) => sum + (part - channelsOf(colour)[at]!) ** 2, 0);
    if (distance >= least) continue;
    [best, least] = [index, distance];
  }
  return best;
}

/** Red, green and blue of a pixel as it lies in memory, lowest byte first. */
export const channelsOf = (pixel: number): readonly [number, number, number] => [
  pixel & 255,
  (pixel >> 8) & 255,
  (pixel >> 16) & 255,
];
