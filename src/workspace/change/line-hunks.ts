import { diffArrays } from 'diff';

/** A difference: lines `start` up to `end` of the one text are `lines` in the other. */
export interface LineHunk {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** Lines with their endings, one character a byte, so that nothing is decoded and nothing is lost. */
export function splitLines(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const lines: string[] = [];
  for (let from = 0; from < text.length; ) {
    const at = text.indexOf('\n', from);
    const to = at < 0 ? text.length : at + 1;
    lines.push(text.slice(from, to));
    from = to;
  }
  return lines;
}

export const joinLines = (lines: readonly string[]): Buffer => Buffer.from(lines.join(''), 'latin1');

/** Whether a NUL byte is anywhere: such bytes are not cut into lines. */
export const isBinary = (bytes: Uint8Array): boolean =>
  // The search of a Buffer is many times faster than that of other bytes.
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(0);

/** The number of lines up to which the shortest edit is always found; it takes milliseconds. */
const FEW = 600;
/** The most edits of a long stretch without a line to hold on to; a stretch with more is taken for a rewrite. */
const MOST_EDITS = 1000;
const LONGEST = 300;

/** The hunks that turn `from` into `to`, in order and apart; a stretch in which nothing is found soon is one hunk. */
export function lineHunks(from: readonly string[], to: readonly string[]): LineHunk[] {
  const hunks: LineHunk[] = [];
  compare({ old: [0, from.length], fresh: [0, to.length] });
  return hunks;

  function add({ old, fresh }: Part): void {
    if (old[0] === old[1] && fresh[0] === fresh[1]) return;
    hunks.push({ start: old[0], end: old[1], lines: to.slice(...fresh) });
  }

  function compare(part: Part): void {
    const { old, fresh } = trimmed(part, from, to);
    const anchors = old[1] - old[0] + fresh[1] - fresh[0] > FEW ? commonUnique({ old, fresh }, from, to) : [];
    if (anchors.length > 0) between(anchors, { old, fresh }, compare);
    else between(commonLines({ old, fresh }, from, to), { old, fresh }, add);
  }
}

/** Works on the parts before, between and after pairs of equal lines. */
function between(pairs: readonly Pair[], { old, fresh }: Part, work: (part: Part) => void): void {
  let [at, there] = [old[0], fresh[0]];
  for (const [one, other] of [...pairs, [old[1], fresh[1]] as const]) {
    work({ old: [at, one], fresh: [there, other] });
    [at, there] = [one + 1, other + 1];
  }
}

/** The longest common choice of lines, as pairs of places. Lines of one side only never count: they are left out. */
function commonLines({ old, fresh }: Part, from: readonly string[], to: readonly string[]): Pair[] {
  const here = placesOf(from, old, new Set(to.slice(...fresh)));
  const there = placesOf(to, fresh, new Set(from.slice(...old)));
  const options = { maxEditLength: MOST_EDITS, timeout: LONGEST };
  const lines = (all: readonly string[], places: readonly number[]) => places.map(place => all[place]!);
  const pairs: Pair[] = [];
  let [one, other] = [0, 0];
  for (const { added, removed, value } of diffArrays(lines(from, here), lines(to, there), options) ?? []) {
    for (let left = value.length; left > 0; left--) {
      if (!added && !removed) pairs.push([here[one]!, there[other]!]);
      if (!added) one++;
      if (!removed) other++;
    }
  }
  return pairs;
}

function placesOf(lines: readonly string[], [start, end]: Span, known: ReadonlySet<string>): number[] {
  const places: number[] = [];
  for (let at = start; at < end; at++) if (known.has(lines[at]!)) places.push(at);
  return places;
}

type Pair = readonly [number, number];
type Span = [start: number, end: number];

interface Part {
  readonly old: Span;
  readonly fresh: Span;
}

/** Stretches without their equal beginning and end. */
function trimmed({ old, fresh }: Part, from: readonly string[], to: readonly string[]): Part {
  let [[start, end], [begin, stop]] = [old, fresh];
  while (start < end && begin < stop && from[start] === to[begin]) {
    start++;
    begin++;
  }
  while (start < end && begin < stop && from[end - 1] === to[stop - 1]) {
    end--;
    stop--;
  }
  return { old: [start, end], fresh: [begin, stop] };
}

/** Lines that occur once on each side and in the same order: sure places to hold on to. */
function commonUnique({ old, fresh }: Part, from: readonly string[], to: readonly string[]): Pair[] {
  const places = new Map<string, [number, number]>();
  const MANY = -2;
  for (let at = old[0]; at < old[1]; at++) places.set(from[at]!, places.has(from[at]!) ? [MANY, MANY] : [at, -1]);
  for (let at = fresh[0]; at < fresh[1]; at++) {
    const place = places.get(to[at]!);
    if (place && place[0] >= 0) place[1] = place[1] === -1 ? at : MANY;
  }
  const pairs = [...places.values()].filter(([one, other]) => one >= 0 && other >= 0);
  return longestRising(pairs);
}

/** The longest choice of pairs, ordered by the first number, in which the second one rises too. */
function longestRising(pairs: readonly Pair[]): Pair[] {
  const tops: number[] = [];
  const before = new Array<number>(pairs.length);
  pairs.forEach(([, value], index) => {
    let [low, high] = [0, tops.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tops[middle]!]![1] < value) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? tops[low - 1]! : -1;
    tops[low] = index;
  });
  const chosen: Pair[] = [];
  for (let at = tops.at(-1) ?? -1; at >= 0; at = before[at]!) chosen.push(pairs[at]!);
  return chosen.reverse();
}
