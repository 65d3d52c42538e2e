import type { Info } from '../../tool/define.ts';
import { showUnseen } from '../../tool/text/unseen.ts';
import { gitBranch } from './change/git-branch.ts';
import { gitCommit } from './change/git-commit.ts';
import { gitDiff } from './look/git-diff.ts';
import { gitLog } from './look/git-log.ts';
import { gitStatus } from './look/git-status.ts';
import { gitPush } from './push/git-push.ts';
import type { GitServices } from './run-git.ts';

export function gitPack(services: GitServices): readonly Info[] {
  return [
    gitStatus(services),
    gitDiff(services),
    gitLog(services),
    gitCommit(services),
    gitPush(services),
    gitBranch(services),
  ].map(showResult);
}

/** Fields that are to be used, such as names and contents of files: they stay as they are. */
const USED: ReadonlySet<string> = new Set(
  'path from patch files staged unstaged conflicted untracked filtered'.split(' '),
);

function shown(value: unknown): unknown {
  if (typeof value === 'string') return showUnseen(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(shown);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, USED.has(key) ? inner : shown(inner)]));
}

/** Shows text that others wrote into a repository to the model: signs that nobody sees stand there as escapes. */
function showResult(info: Info): Info {
  const { definition } = info;
  if (typeof definition === 'function') return info;
  const { execute } = definition;
  return {
    ...info,
    definition: {
      ...definition,
      execute: async (args, ctx) => {
        const result = await execute(args, ctx);
        const output = typeof result.output === 'string' ? showUnseen(result.output) : result.output;
        return { ...result, value: shown(result.value), ...(output === undefined ? {} : { output }) };
      },
    },
  };
}
