import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/support/suite.ts';
import { snapshot } from '../../../test/support/workspace/ground.ts';
import { openTestWorkspace, type TestWorkspace, utf8 } from '../../../test/support/workspace/workspace.ts';
import { ToolError } from '../../tool/error.ts';
import type { Files } from '../../tool/files.ts';

const NAMES = ['a', 'b', 'd/x', 'd/y', 'd/e/z', 'n/m'];
const FOLDERS = ['d', 'd/e', 'n', 'n/o', 'k', 'k/l/m'];
const name = fc.constantFrom(...NAMES);
const content = fc
  .array(fc.constantFrom('one', 'two', '', 'three\r', 'é', '}'), { maxLength: 6 })
  .map(lines => lines.join('\n'));

type Op =
  | { kind: 'write'; path: string; content: string }
  | { kind: 'edit'; path: string; line: number; text: string }
  | { kind: 'delete'; path: string }
  | { kind: 'move'; path: string; to: string };

const op: fc.Arbitrary<Op> = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), path: name, content }),
  fc.record({ kind: fc.constant('edit' as const), path: name, line: fc.nat(6), text: fc.constantFrom('x', 'y\n', '') }),
  fc.record({ kind: fc.constant('delete' as const), path: fc.oneof(name, fc.constantFrom(...FOLDERS)) }),
  fc.record({
    kind: fc.constant('move' as const),
    path: fc.oneof(name, fc.constantFrom(...FOLDERS, 'link')),
    to: fc.oneof(name, fc.constantFrom(...FOLDERS)),
  }),
);

/** A list of calls, each of one to three operations; calls of one turn follow each other. */
const calls = fc.array(fc.record({ ops: fc.array(op, { minLength: 1, maxLength: 3 }), sameTurn: fc.boolean() }), {
  minLength: 1,
  maxLength: 10,
});
const tree = fc.dictionary(name, fc.record({ content, mode: fc.constantFrom(0o644, 0o600, 0o755) }), { maxKeys: 5 });
/** Folders, many of them empty. */
const folders = fc.dictionary(fc.constantFrom(...FOLDERS), fc.constantFrom(0o755, 0o700, 0o2770), { maxKeys: 4 });

async function perform(files: Files, { kind, path: at, ...rest }: Op): Promise<void> {
  const more = rest as { content: string; line: number; text: string; to: string };
  if (kind === 'write') await files.write(at, utf8(more.content), { createDirs: true });
  else if (kind === 'delete') await files.delete(at, { recursive: true });
  else if (kind === 'move') await files.move(at, more.to, { overwrite: true, createDirs: true });
  else {
    await files.edit(at, bytes => {
      const lines = Buffer.from(bytes).toString().split('\n');
      return utf8(lines.toSpliced(more.line % lines.length, 1, more.text).join('\n'));
    });
  }
}

/** Whether a tool would not be refused; what it would be is left out. */
const allowed = async (work: Promise<unknown>): Promise<boolean> => {
  try {
    await work;
    return true;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return false;
  }
};

async function inTree(
  files: Record<string, { content: string; mode: number }>,
  work: (ws: TestWorkspace) => Promise<void>,
) {
  const ws = await openTestWorkspace({ folder: fs.mkdtempSync(path.join(shm, 'toolgate-undo-')) });
  try {
    for (const [at, file] of Object.entries(files)) ws.put(at, file.content, file.mode);
    await work(ws);
  } finally {
    await ws.dispose();
    fs.rmSync(ws.folder, { recursive: true });
    await ws.store.close();
  }
}

const shm = fs.existsSync('/dev/shm') ? '/dev/shm' : '/tmp';

async function run(ws: TestWorkspace, todo: readonly { ops: readonly Op[]; sameTurn: boolean }[]): Promise<void> {
  let turn = 0;
  for (const { ops, sameTurn } of todo) {
    if (!sameTurn) turn++;
    await allowed(
      ws.call(
        async files => {
          for (const one of ops) await allowed(perform(files, one));
        },
        { turn },
      ),
    );
  }
}

