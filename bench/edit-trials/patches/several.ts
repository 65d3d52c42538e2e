import { afterOf, countPlaces, inventChange, oldOf } from '../true-change.ts';
import { asText, envelope, hunkOf, marked, NAME, type PatchKind, single, unified } from './patch-trial.ts';

/** Patches of several hunks or files. */
export const several: readonly PatchKind[] = [
  {
    name: 'several hunks, wrong lines',
    make: (change, random) => {
      const several = [change];
      for (let tried = 0; tried < 12 && several.length < 3; tried += 1) {
        const next = inventChange(change, random);
        const isApart =
          next &&
          several.every(({ at, steps }) => next.at + next.steps.length + 4 < at || at + steps.length + 4 < next.at);
        if (next && isApart && countPlaces(change.lines, oldOf(next)) === 1) several.push(next);
      }
      several.sort((a, b) => a.at - b.at);
      let lines = change.lines;
      for (const each of several.toReversed()) lines = afterOf({ ...each, lines });
      const hunks = several.map(each => hunkOf(each, { line: each.at + 30 }));
      const trial = single(change, unified(hunks));
      return several.length < 2 ? undefined : { ...trial, after: new Map([[NAME, asText(lines)]]) };
    },
  },
  {
    name: 'several files',
    make: (change, random) => {
      const next = inventChange(change, random);
      if (!next || countPlaces(next.lines, oldOf(next)) !== 1) return undefined;
      const patch = random.chance(0.5)
        ? `${unified([hunkOf(change)])}${unified([hunkOf(next)], '--- a/other.txt\n+++ b/other.txt')}`
        : envelope([
            marked(change.steps).join('\n'),
            '*** Update File: other.txt',
            '@@',
            marked(next.steps).join('\n'),
          ]);
      return {
        sort: 'decidable',
        patch,
        before: new Map([
          [NAME, asText(change.lines)],
          ['other.txt', asText(next.lines)],
        ]),
        after: new Map([
          [NAME, asText(afterOf(change))],
          ['other.txt', asText(afterOf(next))],
        ]),
      };
    },
  },
  {
    name: 'renamed and changed',
    make: (change, random) => {
      const patch = random.chance(0.5)
        ? unified(
            [hunkOf(change)],
            `diff --git a/${NAME} b/moved.txt\nsimilarity index 90%\nrename from ${NAME}\nrename to moved.txt\n--- a/${NAME}\n+++ b/moved.txt`,
          )
        : envelope([marked(change.steps).join('\n')], `*** Update File: ${NAME}\n*** Move to: moved.txt`);
      return { ...single(change, patch), after: new Map([['moved.txt', asText(afterOf(change))]]) };
    },
  },
  {
    name: 'a file added, one deleted',
    make: (change, random) => {
      const added = oldOf(change);
      const patch = random.chance(0.5)
        ? `${unified([`@@ -0,0 +1,${added.length} @@`, ...added.map(line => `+${line}`)], '--- /dev/null\n+++ b/new.txt')}`
        : envelope([...added.map(line => `+${line}`), `*** Delete File: ${NAME}`], '*** Add File: new.txt');
      const isDeleted = patch.includes('*** Delete');
      const before = new Map([[NAME, asText(change.lines)]]);
      return {
        sort: 'decidable',
        patch,
        before,
        after: new Map([...(isDeleted ? [] : before), ['new.txt', asText(added)]]),
      };
    },
  },
];
