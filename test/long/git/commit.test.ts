import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../src/tool/outcome.ts';
import { openHome, openWorld, put } from '../../support/git/world.ts';

// biome-ignore lint/suspicious/noExplicitAny: the shape of each value is what these tests hold
const valueIn = ({ error, value }: Outcome): any => {
  expect(error).toBeUndefined();
  return value;
};

describe('git_commit', () => {
  it('git_commit commits given paths and nothing else, new, changed and deleted', async () => {
    const test = await openWorld({ 'a.txt': '1\n', 'b.txt': '1\n', 'gone.txt': '1\n' });
    put(test.root, 'a.txt', '22\n');
    put(test.root, 'b.txt', '22\n');
    put(test.root, 'dir/-new name', 'x\n');
    test.git('rm', '--quiet', '--cached', 'gone.txt');
    const message = 'Subject -m "x" $(touch y)\n\n# not a comment\nbody\n';
    const outcome = await test.run('git_commit', { message, paths: ['a.txt', 'dir'] });
    const value = valueIn(outcome);
    expect(value).toMatchObject({ branch: 'main', total: 2, additions: 2, deletions: 1, hooksNotRun: [] });
    expect(test.git('rev-parse', 'HEAD')).toBe(`${value.hash}\n`);
    expect(test.git('log', '-1', '--format=%B|%an <%ae>|%cn')).toBe(`${message}|Ada <ada@example.org>|Ada\n`);
    expect(test.git('show', '--format=', '--name-status')).toBe('M\ta.txt\nA\tdir/-new name\n');
    // What was staged before is still staged, and what was not is not.
    expect(test.git('diff', '--cached', '--name-status')).toBe('D\tgone.txt\n');
    expect(test.git('diff', '--name-only')).toBe('b.txt\n');
    valueIn(await test.run('git_commit', { message: 'the staged' }));
    expect(test.git('show', '--format=', '--name-status')).toBe('D\tgone.txt\n');
    valueIn(await test.run('git_commit', { message: 'the rest', all: true }));
    expect(test.git('show', '--format=', '--name-status')).toBe('M\tb.txt\n');
  });

  it('git_commit can be taken back like any change', async () => {
    const test = await openWorld();
    const before = test.git('rev-parse', 'HEAD');
    put(test.root, 'a.txt', 'changed\n');
    valueIn(await test.run('git_commit', { message: 'x', all: true }));
    expect(test.git('rev-parse', 'HEAD')).not.toBe(before);
    valueIn(await test.run('undo_turn', {}));
    expect(test.git('rev-parse', 'HEAD')).toBe(before);
    expect(test.git('status', '--porcelain')).toBe(' M a.txt\n');
  });

  it('git_commit always asks, and says what it commits', async () => {
    const asked: string[] = [];
    const approver = ({ reason }: { reason: string }) => {
      asked.push(reason);
      return 'reject_once' as const;
    };
    const test = await openWorld({ 'a.txt': '1\n' }, { approver });
    put(test.root, 'a.txt', '2\n');
    const { error } = await test.run('git_commit', { message: 'why\nmore', paths: ['a.txt'], hooks: true });
    expect(error).toMatchObject({ code: 'APPROVAL_DENIED' });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatch(/commits a\.txt, as "why".*hooks run, which is code of the repository/);
    expect(test.git('log', '--format=%s')).toBe('first\n');
  });

  it('amends, and commits without a change only when told to', async () => {
    const test = await openWorld();
    expect((await test.run('git_commit', { message: 'x' })).error).toMatchObject({ code: 'ILLEGAL_TRANSITION' });
    expect((await test.run('git_commit', { message: ' \n' })).error).toMatchObject({ code: 'INVALID_ARGUMENTS' });
    expect((await test.run('git_commit', { message: 'x', paths: ['none'] })).error).toMatchObject({
      code: 'FILE_NOT_FOUND',
    });
    valueIn(await test.run('git_commit', { message: 'empty', allowEmpty: true }));
    expect((await test.run('git_commit', { message: 'renamed', amend: true })).error?.suggestion).toContain(
      'allowEmpty',
    );
    valueIn(await test.run('git_commit', { message: 'renamed', amend: true, allowEmpty: true }));
    expect(test.git('log', '--format=%s|%an')).toBe('renamed|Ada\nfirst|Bob\n');
  });

  it('git_commit makes the first commit', async () => {
    const test = await openWorld();
    test.git('checkout', '--quiet', '--orphan', 'fresh');
    test.git('rm', '--quiet', '-r', '--cached', '.');
    expect((await test.run('git_commit', { message: 'x', amend: true })).error).toMatchObject({
      code: 'ILLEGAL_TRANSITION',
    });
    expect(valueIn(await test.run('git_commit', { message: 'one', paths: ['a.txt'] }))).toMatchObject({
      branch: 'fresh',
      total: 1,
    });
  });

  it('git_commit says what to do when nobody is set to commit', async () => {
    const test = await openWorld({ a: '1\n' }, { env: openHome('') });
    const { error } = await test.run('git_commit', { message: 'x', allowEmpty: true });
    expect(error?.message).toContain('user.name');
    test.git('config', 'user.name', 'Local');
    test.git('config', 'user.email', 'local@example.org');
    valueIn(await test.run('git_commit', { message: 'x', allowEmpty: true }));
    expect(test.git('log', '-1', '--format=%an')).toBe('Local\n');
  });

  it('git_commit runs hooks only when told to, and in the sandbox', async () => {
    const test = await openWorld();
    put(test.root, '.git/hooks/pre-commit', '#!/bin/sh\necho ran > hooked.txt\n');
    chmodSync(join(test.root, '.git/hooks/pre-commit'), 0o755);
    const without = await test.run('git_commit', { message: 'x', allowEmpty: true });
    expect(valueIn(without)).toMatchObject({ hooksNotRun: ['pre-commit'] });
    expect(without.output).toContain('Hooks were not run: pre-commit');
    expect(test.exists('hooked.txt')).toBe(false);
    expect(valueIn(await test.run('git_commit', { message: 'y', allowEmpty: true, hooks: true }))).toMatchObject({
      hooksNotRun: [],
    });
    expect(test.read('hooked.txt')).toBe('ran\n');
    put(test.root, '.git/hooks/pre-commit', '#!/bin/sh\necho not like this >&2\nexit 1\n');
    const refused = await test.run('git_commit', { message: 'z', allowEmpty: true, hooks: true });
    expect(refused.error?.message).toContain('not like this');
  });

  it('git_commit does not commit what a filter would have changed', async () => {
    const env = openHome(
      '[user]\n\tname = A\n\temail = a@b\n[filter "lfs"]\n\tclean = tr a b\n\tsmudge = tr b a\n\trequired = true\n',
    );
    const test = await openWorld({ '.gitattributes': '*.bin filter=lfs\n', 'x.bin': 'b\n', 'a.txt': '1\n' }, { env });
    put(test.root, 'a.txt', '22\n');
    valueIn(await test.run('git_commit', { message: 'untouched', all: true }));
    put(test.root, 'x.bin', 'aaaa\n');
    put(test.root, 'a.txt', '333\n');
    const { error } = await test.run('git_commit', { message: 'wrong', all: true });
    expect(error?.message).toContain('x.bin');
    expect(error?.suggestion).toContain('git add');
    expect(test.git('log', '-1', '--format=%s')).toBe('untouched\n');
    valueIn(await test.run('git_commit', { message: 'right', paths: ['a.txt'] }));
    expect(test.git('show', 'HEAD:x.bin')).toBe('b\n');
  });

  it('git_commit says when git is held up by a lock', async () => {
    const test = await openWorld();
    put(test.root, '.git/index.lock', '');
    put(test.root, 'a.txt', 'changed\n');
    const { error } = await test.run('git_commit', { message: 'x', all: true });
    expect(error?.suggestion).toContain('lock');
    expect(readFileSync(join(test.root, 'a.txt'), 'utf8')).toBe('changed\n');
  });
});

