import { withoutEscapes } from './escapes.ts';
import { type TextPair, withoutLineNumbers } from './pasted-numbers.ts';

/** Old and new text with something taken off both, and what it was. */
export interface Undecorated extends TextPair {
  readonly decorations: readonly string[];
}

type Strip = (pair: TextPair) => (TextPair & { readonly name: string })[];

const named =
  (name: string, strip: (pair: TextPair) => TextPair[]): Strip =>
  pair =>
    strip(pair).map(each => ({ ...each, name }));

/** Decorations that show themselves, whatever else is wrong with a text; then those of which a text has one at most. */
const SURE: readonly Strip[] = [named('code fence', withoutFence), named('pasted line numbers', withoutLineNumbers)];
const OTHERS: readonly Strip[] = [named('diff markers', withoutDiffMarkers), withoutEscapes];

/** Every way to take decorations off both texts, fewest first. */
export function undecorate(pair: TextPair): Undecorated[] {
  const strip = (from: readonly Undecorated[], ways: readonly Strip[]) =>
    from.flatMap(each =>
      ways.flatMap(way =>
        way(each).map(({ name, ...made }) => ({ ...each, ...made, decorations: [...each.decorations, name] })),
      ),
    );
  let sure: Undecorated[] = [{ ...pair, decorations: [] }];
  for (const way of SURE) sure = [...sure, ...strip(sure, [way])];
  return [...sure.slice(1), ...strip(sure, OTHERS)];
}

export const isSure = ({ decorations }: Undecorated): boolean =>
  decorations.every(name => name === 'code fence' || name === 'pasted line numbers');

/** A Markdown code fence around the whole text. */
function withoutFence(pair: TextPair): TextPair[] {
  const old = unfence(pair.old);
  if (!old) return [];
  // A fence that the text itself has, inside the one around it, is no decoration of the new text.
  const own = unfence(old) !== undefined && !unfence(unfence(pair.new) ?? []);
  const wanted = own ? undefined : unfence(pair.new);
  // A fence holds whole lines, each with its line break.
  return [wanted ? { old: [...old, ''], new: [...wanted, ''] } : { old, new: pair.new }];
}

function unfence(lines: readonly string[]): readonly string[] | undefined {
  const from = lines[0]?.trim() === '' ? 1 : 0;
  const to = lines.at(-1)?.trim() === '' ? lines.length - 1 : lines.length;
  const fence = /^\s*(`{3,}|~{3,})[\w+#.-]*\s*$/.exec(lines[from] ?? '')?.[1];
  if (fence === undefined || to - from < 2 || lines[to - 1]!.trim() !== fence) return undefined;
  return lines.slice(from + 1, to - 1);
}

const everyLine = (lines: readonly string[], marks: RegExp): boolean =>
  lines.every(line => line === '' || marks.test(line));

/** Whether every line is marked as in a diff, and some with a plus or a minus. */
export function looksLikeDiff({ old, new: wanted }: TextPair): boolean {
  const some = old.some(line => line.startsWith('-')) || wanted.some(line => line.startsWith('+'));
  return some && everyLine(old, /^[- ]/) && everyLine(wanted, /^[+ ]/);
}

/** Lines pasted out of a diff: `-` and ` ` before the old ones, `+` and ` ` before the new ones. */
function withoutDiffMarkers(pair: TextPair): TextPair[] {
  const found: TextPair[] = [];
  const newMarked = pair.new.some(line => line.startsWith('+'));
  if (!pair.old.some(line => line.startsWith('-')) && !newMarked) return found;
  const cut = (line: string) => line.slice(1);
  if (everyLine(pair.old, /^[- ]/)) {
    const kept = pair.old.filter(line => line.startsWith(' ') && line.trim() !== '');
    const marked = everyLine(pair.new, /^[+ ]/) && (newMarked || pair.new.some(line => kept.includes(line)));
    const plain = !newMarked && pair.new.some(line => kept.includes(` ${line}`));
    // Without a plus sign, only lines that both texts have show whether the new text is marked as well.
    if (marked !== plain) found.push({ old: pair.old.map(cut), new: marked ? pair.new.map(cut) : pair.new });
  }
  // Only the changed lines are marked; the others are as they are in the file.
  const unmark = (sign: string) => (line: string) => (line.startsWith(sign) ? cut(line) : line);
  if (!pair.old.some(line => line.startsWith('+')) && !pair.new.some(line => line.startsWith('-')))
    found.push({ old: pair.old.map(unmark('-')), new: pair.new.map(unmark('+')) });
  return found;
}
