import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openGate } from '../../../../test/support/worlds/open-gate.ts';

const envelope = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');
const allowing = { approver: () => 'allow_once' as const };

const files = {
  'src/a.ts': 'export const a = 1;\nexport const b = 2;\n',
  'src/c.ts': 'export const c = 3;\n',
  'old.txt': 'one\ntwo\n',
};
const PATCH = envelope(
  '*** Update File: src/a.ts',
  '@@',
  ' export const a = 1;',
  '-export const b = 2;',
  '+export const b = 20;',
  '*** Update File: src/c.ts',
  '*** Move to: lib/deep/c.ts',
  '-export const c = 3;',
  '+export const c = 30;',
  '*** Add File: new/folder/d.txt',
  '+hello',
  '*** Delete File: old.txt',
);

describe('apply_patch', () => {
  it('apply_patch changes, moves, adds and deletes files in one step of undo', async () => {
    const { run, read, exists } = await openGate(files, allowing);
    const { ok, output, value } = await run('apply_patch', { input: PATCH });
    expect([ok, output]).toEqual([true, expect.any(String)]);
    expect([read('src/a.ts'), read('lib/deep/c.ts'), read('new/folder/d.txt')]).toEqual([
      'export const a = 1;\nexport const b = 20;\n',
      'export const c = 30;\n',
      'hello\n',
    ]);
    expect([exists('src/c.ts'), exists('old.txt')]).toEqual([false, false]);
    expect(value).toEqual({
      files: [
        { path: 'src/a.ts', operation: 'update', added: 1, removed: 1 },
        { path: 'src/c.ts', operation: 'move', movedTo: 'lib/deep/c.ts', added: 1, removed: 1 },
        { path: 'new/folder/d.txt', operation: 'add', added: 1, removed: 0 },
        { path: 'old.txt', operation: 'delete', added: 0, removed: 2 },
      ],
    });
    expect(output).toContain('Updated src/a.ts (1 hunk).\n     1\texport const a = 1;\n     2\texport const b = 20;');
    expect(output).toContain('Moved src/c.ts to lib/deep/c.ts (1 hunk).');
    expect((await run('undo_turn', {}, { turn: 2 })).ok).toBe(true);
    expect([read('src/a.ts'), read('src/c.ts'), read('old.txt')]).toEqual(Object.values(files));
    expect([exists('lib'), exists('new')]).toEqual([false, false]);
  });

  it.each([
    ['a hunk that does not fit', ['*** Update File: src/c.ts', '-export const x = 3;', '+y'], 'EDIT_NOT_FOUND'],
    ['a missing file', ['*** Update File: src/none.ts', '-x', '+y'], 'FILE_NOT_FOUND'],
    ['a missing file to delete', ['*** Delete File: none'], 'FILE_NOT_FOUND'],
    ['a folder to delete', ['*** Delete File: src'], 'NOT_A_FILE'],
    ['a folder to move', ['*** Update File: src', '*** Move to: lib'], 'NOT_A_FILE'],
    ['an added file that exists', ['*** Add File: old.txt', '+x'], 'FILE_EXISTS'],
    ['a move onto a file', ['*** Update File: src/c.ts', '*** Move to: old.txt'], 'FILE_EXISTS'],
    ['a path outside', ['*** Add File: ../x', '+x'], 'INVALID_PATH'],
    ['an absolute path outside', ['*** Add File: /nowhere/x', '+x'], 'INVALID_PATH'],
    ['a move outside', ['*** Update File: src/c.ts', '*** Move to: ../c.ts'], 'INVALID_PATH'],
    [
      'two hunks of one line',
      ['*** Update File: old.txt', '@@', '-one', '+1', '@@', '-one', '-two'],
      'INVALID_ARGUMENTS',
    ],
    ['a removed line that has changed', ['*** Update File: old.txt', '-one more', ' two', '+three'], 'EDIT_NOT_FOUND'],
    ['no end', ['*** Add File: x', '+x', '*** End Patc'], 'INVALID_ARGUMENTS'],
  ])('apply_patch changes nothing at all after %s', async (_, lines, code) => {
    const { run, read, exists } = await openGate(files, allowing);
    const first = [
      '*** Update File: src/a.ts',
      '-export const b = 2;',
      '+export const b = 20;',
      '*** Add File: n',
      '+n',
    ];
    const { ok, error } = await run('apply_patch', { patch: envelope(...first, ...lines) });
    expect([ok, error?.code]).toEqual([false, code]);
    expect([read('src/a.ts'), read('src/c.ts'), read('old.txt')]).toEqual(Object.values(files));
    expect(exists('n')).toBe(false);
  });

  it('apply_patch asks before it deletes, and only then', async () => {
    const { gate } = await openGate({ ...files, 'other.txt': 'x' });
    const verdict = async (...lines: string[]) => {
      const explained = await gate.explain({ name: 'apply_patch', args: { patch: envelope(...lines) } });
      if (explained.error) throw explained.error;
      return [explained.verdict, explained.reasons.map(reason => JSON.stringify(reason)).join()] as const;
    };
    expect((await verdict('*** Update File: src/c.ts', '-export const c = 3;', '+x'))[0]).toBe('allow');
    expect((await verdict('*** Add File: a/b', '+x', '*** Update File: src/c.ts', '*** Move to: d/e'))[0]).toBe(
      'allow',
    );
    expect(await verdict('*** Delete File: old.txt')).toEqual([
      'ask',
      expect.stringContaining('deletes old.txt (2 lines)'),
    ]);
    expect(await verdict('*** Delete File: old.txt', '*** Delete File: other.txt')).toEqual([
      'ask',
      expect.stringContaining('deletes 2 files: old.txt and other.txt'),
    ]);
  });

  it('apply_patch leaves all as it was when the deletion is denied', async () => {
    const { run, read } = await openGate(files, { approver: () => 'deny' });
    expect((await run('apply_patch', { patch: PATCH })).ok).toBe(false);
    expect(read('src/a.ts')).toBe(files['src/a.ts']);
  });

  it('apply_patch takes a unified diff of git', async () => {
    const { run, read, exists, root } = await openGate(files, allowing);
    const diff = `diff --git a/src/a.ts b/lib/a.ts
similarity index 90%
rename from src/a.ts
rename to lib/a.ts
--- a/src/a.ts
+++ b/lib/a.ts
@@ -1,2 +1,2 @@
-export const a = 1;
+export const a = 10;
 export const b = 2;
diff --git a/src/c.ts b/src/moved.ts
similarity index 100%
rename from src/c.ts
rename to src/moved.ts
diff --git a/run.sh b/run.sh
new file mode 100755
--- /dev/null
+++ b/run.sh
@@ -0,0 +1 @@
+true
diff --git a/old.txt b/old.txt
deleted file mode 100644
--- a/old.txt
+++ /dev/null
@@ -1,2 +0,0 @@
-one
-two
`;
    const { ok, output } = await run('apply_patch', { diff });
    expect([ok, output]).toEqual([true, expect.any(String)]);
    expect(read('lib/a.ts')).toBe('export const a = 10;\nexport const b = 2;\n');
    expect([read('src/moved.ts'), exists('src/a.ts'), exists('old.txt')]).toEqual([files['src/c.ts'], false, false]);
    expect(statSync(`${root}/run.sh`).mode & 0o100).toBe(0o100);
  });

  it('apply_patch deletes by a diff only a file that holds what the diff says', async () => {
    const { run, exists } = await openGate(files, allowing);
    const diff = '--- a/old.txt\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-one\n-three\n';
    expect((await run('apply_patch', { diff })).error?.code).toBe('EDIT_NOT_FOUND');
    expect(exists('old.txt')).toBe(true);
  });

  it('apply_patch replaces a file by deleting and adding it, keeping its mode', async () => {
    const { run, read, root } = await openGate(files, allowing);
    chmodSync(`${root}/old.txt`, 0o600);
    const { ok, output } = await run('apply_patch', {
      patch: envelope('*** Delete File: old.txt', '*** Add File: old.txt', '+fresh'),
    });
    expect([ok, output]).toEqual([true, expect.any(String)]);
    expect([read('old.txt'), statSync(`${root}/old.txt`).mode & 0o777]).toEqual(['fresh\n', 0o600]);
  });

  it('apply_patch says how a hunk matched when not exactly', async () => {
    const { run } = await openGate(files);
    const { output } = await run('apply_patch', {
      patch: envelope(
        '*** Update File: src/a.ts',
        '@@',
        '   export const a = 1;',
        '-  export const b = 2;',
        '+  export const b = 3;',
      ),
    });
    expect(output).toContain('[src/a.ts, hunk 1 (line 1) matched: indentation.]');
    expect(output).toContain('     2\texport const b = 3;');
  });

  it('apply_patch shows 20 lines at most in all', async () => {
    const many = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`f${n}`, 'a\nb\nc\nd\ne\nf\ng\n']));
    const { run } = await openGate(many);
    const parts = Object.keys(many).flatMap(path => [`*** Update File: ${path}`, '-d', '+D', '+DD']);
    const { output } = await run('apply_patch', { patch: envelope(...parts) });
    expect(output.split('\n').filter(line => /^ +(?:\d+\t|…)/.test(line)).length).toBeLessThanOrEqual(20);
  });

  it('apply_patch works on files as they are at the time of the call', async () => {
    const { run, write, read } = await openGate(files);
    await run('read_file', { path: 'src/a.ts' });
    write('src/a.ts', `// first\n${files['src/a.ts']}`);
    const patch = envelope('*** Update File: src/a.ts', '-export const b = 2;', '+export const b = 3;');
    expect(await run('apply_patch', { patch })).toMatchObject({ ok: true, error: undefined });
    expect(read('src/a.ts')).toBe('// first\nexport const a = 1;\nexport const b = 3;\n');
    expect((await run('apply_patch', { patch })).error).toMatchObject({
      code: 'EDIT_NOT_FOUND',
      message: expect.stringContaining('already applied'),
    });
  });

  it('patches a file through a link, and deletes the link itself', async () => {
    const { run, read, exists, root } = await openGate(files, allowing);
    mkdirSync(`${root}/links`);
    symlinkSync('../src/c.ts', `${root}/links/c.ts`);
    writeFileSync(`${root}/keep`, 'x');
    symlinkSync('keep', `${root}/link`);
    const patch = envelope(
      '*** Update File: links/c.ts',
      '-export const c = 3;',
      '+export const c = 4;',
      '*** Delete File: link',
    );
    expect(await run('apply_patch', { patch })).toMatchObject({ ok: true, error: undefined });
    expect([read('src/c.ts'), exists('link'), read('keep')]).toEqual(['export const c = 4;\n', false, 'x']);
  });
});
