import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CallRequest } from '../../../src/pipeline/call.ts';
import { runs } from '../../support/suite.ts';
import { treeOf } from '../../support/tree.ts';
import { openGate, type TestGate } from '../../support/worlds/open-gate.ts';

const FILES = { 'a.txt': 'one\ntwo\nthree\n', 'b.txt': 'b\n', 'd/c.txt': 'c\n', 'd/e/f.txt': 'f\n' };

const path = fc.constantFrom(
  'a.txt',
  'b.txt',
  'd/c.txt',
  'd/e/f.txt',
  'd/e',
  'd',
  'n/x.txt',
  'n/m/y.txt',
  'n',
  'z.txt',
);
const word = fc.constantFrom('one', 'two', 'b', 'c', 'new');

const COMMANDS = [
  'echo more >> a.txt',
  'rm -rf d/e; echo d > d/e',
  'mkdir -p n/m && cp a.txt n/m/y.txt',
  'mv d dd && mv dd n',
  'chmod 755 b.txt; ln -sf b.txt z.txt',
  'rm -f b.txt && mkdir b.txt && echo in > b.txt/in',
];

const call: fc.Arbitrary<CallRequest> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .record({ path, content: word })
      .map(args => ({ name: 'write_file', args: { ...args, createDirs: true } })),
  },
  {
    weight: 2,
    arbitrary: fc.record({ path, old_text: word, new_text: word }).map(args => ({ name: 'edit_file', args })),
  },
  {
    weight: 3,
    arbitrary: fc
      .record({ from: path, to: path })
      .map(args => ({ name: 'move_file', args: { ...args, overwrite: true, createDirs: true } })),
  },
  { weight: 2, arbitrary: path.map(one => ({ name: 'delete_file', args: { path: one, recursive: true } })) },
  { weight: 2, arbitrary: fc.constantFrom(...COMMANDS).map(command => ({ name: 'bash', args: { command } })) },
);

type Way = 'whole' | 'files' | 'sets' | 'drop';

/** Applies one path, or one set, after the other, in an order that the numbers choose. */
async function applyParts({ gate }: TestGate, way: Way, picks: readonly number[]): Promise<void> {
  for (let step = 0; ; step++) {
    const { files, sets } = await gate.plan.show();
    const pick = <T>(all: readonly T[]): T | undefined => all[(picks[step % picks.length] ?? 0) % all.length];
    if (way === 'sets' && sets.length > 0) await gate.plan.apply({ id: pick(sets) });
    else if (files.length > 0) await gate.plan.apply({ paths: [pick(files)!.path] });
    else break;
  }
}

/** A file in the place of a folder, which is moved away then. */
const REPLACED = ['rm -rf d/e; echo d > d/e', 'mv d dd && mv dd n'].map(command => ({
  name: 'bash',
  args: { command },
}));

test(
  'a plan that is applied, whole or in parts in any order, is what the same calls do without it; dropped, it is nothing',
  async () => {
    const open = { policy: 'privileged', approver: () => 'allow_once' } as const;
    await fc.assert(
      fc.asyncProperty(
        fc.array(call, { minLength: 2, maxLength: 7 }),
        fc.constantFrom<Way>('whole', 'files', 'files', 'sets', 'drop'),
        fc.array(fc.nat(20), { minLength: 3, maxLength: 6 }),
        async (calls, way, picks) => {
          const [direct, planned] = await Promise.all([
            openGate(FILES, open),
            openGate(FILES, { ...open, mode: 'plan' }),
          ]);
          const before = treeOf(planned.root);
          for (const each of calls) {
            const [done, kept] = [await direct.gate.execute(each), await planned.gate.execute(each)];
            expect([each, kept.error?.code]).toEqual([each, done.error?.code]);
          }
          expect(treeOf(planned.root)).toEqual(before);
          if (way === 'drop') await planned.gate.plan.drop();
          else if (way === 'whole') await planned.gate.plan.apply();
          else await applyParts(planned, way, picks);
          expect(treeOf(planned.root)).toEqual(way === 'drop' ? before : treeOf(direct.root));
          expect((await planned.gate.plan.show()).files).toEqual([]);
          await Promise.all([direct.gate.close(), planned.gate.close()]);
        },
      ),
      { numRuns: runs(12), examples: [[REPLACED, 'whole', [0, 0, 0]]] },
    );
  },
  runs(120_000),
);
