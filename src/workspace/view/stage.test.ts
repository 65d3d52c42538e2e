import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bytes, readViewText, settledCodeOf, testView } from '../../../test/support/workspace/view.ts';
import { ToolError } from '../../tool/error.ts';

const decode = (content: Uint8Array) => Buffer.from(content).toString();

describe('write', () => {
  it('a staged write takes new and existing files, with what was there before', async () => {
    const { files, staging, home } = testView({ 'a.txt': 'old' });
    fs.chmodSync(home.at('ws/a.txt'), 0o751);
    const content = bytes('new');
    await files.write('a.txt', content, { mode: 0o600 });
    await files.write('b.txt', bytes('b'), { mode: 0o600 });
    content.fill(0);
    expect(staging.changes()).toMatchObject([
      {
        path: 'a.txt',
        before: { kind: 'file', size: 3, mode: 0o751, sha: expect.stringMatching(/^[0-9a-f]{64}$/) },
        after: { kind: 'file', mode: 0o751 },
      },
      { path: 'b.txt', before: { kind: 'absent' }, after: { kind: 'file', mode: 0o600 } },
    ]);
    expect(await readViewText(files, 'a.txt')).toBe('new');
    expect(home.read('ws/a.txt')).toBe('old');
  });

  it('a staged write gives new files the mode that the process gives', async () => {
    const { files, staging } = testView();
    await files.write('d/a', bytes(''), { createDirs: true });
    expect(staging.changes().map(({ after }) => after && 'mode' in after && after.mode)).toEqual([
      0o777 & ~process.umask(),
      0o666 & ~process.umask(),
    ]);
  });

  it('a staged write needs the parent folder, and says how to have it made', async () => {
    const { files, staging } = testView({ 'src/a.ts': '' });
    await expect(files.write('scr/b.ts', bytes(''))).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
      message: expect.stringContaining('The folder scr does not exist in the workspace'),
      suggestion: 'Call again with createDirs: true to create it, or use a folder that exists: src.',
    });
    expect(staging.size).toBe(0);
    await files.write('x/y/z.ts', bytes('z'), { createDirs: true });
    expect(staging.changes().map(({ path, after }) => [path, after?.kind])).toEqual([
      ['x', 'directory'],
      ['x/y', 'directory'],
      ['x/y/z.ts', 'file'],
    ]);
    await files.write('x/y/more.ts', bytes('more'));
  });

  it('a staged write goes only where a regular file is or can be', async () => {
    const { files, home, staging } = testView({ 'a.txt': '', 'dir/b': '' });
    execFileSync('mkfifo', [home.at('ws/pipe')]);
    home.link('ws/dev', '/dev/null');
    for (const path of ['dir', '.', 'pipe', 'a.txt/x', 'new/', 'a.txt/', 'dir/.']) {
      expect([path, await settledCodeOf(files.write(path, bytes('x'), { createDirs: true }))]).toEqual([
        path,
        'NOT_A_FILE',
      ]);
    }
    for (const path of ['dev', '../x', '/etc/x', '']) {
      expect([path, await settledCodeOf(files.write(path, bytes('x'), { createDirs: true }))]).toEqual([
        path,
        'INVALID_PATH',
      ]);
    }
    expect(await settledCodeOf(files.write('a.txt', bytes('x'), { mustNotExist: true }))).toBe('FILE_EXISTS');
    expect(staging.size).toBe(0);
    await files.write('new.txt', bytes('x'), { mustNotExist: true });
    expect(await settledCodeOf(files.write('new.txt', bytes('x'), { mustNotExist: true }))).toBe('FILE_EXISTS');
  });

  it('a staged write goes through a link that stays inside', async () => {
    const { files, home, staging } = testView({ 'a.txt': 'old' });
    home.link('ws/link', 'a.txt');
    home.link('ws/dangling', 'sub-new.txt');
    await files.write('link', bytes('new'));
    await files.write('dangling', bytes('made'));
    expect(staging.changes().map(change => change.path)).toEqual(['a.txt', 'sub-new.txt']);
    expect(await readViewText(files, 'dangling')).toBe('made');
  });
});

