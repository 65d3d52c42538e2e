/** What a hostile repository is tried with: every call, and that each trap would have sprung. */
/** Every tool with every kind of argument. */
export const CALLS: readonly (readonly [string, object])[] = [
  ['git_status', {}],
  ['git_status', { untracked: 'all', paths: ['.'] }],
  ['git_diff', {}],
  ['git_diff', { staged: true }],
  ['git_diff', { ref: 'HEAD~1' }],
  ['git_diff', { ref: 'HEAD~1..HEAD' }],
  ['git_diff', { ref: 'other...HEAD', stat: true }],
  ['git_diff', { from: 'HEAD~1', to: 'HEAD', paths: ['a.txt', 'sub'], context: 0 }],
  ['git_log', {}],
  ['git_log', { files: true, paths: ['a.txt'], author: 'bob', grep: 'first', since: '2000-01-01' }],
  ['git_log', { ref: 'HEAD~1..HEAD', merges: false }],
  ['git_branch', {}],
  ['git_branch', { remotes: true }],
  ['git_branch', { action: 'create', name: 'made' }],
  ['git_branch', { action: 'rename', name: 'made', newName: 'renamed' }],
  ['git_branch', { action: 'delete', name: 'renamed' }],
  ['git_branch', { action: 'create', name: 'gone', from: 'HEAD~1' }],
  ['git_branch', { action: 'delete', name: 'gone', force: true }],
  ['git_branch', { action: 'switch', name: 'other' }],
  ['git_branch', { action: 'create', name: 'fresh', from: 'HEAD~1', switch: true }],
  ['git_branch', { action: 'switch', name: 'main' }],
  ['git_commit', { message: 'all', all: true }],
  ['git_commit', { message: 'a filtered one', paths: ['a.txt'] }],
  ['git_commit', { message: 'plain', paths: ['plain.md'] }],
  ['git_commit', { message: 'the submodule', paths: ['sub'] }],
  ['git_commit', { message: 'again', amend: true }],
  ['git_commit', { message: 'nothing', allowEmpty: true }],
  ['git_push', {}],
  ['git_push', { setUpstream: true }],
  ['git_push', { force: true, branch: 'main' }],
  ['git_push', { remote: 'helper' }],
  ['git_push', { remote: 'dash' }],
  ['git_push', { remote: 'rewritten' }],
  ['git_push', { remote: 'vcs' }],
  // Its blob is nowhere but with a remote that is a program.
  ['git_diff', { from: 'lacking', to: 'other' }],
  ['git_branch', { action: 'switch', name: 'lacking' }],
];

/** Filters and signatures of the repository would stop most commands before they come to their trap. */
const PLAIN =
  '-c filter.long.process= -c filter.long.required=false -c commit.gpgSign=false -c submodule.recurse=false';
const QUIET = `git() { command git ${PLAIN} "$@"; }; `;
const COMMIT = `git ${PLAIN} commit --allow-empty`;
const ON_ITS_OWN = "sed -i '/worktree = /d' .git/config; unset GIT_WORK_TREE; ";
const PUSH = 'git push -q --receive-pack=git-receive-pack ./bare.git HEAD:refs/heads';
const shown = (command: string): string => `script -qec '${command}' /dev/null`;
const asks = (options = ''): string =>
  `printf 'protocol=https\\nhost=x.invalid\\n\\n' | git ${options} credential fill`;

