import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../../../test/support/worlds/open-world.ts';
import { readFile } from '../read/read-file.ts';
import { writeFile } from './write-file.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.dispose());

describe('write_file', () => {
  it('write_file creates a file unasked', async () => {
    const { asked, output, value } = await world.run(writeFile, { path: 'a.txt', content: 'hi\n' });
    expect(asked).toBe(false);
    expect(output).toBe('Created a.txt (1 line, 3 bytes).');
    expect(value).toEqual({ path: 'a.txt', size: 3, created: true, changed: true });
    expect(world.get('a.txt')).toBe('hi\n');
  });

  it('write_file asks before it overwrites, and says what', async () => {
    world.put('a.txt', 'one\ntwo\n');
    const { asked, output } = await world.run(writeFile, { path: 'a.txt', content: 'new\n' });
    expect(asked).toBe('overwrites an existing file (2 lines)');
    expect(output).toBe('Overwrote a.txt (1 line, 4 bytes; before 2 lines).');
    expect(world.get('a.txt')).toBe('new\n');
  });

  it('write_file changes nothing, unasked, when the file holds the same', async () => {
    world.put('a.txt', 'same');
    const before = fs.statSync(world.path('a.txt')).ino;
    const { asked, value, output } = await world.run(writeFile, { path: 'a.txt', content: 'same' });
    expect(asked).toBe(false);
    expect(value.changed).toBe(false);
    expect(output).toContain('nothing was changed');
    expect(fs.statSync(world.path('a.txt')).ino).toBe(before);
  });

  it('write_file creates folders only when told, and the error says so', async () => {
    const write = { path: 'x/y/a.txt', content: 'hi' };
    await expect(world.run(writeFile, write)).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
      suggestion: expect.stringContaining('createDirs'),
    });
    const { effects } = await world.run(writeFile, { ...write, createDirs: true });
    expect(world.get('x/y/a.txt')).toBe('hi');
    expect((effects as readonly { resource: string }[]).map(({ resource }) => resource)).toEqual(
      ['x', 'x/y', 'x/y/a.txt'].map(world.path),
    );
  });

  it('write_file writes bytes from base64', async () => {
    await world.run(writeFile, { path: 'b.bin', content: 'AAEC/w==', encoding: 'base64' });
    expect(fs.readFileSync(world.path('b.bin'))).toEqual(Buffer.from([0, 1, 2, 255]));
    const bad = world.run(writeFile, { path: 'c.bin', content: 'not base64!', encoding: 'base64' });
    await expect(bad).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' });
    expect(world.has('c.bin')).toBe(false);
  });

  it('write_file refuses a placeholder over an existing file only', async () => {
    const content = 'function a() {}\n// ... rest of the file unchanged ...\n';
    world.put('a.ts', 'function a() {}\nfunction b() {}\n');
    await expect(world.run(writeFile, { path: 'a.ts', content })).rejects.toMatchObject({ code: 'INVALID_ARGUMENTS' });
    expect(world.get('a.ts')).toContain('function b');
    await world.run(writeFile, { path: 'new.ts', content });
    expect(world.get('new.ts')).toBe(content);
  });

  it('write_file keeps mode and encoding, and says when CRLF goes', async () => {
    world.put('a.sh', 'x\r\ny\r\n');
    fs.chmodSync(world.path('a.sh'), 0o755);
    const { output } = await world.run(writeFile, { path: 'a.sh', content: 'x\nz\n' });
    expect(output).toContain('[The file had CRLF line endings throughout');
    expect(world.get('a.sh')).toBe('x\nz\n');
    expect(fs.statSync(world.path('a.sh')).mode & 0o777).toBe(0o755);
    world.put('w.txt', Buffer.from('\ufeffalt', 'utf16le'));
    expect((await world.run(writeFile, { path: 'w.txt', content: 'neu' })).output).toContain('UTF-16 LE');
    expect(fs.readFileSync(world.path('w.txt'), 'utf16le')).toBe('\ufeffneu');
  });

  it('write_file does not overwrite unasked what came to be after the verdict', async () => {
    const meanwhile = () => world.put('a.txt', 'theirs');
    const late = world.run(writeFile, { path: 'a.txt', content: 'mine' }, { meanwhile });
    await expect(late).rejects.toMatchObject({ code: 'STALE_FILE' });
    expect(world.get('a.txt')).toBe('theirs');
  });

  it('write_file finds an overwrite stale when someone changed the file since it was read', async () => {
    world.put('a.txt', 'first');
    await world.run(readFile(), { path: 'a.txt' });
    world.put('a.txt', 'changed by hand');
    await expect(world.run(writeFile, { path: 'a.txt', content: 'mine' })).rejects.toMatchObject({
      code: 'STALE_FILE',
    });
    await world.run(readFile(), { path: 'a.txt' });
    await world.run(writeFile, { path: 'a.txt', content: 'mine' });
    expect(world.get('a.txt')).toBe('mine');
  });

  it('write_file does not write over a folder', async () => {
    fs.mkdirSync(world.path('d'));
    await expect(world.run(writeFile, { path: 'd', content: 'x' })).rejects.toMatchObject({
      code: 'NOT_A_FILE',
      suggestion: 'Nothing was changed. Give the path of a file, new or existing.',
    });
  });
});
