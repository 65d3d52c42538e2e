const FEED = 0x0a;
const STEP = 64 * 1024;

/** The part in which two contents differ, in whole lines, with some equal lines around it: a small comparison. */
export function changedPart(old: Uint8Array, fresh: Uint8Array, context: number) {
  const alike = alikeAtStart(old, fresh);
  const start = lineStart(old, alike, context);
  const tail = alikeAtEnd(old, fresh, Math.min(old.length, fresh.length) - lineStart(old, alike, 0));
  const rest = old.length - lineEnd(old, old.length - tail, context);
  return {
    linesBefore: countFeeds(old, start),
    old: old.subarray(start, old.length - rest),
    fresh: fresh.subarray(start, fresh.length - rest),
  };
}

function alikeAtStart(old: Uint8Array, fresh: Uint8Array): number {
  const most = Math.min(old.length, fresh.length);
  let at = 0;
  while (at < most && Buffer.compare(old.subarray(at, end(at)), fresh.subarray(at, end(at))) === 0) at = end(at);
  while (at < most && old[at] === fresh[at]) at += 1;
  return at;

  function end(from: number): number {
    return Math.min(most, from + STEP);
  }
}

function alikeAtEnd(old: Uint8Array, fresh: Uint8Array, most: number): number {
  const last = (bytes: Uint8Array, from: number, to: number) => bytes.subarray(bytes.length - to, bytes.length - from);
  let count = 0;
  for (let to = Math.min(most, STEP); count < most; to = Math.min(most, to + STEP)) {
    if (Buffer.compare(last(old, count, to), last(fresh, count, to)) !== 0) break;
    count = to;
  }
  while (count < most && old[old.length - 1 - count] === fresh[fresh.length - 1 - count]) count += 1;
  return count;
}

/** The beginning of the line at a place, or of the line so many lines before it. */
function lineStart(bytes: Uint8Array, place: number, context: number): number {
  let at = feedBefore(bytes, place) + 1;
  for (let lines = 0; lines < context && at > 0; lines++) at = feedBefore(bytes, at - 1) + 1;
  return at;
}

/** The last line feed before a place, or -1. A search from a negative place would count from the end. */
const feedBefore = (bytes: Uint8Array, place: number): number => (place <= 0 ? -1 : bytes.lastIndexOf(FEED, place - 1));

/** The end of the line that is whole behind a place, or of the line so many lines behind it. */
function lineEnd(bytes: Uint8Array, place: number, context: number): number {
  let at = place;
  for (let lines = 0; lines <= context && at < bytes.length; lines++) {
    const feed = bytes.indexOf(FEED, at);
    at = feed < 0 ? bytes.length : feed + 1;
  }
  return at;
}

/** Bytes that are searched together: a longer text is not made in the part of memory that is cleaned cheaply. */
const PIECE = 16 * 1024;

function countFeeds(bytes: Uint8Array, end: number): number {
  const searched = Buffer.from(bytes.buffer, bytes.byteOffset, end);
  let count = 0;
  for (let from = 0; from < end; from += PIECE) {
    const text = searched.toString('latin1', from, Math.min(end, from + PIECE));
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  }
  return count;
}
