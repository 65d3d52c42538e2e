import type { Random } from '../random.ts';
import { countPlaces, indentOf, oldOf, renameWord, type Step } from '../true-change.ts';
import { type Corruption, innerContext, isBlank, isTelling, ofSteps, sentLines } from './corruption.ts';

/** One line that stays is another one; the rest fixes the place. */
const oneContextLine = (name: string, spoil: (line: string, random: Random) => string | undefined): Corruption => ({
  name,
  sort: 'plausible',
  spoil: ({ change, random }) => {
    const stay = change.steps.flatMap(({ tag, text }, index) =>
      tag === ' ' && text.trim().length > 10 ? [index] : [],
    );
    if (stay.length === 0 || oldOf(change).length < 3) return undefined;
    const at = random.pick(stay);
    const spoilt = spoil(change.steps[at]!.text, random);
    if (spoilt === undefined || spoilt === change.steps[at]!.text) return undefined;
    const wanted = change.steps.flatMap(({ tag, text }, index) =>
      tag === '+' ? [] : [index === at ? undefined : text],
    );
    if (!isTelling(wanted) || countPlaces(change.lines, wanted) !== 1) return undefined;
    return ofSteps(
      change,
      change.steps.map((step, index) => (index === at ? { ...step, text: spoilt } : step)),
    );
  },
});

export const misremembered: Corruption[] = [
  oneContextLine('context: another name', renameWord),
  oneContextLine('context: comment lost', line => {
    const at = line.search(/\s+(\/\/|#|\/\*) ?\w/);
    return at > 8 ? line.slice(0, at) : undefined;
  }),
  oneContextLine('context: comment added', (line, random) =>
    /[;,)}\]]$/.test(line) ? `${line} ${random.pick(['// as before', '# as before'])}` : undefined,
  ),
  oneContextLine('context: end of line lost', line => (/\w[;,]$/.test(line) ? line.slice(0, -1) : undefined)),
  oneContextLine('context: another number', line =>
    /\d/.test(line) ? line.replace(/\d+/, n => `${Number(n) + 1}`) : undefined,
  ),
  {
    name: 'context: line forgotten',
    sort: 'plausible',
    spoil: ({ change, random }) => {
      const inner = innerContext(change).filter(index => !isBlank(change.steps[index]!.text));
      if (inner.length === 0) return undefined;
      const at = random.pick(inner);
      return ofSteps(
        change,
        change.steps.filter((_, index) => index !== at),
      );
    },
  },
  {
    name: 'alignment collapsed',
    sort: 'plausible',
    spoil: ({ change }) => {
      const isAligned = (line: string) => /\S {2,}\S/.test(line);
      const goes = change.steps.filter(({ tag }) => tag !== ' ');
      if (goes.some(({ text }) => isAligned(text))) return undefined;
      return sentLines(change, line => indentOf(line) + line.trimStart().replace(/(\S) {2,}(?=\S)/g, '$1 '));
    },
  },
  {
    name: 'dots for lines',
    sort: 'plausible',
    spoil: ({ change, random }) => {
      const wide = random.pick([4, 6]);
      const { lines, at } = change;
      const end = at + oldOf(change).length;
      const more = lines.slice(end, end + wide);
      if (more.length < wide || more.some(line => /\.\.\.|…/.test(line))) return undefined;
      const last = more.at(-1)!;
      if (last.trim().length < 8 || countPlaces(lines, [last]) !== 1) return undefined;
      const dots: Step = { tag: ' ', text: random.pick(['...', '…', '// ...', `${indentOf(more[0]!)}...`]) };
      return ofSteps(change, [...change.steps, dots, { tag: ' ', text: last }]);
    },
  },
];
