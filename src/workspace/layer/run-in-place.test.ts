import fs from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openGate } from '../../../test/support/worlds/open-gate.ts';
import { createToolgate } from '../../gate/create-toolgate.ts';
import { define, type Info } from '../../tool/define.ts';
import { executes } from '../../tool/effect.ts';

/** A tool that writes to the real files itself, as a command does where there is no overlay. */
const writing = (work: (root: string) => void): Info =>
  define('writing', {
    description: 'Writes to the real files.',
    parameters: { type: 'object', properties: {} },
    effects: () => [executes('writing')],
    danger: 'moderate',
    sandboxed: true,
    execute: async (_, ctx) => {
      const { value } = await ctx.files.inPlace(async () => work(ctx.files.root));
      return { output: String(value) };
    },
  }) as Info;

const all = (root: string): (readonly [path: string, mode: number, content: string])[] =>
  fs
    .readdirSync(root, { recursive: true, withFileTypes: true })
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
    .map(path => {
      const stats = fs.lstatSync(path);
      const content = stats.isFile()
        ? fs.readFileSync(path, 'hex')
        : stats.isSymbolicLink()
          ? fs.readlinkSync(path)
          : '';
      return [path, stats.mode, content] as const;
    });

function change(root: string): void {
  const at = (path: string) => join(root, path);
  fs.writeFileSync(at('a.txt'), 'changed');
  fs.chmodSync(at('a.txt'), 0o755);
  fs.rmSync(at('d'), { recursive: true });
  fs.writeFileSync(at('d'), 'a file now');
  fs.mkdirSync(at('new/deep'), { recursive: true });
  fs.writeFileSync(at('new/deep/x'), Buffer.from([0, 255]));
  fs.symlinkSync('/etc/passwd', at('link'));
  fs.rmSync(at('gone.txt'));
  fs.mkdirSync(at('node_modules'));
  fs.writeFileSync(at('node_modules/m'), 'm');
}

const OUTSIDE = { policy: 'privileged', outsideUndo: ['node_modules/'] } as const;
const FILES = { 'a.txt': 'a\n', 'd/e/f.txt': 'f\n', 'd/g.txt': 'g\n', 'gone.txt': 'x', 'same.txt': 's' };

it('what a job wrote to the real files is one change set, and undo takes it back', async () => {
  const test = await openGate(FILES, { ...OUTSIDE, tools: [writing(change)] });
  const before = all(test.root);
  expect((await test.run('writing', {})).error).toBeUndefined();
  const after = all(test.root);
  expect([test.read('a.txt'), test.read('d'), test.exists('gone.txt')]).toEqual(['changed', 'a file now', false]);
  await test.run('undo_turn', {});
  const left = all(test.root).filter(([path]) => !path.includes('node_modules'));
  expect(left).toEqual(before);
  await test.run('redo', {});
  expect(all(test.root)).toEqual(after);
});

it('nothing is left of a job on the real files when it fails, or when a rule denies a part of it', async () => {
  const failing = writing(root => {
    change(root);
    throw new Error('no');
  });
  const test = await openGate(FILES, { ...OUTSIDE, tools: [failing] });
  const before = all(test.root);
  const same = () => all(test.root).filter(([path]) => !path.includes('node_modules'));
  expect((await test.run('writing', {})).ok).toBe(false);
  expect(same()).toEqual(before);

  const rules = [{ effect: 'write', match: 'new/**', verdict: 'deny' }] as const;
  const strict = await test.again({ policy: { extends: 'privileged', rules }, tools: [writing(change)] });
  fs.rmSync(join(test.root, 'node_modules'), { recursive: true });
  expect((await strict.gate.execute({ name: 'writing', args: {} })).error?.code).toBe('POLICY_DENIED');
  expect(same()).toEqual(before);
});

const PACKAGES = {
  'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages: { 'node_modules/a': {}, 'node_modules/b': {} } }),
  'node_modules/a/package.json': '{}',
  'node_modules/a/key': 'secret',
  'node_modules/b/package.json': '{}',
  'node_modules/b/own': 'b',
};

it.each<[string, (at: (path: string) => string) => void]>([
  ['is moved', at => fs.renameSync(at('a/key'), at('a/plain'))],
  ['has a link', at => fs.linkSync(at('a/key'), at('a/plain'))],
  [
    'has only a link left',
    at => {
      fs.linkSync(at('a/key'), at('b/plain'));
      fs.rmSync(at('a/key'));
    },
  ],
  ['goes with its folder', at => fs.renameSync(at('a'), at('c'))],
  ['goes with the folder that undo leaves out', at => fs.renameSync(at('.'), at('../other'))],
  [
    'lies in a folder that changes places with another',
    at => {
      fs.renameSync(at('a'), at('c'));
      fs.renameSync(at('b'), at('a'));
      fs.renameSync(at('c'), at('b'));
    },
  ],
])(
  'a job on the real files is refused where a hidden file of a folder left out of undo %s, and that is put back',
  async (_, work) => {
    const rules = [{ effect: 'read', match: 'node_modules/a/key', verdict: 'deny' }] as const;
    const moving = writing(root => work(path => join(root, 'node_modules', path)));
    const test = await openGate(PACKAGES, { policy: { extends: 'privileged', rules }, tools: [moving] });
    const before = all(test.root);
    expect((await test.run('writing', {})).error?.code).toBe('POLICY_DENIED');
    expect(all(test.root)).toEqual(before);
  },
);

it('a job on the real files may remove a hidden file of a folder left out of undo, and use its place on the disk again', async () => {
  const rules = [{ effect: 'read', match: 'node_modules/a/key', verdict: 'deny' }] as const;
  const removing = writing(root => {
    fs.rmSync(join(root, 'node_modules/a/key'));
    for (const name of ['x', 'y', 'z']) fs.writeFileSync(join(root, 'node_modules/b', name), name);
  });
  const test = await openGate(PACKAGES, { policy: { extends: 'privileged', rules }, tools: [removing] });
  expect((await test.run('writing', {})).error).toBeUndefined();
  expect([test.exists('node_modules/a/key'), test.read('node_modules/b/x')]).toEqual([false, 'x']);
});

it('what is toolgate’s own in the workspace is among the paths that no command sees, also without any rule', async () => {
  const looking = define('looking', {
    description: 'Says what is hidden.',
    parameters: { type: 'object', properties: {} },
    effects: () => [],
    execute: async (_, ctx) => ({ output: (await ctx.files.hiddenPaths()).join() }),
  }) as Info;
  const { root } = await openGate({ 'own/store.db': 'x' });
  const gate = await createToolgate({
    workspace: root,
    store: 'memory',
    closed: [join(root, 'own')],
    tools: [looking],
  });
  expect((await gate.execute({ name: 'looking', args: {} })).output).toBe(join(root, 'own'));
  await gate.close();
});

it('a gate that keeps nothing needs no home', async () => {
  const { root } = await openGate({ 'a.txt': 'a' });
  const gate = await createToolgate({ workspace: root, store: 'memory', env: { PATH: process.env.PATH } });
  expect((await gate.execute({ name: 'read_file', args: { path: 'a.txt' } })).ok).toBe(true);
  await gate.close();
});
