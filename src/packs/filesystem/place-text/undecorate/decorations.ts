import { withoutEntities, withoutEscapes } from './escapes.ts';
import { type TextPair, withoutLineNumbers } from './pasted-numbers.ts';

/** Old and new text with something taken off both, and what it was. */
export interface Undecorated extends TextPair {
  readonly decorations: readonly string[];
}

const DECORATIONS: readonly { readonly name: string; strip(pair: TextPair): TextPair[] }[] = [
  { name: 'code fence', strip: withoutFence },
  { name: 'pasted line numbers', strip: withoutLineNumbers },
  { name: 'diff markers', strip: withoutDiffMarkers },
  { name: 'escaped characters', strip: withoutEscapes },
  { name: 'HTML entities', strip: withoutEntities },
];

/** Decorations that show themselves, whatever else is wrong with a text. */
const SURE = ['code fence', 'pasted line numbers'];

export function isSure({ decorations }: Pick<Undecorated, 'decorations'>): boolean {
  return decorations.every(each => SURE.includes(each));
}

/** Every way to take decorations off both texts, one of each kind and one that is not sure at most, fewest first. */
export function undecorate(pair: TextPair): Undecorated[] {
  const found: Undecorated[] = [];
  let round: Undecorated[] = [{ ...pair, decorations: [] }];
  while (round.length > 0) {
    const next: Undecorated[] = [];
    for (const each of round) {
      for (const { name, strip } of DECORATIONS) {
        if (each.decorations.includes(name)) continue;
        if (!SURE.includes(name) && !isSure(each)) continue;
        for (const stripped of strip(each))
          next.push({ ...each, ...stripped, decorations: [...each.decorations, name] });
      }
    }
    found.push(...next);
    round = next;
  }
  return found;
}

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

/** Lines pasted out of a diff: `-` and ` ` before the old ones, `+` and ` ` before the new ones. */
function withoutDiffMarkers(pair: TextPair): TextPair[] {
  const found: TextPair[] = [];
  const oldMarked = pair.old.some(line => line.startsWith('-'));
  const newMarked = pair.new.some(line => line.startsWith('+'));
  if (!oldMarked && !newMarked) return found;
  const everyLine = (lines: readonly string[], marks: RegExp) => lines.every(line => line === '' || marks.test(line));
  const cut = (line: string) => line.slice(1);
  if (everyLine(pair.old, /^[- ]/)) {
    const kept = pair.old.filter(line => line.startsWith(' ') && line.trim() !== '');
    const marked = everyLine(pair.new, /^[+ ]/) && (newMarked || pair.new.some(line => kept.includes(line)));
    const plain = !newMarked && pair.new.some(line => kept.includes(` ${line}`));
    // Without a plus sign, only lines that both texts have show whether the new text is marked as well.
    if (marked !== plain) found.push({ old: pair.old.map(cut), new: marked ? pair.new.map(cut) : pair.new });
  }
  // Only the changed lines are marked; the others are as they are in the file.
  if (!pair.old.some(line => line.startsWith('+')) && !pair.new.some(line => line.startsWith('-'))) {
    found.push({
      old: pair.old.map(line => (line.startsWith('-') ? cut(line) : line)),
      new: pair.new.map(line => (line.startsWith('+') ? cut(line) : line)),
    });
  }
  return found;
}
