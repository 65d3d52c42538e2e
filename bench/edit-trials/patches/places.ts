import { countPlaces, indentOf, oldOf, type Step, type TrueChange } from '../true-change.ts';
import { doubled, envelope, hunkOf, marked, type PatchKind, single, unified } from './patch-trial.ts';

const headings = (change: TrueChange): string[] =>
  change.lines
    .slice(0, change.at)
    .filter(line => /\w{4}/.test(line) && countPlaces(change.lines, [line]) === 1)
    .slice(-3);

/** What says where a hunk goes. */
export const places: readonly PatchKind[] = [
  {
    name: 'CRLF file',
    make: change => {
      const { patch, before, after } = single(change, unified([hunkOf(change)]));
      const crlf = (files: ReadonlyMap<string, string>) =>
        new Map([...files].map(([name, text]) => [name, text.replaceAll('\n', '\r\n')]));
      return { sort: 'decidable', patch, before: crlf(before), after: crlf(after!) };
    },
  },
  {
    name: 'no context',
    make: change => {
      const steps = change.steps.filter(({ tag }) => tag !== ' ');
      const from = change.steps.findIndex(({ tag }) => tag !== ' ');
      const bare = { ...change, at: change.at + from, steps };
      const inside = change.steps.slice(from, change.steps.findLastIndex(({ tag }) => tag !== ' ') + 1);
      if (inside.some(({ tag }) => tag === ' ') || oldOf(bare).length === 0) return undefined;
      return countPlaces(change.lines, oldOf(bare)) === 1 && oldOf(bare).some(line => /\w{5}/.test(line))
        ? single(bare, envelope([['@@', ...marked(steps)].join('\n')]))
        : undefined;
    },
  },
  {
    name: 'anchor, then context',
    make: change => {
      const [anchor] = headings(change);
      return anchor === undefined
        ? undefined
        : single(change, envelope([[`@@ ${anchor.trim()}`, ...marked(change.steps)].join('\n')]));
    },
  },
  {
    name: 'anchor that does not exist, context unique',
    make: change =>
      single(change, envelope([['@@ function noSuchThing()', ...marked(change.steps)].join('\n')]), {
        sort: 'plausible',
      }),
  },
  {
    name: 'pure addition below an anchor',
    make: ({ path, lines, at }, random) => {
      const anchor = lines[at]!;
      if (!/\w{5}/.test(anchor) || countPlaces(lines, [anchor]) !== 1) return undefined;
      const added = `${indentOf(anchor)}added_${random.below(1000)}();`;
      const change: TrueChange = { path, lines, at: at + 1, steps: [{ tag: '+', text: added }] };
      return single(change, envelope([[`@@ ${anchor.trim()}`, `+${added}`].join('\n')]));
    },
  },
  {
    name: 'addition at the end of the file',
    make: ({ path, lines }, random) => {
      const steps: Step[] = [
        { tag: '+', text: '' },
        { tag: '+', text: `added_${random.below(1000)}();` },
      ];
      const change: TrueChange = { path, lines, at: lines.length, steps };
      return single(change, envelope([['@@', ...marked(steps), '*** End of File'].join('\n')]));
    },
  },
  {
    name: 'two equal places, anchored',
    make: change => {
      const twice = doubled(change);
      if (countPlaces(change.lines, ['between the two']) > 0) return undefined;
      const second = { ...change, lines: twice.lines, at: change.lines.length + 1 };
      return single(second, envelope([['@@ between the two', ...marked(change.steps)].join('\n')]));
    },
  },
  {
    name: 'two equal places, right line',
    make: change => ({ ...single(doubled(change), unified([hunkOf(change)])), sort: 'plausible' }),
  },
];
