import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readFile } from './read-file.ts';
import { openWorld, type World } from './test-world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.dispose());

const tool = readFile();

describe('read_file', () => {
  it('gives numbered lines, the raw content and facts', async () => {
    world.put('src/a.ts', 'one\ntwo\n');
    const { result, output, value, effects, asked } = await world.run(tool, { path: 'src/a.ts' });
    expect(output).toBe('     1\tone\n     2\ttwo');
    expect(value).toMatchObject({ content: 'one\ntwo\n', size: 8, files_read: 1 });
    expect(new Date(value.modified).getTime()).toBe(Math.floor(fs.statSync(world.path('src/a.ts')).mtimeMs));
    expect(result.metadata).toMatchObject({ path: 'src/a.ts', bytes: 8, lines: 2, tokens: expect.any(Number) });
    expect(result.title).toBe('Read src/a.ts (2 lines)');
    expect(effects).toEqual([{ kind: 'read', resource: world.path('src/a.ts') }]);
    expect(asked).toBe(false);
  });

  it.each(['file_path', 'filePath', 'file', 'filename'])('takes %s for path', async name => {
    world.put('a', 'x');
    expect((await world.run(tool, { [name]: 'a' })).value.content).toBe('x');
  });

  it('reads several files under headers, and one that is missing does not fail the others', async () => {
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

  it('shares the room for output among several files', async () => {
    const long = 'x'.repeat(79).concat('\n').repeat(1_000);
    for (const name of ['a', 'b', 'c']) world.put(name, long);
    const { output } = await world.run(tool, { paths: ['a', 'b', 'c'] });
    expect(Buffer.byteLength(output)).toBeLessThan(50_000);
    expect(output.match(/To read on: offset=/g)).toHaveLength(3);
  });

  it('fails when all are missing, with near names', async () => {
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

  it('needs a path', async () => {
    await expect(world.run(tool, {})).rejects.toThrow('Give path or paths');
  });

  it('has a sentence for each odd kind', async () => {
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

  it('pages what a call had put out, and touches only that state', async () => {
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

  it('reads a file whose name begins with output: through another spelling', async () => {
    world.put('output:x', 'a file\n');
    expect((await world.run(tool, { path: './output:x' })).value.content).toBe('a file\n');
  });

  it('refuses a file that is too large to be read', async () => {
    fs.writeFileSync(world.path('big'), '');
    fs.truncateSync(world.path('big'), 40 * 1024 * 1024);
    await expect(world.run(tool, { path: 'big' })).rejects.toMatchObject({
      code: 'TOO_LARGE',
      suggestion: expect.stringContaining('grep'),
    });
  });
});
