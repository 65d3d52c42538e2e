import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/tool/outcome.ts';
import { git, initialise, openFolder, openWorld, put } from '../../support/git/world.ts';

// biome-ignore lint/suspicious/noExplicitAny: the shape of each value is what these tests hold
const valueIn = ({ error, value }: Outcome): any => {
  expect(error).toBeUndefined();
  return value;
};

const locks = (root: string): string[] =>
  readdirSync(join(root, '.git'), { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.lock'));

describe('a repository in an odd state', () => {
  it('a repository in an odd state tells nothing of a hidden file that is only in its history', async () => {
    const rules = [{ effect: 'read', match: '**/.env', verdict: 'deny' }] as const;
    const test = await openWorld(
      { '.env': 'TOKEN=old\n', 'sub/.env': 'TOKEN=sub\n', 'a.txt': '1\n' },
      { policy: { extends: 'privileged', rules } },
    );
    test.git('rm', '--quiet', '.env');
    test.git('mv', 'sub/.env', 'moved');
    put(test.root, 'a.txt', '2\n');
    test.git('commit', '--quiet', '--all', '--message=second');
    rmSync(join(test.root, 'moved'));
    const diff = await test.run('git_diff', { ref: 'HEAD~1..HEAD', paths: ['.env', 'sub', 'a.txt'] });
    expect(valueIn(diff)).toMatchObject({ total: 1, files: [{ path: 'a.txt' }] });
    expect(diff.output).toContain('2 entries are hidden');
    const log = await test.run('git_log', { files: true });
    const names = valueIn(log).commits.flatMap(({ files }: { files: { path: string }[] }) => files);
    expect(new Set(names.map(({ path }: { path: string }) => path))).toEqual(new Set(['a.txt']));
    test.git('rm', '--quiet', '--cached', 'moved');
    test.git('reset', '--quiet', '--soft', 'HEAD~1');
    const status = await test.run('git_status', {});
    expect(valueIn(status).staged).toEqual([{ path: 'a.txt', change: 'modified' }]);
    expect(JSON.stringify([diff, log, status])).not.toMatch(/TOKEN|\.env/);
  });

  it('a repository in an odd state is refused where git would wait for a pipe, and told where it is broken', async () => {
    const test = await openWorld();
    renameSync(join(test.root, '.git/config'), join(test.root, 'config'));
    execFileSync('mkfifo', [join(test.root, '.git/config')]);
    expect((await test.run('git_status', {})).error?.message).toContain('.git/config is no file');
    rmSync(join(test.root, '.git/config'));
    put(test.root, '.git/config', `[made]\n${Array.from({ length: 3000 }, (_, at) => `up${at} = x\n`).join('')}`);
    expect((await test.run('git_status', {})).error?.message).toContain('3000 keys');
    symlinkSync('/etc/passwd', join(test.root, 'link'));
    renameSync(join(test.root, 'link'), join(test.root, '.git/config'));
    const { error } = await test.run('git_status', {});
    expect(JSON.stringify(error)).not.toContain('root:');
  });

  it('a repository in an odd state tells a bounded number of branches', async () => {
    const test = await openWorld();
    const hash = test.git('rev-parse', 'HEAD').trim();
    put(test.root, '.git/packed-refs', Array.from({ length: 2000 }, (_, at) => `${hash} refs/heads/b${at}\n`).join(''));
    const outcome = await test.run('git_branch', {});
    expect(valueIn(outcome)).toMatchObject({ current: 'main', total: 2001 });
    expect(valueIn(outcome).branches).toHaveLength(500);
    expect(valueIn(await test.run('git_branch', { name: 'b1999' })).branches).toMatchObject([{ name: 'b1999' }]);
  });

  it('a repository in an odd state: without an overlay, looking changes nothing', async () => {
    const test = await openWorld({ 'a.txt': 'one\n' }, { policy: { extends: 'privileged', sandbox: 'off' } });
    // As old as before, but for git a reason to look at it again.
    put(test.root, 'a.txt', 'two\n');
    put(test.root, 'a.txt', 'one\n');
    const before = test.git('hash-object', '.git/index');
    expect(valueIn(await test.run('git_diff', {})).total).toBe(0);
    expect(valueIn(await test.run('git_status', {})).clean).toBe(true);
    expect(test.git('hash-object', '.git/index')).toBe(before);
  });
});

describe('git_commit and git_branch', () => {
  it('git_commit and git_branch are taken back and done again', async () => {
    const test = await openWorld();
    test.git('branch', 'side');
    valueIn(await test.run('git_branch', { action: 'switch', name: 'side' }));
    put(test.root, 'a.txt', 'changed\n');
    const { hash } = valueIn(await test.run('git_commit', { message: 'second', all: true }));
    valueIn(await test.run('undo_turn', {}));
    expect(test.git('rev-parse', 'HEAD')).not.toContain(hash);
    valueIn(await test.run('redo', {}));
    expect(test.git('rev-parse', 'side')).toBe(`${hash}\n`);
    expect(test.git('fsck', '--strict')).toBe('');
    expect(test.git('--no-optional-locks', 'status', '--porcelain')).toBe('');
  });

  it('come one after another, and leave no lock when they are stopped', async () => {
    const test = await openWorld({ a: '1\n', b: '1\n' });
    put(test.root, 'a', '22\n');
    put(test.root, 'b', '22\n');
    const commit = (name: string) => test.gate.execute({ name: 'git_commit', args: { message: name, paths: [name] } });
    for (const { error } of await Promise.all([commit('a'), commit('b')])) expect(error).toBeUndefined();
    expect(test.git('log', '--format=%s').split('\n').sort()).toEqual(['', 'a', 'b', 'first']);
    put(test.root, '.git/hooks/pre-commit', '#!/bin/sh\nsleep 60\n');
    execFileSync('chmod', ['+x', join(test.root, '.git/hooks/pre-commit')]);
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 1500);
    const args = { message: 'never', allowEmpty: true, hooks: true };
    const { ok } = await test.gate.execute({ name: 'git_commit', args }, { abort: stop.signal });
    expect(ok).toBe(false);
    expect(locks(test.root)).toEqual([]);
    expect(test.git('log', '--format=%s')).not.toContain('never');
  });

  it('git_commit and git_branch take a message as it is', async () => {
    const test = await openWorld();
    test.git('config', 'core.commentChar', '-');
    const long = 'x'.repeat(300_000);
    const message = `--author=Eve <e@e>\n\n# kept\n- kept\n${long}\nCo-authored-by: Eve <e@e>\n`;
    valueIn(await test.run('git_commit', { message, allowEmpty: true }));
    expect(test.git('log', '-1', '--format=%B|%an')).toBe(`${message}|Ada\n`);
    const { error } = await test.run('git_commit', { message: 'a\0b', allowEmpty: true });
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENTS' });
  });
});

describe('git_push', () => {
  it('git_push takes no objects from elsewhere on the machine', async () => {
    const test = await openWorld();
    const folder = openFolder();
    initialise(join(folder, 'private'), { secret: 'x\n' });
    git(folder, 'init', '--quiet', '--bare', join(folder, 'bare.git'));
    test.git('remote', 'add', 'origin', join(folder, 'bare.git'));
    const tree = git(join(folder, 'private'), 'rev-parse', 'HEAD^{tree}').trim();
    const objects = join(folder, 'private/.git/objects');
    // A commit of another repository's tree, which only a link or a pointer can reach.
    put(test.root, 'commit', `tree ${tree}\nauthor a <a@b> 1 +0000\ncommitter a <a@b> 1 +0000\n\nx\n`);
    const hash = test.git('hash-object', '-t', 'commit', '-w', '--literally', 'commit').trim();
    test.git('update-ref', 'refs/heads/main', hash);
    const push = async () => JSON.stringify((await test.gate.execute({ name: 'git_push', args: {} })).error);
    put(test.root, '.git/objects/info/alternates', `${objects}\n`);
    expect(await push()).toContain('alternates');
    rmSync(join(test.root, '.git/objects/info/alternates'));
    symlinkSync(join(objects, tree.slice(0, 2)), join(test.root, '.git/objects', tree.slice(0, 2)));
    expect(await push()).toContain('links');
    rmSync(join(test.root, '.git/objects', tree.slice(0, 2)));
    renameSync(join(test.root, '.git/objects'), join(test.root, 'objects'));
    symlinkSync(objects, join(test.root, '.git/objects'));
    expect(await push()).toBeDefined();
    expect(existsSync(join(folder, 'bare.git/refs/heads/main'))).toBe(false);
  });

  it('git_push runs nothing of a home or a target that lies in the workspace', async () => {
    const first = await openWorld();
    const fired = join(first.root, 'fired');
    put(first.root, 'trap', `#!/bin/sh\ntouch '${fired}'\ncat\n`);
    execFileSync('chmod', ['+x', join(first.root, 'trap')]);
    put(
      first.root,
      '.gitconfig',
      `[core]\n\tsshCommand = ${first.root}/trap\n[credential]\n\thelper = !${first.root}/trap\n`,
    );
    const env = { PATH: process.env.PATH ?? '', HOME: first.root, GIT_CONFIG_NOSYSTEM: '1' };
    const policy = { extends: 'privileged', sandbox: 'off' } as const;
    const test = await first.again({ env, policy });
    first.git('remote', 'add', 'origin', 'ssh://nowhere.invalid/x');
    expect((await test.gate.execute({ name: 'git_push', args: { timeout: 20 } })).ok).toBe(false);
    expect(existsSync(fired)).toBe(false);
    // It looks like a plain one, and git would take the one that it points to.
    git(first.root, 'init', '--quiet', '--bare', 'plain');
    git(first.root, 'init', '--quiet', '--initial-branch=main', 'other');
    git(join(first.root, 'other'), 'config', 'receive.denyCurrentBranch', 'updateInstead');
    git(join(first.root, 'other'), 'config', 'filter.x.smudge', `${first.root}/trap`);
    put(first.root, 'other/.git/info/attributes', '* filter=x\n');
    put(first.root, 'plain/.git', `gitdir: ${first.root}/other/.git\n`);
    first.git('remote', 'set-url', 'origin', join(first.root, 'plain'));
    const { error } = await test.gate.execute({ name: 'git_push', args: {} });
    expect(error?.message).toContain('no plain repository');
    expect(existsSync(fired)).toBe(false);
  });

  it('git_push is not made when the repository has changed since it was asked for', async () => {
    const folder = openFolder();
    const change = { now: () => undefined as unknown };
    const approver = () => {
      change.now();
      return 'allow_once' as const;
    };
    const test = await openWorld({ a: '1\n' }, { approver });
    for (const name of ['one.git', 'two.git']) git(folder, 'init', '--quiet', '--bare', join(folder, name));
    test.git('remote', 'add', 'origin', join(folder, 'one.git'));
    for (const now of [
      () => test.git('remote', 'set-url', 'origin', join(folder, 'two.git')),
      () => test.git('commit', '--quiet', '--allow-empty', '--message=more'),
    ]) {
      change.now = now;
      const { error } = await test.gate.execute({ name: 'git_push', args: {} });
      expect(error).toMatchObject({ code: 'STALE_FILE', retryable: true });
    }
    for (const name of ['one.git', 'two.git']) expect(existsSync(join(folder, name, 'refs/heads/main'))).toBe(false);
  });
});
