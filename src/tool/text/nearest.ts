/** A name without case and separators: `filePath`, `File-Path` and `file path` are all `filepath`. */
export const plainWord = (word: string): string => word.toLowerCase().replace(/[\s_-]+/g, '');

/** Names close to `word` in spelling, best first: typing errors, other order of words, a part of the name. */
export function nearest(word: string, candidates: Iterable<string>, limit = 3): string[] {
  const asked = describe(word.slice(0, LONGEST));
  if (asked.plain === '') return [];
  const scored: { name: string; score: number }[] = [];
  for (const name of new Set(candidates)) {
    const score = distance(asked, describe(name.slice(0, LONGEST)));
    if (score < 1) scored.push({ name, score });
  }
  scored.sort((a, b) => a.score - b.score || a.name.length - b.name.length || (a.name < b.name ? -1 : 1));
  return scored.slice(0, limit).map(each => each.name);
}

const LONGEST = 200;

type DescribedName = { readonly plain: string; readonly parts: readonly string[]; readonly base: string };

function describe(name: string): DescribedName {
  const parts = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(part => part !== '');
  return { plain: plainWord(name), parts, base: plainWord(name.slice(name.lastIndexOf('/') + 1)) };
}

/** The distance of two names, from 0 (the same but for case and separators) up; 1 and above is not near. */
function distance(a: DescribedName, b: DescribedName): number {
  if (b.plain === '') return 1;
  if (a.plain === b.plain) return 0;
  return Math.min(typing(a.plain, b.plain), part(a.plain, b.plain), words(a.parts, b.parts), path(a, b));
}

/** The distance by typing errors: a third of the letters may differ, and one in a short word. */
function typing(a: string, b: string): number {
  const longer = Math.max(a.length, b.length);
  const allowed = Math.max(1, Math.floor(longer / 3));
  if (Math.abs(a.length - b.length) > allowed) return 1;
  if (longer < 2) return 1;
  const edits = edited(a, b);
  return edits > allowed || edits >= longer ? 1 : (0.8 * edits) / (allowed + 1) + 0.1;
}

function part(a: string, b: string): number {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short.length < 3) return 1;
  if (long.startsWith(short)) return 0.5 + 0.3 * (1 - short.length / long.length);
  return short.length >= 4 && long.includes(short) ? 0.6 + 0.3 * (1 - short.length / long.length) : 1;
}

/** The distance of the same words in another order, or half of them. */
function words(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0 || a.length + b.length < 3) return 1;
  const others = new Set(b);
  const shared = new Set(a.filter(each => others.has(each))).size;
  const share = (2 * shared) / (new Set(a).size + others.size);
  return share < 0.5 ? 1 : 0.2 + 0.7 * (1 - share);
}

/** The distance of paths: another folder, the same or nearly the same file. */
function path(a: DescribedName, b: DescribedName): number {
  if (a.base === '' || b.base === '' || (a.base === a.plain && b.base === b.plain)) return 1;
  if (a.base === b.base) return 0.25;
  const near = typing(a.base, b.base);
  return near < 1 ? 0.3 + 0.6 * near : 1;
}

/** The Damerau-Levenshtein distance (optimal string alignment): insert, delete, replace, swap neighbours. */
export function edited(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, before[j - 2]! + 1);
      row.push(best);
    }
    before = last;
    last = row;
  }
  return last[b.length]!;
}
