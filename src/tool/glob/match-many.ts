/** In a pattern: any number of items, also none. */
export const MANY: unique symbol = Symbol('any number');

/** Whether all items fit the pattern, one part each but for `MANY`, in no more time than the product of the lengths. */
export function matchMany<Part, Item>(
  pattern: readonly (Part | typeof MANY)[],
  items: ArrayLike<Item>,
  fits: (part: Part, item: Item) => boolean,
): boolean {
  let at = 0;
  let here = 0;
  let againAt = -1;
  let againHere = 0;
  while (here < items.length) {
    const part = pattern[at];
    if (part === MANY) {
      againAt = at;
      againHere = here;
      at += 1;
    } else if (part !== undefined && fits(part as Part, items[here]!)) {
      at += 1;
      here += 1;
    } else if (againAt >= 0) {
      againHere += 1;
      here = againHere;
      at = againAt + 1;
    } else return false;
  }
  while (pattern[at] === MANY) at += 1;
  return at === pattern.length;
}
