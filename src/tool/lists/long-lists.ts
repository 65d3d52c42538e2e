// Lists of files may be as long as one likes, and a call takes no more than some hundred thousand arguments: nothing is
// spread into `push`, `Math.max` and their like.

export function addAll<T>(list: T[], more: Iterable<T>): void {
  for (const one of more) list.push(one);
}

/** The largest number of a list, and no less than `least`. */
export const largestOf = (numbers: readonly number[], least: number): number =>
  numbers.reduce((most, one) => Math.max(most, one), least);

export const smallestOf = (numbers: readonly number[]): number =>
  numbers.reduce((least, one) => Math.min(least, one), Infinity);
