import type { Random } from '../random.ts';
import { countPlaces, indentOf, oldOf, renameWord, type TrueChange, unitOf } from '../true-change.ts';
import { envelope, hunkOf, marked, type PatchKind, remark, single, unified } from './patch-trial.ts';

const dedented = (change: TrueChange): TrueChange | undefined => {
  const least = Math.min(
    ...change.steps.filter(({ text }) => text.trim() !== '').map(({ text }) => indentOf(text).length),
  );
  return least === 0 ? undefined : remark(change, line => (line.trim() === '' ? line : line.slice(least)));
};

/** One line of context is another one. */
function misremembered(change: TrueChange, random: Random): TrueChange | undefined {
  const stay = change.steps.flatMap(({ tag, text }, index) => (tag === ' ' && text.trim().length > 10 ? [index] : []));
  if (stay.length < 2) return undefined;
  const at = random.pick(stay);
  const spoilt = renameWord(change.steps[at]!.text, random);
  if (spoilt === undefined) return undefined;
  const wanted = change.steps.flatMap(({ tag, text }, index) => (tag === '+' ? [] : [index === at ? undefined : text]));
  if (countPlaces(change.lines, wanted) !== 1) return undefined;
  return { ...change, steps: change.steps.map((step, index) => (index === at ? { ...step, text: spoilt } : step)) };
}

const inBoth = (
  name: string,
  sort: 'decidable' | 'plausible',
  spoil: (change: TrueChange, random: Random) => TrueChange | undefined,
): PatchKind[] =>
  (['unified', 'envelope'] as const).map(form => ({
    name: `${form}: ${name}`,
    make: (change, random) => {
      const sent = spoil(change, random);
      if (!sent || oldOf(sent).join() === oldOf(change).join()) return undefined;
      const patch = form === 'unified' ? unified([hunkOf(sent)]) : envelope([['@@', ...marked(sent.steps)].join('\n')]);
      return single(change, patch, { sort });
    },
  }));

/** Hunks that are spoilt as texts are. */
export const spoilt: readonly PatchKind[] = [
  ...inBoth('indentation lost', 'decidable', dedented),
  ...inBoth('trailing blanks added', 'decidable', change => remark(change, line => `${line} `)),
  ...inBoth('tabs as blanks', 'decidable', change =>
    remark(change, line => indentOf(line).replaceAll('\t', '    ') + line.slice(indentOf(line).length)),
  ),
  ...inBoth('blanks as tabs', 'decidable', change => {
    const unit = unitOf(change.lines);
    if (
      change.steps.some(
        ({ text }) => text.trim() !== '' && (indentOf(text).length % unit !== 0 || text.startsWith('\t')),
      )
    )
      return undefined;
    return remark(change, line => '\t'.repeat(indentOf(line).length / unit) + line.trimStart());
  }),
  ...inBoth('typographic quotes', 'decidable', change =>
    remark(change, line => line.replaceAll("'", '’').replaceAll('"', '”')),
  ),
  ...inBoth('HTML entities', 'decidable', change =>
    remark(change, line => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')),
  ),
  ...inBoth('context misremembered', 'plausible', misremembered),
  ...inBoth('blank context lost', 'decidable', change => {
    const at = change.steps.findIndex(
      ({ tag, text }, index) =>
        tag === ' ' &&
        text.trim() === '' &&
        index > 0 &&
        change.steps[index - 1]!.tag === ' ' &&
        change.steps[index + 1]?.tag === ' ',
    );
    return at < 0 ? undefined : { ...change, steps: change.steps.filter((_, index) => index !== at) };
  }),
];
