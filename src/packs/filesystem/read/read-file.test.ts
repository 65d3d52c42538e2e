import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../../../test/support/worlds/open-world.ts';
import { encodePng } from '../../../convert/image/encode-png.ts';
import { kindOfBytes } from '../../../text/kind-of-bytes.ts';
import { readFile } from './read-file.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.dispose());

const tool = readFile();

describe('read_file', () => {
  it('read_file gives numbered lines, the raw content and facts', async () => {
    world.put('src/a.ts', 'one\ntwo\n');
    const { result, output, value, effects, asked } = await world.run(tool, { path: 'src/a.ts' });
    expect(output).toBe('     1\tone\n     2\ttwo');
    expect(value).toMatchObject({ content: 'one\ntwo\n', size: 8, files_read: 1 });
    const { mtimeMs } = fs.statSync(world.path('src/a.ts'), { bigint: true });
    expect(new Date(value.modified).getTime()).toBe(Number(mtimeMs));
    expect(result.metadata).toMatchObject({ path: 'src/a.ts', bytes: 8, lines: 2, tokens: expect.any(Number) });
    expect(result.title).toBe('Read src/a.ts (2 lines)');
    expect(effects).toEqual([{ kind: 'read', resource: world.path('src/a.ts') }]);
    expect(asked).toBe(false);
  });

  it.each(['file_path', 'filePath', 'file', 'filename'])('read_file takes %s for path', async name => {
    world.put('a', 'x');
    expect((await world.run(tool, { [name]: 'a' })).value.content).toBe('x');
  });

  it.each([
    { start_line: 2, end_line: 3 },
    { startLine: '2', endLine: '3' },
    { start_line_one_indexed: 2, end_line_one_indexed_inclusive: 3 },
    { offset: 2, max_lines: 2 },
    { offset: -3, end: -2 },
  ])('read_file takes a range as %j', async range => {
    world.put('a', '1\n2\n3\n4\n');
    const { value, result } = await world.run(tool, { path: 'a', ...range });
    expect(value).toMatchObject({ content: '2\n3\n', next_offset: 4 });
    expect(result.title).toBe('Read a (lines 2-3 of 4)');
  });

  it('read_file refuses a range that says two things, or ends before it begins', async () => {
    world.put('a', 'x');
    await expect(world.run(tool, { path: 'a', limit: 1, end_line: 1 })).rejects.toThrow('not both');
    await expect(world.run(tool, { path: 'a', offset: 3, end_line: 2 })).rejects.toThrow('before the first line');
    await expect(world.run(tool, { path: 'a', end_line: 0 })).rejects.toThrow('before the first line');
  });

  it('read_file names the next call where no near name is known', async () => {
    world.put('src/a.ts', 'x');
    const suggestion = (path: string) => world.run(tool, { path }).catch(error => error.suggestion);
    expect(await suggestion('src/lib/deep/zzz.py')).toBe('See what there is: list_directory {"path": "src"}.');
    expect(await suggestion('zzz.py')).toBe('See what there is: list_directory {"path": "."}.');
    expect(await suggestion('src\\a.ts')).toBe('Did you mean src/a.ts?');
    expect(await suggestion('src/*.py')).toContain('glob {"pattern": "src/*.py"}');
  });

  it('read_file reads several files under headers, and one that is missing does not fail the others', async () => {
    world.put('a', 'A\n');
    world.put('b', 'B\n');
    const { output, value, result } = await world.run(tool, { file_paths: ['a', 'b', 'none'], limit: 50 });
    expect(output).toMatch(/^=== a ===\n {5}1\tA\n\n=== b ===\n {5}1\tB\n\n=== none ===\n\[There is no file at none/);
    expect(output.endsWith('[2 of 3 files were read.]')).toBe(true);
    expect(value.files_read).toBe(2);
    expect(value.content).toContain('=== b ===\nB\n');
    expect(value.files[2]).toMatchObject({ path: 'none', error: expect.stringContaining('FILE_NOT_FOUND') });
    expect(result.title).toBe('Read 2 files, 1 failed (4 bytes)');
  });

  it('read_file shares the room for output among several files', async () => {
    const long = 'x'.repeat(79).concat('\n').repeat(1_000);
    for (const name of ['a', 'b', 'c']) world.put(name, long);
    const { output } = await world.run(tool, { paths: ['a', 'b', 'c'] });
    expect(Buffer.byteLength(output)).toBeLessThan(50_000);
    expect(output.match(/To read on: offset=/g)).toHaveLength(3);
  });

  it('read_file fails when all are missing, with near names', async () => {
    world.put('src/main.ts', 'x');
    const missing = world.run(tool, { path: 'main.ts' });
    await expect(missing).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
      suggestion: expect.stringContaining('src/main.ts'),
    });
    await expect(world.run(tool, { paths: ['no', 'nope'] })).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
      message: expect.stringContaining('None of the 2 files'),
    });
  });

  it('read_file needs a path', async () => {
    await expect(world.run(tool, {})).rejects.toThrow('Give path or paths');
  });

  it('read_file has a sentence for each odd kind', async () => {
    fs.mkdirSync(world.path('folder'));
    execFileSync('mkfifo', [world.path('pipe')]);
    fs.symlinkSync('loop', world.path('loop'));
    fs.symlinkSync('/etc/passwd', world.path('out'));
    const code = (path: string) => world.run(tool, { path }).catch(error => error);
    expect(await code('folder')).toMatchObject({
      code: 'NOT_A_FILE',
      suggestion: expect.stringContaining('list_directory'),
    });
    expect(await code('pipe')).toMatchObject({ code: 'NOT_A_FILE', message: expect.stringContaining('FIFO') });
    expect(await code('loop')).toMatchObject({ code: 'INVALID_PATH', message: expect.stringContaining('circle') });
    expect(await code('out')).toMatchObject({ code: 'INVALID_PATH' });
  });

  it('read_file pages what a call had put out, and touches only that state', async () => {
    const kept = Buffer.from('first\nsecond\nthird\n');
    const paging = readFile({
      outputs: { read: async id => (id === '0190b2a0-0000-7000-8000-000000000001' ? kept : undefined) },
    });
    const path = 'output:0190b2a0-0000-7000-8000-000000000001';
    const { output, effects, value } = await world.run(paging, { path, offset: 2, limit: 1 });
    expect(output).toContain('     2\tsecond');
    expect(output).toContain('offset=3');
    expect(effects).toEqual([{ kind: 'state', resource: path }]);
    expect(value.modified).toBe('2024-07-14T19:02:28.608Z');
    await expect(world.run(paging, { path: 'output:other' })).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    await expect(world.run(tool, { path })).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
  });

  it('read_file reads a file whose name begins with output: through another spelling', async () => {
    world.put('output:x', 'a file\n');
    expect((await world.run(tool, { path: './output:x' })).value.content).toBe('a file\n');
  });

  it('read_file attaches an image that is too large in a size that providers take', async () => {
    const wide = await encodePng({ width: 2_500, height: 10, data: new Uint8Array(2_500 * 10 * 4).fill(255) });
    world.put('wide.png', wide);
    const { output, value, result } = await world.run(tool, { path: 'wide.png' });
    expect(output).toMatch(/^\[PNG image, 2500x10, .*; the image is attached, scaled down to 2000x8\.\]$/);
    expect(value.size).toBe(wide.length);
    expect(kindOfBytes(Buffer.from(result.attachments![0]!.data!, 'base64'))?.label).toBe('PNG image, 2000x8');
    world.put('wide.gif', Buffer.from('4749463839610a901490f0000000', 'hex'));
    await expect(world.run(tool, { path: 'wide.gif' })).rejects.toMatchObject({ code: 'TOO_LARGE' });
    expect((await world.run(tool, { path: 'wide.png', encoding: 'base64' })).value.content).toBe(
      wide.toString('base64'),
    );
  });

  it('read_file refuses a file that is too large to be read', async () => {
    fs.writeFileSync(world.path('big'), '');
    fs.truncateSync(world.path('big'), 40 * 1024 * 1024);
    await expect(world.run(tool, { path: 'big' })).rejects.toMatchObject({
      code: 'TOO_LARGE',
      suggestion: expect.stringContaining('grep'),
    });
  });
});
