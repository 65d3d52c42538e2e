import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CallRequest } from '../../../src/pipeline/call.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { removeTree } from '../../../src/system/remove-tree.ts';
import { programPath } from '../../support/program-path.ts';

const CHILD = programPath('shifted-clock');
const SECOND = 1000;
const HOUR = 3600 * SECOND;

/** A workspace on which processes work whose clocks are off by so many milliseconds. */
function ground() {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-clock-'));
  onTestFinished(() => removeTree(folder));
  const workspace = join(folder, 'workspace');
  const store = join(folder, 'state', 'toolgate.db');
  mkdirSync(workspace);
  const calls = (shift: number, ...made: readonly CallRequest[]): { ok: boolean; output: string }[] =>
    JSON.parse(
      execFileSync(process.execPath, ['--disable-warning=ExperimentalWarning', CHILD], {
        input: JSON.stringify({ workspace, store, shift, calls: made }),
        encoding: 'utf8',
      }),
    );
  return { workspace, store, calls, read: (name: string) => readFileSync(join(workspace, name), 'utf8') };
}

const write = (content: string): CallRequest => ({ name: 'write_file', args: { path: 'a.txt', content } });
const undo = (name: 'undo_turn' | 'undo_file' | 'redo'): CallRequest => ({
  name,
  args: name === 'undo_file' ? { path: 'a.txt' } : {},
});

describe.each([
  ['2 s back', 0, -2 * SECOND],
  ['10 s back', 0, -10 * SECOND],
  ['an hour back', 0, -HOUR],
  ['back again from a day ahead', 24 * HOUR, 0],
  ['a day ahead', 0, 24 * HOUR],
])('after a clock that jumped %s', (_, first, second) => {
  it('undo and redo take the changes in the order in which they were made', () => {
    const { workspace, calls, read } = ground();
    writeFileSync(join(workspace, 'a.txt'), 'at first\n');
    expect(calls(first, write('first\n'))).toMatchObject([{ ok: true }]);
    expect(calls(second, write('second\n'))).toMatchObject([{ ok: true }]);
    const look: CallRequest = { name: 'read_file', args: { path: 'a.txt' } };
    const back = [undo('undo_turn'), look, undo('undo_file'), look, undo('redo'), look, undo('redo')];
    const told = calls(first, ...back);
    expect(told.map(({ ok }) => ok)).toEqual(back.map(() => true));
    const looks = [1, 3, 5].map(place => /second|at first|first/.exec(told[place]!.output)?.[0]);
    expect(looks).toEqual(['first', 'at first', 'first']);
    expect(read('a.txt')).toBe('second\n');
  });
});

it('the ledger, the history and the letters list what came last first, whatever the clock said', async () => {
  const { calls, store: file } = ground();
  calls(HOUR, write('one\n'));
  calls(0, write('two\n'));
  calls(-HOUR, write('three\n'));
  const store = await openStore({ kind: 'sqlite', file });
  onTestFinished(() => store.close());
  const sets = await store.journal.sets({});
  expect(sets.map(set => set.at)).toEqual(sets.map(set => set.at).toSorted((a, b) => a - b));
  const rows = await store.calls.list({});
  expect(rows.map(row => row.changeSetID)).toEqual(sets.map(set => set.id));
  expect(await store.calls.list({ before: rows[1]!.id })).toEqual([rows[2]]);
  expect(await store.journal.sets({ before: sets[0]!.id })).toEqual([sets[1], sets[2]]);
});
