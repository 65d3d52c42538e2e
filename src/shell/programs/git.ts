import { judgeProgram } from '../judge-program.ts';
import { dangerous, each, type Given, mildly, moderate, type Program, type Programs, risky, SAFE } from '../program.ts';
import { mild, type Run, risk, runCommand, runScript } from '../run.ts';
import { locate, markFetched } from '../shell.ts';
import { connect, hostOf, isLocal, readPath, writePath } from '../touch.ts';
import { SOME, staysBelow } from '../value.ts';
import { judgeSetting } from './git-settings.ts';

const outputs = {
  '--output': 'write',
  '--ext-diff': mildly('runs a program of the config'),
  '--textconv': {},
} as const;
const looks: Program = {
  judge: looksOutside,
  options: outputs,
  values: '-n -S -G -L --since --until --author --grep --format --pretty --max-count --skip --before --after --date',
};
/** Paths outside are read too, where git is told to compare plain files. */
function looksOutside(run: Run, { operands }: Given): undefined {
  for (const { value } of operands) if (/^(?:\/|\.\.\/)/.test(value)) readPath(run, value);
}

const changes = (why: string, more: Omit<Program, 'danger' | 'why'> = {}): Program => moderate(why, more);

/** What each verb of git does. */
const VERBS: Programs = {
  ...each(
    'status log show diff blame annotate shortlog describe rev-parse rev-list cat-file ls-tree ls-files merge-base name-rev diff-tree diff-index diff-files for-each-ref show-ref whatchanged cherry check-ignore check-attr check-ref-format count-objects fsck var range-diff show-branch help version verify-commit verify-tag patch-id get-tar-commit-id merge-tree request-pull column stripspace check-mailmap verify-pack',
    looks,
  ),
  grep: { ...looks, options: { ...outputs, '-O --open-files-in-pager': risky('runs a program', 'text') } },
  ...each('add stage', changes('stages changes')),
  commit: changes('makes a commit', {
    values: '-m -F -C -c --message --file --author --date -t --fixup --squash --cleanup --trailer',
    options: { '--no-verify': {} },
  }),
  ...each(
    'merge cherry-pick revert am pull',
    changes('brings in changes', {
      values: '-m -s -X --strategy',
      options: { '--upload-pack': risky('runs the named program', 'text'), '--exec -x': {} },
    }),
  ),
  apply: changes('changes files', {
    options: {
      '--check --stat --numstat --summary': {},
      '--unsafe-paths': risky('may write outside the workspace'),
      '--directory': 'write',
    },
    operands: ['read'],
  }),
  mv: changes('moves files', { operands: ['write'] }),
  rm: changes('removes files', {
    judge: (run, given) => {
      const whole = given.operands.some(({ value }) => /^(?:\.|\*|\/|:\/|\uE000)$/.test(value));
      if (whole && !given.has('--cached')) risk(run, 'removes all files');
    },
  }),
  init: changes('makes a repository', {
    operands: ['create'],
    values: '-b --initial-branch',
    options: { '--template': risky('takes hooks from elsewhere', 'text') },
  }),
  fetch: {
    judge: fetches,
    options: { '--upload-pack': risky('runs the named program', 'text') },
    values: '--depth -j --jobs --since',
  },
  clone: {
    judge: clones,
    values: '-b --branch --depth -o --origin -j --jobs --filter --reference --shallow-since',
    options: {
      '-u --upload-pack': risky('runs the named program', 'text'),
      '-c --config': { role: 'text', name: 'config' },
      '--template': risky('takes hooks from elsewhere', 'text'),
      '--separate-git-dir': 'write',
    },
  },
  'ls-remote': { judge: fetches, options: { '--upload-pack --exec': risky('runs the named program', 'text') } },
  push: {
    judge: pushes,
    values: '-o --push-option --repo',
    options: { '--receive-pack --exec': risky('runs the named program', 'text') },
  },
  checkout: { judge: checksOut, values: '-b -B --orphan --conflict' },
  switch: {
    judge: (run, given) =>
      given.has('-f', '--force', '--discard-changes')
        ? risk(run, 'throws changes away')
        : mild(run, 'changes the branch'),
    values: '-c -C --create',
  },
  restore: { judge: restores, values: '-s --source' },
  reset: { judge: resets },
  clean: { judge: cleans, values: '-e --exclude' },
  branch: {
    judge: branches,
    values: '-u --set-upstream-to --sort --format --contains --merged --no-merged --points-at',
  },
  tag: { judge: tags, values: '-m -F -u --sort --format --contains -n --points-at' },
  stash: { judge: stashes },
  reflog: {
    judge: (run, { operands }) =>
      /^(?:expire|delete)$/.test(operands[0]?.value ?? '') ? risk(run, 'throws the way back away') : undefined,
  },
  rebase: changes('rewrites commits', { values: '-s -X --onto', options: { '-x --exec': { role: 'script' } } }),
  bisect: { judge: bisects, prefix: true },
  remote: { judge: remotes, values: '-t -m' },
  config: {
    judge: configures,
    values: '--type --default',
    options: { '-f --file --blob': { role: 'text', name: 'file' } },
  },
  submodule: { judge: submodules, prefix: true, values: '-b --branch --depth --reference' },
  worktree: { judge: worktrees, values: '-b -B --reason' },
  notes: {
    judge: (run, { operands }) =>
      /^(?:list|show|)$/.test(operands[0]?.value ?? '') ? undefined : mild(run, 'changes notes'),
  },
  ...each('gc prune repack pack-refs maintenance', {
    judge: (run, given) =>
      (given.has('--prune', '--expire') && /now|all/.test(run.text)) || run.text.includes(' prune')
        ? risk(run, 'throws the way back away')
        : mild(run, 'tidies up the repository'),
  }),
  ...each('filter-branch filter-repo', dangerous('rewrites the whole history')),
  ...each('update-ref symbolic-ref', {
    judge: (run, given) =>
      given.has('-d', '--delete', '--stdin')
        ? risk(run, 'deletes a reference')
        : given.operands.length > 1
          ? mild(run, 'moves a reference')
          : undefined,
    values: '-m',
  }),
  ...each(
    'interpret-trailers replace rerere update-index read-tree write-tree commit-tree hash-object mktree mktag unpack-objects index-pack sparse-checkout format-patch fast-export',
    changes('changes the repository', { options: { '-o --output-directory --output': 'write' } }),
  ),
  archive: {
    options: { '-o --output': 'write', '--remote --exec': risky('asks another machine', 'text') },
    values: '--format --prefix',
  },
  ...each('difftool mergetool', {
    danger: 'moderate',
    why: 'runs a program of the config',
    options: { '-x --extcmd': { role: 'script' } },
  }),
  subtree: {
    prefix: true,
    judge: (run, { operands }) =>
      operands.some(({ value }) => value === 'push')
        ? risk(run, 'sends commits to the remote')
        : mild(run, 'changes the repository'),
  },
  bundle: {
    danger: 'moderate',
    why: 'writes a bundle',
    judge: (run, { operands }) =>
      operands[0]?.value === 'create' && operands[1] ? writePath(run, operands[1].value) : undefined,
  },
  lfs: moderate('moves large files'),
  flow: moderate('changes branches'),
  ...each('credential credential-store credential-cache', dangerous('handles passwords')),
  ...each(
    'daemon instaweb send-email imap-send svn p4 upload-pack receive-pack shell http-push send-pack web--browse upload-archive http-backend',
    dangerous('opens a connection or sends data away'),
  ),
};

