import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ToolgateOptions } from '../src/index.ts';
import { type GitWorld, git, initialise, openFolder, openWorld, put } from './git-world.ts';

/** A program of the repository that tells that it ran, as a file in the workspace; filters pass on what they get. */
const trap = (root: string, name: string): string => {
  const rest = /clean|smudge|textconv/.test(name) ? 'exec cat "$@"' : 'exit 0';
  // Beside the workspace too: what is written inside is dropped with the layer of those who only look.
  const mark = `for folder in '${root}/fired' '${root}/../fired'; do mkdir -p "$folder"; touch "$folder/${name}"; done`;
  put(root, `traps/${name}`, `#!/bin/sh\n{ ${mark}; } 2> /dev/null\n${rest}\n`);
  const file = join(root, 'traps', name);
  chmodSync(file, 0o755);
  return file;
};

const fired = (root: string): string[] =>
  [join(root, 'fired'), join(root, '../fired')].flatMap(folder => (existsSync(folder) ? readdirSync(folder) : []));

const HOOKS = [
  ...['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit', 'post-checkout', 'post-index-change'],
  ...['reference-transaction', 'pre-push', 'post-rewrite', 'pre-auto-gc', 'post-merge', 'fsmonitor-watchman'],
];

/** Every key that makes git run something or look elsewhere, with a trap of its own in it. */
function setTraps(root: string): void {
  const file = join(root, '.git/config');
  const at = (name: string) => trap(root, name);
  const hooks = join(root, 'traps/hooks');
  mkdirSync(hooks, { recursive: true });
  for (const hook of HOOKS) {
    const body = readFileSync(at(`hook-${hook}`));
    for (const folder of [hooks, join(root, '.git/hooks')]) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, hook), body, { mode: 0o755 });
    }
  }
  put(
    root,
    'traps/included.cfg',
    `[filter "included"]\n\tclean = ${at('included-clean')}\n\tsmudge = ${at('included-smudge')}\n`,
  );
  const plain = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    `${plain}
[core]
	hooksPath = ${hooks}
	fsmonitor = ${at('fsmonitor')}
	pager = ${at('pager')}
	editor = ${at('editor')}
	sshCommand = ${at('ssh-command')}
	gitProxy = ${at('git-proxy')}
	askPass = ${at('askpass')}
	attributesFile = ${root}/traps/attributes
	alternateRefsCommand = ${at('alternate-refs')}
	worktree = /etc
[pager]
	status = ${at('pager-status')}
	diff = ${at('pager-diff')}
	log = ${at('pager-log')}
	branch = ${at('pager-branch')}
[alias]
	status = !${at('alias-status')}
	commit = !${at('alias-commit')}
	push = !${at('alias-push')}
[sequence]
	editor = ${at('sequence-editor')}
[credential]
	helper = !${at('credential')}
[commit]
	gpgSign = true
	template = /etc/passwd
	verbose = true
[gpg]
	program = ${at('gpg')}
	format = openpgp
[log]
	showSignature = true
[diff]
	external = ${at('diff-external')}
	submodule = log
[diff "trap"]
	command = ${at('diff-command')}
	textconv = ${at('diff-textconv')}
[filter "trap"]
	clean = ${at('filter-clean')}
	smudge = ${at('filter-smudge')}
	required = true
[filter "long"]
	process = ${at('filter-process')}
	required = true
[merge "trap"]
	driver = ${at('merge-driver')} %A
[interactive]
	diffFilter = ${at('diff-filter')}
[trailer "x"]
	command = ${at('trailer')}
	ifmissing = add
[uploadpack]
	packObjectsHook = ${at('pack-objects')}
[include]
	path = ${root}/traps/included.cfg
[submodule]
	recurse = true
[submodule "sub"]
	update = !${at('submodule-update')}
	url = ext::${at('submodule-url')}
	active = true
[protocol]
	allow = always
[protocol "ext"]
	allow = always
[push]
	gpgSign = if-asked
	recurseSubmodules = on-demand
[remote]
	pushDefault = origin
[remote "origin"]
	url = REMOTE
	fetch = +refs/heads/*:refs/remotes/origin/*
	receivepack = ${at('receive-pack')}
	uploadpack = ${at('upload-pack')}
	proxy = ext::${at('remote-proxy')}
[remote "helper"]
	url = ext::${at('remote-ext')} %S
[remote "vcs"]
	url = https://example.invalid/x.git
	vcs = trap
[remote "dash"]
	url = ssh://-oProxyCommand=${at('dash')}/x
[remote "rewritten"]
	url = safe.invalid:x
[url "ext::${at('instead-of')} "]
	insteadOf = safe.invalid:
	pushInsteadOf = REMOTE
[gc]
	auto = 1
	autoDetach = false
[extensions]
	worktreeConfig = true
`,
  );
  put(
    root,
    '.git/config.worktree',
    `[filter "tree"]\n\tclean = ${at('worktree-clean')}\n[core]\n\tsshCommand = ${at('worktree-ssh')}\n`,
  );
  put(root, 'traps/attributes', '*.ext diff=trap filter=trap\n');
}

