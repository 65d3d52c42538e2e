import { writePath } from '../../judge/touch.ts';
import { type JudgedCommand, judgeInnerCommand, mild, risk } from '../../state/run.ts';
import { staysBelow } from '../../state/value.ts';
import type { GivenWords } from '../program.ts';

/** Judges a checkout: `checkout -- .` throws all changes away; a branch or one file is ordinary. */
export function checksOut(run: JudgedCommand, given: GivenWords): undefined {
  if (given.has('-f --force')) return risk(run, 'throws changes away');
  const paths = given.operands.slice(given.beforeDashes).map(({ value }) => value);
  const all = paths.length > 0 || given.has('-b -B') ? paths : given.values;
  if (all.some(isWhole)) return risk(run, 'throws all changes away');
  mild(run, 'changes the branch or a file');
}

const isWhole = (value: string): boolean => /^(?:\.|\.\/|\*|:\/|\/|\.\.|\uE000|\uE001|\/.*)$/.test(value);

export function restores(run: JudgedCommand, given: GivenWords): undefined {
  const staged = given.has('--staged -S') && !given.has('--worktree -W');
  if (!staged && given.values.some(value => isWhole(value))) return risk(run, 'throws all changes away');
  mild(run, staged ? 'takes changes out of the next commit' : 'brings back a file');
}

export function branches(run: JudgedCommand, given: GivenWords): undefined {
  if (given.has('-D') || (given.has('-d --delete') && given.has('-f --force')))
    return risk(run, 'deletes a branch that may not be merged');
  const lists = given.has(
    '-l --list -a --all -r --remotes -v -vv --show-current --contains --merged --no-merged --sort --format',
  );
  if (given.operands.length > 0 && !lists) mild(run, 'changes branches');
  else if (given.has('-d --delete -m -M -c -C -u --set-upstream-to --unset-upstream --edit-description'))
    mild(run, 'changes branches');
}

export function tags(run: JudgedCommand, given: GivenWords): undefined {
  const lists = given.has('-l --list --sort --format --contains -n --points-at -v --verify');
  if (given.has('-d --delete') || (given.operands.length > 0 && !lists)) mild(run, 'changes tags');
}

export function bisects(run: JudgedCommand, { operands }: GivenWords): undefined {
  if (/^(?:log|view|visualize|terms)$/.test(operands[0]?.value ?? '')) return;
  mild(run, 'checks out other commits');
  if (operands[0]?.value === 'run') judgeInnerCommand(run, operands.slice(1));
}

export function worktrees(run: JudgedCommand, given: GivenWords): undefined {
  const verb = given.values[0];
  if (verb === undefined || verb === 'list') return;
  if (verb === 'remove' && given.has('-f --force')) return risk(run, 'throws a worktree away');
  mild(run, 'changes worktrees');
  const path = given.values[1];
  if (verb === 'add' && path !== undefined && !staysBelow(path) && !/^\.\.\/[\w-]/.test(path)) writePath(run, path);
}
