import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/tool/outcome.ts';
import { git, initialise, openFolder, openHome, openWorld, put } from '../support/git/world.ts';
import { openGate } from '../support/worlds/open-gate.ts';

// Each call starts a few real processes in a real sandbox.

// biome-ignore lint/suspicious/noExplicitAny: the shape of each value is what these tests hold
const valueIn = ({ error, value }: Outcome): any => {
  expect(error).toBeUndefined();
  return value;
};

const privileged = { policy: 'privileged', approver: () => 'allow_once' } as const;

describe('git_status', () => {
  it('git_status tells the branch and every kind of change, with names as they are', async () => {
    const test = await openWorld({
      'a.txt': 'one\n',
      'b.txt': 'two\n',
      'old.txt': 'a long enough line to be found again\n',
      'ü name.txt': 'x\n',
    });
    put(test.root, 'a.txt', 'changed\n');
    test.git('mv', 'old.txt', 'new\nline.txt');
    rmSync(join(test.root, 'b.txt'));
    put(test.root, 'ü name.txt', 'y\n');
    test.git('add', 'ü name.txt');
    put(test.root, 'dir/fresh one', '');
    const value = valueIn(await test.run('git_status', {}));
    expect(value).toMatchObject({
      branch: 'main',
      detached: false,
      clean: false,
      staged: [
        { path: 'new\nline.txt', change: 'renamed', from: 'old.txt' },
        { path: 'ü name.txt', change: 'modified' },
      ],
      unstaged: [
        { path: 'a.txt', change: 'modified' },
        { path: 'b.txt', change: 'deleted' },
      ],
      untracked: ['dir/'],
      conflicted: [],
    });
    expect(value.commit).toMatch(/^[0-9a-f]{40}$/);
    expect(valueIn(await test.run('git_status', { untracked: 'all', paths: ['dir'] }))).toMatchObject({
      staged: [],
      untracked: ['dir/fresh one'],
    });
  });

  it('git_status knows a branch without a commit, a detached HEAD and an upstream', async () => {
    const test = await openGate({}, { ...privileged, env: openHome() });
    git(test.root, 'init', '--quiet', '--initial-branch=start');
    expect(valueIn(await test.run('git_status', {}))).toMatchObject({ branch: 'start', commit: null, clean: true });
    expect(valueIn(await test.run('git_log', {}))).toEqual({ commits: [], more: false });

    const folder = openFolder();
    initialise(join(folder, 'origin'), { a: '1\n' });
    const cloned = await openGate({}, { ...privileged, env: openHome() });
    git(cloned.root, 'clone', '--quiet', join(folder, 'origin'), '.');
    git(cloned.root, 'commit', '--quiet', '--allow-empty', '--message=mine');
    const value = valueIn(await cloned.run('git_status', {}));
    expect(value).toMatchObject({ branch: 'main', upstream: 'origin/main', ahead: 1, behind: 0, clean: true });
    git(cloned.root, 'checkout', '--quiet', '--detach');
    expect(valueIn(await cloned.run('git_status', {}))).toMatchObject({ branch: null, detached: true });
  });

  it('git_status tells a merge in progress and what is in conflict, which git_commit can end', async () => {
    const test = await openWorld({ 'a.txt': 'base\n' });
    test.git('checkout', '--quiet', '-b', 'side');
    put(test.root, 'a.txt', 'side\n');
    test.git('commit', '--quiet', '--all', '--message=side');
    test.git('checkout', '--quiet', 'main');
    put(test.root, 'a.txt', 'main\n');
    test.git('commit', '--quiet', '--all', '--message=main');
    expect(() => test.git('merge', 'side')).toThrow();
    const value = valueIn(await test.run('git_status', {}));
    expect(value).toMatchObject({ operation: 'merge', conflicted: [{ path: 'a.txt', change: 'both modified' }] });
    expect((await test.run('git_commit', { message: 'too early' })).error?.suggestion).toContain('conflicts');
    // Conflict markers are not committed as if they were meant.
    for (const what of [{ all: true }, { paths: ['a.txt'] }]) {
      const { error } = await test.run('git_commit', { message: 'too early', ...what });
      expect(error).toMatchObject({ code: 'ILLEGAL_TRANSITION', message: expect.stringContaining('a.txt') });
    }
    put(test.root, 'a.txt', 'both\n');
    valueIn(await test.run('git_commit', { message: 'merged', paths: ['a.txt'] }));
    expect(test.git('log', '-1', '--format=%s %P')).toMatch(/^merged \w{40} \w{40}\n$/);
    expect(valueIn(await test.run('git_status', {}))).toMatchObject({ clean: true });
  });

  it('git_status says so where there is no repository, or only one above the workspace', async () => {
    const plain = await openGate({ 'a.txt': '' }, privileged);
    expect((await plain.run('git_status', {})).error).toMatchObject({ code: 'FILE_NOT_FOUND' });
    // A folder that looks like a bare repository is none.
    git(plain.root, 'init', '--quiet', '--bare', '.');
    expect((await plain.run('git_status', {})).error).toMatchObject({ code: 'FILE_NOT_FOUND' });
    git(join(plain.root, '..'), 'init', '--quiet');
    expect((await plain.run('git_log', {})).error?.suggestion).toContain('above the workspace');
  });

  it('git_status keeps within the workspace, wherever .git leads', async () => {
    const folder = openFolder();
    initialise(join(folder, 'elsewhere'), { secret: 'x\n' });
    const test = await openGate({ '.git': `gitdir: ${folder}/elsewhere/.git\n` }, privileged);
    expect((await test.run('git_status', {})).error).toMatchObject({ code: 'INVALID_PATH' });
    rmSync(join(test.root, '.git'));
    symlinkSync(join(folder, 'elsewhere/.git'), join(test.root, '.git'));
    expect((await test.run('git_diff', { ref: 'HEAD' })).error).toMatchObject({ code: 'INVALID_PATH' });
    rmSync(join(test.root, '.git'));
    initialise(test.root, { a: '1\n' });
    put(test.root, '.git/commondir', `${folder}/elsewhere/.git\n`);
    expect((await test.run('git_log', {})).error).toMatchObject({ code: 'INVALID_PATH' });
  });

  it('git_status works in worktrees, submodules and repositories below', async () => {
    const test = await openGate({}, { ...privileged, env: openHome() });
    initialise(join(test.root, 'main'), { 'a.txt': '1\n' });
    git(join(test.root, 'main'), 'worktree', 'add', '--quiet', '../tree', '-b', 'tree');
    put(test.root, 'tree/a.txt', '22\n');
    const value = valueIn(await test.run('git_status', { directory: 'tree' }));
    expect(value).toMatchObject({ branch: 'tree', unstaged: [{ path: 'a.txt', change: 'modified' }] });
    valueIn(await test.run('git_commit', { directory: 'tree', message: 'there', paths: ['tree/a.txt'] }));
    expect(git(join(test.root, 'main'), 'log', '-1', '--format=%s %an', 'tree')).toBe('there Ada\n');
    git(
      join(test.root, 'main'),
      '-c',
      'protocol.file.allow=always',
      'submodule',
      '--quiet',
      'add',
      `${test.root}/tree`,
      'sub',
    );
    const staged = valueIn(await test.run('git_status', { directory: 'main' })).staged;
    expect(staged.map(({ path }: { path: string }) => path)).toEqual(['.gitmodules', 'sub']);
    expect(valueIn(await test.run('git_log', { directory: 'main/sub', limit: 1 })).commits[0].subject).toBe('there');
  });

  it('git_status stays small with thousands of files', async () => {
    const test = await openWorld({});
    for (let folder = 0; folder < 10; folder++) {
      mkdirSync(join(test.root, `d${folder}`));
      for (let file = 0; file < 300; file++) writeFileSync(join(test.root, `d${folder}/f${file}`), 'x\n');
    }
    const value = valueIn(await test.run('git_status', { untracked: 'all' }));
    expect(value.untracked).toHaveLength(500);
    expect(value.counts.untracked).toBe(3000);
    test.git('add', '--all');
    const diff = valueIn(await test.run('git_diff', { staged: true, stat: true }));
    expect(diff).toMatchObject({ total: 3000, additions: 3000 });
    expect(diff.files.length).toBeLessThanOrEqual(1000);
  });

  it('git_status leaves the index and all else as they are', async () => {
    const test = await openWorld();
    put(test.root, 'a.txt', 'changed\n');
    const before = test.git('hash-object', '.git/index');
    for (const tool of ['git_status', 'git_diff', 'git_log']) {
      const { metadata } = await test.run(tool, {});
      expect(metadata).not.toHaveProperty('changeSetID');
    }
    expect(test.git('hash-object', '.git/index')).toBe(before);
  });

  it('honours what the user ignores everywhere, and says when a filter is not run', async () => {
    const env = openHome('[user]\n\tname = Ada\n\temail = a@b\n[core]\n\texcludesFile = ~/ignores\n');
    put(env.HOME!, 'ignores', '*.swp\n');
    const test = await openWorld({ '.gitattributes': '*.bin filter=lfs\n', 'x.bin': 'one\n' }, { env });
    put(test.root, 'a.swp', '');
    put(test.root, 'x.bin', 'two two\n');
    const outcome = await test.run('git_status', {});
    expect(valueIn(outcome)).toMatchObject({ untracked: [], filtered: ['x.bin'] });
    expect(outcome.output).toContain('Filters are not run');
  });
});

