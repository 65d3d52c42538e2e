import type { TextPair } from '../hunk.ts';
import { ESCAPINGS, withoutEscapes } from './escapes.ts';
import { withoutLineNumbers } from './pasted-numbers.ts';

/** A decoration around the lines of both texts, or in each line: its name, and all ways to take it off. */
interface Decoration {
  readonly name: string;
  readonly strip: (pair: TextPair) => TextPair[];
}

/** The decorations in the order in which they are taken off; a text has at most one of the last ones. */
export const DECORATIONS: readonly (readonly Decoration[])[] = [
  [{ name: 'code fence', strip: withoutFence }],
  [{ name: 'pasted line numbers', strip: withoutLineNumbers }],
  [
    { name: 'diff markers', strip: withoutDiffMarkers },
    ...ESCAPINGS.map(each => ({ name: each.name, strip: (pair: TextPair) => withoutEscapes(pair, each) })),
  ],
];

/** A Markdown code fence around the whole text. */
function withoutFence(pair: TextPair): TextPair[] {
  const old = unfence(pair.old);
  if (!old) return [];
  // A fence of the text itself, inside the fence around it, is no decoration of the new text.
  const opening = (lines: readonly string[]) => lines.find(line => line.trim() !== '')?.trim();
  const own = unfence(old) && opening(old) === opening(pair.new) && !unfence(unfence(pair.new) ?? []);
  const bare = own ? undefined : unfence(pair.new);
  // A new text with more fences than the old text has inside its own keeps that fence: it is text.
  const fences = (lines: readonly string[]) => lines.filter(line => /^\s*(?:`{3,}|~{3,})/.test(line)).length;
  const keeps = !own && !bare && fences(pair.new) > fences(old);
  return keeps ? [] : [{ old, new: bare ?? pair.new }];
}

function unfence(lines: readonly string[]): readonly string[] | undefined {
  const from = lines[0]?.trim() === '' ? 1 : 0;
  const to = lines.at(-1)?.trim() === '' ? lines.length - 1 : lines.length;
  const fence = /^\s*(`{3,}|~{3,})[\w+#.-]*\s*$/.exec(lines[from] ?? '')?.[1];
  if (fence === undefined || to - from < 2 || lines[to - 1]!.trim() !== fence) return undefined;
  return lines.slice(from + 1, to - 1);
}

/** Lines pasted out of a diff: all of them marked, or only the changed ones. */
function withoutDiffMarkers(pair: TextPair): TextPair[] {
  const has = (lines: readonly string[], sign: string) => lines.some(line => line.startsWith(sign));
  if (!has(pair.old, '-') && !has(pair.new, '+')) return [];
  const every = (lines: readonly string[], marks: RegExp) => lines.every(line => line === '' || marks.test(line));
  const cut = (lines: readonly string[], signs: RegExp) => lines.map(line => line.replace(signs, ''));
  const found: TextPair[] = [];
  if (every(pair.old, /^[- ]/)) {
    // Without a plus sign, only lines that both texts have show whether the new text is marked as well.
    const kept = pair.old.filter(line => line.startsWith(' ') && line.trim() !== '');
    const marked = every(pair.new, /^[+ ]/) && (has(pair.new, '+') || pair.new.some(line => kept.includes(line)));
    const plain = !has(pair.new, '+') && pair.new.some(line => kept.includes(` ${line}`));
    if (marked !== plain) found.push({ old: cut(pair.old, /^[- ]/), new: marked ? cut(pair.new, /^[+ ]/) : pair.new });
  }
  if (!has(pair.old, '+') && !has(pair.new, '-')) found.push({ old: cut(pair.old, /^-/), new: cut(pair.new, /^\+/) });
  return found;
}
