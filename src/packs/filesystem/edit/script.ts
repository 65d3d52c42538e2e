import { diffArrays } from 'diff';
import { similarity } from './similarity.ts';
import { withoutSpace } from './white-space.ts';

/** A run of lines that the edit changes: old lines `[oldFrom, oldTo)` become new lines `[newFrom, newTo)`. */
export interface Change {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** What an edit says: the lines it expects, the lines it wants, and which of them differ. */
export interface Script {
  readonly old: readonly string[];
  readonly new: readonly string[];
  readonly changes: readonly Change[];
}

/** Compares old with new line by line; `backward` prefers the last of several equal ways to do so. */
export function compareLines(before: readonly string[], after: readonly string[], backward = false): Script {
  if (!backward) return { old: before, new: after, changes: changesBetween(before, after) };
  const changes = changesBetween(before.toReversed(), after.toReversed()).toReversed();
  const flipped = changes.map(({ oldFrom, oldTo, newFrom, newTo }) => ({
    oldFrom: before.length - oldTo,
    oldTo: before.length - oldFrom,
    newFrom: after.length - newTo,
    newTo: after.length - newFrom,
  }));
  return { old: before, new: after, changes: flipped };
}

function changesBetween(before: readonly string[], after: readonly string[]): Change[] {
  const changes: Change[] = [];
  let oldAt = 0;
  let newAt = 0;
  for (const part of diffArrays([...before], [...after])) {
    const count = part.value.length;
    if (!part.added && !part.removed) {
      oldAt += count;
      newAt += count;
      continue;
    }
    const change = {
      oldFrom: oldAt,
      oldTo: oldAt + (part.removed ? count : 0),
      newFrom: newAt,
      newTo: newAt + (part.added ? count : 0),
    };
    const last = changes.at(-1);
    if (last && last.oldTo === change.oldFrom && last.newTo === change.newFrom) {
      changes[changes.length - 1] = { ...last, oldTo: change.oldTo, newTo: change.newTo };
    } else changes.push(change);
    oldAt = change.oldTo;
    newAt = change.newTo;
  }
  return changes;
}

/** For each new line of a change the old line it was made from: the same but for white space, or else similar. */
export function pairLines(script: Script, change: Change): Map<number, number> {
  const olds = script.old.slice(change.oldFrom, change.oldTo);
  const news = script.new.slice(change.newFrom, change.newTo);
  const pairs = new Map<number, number>();
  if (olds.length === 0 || news.length === 0 || olds.length * news.length > 10_000) return pairs;
  const weight = (o: string, n: string): number => {
    const [bareOld, bareNew] = [withoutSpace(o), withoutSpace(n)];
    if (bareOld === '' || bareNew === '') return 0;
    if (bareOld === bareNew) return 10 + bareOld.length / 1000;
    const alike = similarity(o, n);
    return alike >= 0.5 ? alike : 0;
  };
  const table = bestPairing(olds, news, weight);
  for (const [n, o] of table) pairs.set(change.newFrom + n, change.oldFrom + o);
  return pairs;
}

/** The order-keeping pairing of the greatest total weight. */
function bestPairing(
  olds: readonly string[],
  news: readonly string[],
  weight: (o: string, n: string) => number,
): Map<number, number> {
  const width = news.length + 1;
  const best = new Float64Array((olds.length + 1) * width);
  const weights = olds.map(o => news.map(n => weight(o, n)));
  for (let o = olds.length - 1; o >= 0; o--) {
    for (let n = news.length - 1; n >= 0; n--) {
      const paired = weights[o]![n]! > 0 ? weights[o]![n]! + best[(o + 1) * width + n + 1]! : 0;
      best[o * width + n] = Math.max(paired, best[(o + 1) * width + n]!, best[o * width + n + 1]!);
    }
  }
  const pairs = new Map<number, number>();
  for (let o = 0, n = 0; o < olds.length && n < news.length; ) {
    const here = best[o * width + n]!;
    if (here === best[(o + 1) * width + n]) o++;
    else if (here === best[o * width + n + 1]) n++;
    else pairs.set(n++, o++);
  }
  return pairs;
}