const isNothing = (error: unknown): boolean => error instanceof ToolError && error.details?.reason === 'nothing';

async function repeat(step: () => Promise<unknown>): Promise<number> {
  for (let count = 0; ; count++) {
    try {
      await step();
    } catch (error) {
      if (isNothing(error)) return count;
      throw error;
    }
  }
}

test('undoing every turn gives back the bytes and modes from before, and redoing all the ones from after', async () => {
  await fc.assert(
    fc.asyncProperty(tree, folders, calls, async (files, empty, todo) => {
      await inTree(files, async ws => {
        for (const [at, mode] of Object.entries(empty)) {
          fs.mkdirSync(ws.at(at), { recursive: true });
          fs.chmodSync(ws.at(at), mode);
        }
        fs.symlinkSync('a', ws.at('link'));
        const before = snapshot(ws.folder);
        await run(ws, todo);
        const after = snapshot(ws.folder);
        const undone = await repeat(() => ws.call((_, history) => history.undoTurn(), { turn: 1000 }));
        expect(snapshot(ws.folder)).toEqual(before);
        const redone = await repeat(() => ws.call((_, history) => history.redo(), { turn: 1001 }));
        expect(snapshot(ws.folder)).toEqual(after);
        expect(redone).toBe(undone);
        await repeat(() => ws.call((_, history) => history.undoTurn(), { turn: 1002 }));
        expect(snapshot(ws.folder)).toEqual(before);
      });
    }),
    { numRuns: runs(12) },
  );
});

test('undoing file by file gives back the bytes and modes from before', async () => {
  await fc.assert(
    fc.asyncProperty(tree, calls, async (files, todo) => {
      // A move ties two files together; taken back file by file they may meet what came later.
      const simple = todo.map(call => ({ ...call, ops: call.ops.filter(({ kind }) => kind !== 'move') }));
      await inTree(files, async ws => {
        const before = snapshot(ws.folder);
        await run(ws, simple);
        for (const at of NAMES) await repeat(() => ws.call((_, history) => history.undoFile(at), { turn: 1000 }));
        const now = Object.entries(snapshot(ws.folder)).filter(([, what]) => what.startsWith('file'));
        expect(Object.fromEntries(now)).toEqual(
          Object.fromEntries(Object.entries(before).filter(([, what]) => what.startsWith('file'))),
        );
      });
    }),
    { numRuns: runs(6) },
  );
});

test('an undo, done or refused, never loses what a person wrote, and redo brings back what it took', async () => {
  const hand = fc.record({ path: name, line: fc.nat(6), text: fc.constantFrom('by hand', 'by hand\nand more') });
  await fc.assert(
    fc.asyncProperty(tree, calls, fc.array(hand, { minLength: 1, maxLength: 4 }), async (files, todo, edits) => {
      await inTree(files, async ws => {
        await run(ws, todo);
        let written = 0;
        for (const edit of edits) {
          if (!fs.statSync(ws.at(edit.path), { throwIfNoEntry: false })?.isFile()) continue;
          const lines = ws.read(edit.path).split('\n');
          ws.put(edit.path, lines.toSpliced(edit.line % (lines.length + 1), 0, `${edit.text} ${++written}`).join('\n'));
        }
        const before = snapshot(ws.folder);
        const handmade = (all: Record<string, string>) =>
          [
            ...Object.values(all)
              .join('\n')
              .matchAll(/by hand.*$/gm),
          ].length;
        const done = await allowed(ws.call((_, history) => history.undoTurn(), { turn: 1000 }));
        if (!done) expect(snapshot(ws.folder)).toEqual(before);
        expect(handmade(snapshot(ws.folder))).toBe(handmade(before));
        if (done) {
          await ws.call((_, history) => history.redo(), { turn: 1001 });
          expect(snapshot(ws.folder)).toEqual(before);
        }
      });
    }),
    { numRuns: runs(12) },
  );
});
