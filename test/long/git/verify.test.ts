import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Toolgate } from '../../../src/gate/toolgate.ts';
import type { TemporaryWorkspace } from '../../../src/testing/temporary-workspace.ts';
import { type VerifyOptions, verifyTool } from '../../../src/testing/verify-tool.ts';
import { git, openHome, put } from '../../support/git/world.ts';
import { openGate } from '../../support/worlds/open-gate.ts';

/** A repository with a change, a branch and a remote beside it, in the workspace that is verified on. */
function makeRepository(_: Toolgate, workspace: TemporaryWorkspace): void {
  const root = workspace.path('.');
  git(root, 'init', '--quiet', '--initial-branch=main');
  git(root, 'config', 'user.name', 'Ada');
  git(root, 'config', 'user.email', 'ada@example.org');
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message=first');
  git(root, 'branch', 'side');
  git(root, 'init', '--quiet', '--bare', 'remote.git');
  git(root, 'remote', 'add', 'origin', join(root, 'remote.git'));
  put(root, 'README.md', '# Changed\n');
}

const SAMPLES: Readonly<Record<string, VerifyOptions>> = {
  git_status: { runs: 1, arguments: [{ paths: ['README.md'], untracked: 'all' }] },
  git_diff: { runs: 1, arguments: [{ ref: 'HEAD' }, { ref: 'none' }] },
  git_log: { runs: 1, arguments: [{ files: true }] },
  git_commit: { arguments: [{ message: 'x', all: true }, { message: 'x' }] },
  git_branch: {
    arguments: [{}, { action: 'create', name: 'made', switch: true }, { action: 'delete', name: 'side' }],
  },
  git_push: { arguments: [{}, { remote: 'none' }] },
};

describe('the git tools do as they say', () => {
  it.each(Object.entries(SAMPLES))('%s', async (id, options) => {
    const { gate } = await openGate({}, { policy: 'privileged', env: openHome() });
    const tool = gate.registry.get(id);
    const policy = { extends: 'privileged', limits: { time: 60_000 } } as const;
    const { findings, succeeded } = await verifyTool(tool!, {
      runs: 0,
      grace: 5_000,
      policy,
      prepare: makeRepository,
      ...options,
    });
    expect(findings).toEqual([]);
    expect(succeeded).toBeGreaterThan(0);
  });
});
