import fs from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestWorkspace, type TestWorkspace } from '../../../test/support/workspace/workspace.ts';

let ws: TestWorkspace;
beforeEach(async () => {
  ws = await openTestWorkspace();
});
afterEach(() => ws.dispose());

const record = (change: object) =>
  ws.workspace.recordChange({
    filePath: ws.at('a'),
    operation: 'write',
    turnNumber: 5,
    toolCallId: 'tc_1',
    ...change,
  });

test('what a foreign tool wrote can be undone', async () => {
  ws.put('a', 'new\n', 0o755);
  await record({ contentBefore: 'old\n', contentAfter: 'new\n' });
  const [set] = await ws.store.journal.sets({});
  expect(set).toMatchObject({ turn: 5, callID: 'tc_1', status: 'committed' });
  await ws.call((_, history) => history.undoTurn());
  expect(ws.read('a')).toBe('old\n');
  expect(fs.statSync(ws.at('a')).mode & 0o777).toBe(0o755);
});

test('a creation and a deletion by a foreign tool can be undone', async () => {
  ws.put('a', 'new\n');
  await record({ operation: 'create', contentBefore: '', contentAfter: 'new\n' });
  await ws.call((_, history) => history.undoFile('a'));
  expect(fs.existsSync(ws.at('a'))).toBe(false);
  await record({ operation: 'delete', contentBefore: 'gone\n' });
  await ws.call((_, history) => history.undoFile('a'));
  expect(ws.read('a')).toBe('gone\n');
});

test('a foreign change outside, or of a file that holds something else, is refused', async () => {
  ws.put('a', 'other\n');
  await expect(record({ contentBefore: 'old\n', contentAfter: 'new\n' })).rejects.toMatchObject({ code: 'STALE_FILE' });
  await expect(record({ filePath: '/etc/passwd', contentAfter: 'x' })).rejects.toMatchObject({ code: 'INVALID_PATH' });
  await expect(record({})).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' });
  expect(await ws.store.journal.sets({})).toEqual([]);
});
