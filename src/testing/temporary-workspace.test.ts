import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { difference } from './snapshot.ts';
import { type TemporaryWorkspace, temporaryWorkspace } from './temporary-workspace.ts';

let workspace: TemporaryWorkspace;
beforeEach(() => {
  workspace = temporaryWorkspace({ 'a.txt': 'one\n', 'src/deep/b.bin': Uint8Array.from([0, 255]) });
});
afterEach(() => workspace.remove());

describe('temporaryWorkspace', () => {
  it('temporaryWorkspace holds the files that were given, and is gone afterwards', async () => {
    expect(workspace.read('a.txt')).toBe('one\n');
    expect([...fs.readFileSync(workspace.path('src/deep/b.bin'))]).toEqual([0, 255]);
    expect(fs.realpathSync(workspace.root)).toBe(workspace.root);
    await workspace[Symbol.asyncDispose]();
    expect(fs.existsSync(workspace.root)).toBe(false);
    expect(fs.existsSync(workspace.state)).toBe(false);
  });

  it('temporaryWorkspace gives real gates, whose state lies beside it', async () => {
    const gate = await workspace.gate({ approver: () => 'allow_once' });
    const outcome = await gate.execute({ name: 'write_file', args: { path: 'a.txt', content: 'two\n' } });
    expect(outcome).toMatchObject({ ok: true });
    expect(workspace.read('a.txt')).toBe('two\n');
    await gate.close();
    const later = await workspace.gate();
    expect(await later.execute({ name: 'undo_file', args: { path: 'a.txt' } })).toMatchObject({ ok: true });
    expect(workspace.read('a.txt')).toBe('one\n');
    expect([...workspace.snapshot().keys()]).toEqual(['a.txt', 'src', 'src/deep', 'src/deep/b.bin']);
    expect(fs.readdirSync(workspace.state)).toContain('toolgate.db');
  });

  it('temporaryWorkspace closes the gates that were left open, and none twice', async () => {
    const open = await workspace.gate();
    const closed = await workspace.gate({ store: 'memory' });
    await closed.close();
    await workspace.remove();
    await expect(open.close()).resolves.toBeUndefined();
  });

  it('temporaryWorkspace tells what lies beside it', () => {
    expect(workspace.strays()).toEqual([]);
    fs.writeFileSync(workspace.path('../stray'), '');
    expect(workspace.strays()).toEqual(['stray']);
  });
});

describe('snapshots', () => {
  it('snapshots tell kind, content, mode and target', () => {
    fs.chmodSync(workspace.path('a.txt'), 0o640);
    fs.symlinkSync('a.txt', workspace.path('link'));
    const snapshot = workspace.snapshot();
    expect(snapshot.get('a.txt')).toEqual({ kind: 'file', sha: expect.stringMatching(/^[\da-f]{64}$/), mode: 0o640 });
    expect(snapshot.get('link')).toMatchObject({ kind: 'symlink', sha: '', target: 'a.txt' });
    expect(snapshot.get('src')).toMatchObject({ kind: 'directory', sha: '' });
  });

  it('differ by what was created, changed and deleted', () => {
    const before = workspace.snapshot();
    expect(difference(before, workspace.snapshot())).toEqual([]);
    workspace.write('a.txt', 'two\n');
    workspace.write('new/c.txt', '');
    fs.rmSync(workspace.path('src/deep'), { recursive: true });
    fs.chmodSync(workspace.path('src'), 0o700);
    const found = difference(before, workspace.snapshot()).map(({ change, path }) => `${change} ${path}`);
    expect(found).toEqual([
      'changed a.txt',
      'created new',
      'created new/c.txt',
      'changed src',
      'deleted src/deep',
      'deleted src/deep/b.bin',
    ]);
  });

  it('snapshots do not differ by times', () => {
    const before = workspace.snapshot();
    fs.utimesSync(workspace.path('a.txt'), 1, 1);
    expect(difference(before, workspace.snapshot())).toEqual([]);
  });
});
