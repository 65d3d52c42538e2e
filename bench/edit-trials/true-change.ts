import { diffArrays } from 'diff';
import type { Random } from './random.ts';
import type { Commit, Source } from './sources.ts';

/** A line of a change: it stays, goes or comes. */
export interface Step {
  readonly tag: ' ' | '-' | '+';
  readonly text: string;
}

/** What is truly to happen: the lines from `at` on, as far as steps stay or go, become those that stay or come. */
export interface TrueChange {
  readonly path: string;
  readonly lines: readonly string[];
  readonly at: number;
  readonly steps: readonly Step[];
}

export const oldOf = (change: TrueChange): string[] =>
  change.steps.filter(({ tag }) => tag !== '+').map(({ text }) => text);
export const newOf = (change: TrueChange): string[] =>
  change.steps.filter(({ tag }) => tag !== '-').map(({ text }) => text);

/** What the file is to hold; lines that stay are the file's own. */
export function afterOf({ lines, at, steps }: TrueChange): string[] {
  const after = lines.slice(0, at);
  let line = at;
  for (const { tag, text } of steps) {
    if (tag === '+') after.push(text);
    if (tag === ' ') after.push(lines[line]!);
    if (tag !== '+') line += 1;
  }
  return [...after, ...lines.slice(line)];
}

/** What of a line is the same however it is set: without white space and with plain quotes and dashes. */
export const bareLine = (line: string): string =>
  line
    .replace(/[\s\u00A0]+/g, '')
    .replace(/[“”„]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[–—]/g, '-');

/** In how many places lines stand, blank ones and all setting aside; a line that is undefined may be any. */
export function countPlaces(lines: readonly string[], wanted: readonly (string | undefined)[]): number {
  const bare = lines.map(bareLine).filter(line => line !== '');
  const sought = wanted.map(line => (line === undefined ? undefined : bareLine(line))).filter(line => line !== '');
  let count = 0;
  for (let at = 0; at + sought.length <= bare.length; at += 1) {
    if (sought.every((line, offset) => line === undefined || line === bare[at + offset])) count += 1;
  }
  return count;
}

/** One hunk of a commit, with up to three lines around it. */
export function changeOfCommit({ path, before, after }: Commit, random: Random): TrueChange | undefined {
  const hunks: { at: number; steps: Step[] }[] = [];
  let at = 0;
  let open: { at: number; steps: Step[] } | undefined;
  for (const part of diffArrays([...before], [...after])) {
    if (!part.added && !part.removed) {
      open = undefined;
      at += part.value.length;
      continue;
    }
    if (!open) {
      open = { at, steps: [] };
      hunks.push(open);
    }
    for (const text of part.value) open.steps.push({ tag: part.added ? '+' : '-', text });
    if (part.removed) at += part.value.length;
  }
  const hunk = hunks.length > 0 ? random.pick(hunks) : undefined;
  if (!hunk || hunk.steps.length > 30) return undefined;
  return withContext({ path, lines: before, ...hunk }, 1 + random.below(3));
}

/** The same change with lines before and after it. */
export function withContext(change: TrueChange, context: number): TrueChange {
  const { lines, at } = change;
  const from = Math.max(0, at - context);
  const end = at + oldOf(change).length;
  const stay = (text: string): Step => ({ tag: ' ', text });
  const steps = [...lines.slice(from, at).map(stay), ...change.steps, ...lines.slice(end, end + context).map(stay)];
  return { ...change, at: from, steps };
}

/** A change such as people make, of a few lines of a real file. */
export function inventChange({ path, lines }: Source, random: Random): TrueChange | undefined {
  const at = 1 + random.below(lines.length - 4);
  const count = 1 + random.below(3);
  const taken = lines.slice(at, at + count);
  if (taken.length < count || taken.every(line => line.trim().length < 6)) return undefined;
  const steps = invent(taken, { random, unit: unitOf(lines) });
  return steps && withContext({ path, lines, at, steps }, 1 + random.below(3));
}

const KNOWN_WORD = /[A-Za-z_][A-Za-z_0-9]{3,}/g;

export function renameWord(line: string, random: Random): string | undefined {
  const words = [...line.matchAll(KNOWN_WORD)];
  if (words.length === 0) return undefined;
  const { 0: word, index } = random.pick(words);
  const other = random.pick([`${word}Again`, `other_${word}`, `${word.slice(0, -1)}`, 'replaced']);
  return other === word ? undefined : line.slice(0, index) + other + line.slice(index + word.length);
}

function invent(taken: readonly string[], { random, unit }: { random: Random; unit: number }): Step[] | undefined {
  const went = taken.map((text): Step => ({ tag: '-', text }));
  const kept = taken.map((text): Step => ({ tag: ' ', text }));
  const came = (texts: readonly string[]) => texts.map((text): Step => ({ tag: '+', text }));
  const renamed = () => taken.map(line => renameWord(line, random) ?? line);
  const kind = random.pick(['rename', 'rename', 'insert', 'insert', 'remove', 'wrap', 'rewrite']);
  if (kind === 'remove') return went;
  if (kind === 'insert') {
    const added = renamed().filter((line, index) => line !== taken[index]);
    return added.length === 0 ? undefined : [...kept, ...came(added)];
  }
  if (kind === 'wrap') return wrap(taken, { went, unit });
  const changed = kind === 'rewrite' ? renamed().map(line => renameWord(line, random) ?? line) : renamed();
  const steps: Step[] = [];
  for (const [index, line] of changed.entries()) {
    if (line === taken[index]) steps.push(kept[index]!);
    else steps.push(went[index]!, ...came([line]));
  }
  return steps.some(({ tag }) => tag !== ' ') ? steps : undefined;
}

export const indentOf = (line: string): string => /^[ \t]*/.exec(line)![0];

/** The lines go into a block, one step deeper. */
function wrap(
  taken: readonly string[],
  { went, unit: width }: { went: readonly Step[]; unit: number },
): Step[] | undefined {
  const filled = taken.filter(line => line.trim() !== '');
  const least = filled.map(indentOf).sort((a, b) => a.length - b.length)[0];
  if (least === undefined || least === '' || !filled.every(line => line.startsWith(least))) return undefined;
  const unit = least.includes('\t') ? '\t' : ' '.repeat(width);
  const deeper = taken.map(line => (line.trim() === '' ? line : unit + line));
  const steps: Step[] = [{ tag: '+', text: `${least}if (ready) {` }];
  for (const text of deeper) steps.push({ tag: '+', text });
  steps.push({ tag: '+', text: `${least}}` });
  return [...went, ...steps];
}

/** The step by which most lines of a file go deeper. */
export function unitOf(lines: readonly string[]): number {
  const counts = new Map<number, number>();
  let before = 0;
  for (const line of lines) {
    if (line.trim() === '') continue;
    const here = indentOf(line).length;
    if (here > before) counts.set(here - before, (counts.get(here - before) ?? 0) + 1);
    before = here;
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 2;
}
