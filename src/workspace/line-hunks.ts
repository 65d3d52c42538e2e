import { diffArrays } from 'diff';

/** Lines `start` up to `end` of the one text are `lines` in the other. */
export interface Hunk {
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

/** A NUL byte anywhere: not to be cut into lines. */
export const isBinary = (bytes: Uint8Array): boolean => bytes.includes(0);

/** Below so many lines the shortest edit is always found; it takes milliseconds. */
const FEW = 600;
/** Where a long stretch has no line to hold on to, more edits than these are taken for a rewrite. */
const MOST_EDITS = 1000;
const LONGEST = 300;

/**
 * The hunks that turn `from` into `to`, in order and apart. A stretch in which nothing is found quickly is one hunk:
 * true, only not small.
 */
export function lineHunks(from: readonly string[], to: readonly string[]): Hunk[] {
  const hunks: { start: number; end: number; lines: string[] }[] = [];
  compare({ old: [0, from.length], fresh: [0, to.length] });
  return hunks;

  function add(old: Span, fresh: Span): void {
    const last = hunks.at(-1);
    const lines = to.slice(...fresh);
    if (last && last.end === old[0]) {
      last.end = old[1];
      for (const line of lines) last.lines.push(line);
    } else hunks.push({ start: old[0], end: old[1], lines });
  }

  function compare(part: Part): void {
    const { old, fresh } = trimmed(part, from, to);
    const [removed, added] = [old[1] - old[0], fresh[1] - fresh[0]];
    if (removed === 0 && added === 0) return;
    const anchors = removed + added > FEW ? commonUnique({ old, fresh }, from, to) : [];
    if (removed === 0 || added === 0) add(old, fresh);
    else if (anchors.length === 0) shortest({ old, fresh });
    else between(anchors, { old, fresh });
  }

  function between(anchors: readonly [number, number][], { old, fresh }: Part): void {
    let [at, there] = [old[0], fresh[0]];
    for (const [one, other] of [...anchors, [old[1], fresh[1]] as const]) {
      compare({ old: [at, one], fresh: [there, other] });
      [at, there] = [one + 1, other + 1];
    }
  }

  function shortest({ old, fresh }: Part): void {
    const options = { maxEditLength: MOST_EDITS, timeout: LONGEST };
    const parts = diffArrays(from.slice(...old), to.slice(...fresh), options);
    if (!parts) add(old, fresh);
    let [at, there] = [old[0], fresh[0]];
    for (const { added, removed, value } of parts ?? []) {
      const [gone, come] = [added ? 0 : value.length, removed ? 0 : value.length];
      if (added || removed) add([at, at + gone], [there, there + come]);
      at += gone;
      there += come;
    }
  }
}

type Span = [start: number, end: number];

interface Part {
  readonly old: Span;
  readonly fresh: Span;
}

/** Without what both stretches begin and end with. */
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
function commonUnique({ old, fresh }: Part, from: readonly string[], to: readonly string[]): [number, number][] {
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

/** Of pairs ordered by the first number, the longest choice in which the second one rises too. */
function longestRising(pairs: readonly [number, number][]): [number, number][] {
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
  const chosen: [number, number][] = [];
  for (let at = tops.at(-1) ?? -1; at >= 0; at = before[at]!) chosen.push(pairs[at]!);
  return chosen.reverse();
}