/** The repository, with a filter, a diff driver and a merge driver for its files, and a submodule with traps of its own. */
async function openHostile(options: Partial<ToolgateOptions> = {}): Promise<GitWorld & { bare: string }> {
  const files = {
    'a.txt': 'one\n',
    'b.long': 'two\n',
    'c.inc': 'three\n',
    'd.tree': 'four\n',
    'e.ext': 'five\n',
    'plain.md': 'six\n',
  };
  const test = await openWorld(files, options);
  const { root } = test;
  const folder = openFolder();
  const bare = join(folder, 'bare.git');
  git(folder, 'init', '--quiet', '--bare', bare);
  initialise(join(root, 'sub'), { 's.txt': 'sub\n' });
  test.git('add', 'sub');
  put(
    root,
    '.gitattributes',
    '*.txt filter=trap diff=trap merge=trap\n*.long filter=long\n*.inc filter=included\n*.tree filter=tree\n',
  );
  put(root, '.gitmodules', '[submodule "sub"]\n\tpath = sub\n\turl = ext::sh -c x\n');
  put(root, '.git/info/attributes', '*.md diff=trap\n');
  test.git('add', '--all');
  test.git('commit', '--quiet', '--message=second');
  test.git('branch', 'other');
  setTraps(root);
  const config = readFileSync(join(root, '.git/config'), 'utf8');
  writeFileSync(join(root, '.git/config'), config.replaceAll('REMOTE', bare));
  for (const [path, text] of Object.entries({
    'a.txt': 'ONE\n',
    'b.long': 'TWO\n',
    'c.inc': 'THREE\n',
    'plain.md': 'SIX\n',
  })) {
    put(root, path, text);
  }
  put(root, 'sub/s.txt', 'changed\n');
  put(root, 'sub/.gitattributes', '*.txt filter=below\n');
  const below = trap(root, 'submodule-fsmonitor');
  writeFileSync(
    join(root, 'sub/.git/config'),
    `${readFileSync(join(root, 'sub/.git/config'), 'utf8')}[core]\n\tfsmonitor = ${below}\n[filter "below"]\n\tclean = ${trap(root, 'submodule-clean')}\n`,
  );
  return { ...test, bare };
}

/** Every tool with every kind of argument. */
const CALLS: readonly (readonly [string, object])[] = [
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
];