describe('git_diff', () => {
  it('git_diff is not put off by a config full of odd values', async () => {
    const test = await openWorld();
    const config = {
      'diff.orderFile': '/nowhere',
      'core.createObject': 'link',
      'core.fsync': 'all',
      'notes.rewriteMode': 'overwrite',
      'notes.rewriteRef': 'refs/notes/x',
      'diff.noprefix': 'true',
      'diff.wsErrorHighlight': 'all',
      'status.relativePaths': 'false',
      'status.branch': 'false',
      'log.date': 'relative',
      'format.pretty': 'oneline',
      'color.ui': 'always',
      'color.diff.meta': 'red',
      'commit.cleanup': 'scissors',
      'gpg.format': 'ssh',
      'push.default': 'upstream',
      'core.untrackedCache': 'keep',
      'mailmap.file': '/nowhere',
      'branch.main.vscode-merge-base': 'origin/main',
      'gui.geometry': '1x1',
    };
    for (const [key, value] of Object.entries(config)) test.git('config', key, value);
    put(test.root, 'a.txt', 'another\n');
    expect(valueIn(await test.run('git_diff', {})).patch).toContain('+++ b/a.txt\n@@ -1 +1 @@\n-one\n+another\n');
    valueIn(await test.run('git_commit', { message: 'second', all: true }));
    valueIn(await test.run('git_commit', { message: 'again', amend: true }));
    expect(valueIn(await test.run('git_status', {}))).toMatchObject({ branch: 'main', clean: true });
    expect(valueIn(await test.run('git_log', {})).commits).toMatchObject([{ subject: 'again' }, { subject: 'first' }]);
  });

  it('git_diff compares files, what is staged, and commits, with counts and a patch', async () => {
    const test = await openWorld({ 'a.txt': 'one\ntwo\n', 'moved.txt': 'the same content all along\n' });
    put(test.root, 'a.txt', 'one\n2\n');
    put(test.root, 'b.bin', Buffer.from([0, 1, 2, 0]));
    test.git('mv', 'moved.txt', 'to here.txt');
    test.git('add', 'b.bin');
    const files = valueIn(await test.run('git_diff', {}));
    expect(files).toMatchObject({
      files: [{ path: 'a.txt', change: 'modified', additions: 1, deletions: 1, binary: false }],
    });
    expect(files.patch).toContain('-two\n+2\n');
    expect(valueIn(await test.run('git_diff', { staged: true })).files).toMatchObject([
      { path: 'b.bin', change: 'added', binary: true },
      { path: 'to here.txt', change: 'renamed', from: 'moved.txt' },
    ]);
    test.git('commit', '--quiet', '--all', '--message=second');
    for (const args of [
      { ref: 'HEAD~1' },
      { ref: 'HEAD~1..' },
      { ref: 'HEAD~1...HEAD' },
      { from: 'HEAD~1', to: 'main' },
    ]) {
      expect(valueIn(await test.run('git_diff', args))).toMatchObject({ total: 3, additions: 1, deletions: 1 });
    }
    const stat = valueIn(await test.run('git_diff', { ref: 'HEAD~1', stat: true, paths: ['a.txt'] }));
    expect(stat).toMatchObject({ total: 1, patch: '' });
  });

  it('git_diff takes refs as names and nothing else', async () => {
    const test = await openWorld();
    for (const ref of ['-p', '--output=x', '--no-index', 'HEAD\n--output=x', '-c', 'HEAD:a.txt', 'HEAD..--output=x']) {
      for (const name of ['git_diff', 'git_log']) {
        const { error } = await test.gate.execute({ name, args: { ref } });
        expect([ref, error?.code]).toEqual([ref, 'INVALID_ARGUMENTS']);
      }
    }
    expect(test.exists('x')).toBe(false);
  });

  it('git_diff takes paths literally', async () => {
    const test = await openWorld({ 'a.txt': '1\n', '-x': '1\n', ':(top)a': '1\n', '*.txt': '1\n' });
    for (const path of ['a.txt', '-x', ':(top)a', '*.txt']) put(test.root, path, 'changed\n');
    for (const path of ['-x', ':(top)a', '*.txt']) {
      const { files } = valueIn(await test.run('git_diff', { paths: [path] }));
      expect(files.map((file: { path: string }) => file.path)).toEqual([path]);
    }
    expect((await test.run('git_diff', { paths: ['../out'] })).error).toMatchObject({ code: 'INVALID_PATH' });
  });

  it('git_diff leaves out what a rule hides, and says how many', async () => {
    const rules = [{ effect: 'read', match: '**/.env', verdict: 'deny' }] as const;
    const test = await openWorld(
      { '.env': 'TOKEN=old\n', 'a.txt': '1\n' },
      { policy: { extends: 'privileged', rules } },
    );
    put(test.root, '.env', 'TOKEN=new\n');
    put(test.root, 'a.txt', '2\n');
    const outcome = await test.run('git_diff', { ref: 'HEAD' });
    expect(valueIn(outcome).files.map((file: { path: string }) => file.path)).toEqual(['a.txt']);
    expect(outcome.output).toContain('1 entry is hidden');
    expect(JSON.stringify(outcome)).not.toContain('TOKEN');
    expect(valueIn(await test.run('git_status', {})).unstaged).toEqual([{ path: 'a.txt', change: 'modified' }]);
    // It must not look deleted either.
    valueIn(await test.run('git_commit', { message: 'all', all: true }));
    expect(test.git('ls-tree', '--name-only', 'HEAD')).toBe('.env\na.txt\n');
  });
});

