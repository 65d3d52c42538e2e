import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { git, initialise, put } from './world.ts';

/** A program of the repository that tells that it ran, as a file in the workspace; filters pass on what they get. */
function trap(root: string, name: string): string {
  const rest = /clean|smudge|textconv|filter$/.test(name) ? 'exec cat "$@"' : 'exit 0';
  // Beside the workspace too: what is written inside is dropped with the layer of those who only look.
  const mark = `for folder in '${root}/fired' '${root}/../fired'; do mkdir -p "$folder"; touch "$folder/${name}"; done`;
  put(root, `traps/${name}`, `#!/bin/sh\n{ ${mark}; } 2> /dev/null\n${rest}\n`);
  const file = join(root, 'traps', name);
  chmodSync(file, 0o755);
  return file;
}

export const fired = (root: string): string[] =>
  [join(root, 'fired'), join(root, '../fired')].flatMap(folder => (existsSync(folder) ? readdirSync(folder) : []));

const HOOKS = [
  ...[
    'pre-commit',
    'prepare-commit-msg',
    'commit-msg',
    'post-commit',
    'pre-merge-commit',
    'post-merge',
    'post-rewrite',
  ],
  ...['post-checkout', 'post-index-change', 'reference-transaction', 'pre-push', 'pre-rebase', 'pre-auto-gc'],
  'fsmonitor-watchman',
];
const TARGET_HOOKS = ['pre-receive', 'update', 'post-receive', 'post-update', 'reference-transaction', 'proc-receive'];

const hook = (folder: string, name: string, file: string): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), readFileSync(file), { mode: 0o755 });
};

/** Config with a trap in every key that makes git run something or look elsewhere. */
const configOf = (root: string, bare: string, at: (name: string) => string): string => `
[core]
	hooksPath = ${root}/traps/hooks
	fsmonitor = ${at('fsmonitor')}
	fsmonitorHookVersion = 2
	pager = ${at('pager')}
	editor = ${at('editor')}
	sshCommand = ${at('ssh-command')}
	gitProxy = ${at('git-proxy')}
	askPass = ${at('askpass')}
	attributesFile = ${root}/traps/lists/attributes
	excludesFile = /etc/shadow
	alternateRefsCommand = ${at('alternate-refs')}
	worktree = /etc
[pager]
	status = ${at('pager-status')}
	diff = ${at('pager-diff')}
	log = ${at('pager-log')}
	branch = ${at('pager-branch')}
[alias]
	st = !${at('alias')}
	status = !${at('alias')}
	commit = !${at('alias')}
	push = !${at('alias')}
	config = !${at('alias')}
	rev-parse = !${at('alias')}
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
[gpg "ssh"]
	program = ${at('gpg-ssh')}
	defaultKeyCommand = ${at('gpg-key')}
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
[trailer "y"]
	cmd = ${at('trailer-cmd')}
	ifmissing = add
[uploadpack]
	packObjectsHook = ${at('pack-objects')}
[include]
	path = ${root}/traps/lists/included
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
	url = ${bare}
	fetch = +refs/heads/*:refs/remotes/origin/*
	receivepack = ${at('receive-pack')}
	uploadpack = ${at('upload-pack')}
[remote "helper"]
	url = ext::${at('remote-ext')} %S
[remote "vcs"]
	url = https://example.invalid/x.git
	vcs = trap
[remote "promised"]
	url = ext::${at('promised')} %S
	promisor = true
	partialclonefilter = blob:none
[remote "dash"]
	url = ssh://-oProxyCommand=${at('dash')}/x
[remote "rewritten"]
	url = safe.invalid:x
[url "ext::${at('instead-of')} "]
	insteadOf = safe.invalid:
	pushInsteadOf = ${bare}
[gc]
	auto = 1
	autoPackLimit = 1
	autoDetach = false
[extensions]
	worktreeConfig = true
	partialClone = promised
`;

