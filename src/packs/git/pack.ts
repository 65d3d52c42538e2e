import type { Info } from '../../tool/define.ts';
import { gitBranch } from './git-branch.ts';
import { gitCommit } from './git-commit.ts';
import { gitDiff } from './git-diff.ts';
import { gitLog } from './git-log.ts';
import { gitPush } from './git-push.ts';
import { gitStatus } from './git-status.ts';
import manifest from './manifest.json' with { type: 'json' };
import type { GitServices } from './services.ts';
import { showResult } from './show-result.ts';

export function gitPack(services: GitServices): { manifest: typeof manifest; tools: readonly Info[] } {
  return {
    manifest,
    tools: [
      gitStatus(services),
      gitDiff(services),
      gitLog(services),
      gitCommit(services),
      gitPush(services),
      gitBranch(services),
    ].map(showResult),
  };
}