describe('git_log', () => {
  it('git_log lists commits as data, by author, text, time, path and range', async () => {
    const test = await openWorld({ 'a.txt': '1\n' });
    put(test.root, 'b.txt', '2\n');
    test.git('add', '--all');
    test.git(
      '-c',
      'user.name=x',
      'commit',
      '--quiet',
      '--author=Eve <eve@example.org>',
      '--message=Second (thing)\n\nWith a body.\n\nAnd more.',
    );
    test.git('mv', 'b.txt', 'c.txt');
    test.git('commit', '--quiet', '--message=third');
    const value = valueIn(await test.run('git_log', { files: true, limit: 2 }));
    expect(value.more).toBe(true);
    expect(value.commits).toMatchObject([
      { subject: 'third', files: [{ path: 'c.txt', change: 'renamed', from: 'b.txt' }], refs: ['HEAD -> main'] },
      { subject: 'Second (thing)', body: 'With a body.\n\nAnd more.', author: 'Eve', email: 'eve@example.org' },
    ]);
    expect(value.commits[1].date).toMatch(/^2024-01-02T03:04:05/);
    const subjects = async (args: object) =>
      valueIn(await test.run('git_log', args)).commits.map((commit: { subject: string }) => commit.subject);
    expect(await subjects({ author: 'eve' })).toEqual(['Second (thing)']);
    expect(await subjects({ grep: '(THING)' })).toEqual(['Second (thing)']);
    expect(await subjects({ paths: ['a.txt'] })).toEqual(['first']);
    expect(await subjects({ ref: 'HEAD~1..HEAD' })).toEqual(['third']);
    expect(await subjects({ skip: 2 })).toEqual(['first']);
    expect(await subjects({ since: '2025-01-01' })).toEqual([]);
    expect(await subjects({ author: '--output=x', grep: '-p' })).toEqual([]);
  });

  it('git_log reads a shallow clone', async () => {
    const folder = openFolder();
    initialise(join(folder, 'origin'), { a: '1\n' });
    git(join(folder, 'origin'), 'commit', '--quiet', '--allow-empty', '--message=second');
    const test = await openGate({}, privileged);
    git(test.root, 'clone', '--quiet', '--depth=1', `file://${folder}/origin`, '.');
    expect(valueIn(await test.run('git_log', { files: true })).commits).toMatchObject([{ subject: 'second' }]);
  });
});
