import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  commitChanges,
  fileNode,
  MAX_IMAGE,
  makeStagedChange,
  moveChanges,
  openGround,
  seen,
  snapshot,
  type TestGround,
} from '../../../test/support/workspace/ground.ts';
import { ToolError } from '../../tool/error.ts';

let ground: TestGround;
let folder: string;
const at = (relative: string) => path.join(folder, relative);
const put = (relative: string, content: string, mode = 0o644) => {
  fs.mkdirSync(path.dirname(at(relative)), { recursive: true });
  fs.writeFileSync(at(relative), content);
  fs.chmodSync(at(relative), mode);
};
const read = (relative: string) => fs.readFileSync(at(relative), 'utf8');

beforeEach(async () => {
  ground = await openGround();
  folder = ground.folder;
});
afterEach(() => ground.dispose());

const code = (wanted: string) => expect.objectContaining({ name: 'ToolError', code: wanted }) as unknown as ToolError;

test('a set writes, creates, deletes and makes folders in one go', async () => {
  put('a.txt', 'one\n', 0o640);
  put('gone.txt', 'x\n');
  const set = await commitChanges(ground, [
    makeStagedChange(folder, 'a.txt', fileNode('two\n', 0o640)),
    makeStagedChange(folder, 'new/deep/b.txt', fileNode('b\n', 0o755)),
    makeStagedChange(folder, 'new/deep', { kind: 'directory', mode: 0o700 }),
    makeStagedChange(folder, 'new', { kind: 'directory', mode: 0o755 }),
    makeStagedChange(folder, 'gone.txt', undefined),
    makeStagedChange(folder, 'link', { kind: 'symlink', target: 'a.txt' }),
  ]);
  expect(snapshot(folder)).toEqual({
    'a.txt': 'file 640 two\n',
    new: 'folder 755',
    'new/deep': 'folder 700',
    'new/deep/b.txt': 'file 755 b\n',
    link: 'link a.txt',
  });
  expect(set?.changes.map(({ path: p, operation, added, removed }) => [p, operation, added, removed])).toEqual([
    ['new', 'mkdir', 0, 0],
    ['new/deep', 'mkdir', 0, 0],
    ['a.txt', 'write', 1, 1],
    ['new/deep/b.txt', 'create', 1, 0],
    ['link', 'symlink', 1, 0],
    ['gone.txt', 'delete', 0, 1],
  ]);
  const row = await ground.store.journal.set(set!.id);
  expect(row?.status).toBe('committed');
  for (const { before, after } of await ground.store.journal.changes(set!.id)) {
    if (before?.sha) expect(await ground.store.journal.blob(before.sha)).toBeDefined();
    if (after?.sha) expect(await ground.store.journal.blob(after.sha)).toBeDefined();
  }
});

test('a move keeps the inode and copies nothing', async () => {
  put('a.txt', 'content\n', 0o600);
  const { ino } = fs.statSync(at('a.txt'));
  fs.mkdirSync(at('sub'));
  await commitChanges(ground, moveChanges(folder, 'a.txt', 'sub/b.txt'));
  expect(snapshot(folder)).toEqual({ sub: 'folder 755', 'sub/b.txt': 'file 600 content\n' });
  expect(fs.statSync(at('sub/b.txt')).ino).toBe(ino);
});

test('two files can change places', async () => {
  put('a.txt', 'A');
  put('b.txt', 'B');
  const inodes = ['a.txt', 'b.txt'].map(name => fs.statSync(at(name)).ino);
  await commitChanges(ground, [
    makeStagedChange(folder, 'a.txt', { kind: 'moved', from: 'b.txt', mode: 0o644, size: 1 }, { movedFrom: 'b.txt' }),
    makeStagedChange(folder, 'b.txt', { kind: 'moved', from: 'a.txt', mode: 0o644, size: 1 }, { movedFrom: 'a.txt' }),
  ]);
  expect(snapshot(folder)).toEqual({ 'a.txt': 'file 644 B', 'b.txt': 'file 644 A' });
  expect(['b.txt', 'a.txt'].map(name => fs.statSync(at(name)).ino)).toEqual(inodes);
});