/** Options before the verb. */
export const GIT: Programs = {
  git: {
    prefix: true,
    values: '--namespace --super-prefix',
    options: {
      '-C': { role: 'text' },
      '-c --config-env': { role: 'text', name: 'config' },
      '--git-dir --work-tree': { role: 'text', name: 'dir' },
      '--exec-path': { role: 'text', optional: true },
    },
    judge: judgeGit,
  },
  tig: SAFE,
  hub: {
    judge: (run, { operands }) =>
      /^(?:pull-request|push|create|fork|delete|release|issue|sync|merge)$/.test(operands[0]?.value ?? '')
        ? risk(run, 'changes something on the forge')
        : mild(run, 'talks to a forge'),
  },
  lazygit: moderate('changes the repository'),
};

function judgeGit(run: Run, given: Given): undefined {
  const { shell } = run;
  const before = shell.cwd;
  for (const { name, value = '' } of given.options) {
    if (name === 'config') judgeSetting(run, value);
    if (name === '--exec-path' && value !== '') risk(run, 'takes git programs from elsewhere');
    if (name === '-C' || name === 'dir') {
      readPath(run, value, { look: true });
      const place = locate(shell, value);
      if (name === '-C') shell.cwd = place.kind === 'anywhere' ? undefined : place.path;
      if (place.kind !== 'workspace' && place.kind !== 'anywhere') mild(run, 'works on another repository');
    }
  }
  const [verb, ...rest] = given.operands;
  if (verb) {
    const known = Object.hasOwn(VERBS, verb.value) ? VERBS[verb.value] : undefined;
    if (known) judgeProgram(run, known, rest);
    else mild(run, `git ${verb.text} is not known here`);
    tellsNames(
      run,
      verb.value,
      rest.map(({ value }) => value),
    );
  }
  shell.cwd = before;
}

