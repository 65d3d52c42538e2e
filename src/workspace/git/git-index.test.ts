import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { removeTree } from '../../system/remove-tree.ts';
import { isTracked, parseGitIndex } from './git-index.ts';

/** The index of a repository that real git has made. */
function indexAfter(...commands: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-index-'));
  onTestFinished(() => removeTree(folder));
  const long = `long/${'x'.repeat(200)}/${'y'.repeat(200)}`;
  for (const path of ['a/b/c.js', 'a/b-c', 'ä/ö', 'z', long, ...[...Array(40).keys()].map(each => `many/${each}`)]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), path);
  }
  const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  const script = commands.join(' && ');
  const { status, stderr } = spawnSync('bash', ['-ec', script], { cwd: folder, env, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
  return parseGitIndex(readFileSync(join(folder, '.git', 'index')));
}

describe('what an index tracks', () => {
  it.each([
    ['of the second version', ['git init -q', 'git add .']],
    ['of the third version', ['git init -q', 'git add -N z', 'git add .']],
    ['of the fourth version', ['git init -q', 'git add .', 'git update-index --index-version 4']],
    ['with longer hashes', ['git init -q --object-format=sha256', 'git add .']],
  ])('what an index tracks is known, %s', (_, commands) => {
    const index = indexAfter(...commands);
    expect(index?.paths).toHaveLength(45);
    const asked = ['a', 'a/b', 'a/b/c.js', 'ä', 'many', 'a/c', 'man', 'manyx', 'b', 'long'];
    expect(asked.filter(folder => isTracked(index!, folder))).toEqual(['a', 'a/b', 'a/b/c.js', 'ä', 'many', 'long']);
  });

  it('what an index tracks is not known where it is one of two files, or broken', () => {
    expect(indexAfter('git init -q', 'git add .', 'git update-index --split-index')).toBeUndefined();
    expect(indexAfter('git init -q', 'git add .', 'truncate -s 900 .git/index')).toBeUndefined();
    expect(parseGitIndex(Buffer.from('DIRC'))).toBeUndefined();
    expect(parseGitIndex(Buffer.alloc(0))).toBeUndefined();
  });

  it('what an index tracks is all of a folder that a sparse index has only the name of', () => {
    const index = indexAfter(
      ...['git init -q', 'git add .', 'git -c user.name=a -c user.email=a commit -qm a'],
      ...['git sparse-checkout init --cone --sparse-index', 'git sparse-checkout set a'],
    );
    expect([isTracked(index!, 'many'), isTracked(index!, 'many/deep'), isTracked(index!, 'manyx')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
