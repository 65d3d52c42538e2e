import type { Merge } from './merge-lines.ts';
import { bareText, type FileView } from './readings.ts';
import { isTrivial } from './similarity.ts';

/**
 * The file line, counted from 0, where the lines that a merge adds stand already, right above or below where they would
 * go. Only if it does nothing but add, and every addition stands: then the edit was made before.
 */
export function insertionsStand(view: FileView, { from, to, lines }: Merge): number | undefined {
  const keys = view.keys(bareText);
  let stands: number | undefined;
  for (let at = 0; at < lines.length; at++) {
    if (lines[at]!.own) continue;
    let end = at;
    while (end < lines.length && !lines[end]!.own) end++;
    const above = at === 0 ? from - 1 : lines[at - 1]!.source;
    const below = end === lines.length ? to + 1 : lines[end]!.source;
    const added = lines.slice(at, end).map(line => line.text);
    if (below !== above + 1 || added.every(isTrivial)) return undefined;
    const wanted = added.map(bareText);
    const place = [below, below - wanted.length].find(start => wanted.every((key, by) => keys[start + by] === key));
    if (place === undefined) return undefined;
    stands ??= place;
    at = end - 1;
  }
  return stands;
}
