import { afterOf, countPlaces, oldOf, renameWord, type Step } from '../true-change.ts';
import { doubled, envelope, hunkOf, marked, type PatchKind, single, unified } from './patch-trial.ts';

/** Patches that must change nothing. */
export const refused: readonly PatchKind[] = [
  {
    name: 'two equal places',
    make: change =>
      single(doubled(change), envelope([['@@', ...marked(change.steps)].join('\n')]), { sort: 'refusal' }),
  },
  {
    name: 'envelope that is cut off',
    make: change =>
      single(change, envelope([['@@', ...marked(change.steps)].join('\n')]).replace('\n*** End Patch', ''), {
        sort: 'refusal',
      }),
  },
  {
    name: 'two equal places, line of neither',
    make: change =>
      change.at + oldOf(change).length + 12 > change.lines.length
        ? undefined
        : single(doubled(change), unified([hunkOf(change, { line: change.at + 9 + oldOf(change).length })]), {
            sort: 'refusal',
          }),
  },
  {
    name: 'already applied',
    make: change => {
      const after = afterOf(change);
      if (countPlaces(after, oldOf(change)) > 0 || change.steps.every(({ tag }) => tag !== '+')) return undefined;
      return single(change, unified([hunkOf(change)]), { sort: 'refusal', lines: after });
    },
  },
  {
    name: 'placeholder in what is added',
    make: change => {
      const steps: Step[] = [...change.steps, { tag: '+', text: '// ... existing code ...' }];
      return single(change, unified([hunkOf({ ...change, steps })]), { sort: 'refusal' });
    },
  },
  {
    name: 'a removed line is another one',
    make: (change, random) => {
      const went = change.steps.findIndex(({ tag, text }) => tag === '-' && text.trim().length > 10);
      const other = went < 0 ? undefined : renameWord(renameWord(change.steps[went]!.text, random) ?? '', random);
      if (other === undefined || other.trim() === change.steps[went]!.text.trim()) return undefined;
      const steps = change.steps.map((step, index) => (index === went ? { ...step, text: other } : step));
      return single(change, unified([hunkOf({ ...change, steps })]), { sort: 'refusal' });
    },
  },
];
