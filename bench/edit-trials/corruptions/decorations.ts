import { newOf, oldOf, type Step } from '../true-change.ts';
import { type Corruption, isBlank, ofSteps, textOf } from './corruption.ts';

const numbers = [
  ['12→', (n: number) => `${n}→`],
  ['12:', (n: number) => `${n}: `],
  ['12 |', (n: number) => `${n} | `],
  ['12|', (n: number) => `${n}|`],
  ['L12:', (n: number) => `L${n}: `],
  ['cat -n', (n: number) => `${String(n).padStart(6)}\t`],
  ['padded 12→', (n: number) => `${String(n).padStart(6)}→`],
  ['padded 12 |', (n: number) => `${String(n).padStart(4)} | `],
] as const;

const numbered = (lines: readonly string[], mark: (n: number) => string, from: number) =>
  lines.map((line, index) => (isBlank(line) ? mark(from + index).trimEnd() : mark(from + index)) + line).join('\n');

export const decorations: Corruption[] = [
  ...numbers.flatMap(([name, mark]): Corruption[] => [
    {
      name: `numbers ${name} in both`,
      sort: 'decidable',
      spoil: ({ change }) => ({
        old: numbered(oldOf(change), mark, change.at + 1),
        new: numbered(newOf(change), mark, change.at + 1),
      }),
    },
    {
      name: `numbers ${name} in old`,
      sort: 'decidable',
      spoil: ({ change }) => ({ old: numbered(oldOf(change), mark, change.at + 1), new: textOf(newOf(change)) }),
    },
  ]),
  {
    name: 'numbers, new lines without',
    sort: 'decidable',
    spoil: ({ change }) => {
      let line = change.at;
      const mark = (step: Step) => {
        if (step.tag === '+') return step.text;
        line += 1;
        return `${line}→${step.text}`;
      };
      return ofSteps(
        change,
        change.steps.map(step => ({ ...step, text: mark(step) })),
      );
    },
  },
  {
    name: 'fence around both',
    sort: 'decidable',
    spoil: ({ change, random }) => {
      const fence = random.pick(['```', '```ts', '```python']);
      return { old: `${fence}\n${textOf(oldOf(change))}\n\`\`\``, new: `${fence}\n${textOf(newOf(change))}\n\`\`\`` };
    },
  },
  {
    name: 'fence around old',
    sort: 'decidable',
    spoil: ({ change }) => ({ old: `\`\`\`\n${textOf(oldOf(change))}\n\`\`\`\n`, new: textOf(newOf(change)) }),
  },
  {
    name: 'diff markers',
    sort: 'decidable',
    spoil: ({ change }) =>
      ofSteps(
        change,
        change.steps.map(({ tag, text }) => ({ tag, text: tag + text })),
      ),
  },
  {
    name: 'diff markers on every line',
    sort: 'decidable',
    spoil: ({ change }) => ({
      old: oldOf(change)
        .map(line => `-${line}`)
        .join('\n'),
      new: newOf(change)
        .map(line => `+${line}`)
        .join('\n'),
    }),
  },
];