describe('git_branch', () => {
  it('git_branch lists, creates, switches, renames and deletes', async () => {
    const test = await openWorld();
    expect(valueIn(await test.run('git_branch', { action: 'create', name: 'feature/x' })).current).toBe('main');
    put(test.root, 'new.txt', 'x\n');
    expect(valueIn(await test.run('git_branch', { action: 'switch', name: 'feature/x' })).current).toBe('feature/x');
    valueIn(await test.run('git_commit', { message: 'there', paths: ['new.txt'] }));
    expect(valueIn(await test.run('git_branch', { action: 'switch', name: 'main' })).current).toBe('main');
    expect(test.exists('new.txt')).toBe(false);
    const { branches } = valueIn(await test.run('git_branch', {}));
    expect(branches).toMatchObject([
      { name: 'feature/x', current: false, subject: 'there', remote: false },
      { name: 'main', current: true, subject: 'first' },
    ]);
    valueIn(await test.run('git_branch', { action: 'rename', name: 'feature/x', newName: 'y' }));
    const kept = await test.run('git_branch', { action: 'delete', name: 'y' });
    expect(kept.error?.suggestion).toContain('force');
    expect(valueIn(await test.run('git_branch', { action: 'delete', name: 'y', force: true })).branches).toHaveLength(
      1,
    );
  });

  it('git_branch never overwrites local changes', async () => {
    const test = await openWorld();
    valueIn(await test.run('git_branch', { action: 'create', name: 'side', switch: true }));
    put(test.root, 'a.txt', 'side side\n');
    valueIn(await test.run('git_commit', { message: 'side', all: true }));
    valueIn(await test.run('git_branch', { action: 'switch', name: 'main' }));
    put(test.root, 'a.txt', 'mine\n');
    const { error } = await test.run('git_branch', { action: 'switch', name: 'side' });
    expect(error?.message).toContain('a.txt');
    expect(error?.suggestion).toContain('git_commit');
    expect(test.read('a.txt')).toBe('mine\n');
  });

  it('git_branch asks before commits would be lost', async () => {
    const test = await openWorld({ a: '1\n' }, { approver: () => 'reject_once' });
    test.git('branch', 'side');
    expect((await test.run('git_branch', { action: 'delete', name: 'side', force: true })).error).toMatchObject({
      code: 'APPROVAL_DENIED',
    });
    valueIn(await test.run('git_branch', { action: 'delete', name: 'side' }));
  });

  it('git_branch refuses names that are none', async () => {
    const test = await openWorld();
    for (const name of ['-f', '--force', 'a b', 'a..b', 'refs/heads/x', 'HEAD', 'x\n', '@{-1}', '-', '', 'a.lock']) {
      for (const action of ['create', 'switch', 'delete']) {
        const { error } = await test.gate.execute({ name: 'git_branch', args: { action, name } });
        expect([name, error?.code]).toEqual([name, 'INVALID_ARGUMENTS']);
      }
    }
    expect(test.git('branch')).toBe('* main\n');
  });

  it('git_branch suggests what there is', async () => {
    const test = await openWorld();
    const { error } = await test.run('git_branch', { action: 'switch', name: 'none' });
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENTS', suggestion: 'There is: main.' });
    test.git('update-ref', 'refs/remotes/origin/far', 'HEAD');
    expect((await test.run('git_branch', { action: 'switch', name: 'far' })).error?.suggestion).toContain('origin/far');
    expect(valueIn(await test.run('git_branch', { remotes: true, name: 'far' })).branches).toMatchObject([
      { name: 'origin/far', remote: true },
    ]);
  });

  it('git_branch does not write files that a filter would have changed', async () => {
    const test = await openWorld({ '.gitattributes': '*.bin filter=f\n', 'x.bin': 'b\n' });
    test.git('checkout', '--quiet', '-b', 'side');
    put(test.root, 'x.bin', 'bbb\n');
    test.git('commit', '--quiet', '--all', '--message=side');
    test.git('checkout', '--quiet', 'main');
    test.git('config', 'filter.f.smudge', 'tr b a');
    const { error } = await test.run('git_branch', { action: 'switch', name: 'side' });
    expect(error?.message).toContain('x.bin');
    expect(test.read('x.bin')).toBe('b\n');
  });
});
