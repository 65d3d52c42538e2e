import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../../test/support/worlds/open-world.ts';
import { deleteFile } from '../filesystem/write/delete-file.ts';
import { moveFile } from '../filesystem/write/move-file.ts';
import { writeFile } from '../filesystem/write/write-file.ts';
import { listChangesTool } from './list-changes.ts';
import { redoTool, undoFileTool, undoTurnTool } from './taking-back.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.dispose());

const write = (path: string, content: string, turn?: number) => world.run(writeFile, { path, content }, { turn });

describe('undo_file', () => {
  it('undo_file takes back the last change unasked and shows the diff', async () => {
    world.put('a', 'one\n');
    await write('a', 'two\n');
    const { asked, output, value, effects } = await world.run(undoFileTool, { path: 'a' });
    expect(asked).toBe(false);
    expect(world.get('a')).toBe('one\n');
    expect(output).toMatch(/^Took back 1 change set in 1 path:\na: as it was before\n[\s\S]*-two\n\+one/);
    expect(value.files).toMatchObject([{ path: 'a', how: 'whole' }]);
    expect(effects).toEqual([{ kind: 'write', resource: world.path('a') }]);
  });

  it('undo_file deletes what the change had created, and declares that', async () => {
    await write('new', 'x\n');
    const { effects } = await world.run(undoFileTool, { file_path: 'new' });
    expect(world.has('new')).toBe(false);
    expect(effects).toContainEqual({ kind: 'delete', resource: world.path('new') });
  });

  it('undo_file keeps what others wrote elsewhere in the file', async () => {
    world.put('a', '1\n2\n3\n4\n5\n6\n7\n8\n9\n');
    await write('a', 'ONE\n2\n3\n4\n5\n6\n7\n8\n9\n');
    world.put('a', 'ONE\n2\n3\n4\n5\n6\n7\n8\nNINE\n');
    const { output } = await world.run(undoFileTool, { path: 'a' });
    expect(world.get('a')).toBe('1\n2\n3\n4\n5\n6\n7\n8\nNINE\n');
    expect(output).toContain('what was changed elsewhere since stays');
  });

  it('undo_file touches nothing where later work overlaps, unless forced, and force asks', async () => {
    world.put('a', 'one\n');
    await write('a', 'two\n');
    world.put('a', 'by hand\n');
    await expect(world.run(undoFileTool, { path: 'a' })).rejects.toMatchObject({ code: 'UNDO_CONFLICT' });
    expect(world.get('a')).toBe('by hand\n');
    const { asked } = await world.run(undoFileTool, { path: 'a', force: true });
    expect(asked).toBe('is forced: it replaces what was written since in the same places of a');
    expect(world.get('a')).toBe('one\n');
  });

  it('undo_file says so when there is nothing to take back', async () => {
    world.put('a', 'x');
    await expect(world.run(undoFileTool, { path: 'a' })).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' });
  });
});