/** Files of the workspace that are read as config, attributes or programs. */
function setTraps(root: string, bare: string): void {
  const at = (name: string) => trap(root, name);
  for (const name of HOOKS) {
    for (const folder of [join(root, 'traps/hooks'), join(root, '.git/hooks')]) hook(folder, name, at(`hook-${name}`));
  }
  for (const name of TARGET_HOOKS) hook(join(bare, 'hooks'), name, at(`target-${name}`));
  put(bare, 'config', `${readFileSync(join(bare, 'config'), 'utf8')}[receive]\n\tprocReceiveRefs = refs/heads/proc\n`);
  for (const name of ['git', 'bash', 'ssh']) hook(join(root, 'traps/bin'), name, at(`path-${name}`));
  hook(join(root, 'traps/helpers'), 'git-remote-trap', at('vcs'));
  const lists = {
    included: `[filter "included"]\n\tclean = ${at('included-clean')}\n\tsmudge = ${at('included-smudge')}\n`,
    deeper: `[filter "tree"]\n\tclean = ${at('worktree-clean')}\n`,
    attributes: '*.ext diff=trap filter=trap\n',
    home: `[user]\n\tname = Ada\n\temail = ada@example.org\n[core]\n\tfsmonitor = ${at('home-fsmonitor')}\n\thooksPath = ${root}/traps/hooks\n[uploadpack]\n\tpackObjectsHook = ${at('home-pack-objects')}\n`,
  };
  for (const [name, text] of Object.entries(lists)) put(root, `traps/lists/${name}`, text);
  put(root, '.git/config', `${readFileSync(join(root, '.git/config'), 'utf8')}${configOf(root, bare, at)}`);
  const tree = `[include]\n\tpath = ../traps/lists/deeper\n[core]\n\tsshCommand = ${at('worktree-ssh')}\n`;
  put(root, '.git/config.worktree', tree);
  const below = join(root, 'sub/.git/config');
  const clean = `[filter "below"]\n\tclean = ${at('submodule-clean')}\n`;
  writeFileSync(below, `${readFileSync(below, 'utf8')}[core]\n\tfsmonitor = ${at('submodule-fsmonitor')}\n${clean}`);
  hook(join(root, 'sub/.git/hooks'), 'post-index-change', at('submodule-hook'));
}

const FILES = {
  'a.txt': 'one\n',
  'b.long': 'two\n',
  'c.inc': 'three\n',
  'd.tree': 'four\n',
  'e.ext': 'five\n',
  'plain.md': 'six\n',
};

/** Makes a folder a hostile repository: filters, a diff and a merge driver for its files, a submodule with traps of its own. */
export function makeHostile(root: string, bare: string): void {
  initialise(root, FILES);
  git(root, 'init', '--quiet', '--bare', bare);
  initialise(join(root, 'sub'), { 's.txt': 'sub\n' });
  git(root, 'add', 'sub');
  const attributes =
    '*.txt filter=trap diff=trap merge=trap\n*.long filter=long\n*.inc filter=included\n*.tree filter=tree\n';
  put(root, '.gitattributes', attributes);
  put(root, '.gitmodules', '[submodule "sub"]\n\tpath = sub\n\turl = ext::sh -c x\n');
  put(root, '.git/info/attributes', '*.md diff=trap\n');
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message=second');
  git(root, 'branch', 'other');
  git(root, 'checkout', '--quiet', '-b', 'lacking');
  put(root, 'plain.md', 'nowhere\n');
  git(root, 'commit', '--quiet', '--all', '--message=lacking');
  const missing = git(root, 'rev-parse', 'HEAD:plain.md').trim();
  git(root, 'checkout', '--quiet', 'main');
  rmSync(join(root, '.git/objects', missing.slice(0, 2), missing.slice(2)));
  put(root, 'traps/lists/missing', `${missing}\n`);
  setTraps(root, bare);
  for (const path of ['a.txt', 'b.long', 'c.inc', 'plain.md']) put(root, path, 'CHANGED\n');
  put(root, 'sub/s.txt', 'changed\n');
  put(root, 'sub/.gitattributes', '*.txt filter=below\n');
}

export const trapsIn = (root: string): string[] =>
  readdirSync(join(root, 'traps'), { withFileTypes: true }).flatMap(entry => (entry.isFile() ? [entry.name] : []));
