import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../../../test/support/worlds/open-world.ts';
import { deleteFile } from './delete-file.ts';
import { moveFile } from './move-file.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.dispose());

const resources = (effects: unknown, kind: string) =>
  (effects as { kind: string; resource: string }[])
    .filter(effect => effect.kind === kind)
    .map(({ resource }) => resource);

describe('delete_file', () => {
  it('delete_file always asks, and says what', async () => {
    world.put('a.txt', 'one\ntwo\n');
    const { asked, value, output } = await world.run(deleteFile, { path: 'a.txt' });
    expect(asked).toBe('deletes a.txt (2 lines)');
    expect(value).toEqual({ deleted: ['a.txt'] });
    expect(output).toBe('Deleted 1 path:\na.txt');
    expect(world.has('a.txt')).toBe(false);
  });

  it('declares every path below a folder', async () => {
    world.put('d/a', 'a');
    world.put('d/sub/.env', 'secret');
    const { asked, effects, value } = await world.run(deleteFile, { path: 'd', recursive: true });
    expect(asked).toMatch(/^deletes the folder d with 2 files \(7 bytes\)$/);
    expect(resources(effects, 'delete').sort()).toEqual(['d', 'd/a', 'd/sub', 'd/sub/.env'].map(world.path));
    expect([...value.deleted].sort()).toEqual(['d', 'd/a', 'd/sub', 'd/sub/.env']);
    expect(world.has('d')).toBe(false);
  });

  it('delete_file refuses a folder that is not empty without recursive, and shows the call', async () => {
    world.put('d/a', 'a');
    await expect(world.run(deleteFile, { path: 'd' })).rejects.toMatchObject({
      code: 'NOT_A_FILE',
      suggestion: expect.stringContaining('recursive: true'),
    });
    fs.mkdirSync(world.path('empty'));
    await world.run(deleteFile, { path: 'empty' });
    expect(world.has('empty')).toBe(false);
  });

  it('delete_file does not name what the policy hides, but says that it went', async () => {
    world.put('d/a', 'a');
    world.put('d/.env', 'secret');
    const visible = (path: string) => !path.endsWith('.env');
    const { output, value, effects } = await world.run(deleteFile, { path: 'd', recursive: true }, { visible });
    expect(value.deleted).toEqual(['d/a', 'd']);
    expect(output).toContain('[With it went 1 entry that the policy hides.]');
    expect(effects).toEqual([{ kind: 'delete', resource: world.path('d'), tree: true }]);
  });

  it('delete_file deletes a link, not what it points to', async () => {
    world.put('src/a', 'a');
    fs.symlinkSync('src', world.path('inside'));
    fs.symlinkSync('/etc', world.path('outside'));
    fs.symlinkSync('loop', world.path('loop'));
    for (const path of ['inside', 'outside', 'loop']) {
      const { asked, effects, value } = await world.run(deleteFile, { path, recursive: true });
      expect(asked).toBe(`deletes the symbolic link ${path}, not what it points to`);
      expect(effects).toEqual([{ kind: 'delete', resource: world.path(path) }]);
      expect(value.deleted).toEqual([path]);
    }
    expect(fs.readdirSync(world.root)).toEqual(['src']);
    expect(world.get('src/a')).toBe('a');
  });

  it('delete_file says what is near when nothing is there', async () => {
    world.put('src/main.ts', 'x');
    await expect(world.run(deleteFile, { path: 'src/mian.ts' })).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
      suggestion: expect.stringContaining('src/main.ts'),
    });
  });
});

describe('move_file', () => {
  it('move_file moves unasked to a free place', async () => {
    world.put('a.txt', 'x');
    const { asked, value, effects } = await world.run(moveFile, { source: 'a.txt', destination: 'b.txt' });
    expect(asked).toBe(false);
    expect(value).toEqual({ from: 'a.txt', to: 'b.txt', overwritten: false });
    expect(effects).toEqual([
      { kind: 'read', resource: world.path('a.txt') },
      { kind: 'delete', resource: world.path('a.txt') },
      { kind: 'write', resource: world.path('b.txt') },
    ]);
    expect([world.has('a.txt'), world.get('b.txt')]).toEqual([false, 'x']);
  });

  it('move_file needs overwrite for a taken place, and asks then', async () => {
    world.put('a', 'new');
    world.put('b', 'old\n');
    await expect(world.run(moveFile, { from: 'a', to: 'b' })).rejects.toMatchObject({
      code: 'FILE_EXISTS',
      suggestion: 'Choose another path, or call again with overwrite: true, which replaces b.',
    });
    const { asked, output } = await world.run(moveFile, { from: 'a', to: 'b', overwrite: true });
    expect(asked).toBe('overwrites b (1 line)');
    expect(output).toBe('Moved a to b. What was there was overwritten.');
    expect(world.get('b')).toBe('new');
  });

  it('move_file moves a folder, declares what is in it, and makes folders on the way', async () => {
    world.put('d/a', 'a');
    world.put('d/sub/b', 'b');
    const { effects, output } = await world.run(moveFile, { from: 'd', to: 'x/y/d2', createDirs: true });
    expect(world.get('x/y/d2/sub/b')).toBe('b');
    expect(world.has('d')).toBe(false);
    expect(resources(effects, 'read')).toContain(world.path('d/sub/b'));
    expect(resources(effects, 'write')).toContain(world.path('x/y/d2/sub/b'));
    expect(output).toBe('Moved d to x/y/d2 (a folder with 2 files).');
  });

  it('move_file moves a link as a link', async () => {
    world.put('src/a', 'a');
    world.put('d/x', 'x');
    fs.symlinkSync('src', world.path('link'));
    fs.symlinkSync('../src', world.path('d/link'));
    const { effects, value } = await world.run(moveFile, { from: 'link', to: 'moved' });
    expect(value).toMatchObject({ from: 'link', to: 'moved' });
    expect(effects).toEqual([
      { kind: 'delete', resource: world.path('link') },
      { kind: 'write', resource: world.path('moved') },
    ]);
    expect(fs.readlinkSync(world.path('moved'))).toBe('src');
    const folder = await world.run(moveFile, { from: 'd', to: 'e' });
    expect(resources(folder.effects, 'read')).toEqual([world.path('d'), world.path('d/x')]);
    expect(fs.readlinkSync(world.path('e/link'))).toBe('../src');
  });

  it('move_file tells the full path when the new one is a folder', async () => {
    world.put('a.txt', 'x');
    fs.mkdirSync(world.path('dir'));
    await expect(world.run(moveFile, { from: 'a.txt', to: 'dir' })).rejects.toMatchObject({
      code: 'FILE_EXISTS',
      suggestion: expect.stringContaining('dir/a.txt'),
    });
  });

  it('move_file does not overwrite unasked what came to be after the verdict', async () => {
    world.put('a', 'mine');
    const meanwhile = () => world.put('b', 'theirs');
    await expect(world.run(moveFile, { from: 'a', to: 'b', overwrite: true }, { meanwhile })).rejects.toMatchObject({
      code: 'STALE_FILE',
    });
    expect([world.get('a'), world.get('b')]).toEqual(['mine', 'theirs']);
  });

  it('move_file moves nothing that the policy hides', async () => {
    world.put('d/.env', 'secret');
    const visible = (path: string) => !path.endsWith('.env');
    await expect(world.run(moveFile, { from: 'd', to: 'e' }, { visible })).rejects.toMatchObject({
      code: 'POLICY_DENIED',
    });
  });
});
