import { type Alignment, ELISION } from './merge-lines.ts';
import { placeholderKind } from './placeholders.ts';
import { bareText, type FileView } from './readings.ts';
import type { Script } from './script.ts';
import { isTrivial } from './similarity.ts';
import { isBlank } from './white-space.ts';

/** A part of the old text between two lines that stand for left-out code. */
interface Part {
  readonly from: number;
  readonly lines: readonly string[];
  readonly changes: boolean;
}

/**
 * Aligns an old text whose middle is left out, when the new text leaves out the same: the unseen lines stay. Every
 * part that the edit changes must stand exactly, at one place only.
 */
export function alignElided(
  view: FileView,
  script: Script,
): Alignment | { readonly places: readonly number[] } | undefined {
  const parts = splitAtElisions(script);
  if (!parts || parts.length < 2) return undefined;
  const found = parts.map(part => placesOf(view, part.lines));
  const feasible = keepFeasible(parts, found);
  if (feasible.some(places => places.length === 0)) return undefined;
  const images: number[] = new Array(script.old.length).fill(ELISION);
  let after = -1;
  for (const [index, part] of parts.entries()) {
    const places = feasible[index]!;
    if (part.changes && places.length > 1) return { places };
    const at = places.find(place => place > after)!;
    for (let line = 0; line < part.lines.length; line++) images[part.from + line] = at + line;
    after = at + part.lines.length - 1;
  }
  return { images, similar: new Set() };
}

function splitAtElisions(script: Script): Part[] | undefined {
  const changed = (line: number) => script.changes.some(c => line >= c.oldFrom && line < c.oldTo);
  const elided = script.old.map((line, index) => placeholderKind(line) !== undefined && !changed(index));
  if (!elided.includes(true)) return undefined;
  const parts: Part[] = [];
  let from = 0;
  for (let line = 0; line <= script.old.length; line++) {
    if (line < script.old.length && !elided[line]) continue;
    if (line === from) return undefined;
    // An insertion beside an elision belongs to the part that it touches on its other side.
    const changes = script.changes.some(c =>
      c.oldTo > c.oldFrom ? c.oldFrom < line && c.oldTo > from : c.oldFrom >= from && c.oldFrom <= line,
    );
    parts.push({ from, lines: script.old.slice(from, line), changes });
    from = line + 1;
  }
  const speaks = parts.filter(part => part.changes).every(part => part.lines.some(line => !isTrivial(line)));
  return speaks ? parts : undefined;
}

function placesOf(view: FileView, lines: readonly string[]): number[] {
  const keys = view.keys(bareText);
  const wanted = lines.map(bareText);
  if (lines.every(isBlank)) return [];
  const places: number[] = [];
  for (let at = keys.indexOf(wanted[0]!); at >= 0; at = keys.indexOf(wanted[0]!, at + 1)) {
    if (wanted.every((key, index) => keys[at + index] === key)) places.push(at);
  }
  return places;
}

/** Only the places of each part that leave room for the parts before and after it. */
function keepFeasible(parts: readonly Part[], found: readonly (readonly number[])[]): number[][] {
  const feasible = found.map(places => [...places]);
  let earliest = 0;
  for (const [index, places] of feasible.entries()) {
    feasible[index] = places.filter(place => place >= earliest);
    earliest = (feasible[index]![0] ?? Number.POSITIVE_INFINITY) + parts[index]!.lines.length;
  }
  let latest = Number.POSITIVE_INFINITY;
  for (let index = feasible.length - 1; index >= 0; index--) {
    const length = parts[index]!.lines.length;
    feasible[index] = feasible[index]!.filter(place => place + length <= latest);
    latest = feasible[index]!.at(-1) ?? -1;
  }
  return feasible;
}
