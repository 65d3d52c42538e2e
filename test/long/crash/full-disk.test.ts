import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DiskResult, Step } from '../../../scripts/crash/disk-child.ts';
import { runDisk } from '../../../scripts/crash/run-disk.ts';

const KB = 1024;
let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-disk-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const call = (name: string, args: Record<string, unknown>): Step => ({ call: { name, args } });
const write = (path: string, content: string): Step => call('write_file', { path, content, createDirs: true });
const undoFile = (path: string): Step => call('undo_file', { path });
const undoTurn = call('undo_turn', {});
const put = (path: string, content: string): Step => ({ put: path, content });
const free: Step = { free: true };
const kilobytes = (count: number, tag: string): string =>
  Array.from({ length: count * 32 }, (_, line) => `${tag} ${String(line).padStart(30 - tag.length, '0')}\n`).join('');

/** Adds three files of 40 KB in a new folder, changes one and deletes one. */
const patch = call('apply_patch', {
  patch: [
    '*** Begin Patch',
    ...['one', 'two', 'three'].flatMap(name => [
      `*** Add File: new/deep/${name}.txt`,
      ...kilobytes(40, name)
        .trimEnd()
        .split('\n')
        .map(line => `+${line}`),
    ]),
    '*** Update File: a.txt',
    '@@',
    '-a',
    '+A',
    '*** Delete File: b.txt',
    '*** End Patch',
    '',
  ].join('\n'),
});

const done = { ok: true, temporary: [] };
const nothing = { ok: false, changed: [], temporary: [] };

/** All that ended well or ill, without what was changed. */
const failures = (results: readonly DiskResult[]) => results.filter(({ ok }) => !ok);

describe('a full disk under the workspace', () => {
  const files = [put('a.txt', 'a\n'), put('b.txt', kilobytes(60, 'b')), put('d/x.txt', 'x\n')];

  test('a full disk under the workspace in the middle of a change set changes nothing, says so, and the set goes through once there is room', () => {
    const leaves = [0, 4, 8, 40, 44, 84, 100, 120].map(leave => leave * KB);
    const results = runDisk({
      folder,
      small: 'workspace',
      size: '1m',
      steps: [...files, ...leaves.flatMap(leave => [{ leave }, patch]), free, patch, undoTurn],
    });
    for (const result of results.slice(0, leaves.length)) {
      expect(result).toMatchObject({
        ...nothing,
        code: 'EXECUTION_ERROR',
        suggestion: expect.stringContaining('space'),
      });
      expect(result.message).toMatch(/\S+ could not be written: the disk is full\. Nothing was changed\.$/);
    }
    // It stopped at one file and at another: the files of a set are written side by side.
    const stopped = new Set(failures(results).map(({ message }) => /(\S+) could not/.exec(message!)![1]));
    expect(stopped.size).toBeGreaterThan(1);
    expect(results.slice(-2)).toMatchObject([done, done]);
    expect(results.at(-2)!.changed).toHaveLength(7);
    expect(results.at(-1)!.changed).toHaveLength(7);
  });

  test('a full disk under the workspace does not harm the file that is written, edited or moved, and undo works', () => {
    const results = runDisk({
      folder,
      small: 'workspace',
      size: '1m',
      steps: [
        ...files,
        write('a.txt', kilobytes(50, 'a')),
        write('made.txt', kilobytes(50, 'made')),
        { leave: 0 },
        write('b.txt', kilobytes(70, 'B')),
        call('edit_file', { path: 'a.txt', old_text: kilobytes(1, 'a').split('\n')[0], new_text: 'edited' }),
        undoFile('a.txt'),
        // Takes no room: a name goes.
        undoFile('made.txt'),
        call('move_file', { from: 'b.txt', to: 'd/moved.txt' }),
        free,
        undoFile('a.txt'),
        undoTurn,
      ],
    });
    const [, , overwrite, edit, undo, unmade, moved, again] = results;
    for (const result of [overwrite, edit])
      expect(result).toMatchObject({ ...nothing, code: 'EXECUTION_ERROR', message: expect.stringContaining('full') });
    // What is left from the made file is enough for the small one that comes back, or it is refused as a whole.
    if (!undo!.ok) expect(undo).toMatchObject({ ...nothing, message: expect.stringContaining('full') });
    expect([unmade, moved]).toMatchObject([done, done]);
    expect(undo!.ok ? again!.code : again!.changed.length).toBe(undo!.ok ? 'ILLEGAL_TRANSITION' : 1);
    expect(results.at(-1)).toMatchObject({
      ...done,
      changed: [/^b\.txt is a file/, /^d\/moved\.txt is absent/].map(text => expect.stringMatching(text)),
    });
  });

  test('a full disk under the workspace with no inode left neither makes folders nor leaves some', () => {
    const results = runDisk({
      folder,
      small: 'workspace',
      size: '4m',
      inodes: 12,
      steps: [
        ...files,
        patch,
        call('move_file', { from: 'a.txt', to: 'm/n/o/p/q/r/a.txt', createDirs: true }),
        write('a.txt', 'A\n'),
        undoFile('a.txt'),
      ],
    });
    for (const result of results.slice(0, 2))
      expect(result).toMatchObject({ ...nothing, code: 'EXECUTION_ERROR', message: expect.stringContaining('full') });
    expect(results.slice(2)).toMatchObject([done, done]);
  });

  test('a full disk under the workspace with no room for any new name refuses a set that deletes too, and what only deletes goes through', () => {
    const results = runDisk({
      folder,
      small: 'workspace',
      size: '4m',
      // The disk itself, the workspace, the files and their folder.
      inodes: 6,
      steps: [
        ...files,
        call('apply_patch', {
          patch: '*** Begin Patch\n*** Delete File: b.txt\n*** Update File: a.txt\n@@\n-a\n+A\n*** End Patch\n',
        }),
        write('a.txt', 'A\n'),
        call('delete_file', { path: 'b.txt' }),
        undoFile('b.txt'),
      ],
    });
    for (const result of results.slice(0, 2))
      expect(result).toMatchObject({ ...nothing, code: 'EXECUTION_ERROR', message: expect.stringContaining('full') });
    expect(results.slice(2)).toMatchObject([done, done]);
  });
});

