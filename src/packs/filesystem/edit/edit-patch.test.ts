import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../../../test/support/worlds/open-world.ts';
import { undoTurnTool } from '../../history/taking-back.ts';
import { readFile } from '../read/read-file.ts';
import { applyPatch } from './apply-patch.ts';
import { editFile } from './edit-file.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.dispose());

describe('edit_file', () => {
  it('edit_file replaces text in one place, unasked', async () => {
    world.put('a.ts', 'const a = 1;\nconst b = 2;\n');
    const { asked, output, value, effects } = await world.run(editFile, {
      path: 'a.ts',
      old_text: 'b = 2',
      new_text: 'b = 3',
    });
    expect(asked).toBe(false);
    expect(world.get('a.ts')).toBe('const a = 1;\nconst b = 3;\n');
    expect(output).toMatch(/^Edited a\.ts \(1 place\)\./);
    expect(value).toEqual({ path: 'a.ts', edits: 1, replacements: 1, created: false });
    expect(effects).toEqual([
      { kind: 'read', resource: world.path('a.ts') },
      { kind: 'write', resource: world.path('a.ts') },
    ]);
  });

  it.each([
    { old_string: 'x', new_string: 'y' },
    { oldText: 'x', newText: 'y' },
    { old_str: 'x', new_str: 'y' },
    { search: 'x', replace: 'y' },
    { edits: [{ old_text: 'x', new_text: 'y' }], old_text: '', new_text: '' },
  ])('edit_file takes %j', async args => {
    world.put('a', 'x\n');
    await world.run(editFile, { file_path: 'a', ...args });
    expect(world.get('a')).toBe('y\n');
  });

  it('edit_file makes several edits all or none', async () => {
    world.put('a', 'one\ntwo\n');
    const edits = [
      { old_text: 'one', new_text: '1' },
      { old_text: 'none', new_text: '0' },
    ];
    await expect(world.run(editFile, { path: 'a', edits })).rejects.toMatchObject({ code: 'EDIT_NOT_FOUND' });
    expect(world.get('a')).toBe('one\ntwo\n');
    await world.run(editFile, { path: 'a', edits: [edits[0]!, { old_text: 'two', new_text: '2' }] });
    expect(world.get('a')).toBe('1\n2\n');
  });

  it('edit_file refuses two places unless all are meant', async () => {
    world.put('a', 'x\nx\n');
    const twice = { path: 'a', old_text: 'x', new_text: 'y' };
    await expect(world.run(editFile, twice)).rejects.toMatchObject({ code: 'EDIT_AMBIGUOUS' });
    expect((await world.run(editFile, { ...twice, replace_all: true })).value.replacements).toBe(2);
    expect(world.get('a')).toBe('y\ny\n');
  });

  it('edit_file creates a file from an empty old_text, fills an empty one, and refuses it otherwise', async () => {
    const made = await world.run(editFile, { path: 'new.ts', old_text: '', new_text: 'a\nb\n' });
    expect(made.output).toBe('Created new.ts (2 lines).');
    world.put('empty', '');
    await world.run(editFile, { path: 'empty', old_text: '', new_text: 'x' });
    expect([world.get('new.ts'), world.get('empty')]).toEqual(['a\nb\n', 'x']);
    await expect(world.run(editFile, { path: 'new.ts', old_text: '', new_text: 'c' })).rejects.toMatchObject({
      code: expect.stringMatching(/^(INVALID_ARGUMENTS|EDIT_NOT_FOUND)$/),
    });
    await expect(world.run(editFile, { path: 'no/such.ts', old_text: '', new_text: 'c' })).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
      suggestion: expect.stringContaining('write_file'),
    });
  });

  it('edit_file shows the lines around the change, and how it matched when not exactly', async () => {
    world.put('a.ts', 'function f() {\n\treturn 1;\n}\n');
    const { output } = await world.run(editFile, {
      path: 'a.ts',
      old_text: '    return 1;',
      new_text: '    return 2;',
    });
    expect(world.get('a.ts')).toBe('function f() {\n\treturn 2;\n}\n');
    expect(output).toContain('     2\t\treturn 2;');
    expect(output).toMatch(/\[The text did not match exactly; it was read so: .*\]$/);
  });

  it('edit_file names what is near a missing file', async () => {
    world.put('src/main.ts', 'x');
    await expect(world.run(editFile, { path: 'src/mian.ts', old_text: 'x', new_text: 'y' })).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
      suggestion: expect.stringContaining('src/main.ts'),
    });
  });

  it('edit_file takes a change elsewhere in the file since it was read for no reason to refuse', async () => {
    world.put('a', 'one\ntwo\nthree\n');
    await world.run(readFile(), { path: 'a' });
    world.put('a', 'one\ntwo\nTHREE\n');
    await world.run(editFile, { path: 'a', old_text: 'one', new_text: '1' });
    expect(world.get('a')).toBe('1\ntwo\nTHREE\n');
  });

  it.each([
    [{ path: 'a' }, 'Give old_text and new_text'],
    [{ path: 'a', old_text: 'x' }, 'new_text is missing'],
    [{ path: 'a', edits: [{ old_text: 'x' }] }, 'new_text'],
    [{ path: 'a', old_text: 'x', new_text: 'y', edits: [{ old_text: 'x', new_text: 'y' }] }, 'not both'],
  ])('edit_file refuses %j', async (args, message) => {
    world.put('a', 'x');
    await expect(world.run(editFile, args)).rejects.toThrow(message);
  });
});