test('a folder becomes a file, and a file becomes a folder that holds it', async () => {
  put('d/x', 'x');
  put('d/e/y', 'y');
  put('p', 'inner');
  await commitChanges(ground, [
    makeStagedChange(folder, 'd/x', undefined),
    makeStagedChange(folder, 'd/e/y', undefined),
    makeStagedChange(folder, 'd/e', undefined),
    makeStagedChange(folder, 'd', fileNode('now a file')),
    makeStagedChange(folder, 'p', { kind: 'directory', mode: 0o755 }),
    makeStagedChange(folder, 'p/q', { kind: 'moved', from: 'p', mode: 0o644, size: 5 }, { movedFrom: 'p' }),
  ]);
  expect(snapshot(folder)).toEqual({ d: 'file 644 now a file', p: 'folder 755', 'p/q': 'file 644 inner' });
});

test('a foreign change of the content is stale and nothing is written', async () => {
  put('a.txt', 'one');
  put('b.txt', 'one');
  const changes = [
    makeStagedChange(folder, 'b.txt', fileNode('two')),
    makeStagedChange(folder, 'a.txt', fileNode('two')),
  ];
  put('a.txt', 'foreign');
  const before = snapshot(folder);
  await expect(commitChanges(ground, changes)).rejects.toEqual(code('STALE_FILE'));
  expect(snapshot(folder)).toEqual(before);
  expect(await ground.store.journal.sets({})).toEqual([]);
});

test('a file that was touched but holds the same is not stale', async () => {
  put('a.txt', 'one');
  const changes = [makeStagedChange(folder, 'a.txt', fileNode('two'))];
  fs.utimesSync(at('a.txt'), 1, 1);
  fs.chmodSync(at('a.txt'), 0o600);
  await commitChanges(ground, changes);
  expect(snapshot(folder)).toEqual({ 'a.txt': 'file 600 two' });
});

test('a file that appeared or vanished since is stale', async () => {
  put('there.txt', 'x');
  const create = [makeStagedChange(folder, 'new.txt', fileNode('mine'))];
  const remove = [makeStagedChange(folder, 'there.txt', undefined)];
  put('new.txt', 'theirs');
  fs.unlinkSync(at('there.txt'));
  await expect(commitChanges(ground, create)).rejects.toEqual(code('STALE_FILE'));
  await expect(commitChanges(ground, remove)).rejects.toEqual(code('STALE_FILE'));
  expect(read('new.txt')).toBe('theirs');
});

test('an edit is made again on newer content, or is stale', async () => {
  put('a.txt', 'one\ntwo\nthree\n');
  const edit = (content: Uint8Array) => {
    const now = Buffer.from(content).toString();
    if (!now.includes('two')) throw new ToolError('EDIT_NOT_FOUND', 'two is not there');
    return Buffer.from(now.replace('two', 'TWO'));
  };
  const staged = () => [
    makeStagedChange(folder, 'a.txt', fileNode(edit(fs.readFileSync(at('a.txt')))), { rebase: edit }),
  ];
  let changes = staged();
  put('a.txt', 'zero\none\ntwo\nthree\n');
  await commitChanges(ground, changes);
  expect(read('a.txt')).toBe('zero\none\nTWO\nthree\n');
  put('a.txt', 'two\n');
  changes = staged();
  put('a.txt', 'else\n');
  await expect(commitChanges(ground, changes)).rejects.toEqual(code('STALE_FILE'));
  expect(read('a.txt')).toBe('else\n');
});