describe('undo_turn and redo', () => {
  it('undo_turn and redo takes a turn back as a whole and brings it again', async () => {
    world.put('a', 'a\n');
    world.put('gone', 'g\n');
    await write('a', 'A\n', 7);
    await write('b', 'B\n', 7);
    await world.run(deleteFile, { path: 'gone' }, { turn: 7 });
    const { output, effects } = await world.run(undoTurnTool, {});
    expect([world.get('a'), world.has('b'), world.get('gone')]).toEqual(['a\n', false, 'g\n']);
    expect(output).toContain('b: deleted, for it did not exist before');
    expect(effects).toContainEqual({ kind: 'delete', resource: world.path('b') });
    const again = await world.run(redoTool, {});
    expect([world.get('a'), world.get('b'), world.has('gone')]).toEqual(['A\n', 'B\n', false]);
    expect(again.output).toMatch(/^Brought back 3 change sets/);
    expect(again.effects).toContainEqual({ kind: 'delete', resource: world.path('gone') });
    expect(again.output).toContain('gone: deleted again');
  });

  it('undo_turn and redo says the first paths of many and gives them all', async () => {
    for (let index = 0; index < 60; index++) world.put(`many/${index}`, 'x');
    await world.run(deleteFile, { path: 'many', recursive: true });
    expect((await world.run(listChangesTool, {})).output).toMatch(/\n {2}and 11 more paths$/);
    const { output, value } = await world.run(undoTurnTool, {});
    expect(output).toMatch(/^Took back 1 change set in 61 paths:\n[\s\S]*\n\[11 more paths\.\]$/);
    expect(value.files).toHaveLength(61);
  });

  it('undo_turn and redo shows a diff in short and gives it whole', async () => {
    world.put('a', 'old\n'.repeat(100));
    await write('a', 'new\n'.repeat(100), 1);
    await write('b', 'x\n'.repeat(100), 1);
    const { output, value } = await world.run(undoTurnTool, {});
    expect(output).toContain('more lines of diff]');
    expect(output).toMatch(/^b: deleted, for it did not exist before$/m);
    expect(output.split('\n').length).toBeLessThan(70);
    expect(value.files.find(({ path }: { path: string }) => path === 'a').diff.split('\n').length).toBeGreaterThan(200);
  });

  it('undo_turn and redo takes a given turn of the session', async () => {
    await write('a', '1\n', 1);
    await write('b', '2\n', 2);
    await world.run(undoTurnTool, { turn: 1 });
    expect([world.has('a'), world.has('b')]).toEqual([false, true]);
    await expect(world.run(undoTurnTool, { turn: 9 })).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' });
  });

  it('undo_turn and redo takes a turn of another session, and one change set alone', async () => {
    await world.run(writeFile, { path: 'a', content: '1\n' }, { turn: 1, sessionID: 'other' });
    await write('b', '2\n', 1);
    await write('c', '3\n', 1);
    await expect(world.run(undoTurnTool, { turn: 1, session: 'third' })).rejects.toMatchObject({
      code: 'ILLEGAL_TRANSITION',
    });
    const { effects } = await world.run(undoTurnTool, { turn: 1, session: 'other' }, { turn: 2 });
    expect(effects).toContainEqual({ kind: 'delete', resource: world.path('a') });
    expect(['a', 'b', 'c'].map(world.has)).toEqual([false, true, true]);
    const { value } = await world.run(listChangesTool, { path: 'b' });
    const alone = await world.run(undoTurnTool, { set: value.changes[0].id }, { turn: 3 });
    expect(alone.effects).toContainEqual({ kind: 'delete', resource: world.path('b') });
    expect(['a', 'b', 'c'].map(world.has)).toEqual([false, false, true]);
    await expect(world.run(undoTurnTool, { set: value.changes[0].id })).rejects.toMatchObject({
      code: 'ILLEGAL_TRANSITION',
    });
  });

  it.each([{ set: 'x', turn: 1 }, { set: 'x', session: 's' }, { session: 's' }])(
    'undo_turn and redo takes no %j',
    async args => {
      await expect(world.run(undoTurnTool, args)).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' });
    },
  );

  it('undo_turn and redo takes an undo back by its set, which is a redo', async () => {
    world.put('a', 'one\n');
    await write('a', 'two\n');
    await world.run(undoFileTool, { path: 'a' });
    const { value } = await world.run(listChangesTool, {});
    await world.run(undoTurnTool, { set: value.changes[0].id });
    expect(world.get('a')).toBe('two\n');
  });

  it('undo_turn and redo takes a move back', async () => {
    world.put('a', 'x\n');
    await world.run(moveFile, { from: 'a', to: 'b' });
    await world.run(undoTurnTool, {});
    expect([world.get('a'), world.has('b')]).toEqual(['x\n', false]);
  });
});

describe('list_changes', () => {
  it('list_changes lists sets newest first, with turns, and diffs on request', async () => {
    await write('a', 'one\n', 3);
    await write('b', 'x\n', 4);
    await world.run(undoFileTool, { path: 'b' }, { turn: 5 });
    const { value, output } = await world.run(listChangesTool, {});
    expect(value.changes.map(({ turn }: { turn: number }) => turn)).toEqual([5, 4, 3]);
    expect(value.changes[1]).toMatchObject({ undone: true, files: [{ path: 'b', operation: 'create', added: 1 }] });
    expect(output).toMatch(/turn 3 main: Created a \([0-9a-f-]+\)\n {2}create a \+1 -0/);
    const only = await world.run(listChangesTool, { path: 'a', diffs: true });
    expect(only.value.changes).toHaveLength(1);
    expect(only.output).toContain('+one');
    expect((await world.run(listChangesTool, { turn: 4 })).value.changes).toHaveLength(1);
  });

  it('list_changes pages on', async () => {
    for (const name of ['a', 'b', 'c']) await write(name, 'x');
    const { output, value } = await world.run(listChangesTool, { limit: 2 });
    const before = /before="([^"]+)"/.exec(output)![1];
    const rest = await world.run(listChangesTool, { limit: 2, before });
    expect([...value.changes, ...rest.value.changes].map(({ files }) => files[0].path)).toEqual(['c', 'b', 'a']);
  });

  it('list_changes says that nothing is recorded', async () => {
    expect((await world.run(listChangesTool, {})).output).toBe('[No change is recorded.]');
  });
});
