import { readPath, writePath } from '../../judge/touch.ts';
import { type JudgedCommand, judgeInnerCommand, mild, risk } from '../../state/run.ts';
import { staysBelow } from '../../state/value.ts';
import type { GivenWords, Program, Programs } from '../program.ts';
import { judged, mildly, onOption, onVerb, onWord, risky } from '../program.ts';
import { clones, fetches, pushes, remotes, submodules } from './remotes.ts';
import { configures } from './settings.ts';

const looks: Program = {
  judge: looksOutside,
  options: `-n= -S= -G= -L= --since= --until= --author= --grep= --format= --pretty= --max-count= --skip= --before=
    --after= --date= --textconv --output=write`,
  milds: { 'runs a program of the config': '--ext-diff' },
};
/** Reads paths outside of the repository too, where git is told to compare plain files. */
function looksOutside(run: JudgedCommand, { operands }: GivenWords): undefined {
  for (const { value } of operands) if (/^(?:\/|\.\.\/)/.test(value)) readPath(run, value);
}

export const GIT_VERBS: Programs = {
  'status log show diff blame annotate shortlog describe rev-parse rev-list cat-file ls-tree ls-files merge-base name-rev diff-tree diff-index diff-files for-each-ref show-ref whatchanged cherry check-ignore check-attr check-ref-format count-objects fsck var range-diff show-branch help version verify-commit verify-tag patch-id get-tar-commit-id merge-tree request-pull column stripspace check-mailmap verify-pack':
    looks,
  grep: { ...looks, risks: { 'runs a program': '-O|--open-files-in-pager=' } },
  'add stage': { moderate: 'stages changes' },
  commit: {
    moderate: 'makes a commit',
    options: `-m= -F= -C= -c= --message= --file= --author= --date= -t= --fixup= --squash= --cleanup= --trailer=
      --no-verify`,
  },
  'merge cherry-pick revert am': {
    moderate: 'brings in changes',
    options: '-m= -s= -X= --strategy= --exec|-x',
    risks: { 'runs the named program': '--upload-pack=' },
  },
  pull: {
    moderate: 'brings in changes',
    options: '-m= -s= -X= --strategy=',
    risks: { 'runs the named program': '--upload-pack=' },
    judge: fetches,
  },
  apply: {
    moderate: 'changes files',
    options: '--check|--stat|--numstat|--summary --directory=write',
    risks: { 'may write outside the workspace': '--unsafe-paths' },
    operands: ['read'],
  },
  mv: { moderate: 'moves files', operands: ['write'] },
  rm: judged({ moderate: 'removes files' }, (run, given) => {
    const whole = given.values.some(value => /^(?:\.|\*|\/|:\/|\uE000)$/.test(value));
    if (whole && !given.has('--cached')) risk(run, 'removes all files');
  }),
  init: {
    moderate: 'makes a repository',
    operands: ['create'],
    options: '-b= --initial-branch=',
    risks: { 'takes hooks from elsewhere': '--template=' },
  },
  fetch: {
    judge: fetches,
    options: '--depth= -j= --jobs= --since=',
    risks: { 'runs the named program': '--upload-pack=' },
  },
  clone: {
    judge: clones,
    options: `-b= --branch= --depth= -o= --origin= -j= --jobs= --filter= --reference= --shallow-since= -c|--config=
      --separate-git-dir=write`,
    risks: { 'runs the named program': '-u|--upload-pack=', 'takes hooks from elsewhere': '--template=' },
  },
  'ls-remote': { judge: fetches, risks: { 'runs the named program': '--upload-pack|--exec=' } },
  push: {
    judge: pushes,
    options: '-o= --push-option= --repo=',
    risks: { 'runs the named program': '--receive-pack|--exec=' },
  },
  checkout: { judge: checksOut, options: '-b= -B= --orphan= --conflict=' },
  switch: {
    ...onOption('-f --force --discard-changes', risky('throws changes away'), mildly('changes the branch')),
    options: '-c= -C= --create=',
  },
  restore: { judge: restores, options: '-s= --source=' },
  reset: onOption(
    '--hard',
    risky('throws changes away'),
    mildly('moves the branch or takes changes out of the next commit'),
  ),
  clean: {
    ...onOption(
      '-n --dry-run',
      undefined,
      onOption(
        '-f --force',
        risky('deletes files that git does not know'),
        mildly('would delete files that git does not know'),
      ),
    ),
    options: '-e= --exclude=',
  },
  branch: {
    judge: branches,
    options: '-u= --set-upstream-to= --sort= --format= --contains= --merged= --no-merged= --points-at=',
  },
  tag: { judge: tags, options: '-m= -F= -u= --sort= --format= --contains= -n= --points-at=' },
  stash: onVerb(
    /^(?:list|show)$/,
    undefined,
    onVerb(/^(?:drop|clear)$/, risky('throws stashed changes away'), mildly('puts changes aside or brings them back')),
  ),
  reflog: onVerb(/^(?:expire|delete)$/, risky('throws the way back away')),
  rebase: { moderate: 'rewrites commits', options: '-s= -X= --onto= -x|--exec=script' },
  bisect: { judge: bisects, prefix: true },
  remote: { judge: remotes, options: '-t= -m=' },
  config: { judge: configures, options: '--type= --default= -f|--file|--blob=' },
  submodule: { judge: submodules, prefix: true, options: '-b= --branch= --depth= --reference=' },
  worktree: { judge: worktrees, options: '-b= -B= --reason=' },
  notes: onVerb(/^(?:list|show|)$/, undefined, mildly('changes notes')),
  'gc prune repack pack-refs maintenance': judged({}, (run, given) =>
    (given.has('--prune --expire') && /now|all/.test(run.text)) || run.text.includes(' prune')
      ? risk(run, 'throws the way back away')
      : mild(run, 'tidies up the repository'),
  ),
  'filter-branch filter-repo': { dangerous: 'rewrites the whole history' },
  'update-ref symbolic-ref': judged({ options: '-m=' }, (run, given) =>
    given.has('-d --delete --stdin')
      ? risk(run, 'deletes a reference')
      : given.operands.length > 1
        ? mild(run, 'moves a reference')
        : undefined,
  ),
  'interpret-trailers replace update-index write-tree commit-tree mktree mktag unpack-objects index-pack sparse-checkout format-patch fast-export':
    { moderate: 'changes the repository', options: '-o|--output-directory|--output=write' },
  rerere: onVerb(/^(?:status|diff|remaining)$/, undefined, mildly('changes the repository')),
  'hash-object': { operands: ['read'], ...onOption('-w', mildly('changes the repository')) },
  'checkout-index': onOption('-f --force', risky('throws changes away'), mildly('writes files')),
  'read-tree': judged({}, (run, given) =>
    given.has('--reset') && given.has('-u') ? risk(run, 'throws changes away') : mild(run, 'changes the index'),
  ),
  archive: {
    options: '--format= --prefix= -o|--output=write',
    risks: { 'asks another machine': '--remote=host', 'runs a program': '--exec=' },
  },
  'difftool mergetool': {
    options: '-x|--extcmd=script',
    ...onOption('--tool-help', undefined, mildly('runs a program of the config')),
  },
  subtree: {
    prefix: true,
    ...onWord(/^push$/, risky('sends commits to the remote'), mildly('changes the repository')),
  },
  bundle: judged({ moderate: 'writes a bundle' }, (run, { operands }) =>
    operands[0]?.value === 'create' && operands[1] ? writePath(run, operands[1].value) : undefined,
  ),
  lfs: onVerb(/^push$/, risky('sends files to the remote'), mildly('moves large files')),
  flow: { moderate: 'changes branches' },
  'credential credential-store credential-cache': { dangerous: 'handles passwords' },
  'daemon instaweb send-email imap-send svn p4 upload-pack receive-pack shell http-push send-pack web--browse upload-archive http-backend':
    { dangerous: 'opens a connection or sends data away', network: true },
};

