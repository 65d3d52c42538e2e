import { expect, it } from 'vitest';
import { sayGitError } from './explain-failure.ts';

const ran = { code: 1, stopped: undefined, stdout: '', stderr: '', cut: false };

it.each([
  ['bash: line 3: git: command not found', 'install git'],
  ["fatal: 'x' is already checked out at '/w/tree'", 'another worktree'],
  ['fatal: cannot switch branch while rebasing', 'git rebase --continue'],
  ["fatal: Unable to create '/w/.git/index.lock': File exists.", 'lock file'],
  ['error: bad signature 0x01\nfatal: index file corrupt', 'git reset'],
  ['fatal: bad config line 3 in file .git/config', '.git/config'],
  ['error: object file is empty: missing blob 12', 'git fsck'],
])('says the next step for %j', (stderr, step) => {
  expect(sayGitError('do it', { ...ran, stderr }).suggestion).toContain(step);
});

it('keeps what git says short', () => {
  expect(sayGitError('do it', { ...ran, stderr: 'x'.repeat(50_000) }).message.length).toBeLessThan(2_100);
});
