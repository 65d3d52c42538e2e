import { addAll } from '../../../../tool/lists/long-lists.ts';
import { withoutEscapes } from './escapes.ts';
import { type TextPair, withoutLineNumbers } from './pasted-numbers.ts';

/** Old and new text with something taken off both, and what it was. */
interface Undecorated extends TextPair {
  readonly decorations: readonly string[];
}

type Strip = (pair: TextPair) => (TextPair & { readonly name: string })[];

const named =
  (name: string, strip: (pair: TextPair) => TextPair[]): Strip =>
  pair =>
    strip(pair).map(each => ({ ...each, name }));

/** In the order in which they are taken off; of the last two a text has one at most. */
const STRIPS: readonly (readonly Strip[])[] = [
  [named('code fence', withoutFence)],
  [named('pasted line numbers', withoutLineNumbers)],
  [named('diff markers', withoutDiffMarkers), withoutEscapes],
];

/** Every way to take decorations off both texts, fewest first. */
export function undecorate(pair: TextPair): Undecorated[] {
  const strip = (each: Undecorated, ways: readonly Strip[]) =>
    ways
      .flatMap(way => way(each))
      .map(({ name, ...made }) => ({ ...each, ...made, decorations: [...each.decorations, name] }));
  const found: Undecorated[] = [{ ...pair, decorations: [] }];
  for (const ways of STRIPS)
    addAll(
      found,
      found.flatMap(each => strip(each, ways)),
    );
  return found.slice(1);
}

/** A Markdown code fence around the whole text. */
function withoutFence(pair: TextPair): TextPair[] {
  const old = unfence(pair.old);
  if (!old) return [];
  // A fence that the text itself has, inside the one around it, is no decoration of the new text.
  const opening = (lines: readonly string[]) => lines.find(line => line.trim() !== '')?.trim();
  const own = unfence(old) && opening(old) === opening(pair.new) && !unfence(unfence(pair.new) ?? []);
  return [{ old, new: (own ? undefined : unfence(pair.new)) ?? pair.new }];
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
  const cut = (lines: readonly string[], signs: string) =>
    lines.map(line => (line !== '' && signs.includes(line[0]!) ? line.slice(1) : line));
  const found: TextPair[] = [];
  if (every(pair.old, /^[- ]/)) {
    // Without a plus sign, only lines that both texts have show whether the new text is marked as well.
    const kept = pair.old.filter(line => line.startsWith(' ') && line.trim() !== '');
    const marked = every(pair.new, /^[+ ]/) && (has(pair.new, '+') || pair.new.some(line => kept.includes(line)));
    const plain = !has(pair.new, '+') && pair.new.some(line => kept.includes(` ${line}`));
    if (marked !== plain) found.push({ old: cut(pair.old, '- '), new: marked ? cut(pair.new, '+ ') : pair.new });
  }
  if (!has(pair.old, '+') && !has(pair.new, '-')) found.push({ old: cut(pair.old, '-'), new: cut(pair.new, '+') });
  return found;
}