/** One of each kind. */
const FEW: typeof CALLS = [
  ['git_status', { untracked: 'all' }],
  ['git_diff', {}],
  ['git_diff', { ref: 'HEAD~1..HEAD' }],
  ['git_log', { files: true }],
  ['git_branch', { action: 'create', name: 'fresh', switch: true }],
  ['git_branch', { action: 'switch', name: 'main' }],
  ['git_commit', { message: 'all', all: true }],
  ['git_commit', { message: 'plain', paths: ['plain.md', 'sub'] }],
  ['git_push', {}],
];

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** For each trap a plain command that runs into it. */
const NO_FILTER = '-c filter.long.process= -c filter.long.required=false';
const COMMIT = `git ${NO_FILTER} -c commit.gpgSign=false commit --allow-empty`;
const LIVE: Readonly<Record<string, string>> = {
  fsmonitor: 'git status',
  'diff-external': 'echo y > d.tree; git diff -- d.tree',
  'diff-command': 'git -c diff.external= diff -- a.txt',
  'diff-textconv': 'git diff --no-ext-diff -- a.txt',
  'filter-clean': 'git add a.txt',
  'filter-smudge': 'rm a.txt; git checkout -- a.txt',
  'filter-process': 'git add b.long',
  'included-clean': 'git add c.inc',
  'included-smudge': 'rm c.inc; git checkout -- c.inc',
  'worktree-clean': 'echo y > d.tree; git add d.tree',
  gpg: `git ${NO_FILTER} commit --allow-empty -m x`,
  'hook-pre-commit': `${COMMIT} -m x`,
  'hook-commit-msg': `${COMMIT} -m x`,
  'hook-post-commit': `${COMMIT} -m x`,
  'hook-post-checkout': 'git checkout -q -b live',
  'hook-reference-transaction': 'git branch live',
  'hook-post-index-change': 'git add plain.md',
  'hook-pre-push': 'git push -q --receive-pack=git-receive-pack ./sub HEAD:refs/heads/x',
  'receive-pack': 'sed -i /pushInsteadOf/d .git/config; git push -q origin HEAD:refs/heads/x',
  'upload-pack': 'git fetch -q origin',
  'remote-ext': 'git ls-remote helper',
  'instead-of': 'git ls-remote rewritten',
  'ssh-command': 'rm .git/config.worktree; git ls-remote ssh://x.invalid/y',
  'worktree-ssh': 'git ls-remote ssh://x.invalid/y',
  editor: `${COMMIT} -t traps/attributes --no-verify`,
  'submodule-fsmonitor': 'unset GIT_WORK_TREE; git -C sub status',
  'submodule-clean': 'unset GIT_WORK_TREE; git -C sub add s.txt',
  'merge-driver':
    `git() { command git ${NO_FILTER} -c commit.gpgSign=false -c submodule.recurse=false "$@"; }; ` +
    'git checkout -q -b m1; git commit -qm 1 --no-verify a.txt; ' +
    'git checkout -q -f -b m2 HEAD~1; echo 2 > a.txt; git commit -qm 2 --no-verify a.txt; git merge m1',
  trailer: 'echo x | git interpret-trailers',
};

describe('a hostile repository', () => {
  // Without a sandbox there is but one wall, and nothing hides what got through it.
  it.each(['required', 'off'] as const)(
    'runs nothing through any tool; sandbox: %s',
    { timeout: 600_000 },
    async sandbox => {
      const test = await openHostile({ policy: { extends: 'privileged', sandbox } });
      const ended: string[] = [];
      // Each takes long there, for the whole workspace is compared with what it was.
      const calls = sandbox === 'off' ? FEW : CALLS;
      for (const [tool, args] of calls) {
        const { ok, error } = await test.gate.execute({ name: tool, args });
        expect([tool, args, fired(test.root)]).toEqual([tool, args, []]);
        expect(['UNKNOWN_TOOL', 'INVALID_OUTPUT', 'SANDBOX_UNAVAILABLE']).not.toContain(error?.code);
        if (ok) ended.push(tool);
      }
      // They did their work all the same.
      expect([...new Set(ended)].sort()).toEqual([...new Set(calls.map(([tool]) => tool))].sort());
      expect(git(test.bare, 'log', '--format=%s', 'main')).toContain(sandbox === 'off' ? 'plain' : 'again');
    },
  );

  it('has traps that are live: plain git in the sandbox runs into each', { timeout: 300_000 }, async () => {
    const test = await openHostile();
    const lines = Object.entries(LIVE).map(
      ([name, command]) =>
        `echo '== ${name}'; rm -rf /tmp/copy; cp -a "$root" /tmp/copy; cd /tmp/copy; timeout 10 bash -c ${quoted(command)} < /dev/null`,
    );
    const command = `unset GIT_PAGER GIT_EDITOR GIT_ASKPASS
export GIT_WORK_TREE=/tmp/copy GIT_ALLOW_PROTOCOL=ext:file:ssh:https
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b root=$PWD
${lines.join('\n')}`;
    const { ok } = await test.gate.execute({ name: 'bash', args: { command, timeout: 250 } });
    expect(ok).toBe(true);
    expect(Object.keys(LIVE).filter(name => !fired(test.root).includes(name))).toEqual([]);
  });
});