describe('apply_patch', () => {
  const PATCH = `*** Begin Patch
*** Update File: a.ts
@@
-const a = 1;
+const a = 2;
*** Add File: new/b.ts
+export const b = 1;
*** Delete File: old.ts
*** End Patch
`;

  it('apply_patch changes several files and declares each of them', async () => {
    world.put('a.ts', 'const a = 1;\n');
    world.put('old.ts', 'x\ny\n');
    const { asked, output, value, effects } = await world.run(applyPatch, { input: PATCH });
    expect([world.get('a.ts'), world.get('new/b.ts'), world.has('old.ts')]).toEqual([
      'const a = 2;\n',
      'export const b = 1;\n',
      false,
    ]);
    expect(asked).toBe('deletes old.ts (2 lines)');
    expect(output).toMatch(/Updated a\.ts \(1 hunk\)\.[\s\S]*Added new\/b\.ts\.\nDeleted old\.ts\./);
    expect(value.files).toEqual([
      { path: 'a.ts', operation: 'update', added: 1, removed: 1 },
      { path: 'new/b.ts', operation: 'add', added: 1, removed: 0 },
      { path: 'old.ts', operation: 'delete', added: 0, removed: 2 },
    ]);
    expect(effects).toEqual([
      { kind: 'read', resource: world.path('a.ts') },
      { kind: 'write', resource: world.path('a.ts') },
      { kind: 'write', resource: world.path('new') },
      { kind: 'write', resource: world.path('new/b.ts') },
      { kind: 'delete', resource: world.path('old.ts') },
    ]);
    await world.run(undoTurnTool, {});
    expect([world.get('a.ts'), world.has('new'), world.get('old.ts')]).toEqual(['const a = 1;\n', false, 'x\ny\n']);
  });

  it('apply_patch does all or nothing', async () => {
    world.put('a.ts', 'const a = 1;\n');
    await expect(world.run(applyPatch, { patch: PATCH })).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    expect([world.get('a.ts'), world.has('new')]).toEqual(['const a = 1;\n', false]);
  });

  it('apply_patch adds no file over another, deletes no folder', async () => {
    world.put('b', 'x');
    fs.mkdirSync(world.path('d'));
    const add = '*** Begin Patch\n*** Add File: b\n+y\n*** End Patch\n';
    await expect(world.run(applyPatch, { patch: add })).rejects.toMatchObject({
      code: 'FILE_EXISTS',
      suggestion: expect.stringContaining('Update File'),
    });
    const remove = '*** Begin Patch\n*** Delete File: d\n*** End Patch\n';
    await expect(world.run(applyPatch, { patch: remove })).rejects.toMatchObject({ code: 'NOT_A_FILE' });
    expect([world.get('b'), world.has('d')]).toEqual(['x', true]);
  });

  it('apply_patch takes a unified diff too', async () => {
    world.put('a.ts', 'const a = 1;\r\nconst b = 1;\r\n');
    const patch = '--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@\n const a = 1;\n-const b = 1;\n+const b = 2;\n';
    const { output } = await world.run(applyPatch, { patch });
    expect(world.get('a.ts')).toBe('const a = 1;\r\nconst b = 2;\r\n');
    expect(output).toContain('     2\tconst b = 2;');
  });

  it('apply_patch moves a file that it updates', async () => {
    world.put('a.ts', 'const a = 1;\n');
    const patch =
      '*** Begin Patch\n*** Update File: a.ts\n*** Move to: lib/b.ts\n@@\n-const a = 1;\n+const a = 2;\n*** End Patch\n';
    const { asked, value } = await world.run(applyPatch, { patch });
    expect(asked).toBe(false);
    expect([world.has('a.ts'), world.get('lib/b.ts')]).toEqual([false, 'const a = 2;\n']);
    expect(value.files).toEqual([{ path: 'a.ts', operation: 'move', movedTo: 'lib/b.ts', added: 1, removed: 1 }]);
  });
});
