/** How alike two lines are, 0 to 1: shared pairs of neighbouring characters, white space left out. */
export function similarity(a: string, b: string): number {
  const left = a.replace(/\s+/g, '');
  const right = b.replace(/\s+/g, '');
  if (left === right) return 1;
  if (left.length < 2 || right.length < 2) return 0;
  const counts = new Map<string, number>();
  for (let at = 0; at < left.length - 1; at++) {
    const pair = left.slice(at, at + 2);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  let shared = 0;
  for (let at = 0; at < right.length - 1; at++) {
    const pair = right.slice(at, at + 2);
    const left = counts.get(pair) ?? 0;
    if (left > 0) {
      shared++;
      counts.set(pair, left - 1);
    }
  }
  return (2 * shared) / (left.length + right.length - 2);
}

/** A line that could stand anywhere: blank, brackets, a keyword. It shows no place. */
export function isTrivial(line: string): boolean {
  const words = line.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return (
    words.join('').length < 4 ||
    /^\W*(?:else|return|break|continue|pass|end|then|done|begin|try|finally)\W*$/.test(line)
  );
}