describe('edit', () => {
  it('a staged edit composes, so that all edits can be made again on newer content', async () => {
    const { files, staging } = testView({ 'a.txt': 'one two' });
    await files.edit('a.txt', content => bytes(decode(content).replace('one', '1')));
    await files.edit('a.txt', content => bytes(decode(content).replace('two', '2')));
    const change = staging.get('a.txt');
    expect(await readViewText(files, 'a.txt')).toBe('1 2');
    expect(decode(change!.rebase!(bytes('zero one two three')))).toBe('zero 1 2 three');
    expect(change?.before).toMatchObject({ kind: 'file', size: 7 });
  });

  it('a staged edit is no longer an edit once the whole was written', async () => {
    const { files, staging } = testView({ 'a.txt': 'one' });
    await files.edit('a.txt', content => content);
    await files.write('a.txt', bytes('whole'));
    expect(staging.get('a.txt')?.rebase).toBeUndefined();
    await files.edit('a.txt', content => bytes(`${decode(content)}!`));
    expect(staging.get('a.txt')?.rebase).toBeUndefined();
    expect(await readViewText(files, 'a.txt')).toBe('whole!');
  });

  it('an edit stages nothing when the change throws', async () => {
    const { files, staging } = testView({ 'a.txt': 'one' });
    const fail = () => {
      throw new ToolError('EDIT_NOT_FOUND', 'no such text');
    };
    expect(await settledCodeOf(files.edit('a.txt', fail))).toBe('EDIT_NOT_FOUND');
    expect(await settledCodeOf(files.edit('none.txt', content => content))).toBe('FILE_NOT_FOUND');
    expect(staging.size).toBe(0);
  });
});

describe('delete', () => {
  it('a staged delete takes files, links themselves and empty folders', async () => {
    const { files, home, staging } = testView({ 'a.txt': 'x', 'sub/b.txt': 'y' });
    home.link('ws/link', 'a.txt');
    home.link('ws/dirlink', 'sub');
    home.link('ws/out', '/etc');
    home.folder('ws/empty');
    for (const path of ['a.txt', 'link', 'dirlink', 'out', 'empty']) {
      expect(await files.delete(path)).toEqual([path]);
      expect(await settledCodeOf(files.read(path))).toBe('FILE_NOT_FOUND');
    }
    expect(await readViewText(files, 'sub/b.txt')).toBe('y');
    expect(staging.changes().map(({ path, before, after }) => [path, before.kind, after])).toEqual([
      ['a.txt', 'file', undefined],
      ['link', 'symlink', undefined],
      ['dirlink', 'symlink', undefined],
      ['out', 'symlink', undefined],
      ['empty', 'directory', undefined],
    ]);
  });

  it('a staged delete takes a folder with all that is in it, files first, and follows no link', async () => {
    const { files, home, staging } = testView({ 'd/a': '', 'd/e/b': '', 'keep/k': 'k' });
    home.link('ws/d/l', '../keep');
    expect(await settledCodeOf(files.delete('d'))).toBe('NOT_A_FILE');
    expect(staging.size).toBe(0);
    expect(await files.delete('d', { recursive: true })).toEqual(['d/a', 'd/e/b', 'd/l', 'd/e', 'd']);
    expect(staging.changes().map(change => change.path)).toEqual(['d/a', 'd/e/b', 'd/e', 'd/l', 'd']);
    expect(await files.stat('d')).toBeUndefined();
    expect(await readViewText(files, 'keep/k')).toBe('k');
  });

  it('a staged delete refuses the root, what is not there, special files, and a link given as a folder', async () => {
    const { files, home, staging } = testView({ 'd/a': '' });
    execFileSync('mkfifo', [home.at('ws/d/pipe')]);
    home.link('ws/link', 'd');
    expect(await settledCodeOf(files.delete('.', { recursive: true }))).toBe('INVALID_PATH');
    expect(await settledCodeOf(files.delete(home.at('ws'), { recursive: true }))).toBe('INVALID_PATH');
    expect(await settledCodeOf(files.delete('none'))).toBe('FILE_NOT_FOUND');
    expect(await settledCodeOf(files.delete('d/pipe'))).toBe('NOT_A_FILE');
    expect(await settledCodeOf(files.delete('d', { recursive: true }))).toBe('NOT_A_FILE');
    expect(await settledCodeOf(files.delete('link/', { recursive: true }))).toBe('NOT_A_FILE');
    expect(await settledCodeOf(files.delete('d/a/'))).toBe('NOT_A_FILE');
    expect(staging.size).toBe(0);
  });

  it('a staged delete refuses a folder with a name that is not UTF-8, which it could not name', async () => {
    const { files, home } = testView({ 'd/a': '' });
    fs.writeFileSync(Buffer.concat([Buffer.from(home.at('ws/d/')), Buffer.from([0xff])]), '');
    await expect(files.delete('d', { recursive: true })).rejects.toThrow('not UTF-8');
  });

  it('a deleted file that the call itself made leaves no trace of content', async () => {
    const { files, staging } = testView();
    await files.write('a', bytes('x'));
    await files.delete('a');
    expect(staging.changes()).toMatchObject([{ path: 'a', before: { kind: 'absent' }, after: undefined }]);
    expect(await files.stat('a')).toBeUndefined();
  });
});