test('parallel edits of one file all come through', async () => {
  put('n.txt', '0\n');
  const add = (content: Uint8Array) => Buffer.from(`${Buffer.from(content).toString()}${content.length}\n`);
  const before = seen(folder, 'n.txt');
  const staged = { path: 'n.txt', before, after: fileNode(add(Buffer.from('0\n'))), rebase: add };
  await Promise.all(Array.from({ length: 20 }, () => commitChanges(ground, [staged])));
  expect(read('n.txt').split('\n').length - 1).toBe(21);
});

test('a folder swapped for a link is not followed', async () => {
  const outside = fs.mkdtempSync(path.join(path.dirname(folder), 'outside-'));
  try {
    put('d/a.txt', 'one');
    const changes = [
      makeStagedChange(folder, 'd/a.txt', fileNode('two')),
      makeStagedChange(folder, 'd/n.txt', fileNode('new')),
    ];
    fs.writeFileSync(path.join(outside, 'a.txt'), 'one');
    fs.renameSync(at('d'), at('real'));
    fs.symlinkSync(outside, at('d'));
    await expect(commitChanges(ground, changes)).rejects.toEqual(code('STALE_FILE'));
    await expect(commitChanges(ground, changes.slice(1))).rejects.toEqual(code('STALE_FILE'));
    expect(snapshot(outside)).toEqual({ 'a.txt': 'file 644 one' });
  } finally {
    fs.rmSync(outside, { recursive: true });
  }
});

test('a refused commit, a foreign claim and a lost claim leave everything as it was', async () => {
  put('a.txt', 'one');
  const before = snapshot(folder);
  const changes = [
    makeStagedChange(folder, 'a.txt', fileNode('two')),
    makeStagedChange(folder, 'sub', { kind: 'directory', mode: 0o755 }),
  ];
  const refuse = () => {
    throw new ToolError('POLICY_DENIED', 'no');
  };
  await expect(commitChanges(ground, changes, { approve: refuse })).rejects.toEqual(code('POLICY_DENIED'));

  const { claims } = ground.store;
  const mine = await claims.take(['a.txt'], { owner: 'me', agent: 'me', now: Date.now(), ttl: 60_000 });
  if (!mine.ok) throw new Error('not taken');
  await expect(commitChanges(ground, changes)).rejects.toEqual(code('CLAIMED'));
  await claims.releaseOwner('me');
  await expect(commitChanges(ground, changes, { claims: mine.claims })).rejects.toEqual(code('CLAIMED'));

  const again = await claims.take(['a.txt'], { owner: 'me', agent: 'me', now: Date.now(), ttl: 60_000 });
  if (!again.ok) throw new Error('not taken');
  const late = { ...ground, step: async (name: string) => (name === 'keep' ? claims.releaseOwner('me') : undefined) };
  await expect(commitChanges(late, changes, { claims: again.claims })).rejects.toEqual(code('CLAIMED'));
  expect(snapshot(folder)).toEqual(before);
  expect((await ground.store.journal.sets({})).map(set => set.status)).toEqual(['rolled_back']);
});

test('someone who writes in the middle of a commit is not overwritten, and the rest is taken back', async () => {
  put('a.txt', 'one');
  put('b.txt', 'one');
  const changes = [
    makeStagedChange(folder, 'a.txt', fileNode('two')),
    makeStagedChange(folder, 'b.txt', fileNode('two')),
    makeStagedChange(folder, 'c.txt', fileNode('two')),
  ];
  for (const [victim, step] of [
    ['b.txt', 'keep'],
    ['c.txt', 'keep'],
    ['c.txt', 'apply'],
  ] as const) {
    put('b.txt', 'one');
    fs.rmSync(at('c.txt'), { force: true });
    const meddling = {
      ...ground,
      step: async (name: string, where: string) => {
        if (name === step && where === 'a.txt') fs.writeFileSync(at(victim), 'by hand');
      },
    };
    await expect(commitChanges(meddling, changes)).rejects.toEqual(code('STALE_FILE'));
    expect(read(victim)).toBe('by hand');
    expect(read('a.txt')).toBe('one');
    expect(fs.readdirSync(folder).filter(name => name.startsWith('.toolgate'))).toEqual([]);
  }
});