describe('a full disk under the state', () => {
  const content = kilobytes(30, 'n');
  /** Each on its own path, in steps of two pages: the store fails at one after another of its writes. */
  const tries = Array.from({ length: 20 }, (_, index) => ({ leave: index * 8 * KB, path: `n${index}.txt` }));

  test.each([
    ['alone, in the same process', 'state', []],
    ['alone, after a restart', 'state', [{ restart: true }]],
    ['and the workspace, in the same process', 'both', []],
  ] as const)('%s, refuses calls clearly, and what was written can be taken back', (_, small, after) => {
    const results = runDisk({
      folder,
      small,
      size: '48m',
      steps: [
        put('a.txt', 'a\n'),
        write('a.txt', 'A\n'),
        ...tries.flatMap(({ leave, path }) => [{ leave }, write(path, content), free, ...after, undoFile(path)]),
        write('z.txt', 'z\n'),
        undoFile('a.txt'),
      ],
    });
    for (const [index] of tries.entries()) {
      const [written, undone] = results.slice(1 + index * 2);
      expect(written!.temporary).toEqual([]);
      if (!written!.ok) expect(written!.message).toMatch(/disk is full/i);
      const there = written!.changed.length > 0;
      expect(written!.ok || written!.code === 'OUTCOME_UNKNOWN').toBe(there);
      const gone = { ...done, changed: [expect.stringMatching(/is absent/)] };
      expect(undone).toMatchObject(there ? gone : { ...nothing, code: 'ILLEGAL_TRANSITION' });
    }
    expect(failures(results).length).toBeGreaterThan(tries.length);
    expect(results.slice(-2)).toMatchObject([done, done]);
  });
});

describe('a read-only folder', () => {
  test.each(['mode', 'mount'] as const)('shut by its %s stops the whole set with a clear word', by => {
    const refused = [
      call('apply_patch', {
        patch: '*** Begin Patch\n*** Update File: a.txt\n@@\n-A\n+AA\n*** Add File: shut/new.txt\n+n\n*** End Patch\n',
      }),
      write('shut/x.txt', 'X\n'),
      write('shut/deep/new.txt', 'n\n'),
      call('edit_file', { path: 'shut/x.txt', old_text: 'x', new_text: 'X' }),
      call('delete_file', { path: 'shut/x.txt' }),
      call('delete_file', { path: 'shut', recursive: true }),
      call('move_file', { from: 'shut/x.txt', to: 'x.txt' }),
      call('move_file', { from: 'a.txt', to: 'shut/a.txt' }),
    ];
    const results = runDisk({
      folder,
      steps: [
        put('a.txt', 'a\n'),
        put('shut/x.txt', 'x\n'),
        write('a.txt', 'A\n'),
        { shut: 'shut', by },
        ...refused,
        { open: 'shut', by },
        write('shut/x.txt', 'X\n'),
        undoTurn,
        undoFile('a.txt'),
      ],
    });
    for (const result of results.slice(1, -3)) {
      expect(result).toMatchObject({ ...nothing, code: 'PERMISSION_DENIED' });
      expect(result.message).toMatch(/shut\S* could not be written: .*read-only.*Nothing was changed\.$/);
    }
    expect(results.slice(-3)).toMatchObject([done, done, done]);
  });
});