/** For each trap a plain command that runs into it, in a copy of the repository with its remote as `bare.git`. */
export const LIVE: Readonly<Record<string, string>> = {
  fsmonitor: 'git status',
  pager: shown('git show'),
  'pager-status': shown('git status'),
  'pager-diff': shown('git diff --no-ext-diff --no-textconv plain.md'),
  'pager-log': shown('git log'),
  'pager-branch': shown('git branch'),
  alias: 'git st',
  credential: asks(),
  askpass: asks('-c credential.helper='),
  'git-proxy': 'git ls-remote git://x.invalid/y',
  'alternate-refs':
    'env -u GIT_WORK_TREE git init -q --bare /tmp/more; echo /tmp/more/objects > .git/objects/info/alternates; git receive-pack . < /dev/null',
  'diff-filter': `echo q | ${shown('TERM=xterm git add -p plain.md')}`,
  'sequence-editor': `${QUIET}git reset -q --hard; git rebase -i HEAD~1`,
  'submodule-update': `${ON_ITS_OWN}git -C sub commit -qm x --allow-empty; git submodule update`,
  'submodule-url': `${ON_ITS_OWN}rm -rf sub; git submodule update --init --checkout`,
  vcs: 'PATH=$PWD/traps/helpers:$PATH git ls-remote vcs',
  promised: 'git cat-file --batch-check=%(objectsize) < traps/lists/missing',
  'path-git': 'PATH=$PWD/traps/bin:$PATH git status',
  'path-bash': 'PATH=$PWD/traps/bin:$PATH bash -c true',
  'path-ssh': 'PATH=$PWD/traps/bin:$PATH ssh x.invalid',
  'home-fsmonitor': 'sed -i /fsmonitor/d .git/config; GIT_CONFIG_GLOBAL=$PWD/traps/lists/home git status',
  'home-pack-objects': 'GIT_CONFIG_GLOBAL=$PWD/traps/lists/home git fetch -q --upload-pack=git-upload-pack ./sub HEAD',
  'diff-external': 'echo y > d.tree; git diff -- d.tree',
  'diff-command': 'git -c diff.external= diff -- a.txt',
  'diff-textconv': 'git diff --no-ext-diff -- a.txt',
  'filter-clean': 'git add a.txt',
  'filter-smudge': 'rm a.txt; git checkout -- a.txt',
  'filter-process': 'git add b.long',
  'included-clean': 'git add c.inc',
  'included-smudge': 'rm c.inc; git checkout -- c.inc',
  'worktree-clean': 'echo y > d.tree; git add d.tree',
  gpg: `git ${PLAIN} -c commit.gpgSign=true commit --allow-empty -m x`,
  'gpg-ssh': `git ${PLAIN} -c gpg.format=ssh -c user.signingKey=key::x commit -S --allow-empty -m x`,
  'gpg-key': `git ${PLAIN} -c gpg.format=ssh commit -S --allow-empty -m x`,
  'hook-pre-commit': `${COMMIT} -m x`,
  'hook-prepare-commit-msg': `${COMMIT} -m x`,
  'hook-commit-msg': `${COMMIT} -m x`,
  'hook-post-commit': `${COMMIT} -m x`,
  'hook-post-rewrite': `${COMMIT} -m x --amend`,
  'hook-post-checkout': 'git checkout -q -b live',
  'hook-reference-transaction': 'git branch live',
  'hook-post-index-change': 'git add plain.md',
  'hook-post-merge': `${QUIET}git checkout -q -f HEAD~1; git merge -q main`,
  'hook-pre-merge-commit':
    `${QUIET}git reset -q --hard; git checkout -q -b m1; git commit -qm 1 --allow-empty; git checkout -q main; ` +
    'git commit -qm 2 --allow-empty; git merge -q --no-edit m1',
  'hook-pre-rebase': `${QUIET}git reset -q --hard; git rebase -f HEAD~1`,
  'hook-pre-auto-gc':
    'mkdir -p .git/objects/17; touch .git/objects/17/{00..19}012345678901234567890123456789012345; git gc --auto',
  'hook-fsmonitor-watchman': 'git -c core.fsmonitor=.git/hooks/fsmonitor-watchman status',
  'hook-pre-push': `${PUSH}/x`,
  'target-pre-receive': `${PUSH}/x`,
  'target-update': `${PUSH}/x`,
  'target-post-receive': `${PUSH}/x`,
  'target-post-update': `${PUSH}/x`,
  'target-reference-transaction': `${PUSH}/x`,
  'target-proc-receive': `${PUSH}/proc`,
  'receive-pack': 'sed -i /pushInsteadOf/d .git/config; git push -q origin HEAD:refs/heads/x',
  'upload-pack': 'git fetch -q origin',
  'remote-ext': 'git ls-remote helper',
  'instead-of': 'git ls-remote rewritten',
  'ssh-command': 'rm .git/config.worktree; git ls-remote ssh://x.invalid/y',
  'worktree-ssh': 'git ls-remote ssh://x.invalid/y',
  editor: `${COMMIT} -t traps/lists/attributes --no-verify`,
  'submodule-fsmonitor': 'unset GIT_WORK_TREE; git -C sub status',
  'submodule-clean': 'unset GIT_WORK_TREE; git -C sub add s.txt',
  'submodule-hook': 'unset GIT_WORK_TREE; git -C sub add s.txt',
  'merge-driver':
    `${QUIET}git checkout -q -b m1; git commit -qm 1 --no-verify a.txt; ` +
    'git checkout -q -f -b m2 HEAD~1; echo 2 > a.txt; git commit -qm 2 --no-verify a.txt; git merge m1',
  trailer: 'echo x | git interpret-trailers',
  'trailer-cmd': 'echo x | git interpret-trailers --trailer y=1',
};

/** Git itself does not run these, at least not in the versions that are about; they must not run here either. */
export const NOT_LIVE: Readonly<Record<string, string>> = {
  dash: 'a host that begins with a dash is refused',
  'pack-objects': "only the user's own config counts",
};