test('what someone else creates at a new name during the commit stays, also where it is just what was to be written', async () => {
  const changes = [
    makeStagedChange(folder, 'first', fileNode('first')),
    makeStagedChange(folder, 'file', fileNode('same')),
    makeStagedChange(folder, 'link', { kind: 'symlink', target: 'file' }),
  ];
  for (const victim of ['file', 'link']) {
    const byHand = () =>
      victim === 'file' ? fs.writeFileSync(at(victim), 'same') : fs.symlinkSync('file', at(victim));
    const step = async (name: string, where: string) => {
      if (name === 'apply' && where === 'first') byHand();
    };
    await expect(commitChanges({ ...ground, step }, changes)).rejects.toEqual(code('STALE_FILE'));
    expect(fs.readdirSync(folder)).toEqual([victim]);
    fs.unlinkSync(at(victim));
  }
});

test('a set that changes nothing is no change set', async () => {
  put('a.txt', 'one');
  fs.mkdirSync(at('d'));
  const changes = [
    makeStagedChange(folder, 'a.txt', fileNode('one')),
    { path: 'd', before: { kind: 'absent' as const }, after: { kind: 'directory' as const, mode: 0o755 } },
    makeStagedChange(folder, 'never', undefined),
  ];
  expect(await commitChanges(ground, changes)).toBeUndefined();
});

test('a file too large for an image is written without one', async () => {
  put('big', 'x'.repeat(MAX_IMAGE + 1));
  const set = await commitChanges(ground, [makeStagedChange(folder, 'big', fileNode('small'))]);
  const [row] = await ground.store.journal.changes(set!.id);
  expect(row?.before).toEqual({ mtime: expect.any(Number), kind: 'file', size: MAX_IMAGE + 1, mode: 0o644 });
  expect(read('big')).toBe('small');
});

test('a special file is never written', async () => {
  const { execFileSync } = await import('node:child_process');
  execFileSync('mkfifo', [at('pipe')]);
  const staged = { path: 'pipe', before: { kind: 'absent' as const }, after: fileNode('x') };
  await expect(commitChanges(ground, [staged])).rejects.toEqual(code('NOT_A_FILE'));
  expect(fs.lstatSync(at('pipe')).isFIFO()).toBe(true);
});

test('a mode is not changed through the other name of a moved file', async () => {
  put('a', 'same', 0o600);
  await commitChanges(ground, [
    makeStagedChange(folder, 'b', { kind: 'moved', from: 'a', mode: 0o600, size: 4 }, { movedFrom: 'a' }),
    makeStagedChange(folder, 'a', fileNode('same', 0o644)),
  ]);
  expect(snapshot(folder)).toEqual({ a: 'file 644 same', b: 'file 600 same' });
});

test('agents that claim files in one new folder do not stand in each other\u2019s way', async () => {
  const { claims } = ground.store;
  const take = async (owner: string, resource: string) => {
    const taken = await claims.take([resource], { owner, agent: owner, now: Date.now(), ttl: 60_000 });
    return taken.ok ? taken.claims : [];
  };
  const [ann, bob] = [await take('ann', 'new/a'), await take('bob', 'new/b')];
  const staged = (name: string) => [
    makeStagedChange(folder, 'new', { kind: 'directory', mode: 0o755 }),
    makeStagedChange(folder, `new/${name}`, fileNode(name)),
  ];
  await Promise.all([
    commitChanges(ground, staged('a'), { claims: ann }),
    commitChanges(ground, staged('b'), { claims: bob }),
  ]);
  expect(Object.keys(snapshot(folder))).toEqual(['new', 'new/a', 'new/b']);
  await expect(commitChanges(ground, [makeStagedChange(folder, 'new/b', undefined)], { claims: ann })).rejects.toEqual(
    code('CLAIMED'),
  );
  expect((await claims.list(Date.now())).map(claim => claim.resource)).toEqual(['new/a', 'new/b']);
});