/** What some verbs print is known well enough to go on with. */
function tellsNames(run: Run, verb: string, rest: readonly string[]): undefined {
  if (verb === 'rev-parse' && rest.includes('--show-toplevel'))
    run.output = { kind: 'text', value: run.shell.session.where.root };
  else if (
    /^(?:ls-files|rev-parse|describe|rev-list|merge-base|symbolic-ref|branch|for-each-ref|tag|ls-tree)$/.test(verb)
  )
    run.output = { kind: 'text', value: SOME };
  else if (/^(?:diff|show|log|diff-tree)$/.test(verb) && rest.some(value => /^--(?:name-only|diff-filter)/.test(value)))
    run.output = { kind: 'text', value: SOME };
  else if (verb === 'log' && rest.some(value => /^--(?:format|pretty)=/.test(value)))
    run.output = { kind: 'text', value: SOME };
  else if (verb === 'config' && rest.length <= 2) run.output = { kind: 'text', value: SOME };
}

function fetches(run: Run, { operands }: Given): undefined {
  const [from] = operands;
  if (from && /:|^\uE001/.test(from.value)) connectRemote(run, from.value);
  else mild(run, 'fetches from the remote');
}

function connectRemote(run: Run, address: string): undefined {
  if (/^ext::|^fd::/.test(address) || address.startsWith('-')) return risk(run, 'runs a program as a transport');
  if (/^[\w.-]+@[\w.-]+:/.test(address)) return connect(run, address.replace(/^[^@]*@/, '').replace(/:.*/, ''));
  if (/^(?:ssh|git):\/\//.test(address)) return connect(run, address.replace(/^\w+:\/\//, ''));
  if (/^https?:/.test(address)) return connect(run, address);
  if (/^file:|^[./~]/.test(address)) return readPath(run, address.replace(/^file:\/\//, ''));
  mild(run, 'talks to a remote');
}

function clones(run: Run, given: Given): undefined {
  const [from, to] = given.operands.map(({ value }) => value);
  for (const { name, value = '' } of given.options) if (name === 'config') judgeSetting(run, value);
  if (from === undefined) return;
  connectRemote(run, from);
  const target =
    to ??
    from
      .replace(/\/+$/, '')
      .replace(/\.git$/, '')
      .replace(/^.*[/:]/, '');
  writePath(run, target);
  markFetched(run.shell.session, locate(run.shell, target).path);
}

function pushes(run: Run, given: Given): undefined {
  if (given.has('-n', '--dry-run')) return mild(run, 'asks the remote what a push would do');
  const [to] = given.operands;
  if (to && /:\/\/|@/.test(to.value)) connectRemote(run, to.value);
  if (to && isLocal(hostOf(to.value))) return mild(run, 'pushes to this machine');
  risk(
    run,
    given.has('-f', '--force', '--delete', '-d', '--mirror')
      ? 'overwrites or deletes on the remote'
      : 'sends commits to the remote',
  );
}

/** `checkout -- .` throws all changes away; a branch or one file is ordinary. */
function checksOut(run: Run, given: Given): undefined {
  if (given.has('-f', '--force')) return risk(run, 'throws changes away');
  const paths = given.operands.slice(given.beforeDashes).map(({ value }) => value);
  const all = paths.length > 0 || given.has('-b', '-B') ? paths : given.operands.map(({ value }) => value);
  if (all.some(isWhole)) return risk(run, 'throws all changes away');
  mild(run, 'changes the branch or a file');
}

const isWhole = (value: string): boolean => /^(?:\.|\.\/|\*|:\/|\/|\.\.|\uE000|\uE001|\/.*)$/.test(value);

function restores(run: Run, given: Given): undefined {
  const staged = given.has('--staged', '-S') && !given.has('--worktree', '-W');
  if (!staged && given.operands.some(({ value }) => isWhole(value))) return risk(run, 'throws all changes away');
  mild(run, staged ? 'takes changes out of the next commit' : 'brings back a file');
}

function resets(run: Run, given: Given): undefined {
  if (given.has('--hard')) risk(run, 'throws changes away');
  else mild(run, 'moves the branch or takes changes out of the next commit');
}

function cleans(run: Run, given: Given): undefined {
  if (given.has('-n', '--dry-run')) return;
  if (given.has('-f', '--force')) risk(run, 'deletes files that git does not know');
  else mild(run, 'would delete files that git does not know');
}

function branches(run: Run, given: Given): undefined {
  if (given.has('-D') || (given.has('-d', '--delete') && given.has('-f', '--force')))
    return risk(run, 'deletes a branch that may not be merged');
  const lists = given.has(
    '-l',
    '--list',
    '-a',
    '--all',
    '-r',
    '--remotes',
    '-v',
    '-vv',
    '--show-current',
    '--contains',
    '--merged',
    '--no-merged',
    '--sort',
    '--format',
  );
  if (given.operands.length > 0 && !lists) mild(run, 'changes branches');
  else if (
    given.has(
      '-d',
      '--delete',
      '-m',
      '-M',
      '-c',
      '-C',
      '-u',
      '--set-upstream-to',
      '--unset-upstream',
      '--edit-description',
    )
  )
    mild(run, 'changes branches');
}

function tags(run: Run, given: Given): undefined {
  const lists = given.has('-l', '--list', '--sort', '--format', '--contains', '-n', '--points-at', '-v', '--verify');
  if (given.has('-d', '--delete') || (given.operands.length > 0 && !lists)) mild(run, 'changes tags');
}

function stashes(run: Run, { operands }: Given): undefined {
  const verb = operands[0]?.value ?? 'push';
  if (/^(?:list|show)$/.test(verb)) return;
  if (/^(?:drop|clear)$/.test(verb)) return risk(run, 'throws stashed changes away');
  mild(run, 'puts changes aside or brings them back');
}

function bisects(run: Run, { operands }: Given): undefined {
  if (/^(?:log|view|visualize|terms)$/.test(operands[0]?.value ?? '')) return;
  mild(run, 'checks out other commits');
  if (operands[0]?.value === 'run') runCommand(run, operands.slice(1));
}

function remotes(run: Run, { operands }: Given): undefined {
  const verb = operands[0]?.value;
  if (verb === undefined || /^(?:-v|get-url)$/.test(verb)) return;
  const address = operands.at(-1)?.value ?? '';
  if (/^ext::/.test(address)) return risk(run, 'runs a program as a transport');
  mild(run, verb === 'show' || verb === 'update' ? 'asks the remote' : 'changes the remotes');
}

function configures(run: Run, given: Given): undefined {
  const words = given.operands.map(({ value }) => value);
  const verb = /^(?:get|list|set|unset|edit|get-all|remove-section|rename-section)$/.test(words[0] ?? '')
    ? words.shift()
    : undefined;
  const file = given.valueOf('file');
  const reads =
    verb === 'get' ||
    verb === 'list' ||
    verb === 'get-all' ||
    given.has('--get', '--get-all', '--get-regexp', '-l', '--list', '--get-urlmatch', '--get-color', '--show-origin');
  if (
    reads ||
    (words.length <= 1 &&
      verb === undefined &&
      !given.has('--unset', '--unset-all', '-e', '--edit', '--add', '--remove-section'))
  ) {
    if (file !== undefined) readPath(run, file);
    return;
  }
  if (given.has('--global', '--system')) return risk(run, "changes git's settings outside the workspace");
  if (file !== undefined) writePath(run, file);
  if (given.has('--unset', '--unset-all', '--remove-section') || verb === 'unset')
    return mild(run, 'changes a setting of the repository');
  judgeSetting(run, `${words[0] ?? ''}=${words[1] ?? ''}`);
  mild(run, 'changes a setting of the repository');
}

function submodules(run: Run, { operands }: Given): undefined {
  const [verb, ...rest] = operands;
  if (verb === undefined || /^(?:status|summary)$/.test(verb.value)) return;
  mild(run, 'changes or fetches submodules');
  if (verb.value === 'foreach') {
    const words = rest.filter(({ value }) => value !== '--recursive' && value !== '--quiet');
    if (words.length === 1) runScript(run, words[0]!.value);
    else runCommand(run, words);
  }
  if (verb.value === 'deinit' && rest.some(({ value }) => value === '-f' || value === '--force'))
    risk(run, 'throws submodules away');
  if (verb.value === 'add')
    for (const { value } of rest.filter(({ value: text }) => text.includes(':'))) connectRemote(run, value);
}

function worktrees(run: Run, given: Given): undefined {
  const verb = given.operands[0]?.value;
  if (verb === undefined || verb === 'list') return;
  if (verb === 'remove' && given.has('-f', '--force')) return risk(run, 'throws a worktree away');
  mild(run, 'changes worktrees');
  const path = given.operands[1]?.value;
  if (verb === 'add' && path !== undefined && !staysBelow(path) && !/^\.\.\/[\w-]/.test(path)) writePath(run, path);
}
