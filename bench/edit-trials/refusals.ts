import type { Random } from './random.ts';
import { afterOf, bareLine, countPlaces, indentOf, newOf, oldOf, renameWord, type TrueChange } from './true-change.ts';

/** A call that must change nothing. */
export interface Refusal {
  readonly name: string;
  make(
    change: TrueChange,
    random: Random,
  ): { lines: readonly string[]; edits: { old_text: string; new_text: string }[] } | undefined;
}

const text = (lines: readonly string[]) => lines.join('\n');

function twice(change: TrueChange, random: Random): TrueChange {
  const { lines, at } = change;
  const block = oldOf(change);
  const end = at + block.length;
  const to = random.chance(0.5) ? end : lines.length;
  return { ...change, lines: [...lines.slice(0, to), ...block, ...lines.slice(to)] };
}

const one = (change: TrueChange, old: string, wanted: string) => ({
  lines: change.lines,
  edits: [{ old_text: old, new_text: wanted }],
});

const dedent = (line: string) => line.trimStart();

export const refusals: readonly Refusal[] = [
  {
    name: 'two equal places',
    make: (change, random) => one(twice(change, random), text(oldOf(change)), text(newOf(change))),
  },
  {
    name: 'two places but for white space',
    make: (change, random) => {
      const old = oldOf(change).map(dedent);
      if (text(old) === text(oldOf(change)) || indentOf(oldOf(change)[0]!) === '') return undefined;
      return one(twice(change, random), text(old), text(newOf(change).map(dedent)));
    },
  },
  {
    name: 'two places but for numbers',
    make: (change, random) => {
      const number = (lines: readonly string[]) => text(lines.map((line, index) => `${index + 70_001}→${line}`));
      return one(twice(change, random), number(oldOf(change)), number(newOf(change)));
    },
  },
  {
    name: 'two places, each unlike it in another line',
    make: (change, random) => {
      const old = oldOf(change);
      const stay = change.steps.flatMap(({ tag, text: line }) =>
        tag === ' ' && line.trim().length > 10 ? [line] : [],
      );
      const spoilt = stay.length > 0 ? renameWord(stay[0]!, random) : undefined;
      if (spoilt === undefined || spoilt === stay[0]) return undefined;
      const swap = (lines: readonly string[]) => lines.map(line => (line === stay[0] ? spoilt : line));
      return one(twice(change, random), text(swap(old)), text(swap(newOf(change))));
    },
  },
  ...[
    '// ... existing code ...',
    '// rest unchanged',
    '# ... rest of the function',
    '/* ... */',
    '<!-- unchanged -->',
    '// ...',
  ].map(
    (placeholder): Refusal => ({
      name: `placeholder ${placeholder}`,
      make: change => {
        const kept = newOf(change);
        // Documents show code that is left out.
        if (kept.length < 2 || /\.(md|txt|rst|html|pyi?|diff)$|d\.ts$|\/[^.]+$/.test(change.path)) return undefined;
        const indent = indentOf(kept.at(-1)!);
        return one(change, text(oldOf(change)), text([...kept.slice(0, -1), indent + placeholder]));
      },
    }),
  ),
  {
    name: 'already applied',
    make: change => {
      const after = afterOf(change);
      if (countPlaces(after, oldOf(change)) > 0 || change.steps.every(({ tag }) => tag !== '+')) return undefined;
      return one({ ...change, lines: after }, text(oldOf(change)), text(newOf(change)));
    },
  },
  {
    name: 'already applied, indentation lost',
    make: change => {
      const after = afterOf(change);
      if (countPlaces(after, oldOf(change)) > 0 || change.steps.every(({ tag }) => tag !== '+')) return undefined;
      return one({ ...change, lines: after }, text(oldOf(change).map(dedent)), text(newOf(change).map(dedent)));
    },
  },
  { name: 'empty', make: change => one(change, '', text(newOf(change))) },
  {
    name: 'blank',
    make: (change, random) => one(change, random.pick([' ', '\n', '\n\n', '  \n\t', '\u00A0']), text(newOf(change))),
  },
  { name: 'no change', make: change => one(change, text(oldOf(change)), text(oldOf(change))) },
  {
    name: 'no change, indentation lost',
    make: change => {
      const old = text(oldOf(change).map(dedent));
      return old === text(oldOf(change)) ? undefined : one(change, old, old);
    },
  },
  {
    name: 'nowhere in the file',
    make: change => {
      const turned = (lines: readonly string[]) =>
        lines.map(line => `${indentOf(line)}${[...line.trim()].reverse().join('')}x`);
      return one(change, text(turned(oldOf(change))), text(turned(newOf(change))));
    },
  },
  {
    name: 'the replaced line is another one',
    make: (change, random) => {
      const went = change.steps.filter(({ tag, text: line }) => tag === '-' && line.trim().length > 10);
      if (went.length === 0) return undefined;
      const line = random.pick(went).text;
      if (newOf(change).includes(line)) return undefined;
      const spoilt = [1, 2, 3].reduce((now, _) => renameWord(now, random) ?? now, line);
      // A line that the new text has as well is one that stays.
      if (bareLine(spoilt) === bareLine(line) || newOf(change).includes(spoilt)) return undefined;
      return one(change, text(oldOf(change).map(own => (own === line ? spoilt : own))), text(newOf(change)));
    },
  },
  {
    name: 'two edits of the same lines',
    make: change => {
      const edit = { old_text: text(oldOf(change)), new_text: text(newOf(change)) };
      return { lines: change.lines, edits: [edit, { ...edit, new_text: `${edit.new_text} again` }] };
    },
  },
  {
    name: 'one edit of two fits nowhere',
    make: change => ({
      lines: change.lines,
      edits: [
        { old_text: text(oldOf(change)), new_text: text(newOf(change)) },
        { old_text: 'nothing like this stands here\nnor this', new_text: 'x' },
      ],
    }),
  },
];
