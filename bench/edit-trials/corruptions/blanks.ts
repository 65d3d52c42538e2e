import { newOf, oldOf } from '../true-change.ts';
import { type Corruption, context, innerContext, isBlank, ofSteps, sentLines, textOf } from './corruption.ts';

export const blanks: Corruption[] = [
  {
    name: 'trailing blanks in old',
    sort: 'decidable',
    spoil: ({ change, random }) => ({
      old: `${textOf(oldOf(change).map(line => line + random.pick(['', ' ', '  ', '\t'])))} `,
      new: textOf(newOf(change)),
    }),
  },
  context('trailing blanks in context', line => `${line}  `),
  {
    name: 'trailing blanks everywhere',
    sort: 'decidable',
    spoil: ({ change }) => sentLines(change, line => `${line} `),
  },
  {
    name: 'blank line lost',
    sort: 'decidable',
    spoil: ({ change, random }) => {
      const blank = innerContext(change).filter(index => isBlank(change.steps[index]!.text));
      if (blank.length === 0) return undefined;
      const at = random.pick(blank);
      return ofSteps(
        change,
        change.steps.filter((_, index) => index !== at),
      );
    },
  },
  {
    name: 'blank line added',
    sort: 'decidable',
    spoil: ({ change, random }) => {
      const { steps } = change;
      const gaps = steps.flatMap(({ tag, text }, index) =>
        tag === ' ' && steps[index + 1]?.tag === ' ' && !isBlank(text) && !isBlank(steps[index + 1]!.text)
          ? [index + 1]
          : [],
      );
      if (gaps.length === 0) return undefined;
      const at = random.pick(gaps);
      return ofSteps(change, [...steps.slice(0, at), { tag: ' ', text: '' }, ...steps.slice(at)]);
    },
  },
  {
    name: 'line breaks around both',
    sort: 'decidable',
    spoil: ({ change }) => ({ old: `\n${textOf(oldOf(change))}\n`, new: `\n${textOf(newOf(change))}\n` }),
  },
];
