import type { Info } from '../../tool/define.ts';
import { gitBranch } from './change/git-branch.ts';
import { gitCommit } from './change/git-commit.ts';
import { gitDiff } from './look/git-diff.ts';
import { gitLog } from './look/git-log.ts';
import { gitStatus } from './look/git-status.ts';
import { gitPush } from './push/git-push.ts';
import type { GitServices } from './services.ts';
import { showResult } from './show-result.ts';

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
