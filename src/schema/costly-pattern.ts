const REPEATS = /[*+]|\{\d+,\d*\}/g;
const MOST_WAYS = 5_000;

/**
 * Whether a pattern can take time without end: repetitions within a repetition, many repetitions or choices one after
 * the other, references back. Some harmless patterns are taken for costly ones. `mostRepeats`: short texts bear more.
 */
export function isCostlyPattern(pattern: string, mostRepeats = 2): boolean {
  const plain = pattern.replace(/\\[^1-9k]/g, 'x').replace(/\[[^\]]*\]/g, 'x');
  if (pattern.length > 500 || /\\[1-9k]/.test(plain)) return true;
  if ((plain.match(REPEATS)?.length ?? 0) > mostRepeats || hasRepeatedGroup(plain)) return true;
  return waysThrough(plain) > MOST_WAYS;
}

/** Whether a group may come often and itself repeats something or has a choice. */
function hasRepeatedGroup(plain: string): boolean {
  const starts: number[] = [];
  for (let at = 0; at < plain.length; at++) {
    if (plain[at] === '(') starts.push(at);
    if (plain[at] !== ')') continue;
    const inside = plain.slice((starts.pop() ?? 0) + 1, at);
    if (/^(?:[*+]|\{\d)/.test(plain.slice(at + 1)) && /[*+|]|\{\d|[^(]\?/.test(inside)) return true;
  }
  return false;
}

/** The most ways through a pattern: alternatives of a group add up, parts in a row multiply, optional parts double. */
function waysThrough(plain: string): number {
  const around: { others: number; row: number }[] = [];
  let [others, row] = [0, 1];
  for (const [token] of plain.matchAll(/\(\?<?[:=!]?|[(|)]|(?<=[^*+?}])\?/g)) {
    if (token === '?') row *= 2;
    else if (token === '|') [others, row] = [others + row, 1];
    else if (token === ')') {
      const before = around.pop() ?? { others: 0, row: 1 };
      [others, row] = [before.others, before.row * (others + row)];
    } else {
      around.push({ others, row });
      [others, row] = [0, 1];
    }
  }
  return others + row;
}