/** Judges a checkout: `checkout -- .` throws all changes away; a branch or one file is ordinary. */
function checksOut(run: JudgedCommand, given: GivenWords): undefined {
  if (given.has('-f --force')) return risk(run, 'throws changes away');
  const paths = given.operands.slice(given.beforeDashes).map(({ value }) => value);
  const all = paths.length > 0 || given.has('-b -B') ? paths : given.values;
  if (all.some(isWhole)) return risk(run, 'throws all changes away');
  mild(run, 'changes the branch or a file');
}

const isWhole = (value: string): boolean => /^(?:\.|\.\/|\*|:\/|\/|\.\.|\uE000|\uE001|\/.*)$/.test(value);

function restores(run: JudgedCommand, given: GivenWords): undefined {
  const staged = given.has('--staged -S') && !given.has('--worktree -W');
  if (!staged && given.values.some(value => isWhole(value))) return risk(run, 'throws all changes away');
  mild(run, staged ? 'takes changes out of the next commit' : 'brings back a file');
}

function branches(run: JudgedCommand, given: GivenWords): undefined {
  if (given.has('-D') || (given.has('-d --delete') && given.has('-f --force')))
    return risk(run, 'deletes a branch that may not be merged');
  const lists = given.has(
    '-l --list -a --all -r --remotes -v -vv --show-current --contains --merged --no-merged --sort --format',
  );
  if (given.operands.length > 0 && !lists) mild(run, 'changes branches');
  else if (given.has('-d --delete -m -M -c -C -u --set-upstream-to --unset-upstream --edit-description'))
    mild(run, 'changes branches');
}

function tags(run: JudgedCommand, given: GivenWords): undefined {
  const lists = given.has('-l --list --sort --format --contains -n --points-at -v --verify');
  if (given.has('-d --delete') || (given.operands.length > 0 && !lists)) mild(run, 'changes tags');
}

function bisects(run: JudgedCommand, { operands }: GivenWords): undefined {
  if (/^(?:log|view|visualize|terms)$/.test(operands[0]?.value ?? '')) return;
  mild(run, 'checks out other commits');
  if (operands[0]?.value === 'run') judgeInnerCommand(run, operands.slice(1));
}

function worktrees(run: JudgedCommand, given: GivenWords): undefined {
  const verb = given.values[0];
  if (verb === undefined || verb === 'list') return;
  if (verb === 'remove' && given.has('-f --force')) return risk(run, 'throws a worktree away');
  mild(run, 'changes worktrees');
  const path = given.values[1];
  if (verb === 'add' && path !== undefined && !staysBelow(path) && !/^\.\.\/[\w-]/.test(path)) writePath(run, path);
}
