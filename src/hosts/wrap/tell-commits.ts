import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox, WorkspaceView } from '../../sandbox/port.ts';
import { showUnseen } from '../../tool/text/unseen.ts';
import type { OpenKeptLayer } from '../../workspace/port.ts';
import { wrapLimits } from './open-wrap.ts';

/** Branches of the workspace's own repository, with the commit that each is at. */
type Branches = ReadonlyMap<string, string>;

const NONE: Branches = new Map();
const COMMIT = /^[0-9a-f]{40,64}$/;
const MOST_NAMED = 5;

export async function readBranches(sandbox: Sandbox, root: string): Promise<Branches> {
  return isRepository(root) ? branchesIn(sandbox, root, { kind: 'real', readOnly: true }) : NONE;
}

/** What was done in the repository, in lines: "2 commits on main, 14 files". All words of git are others' text. */
export async function sayCommits(
  sandbox: Sandbox,
  { root, layer, before }: { readonly root: string; readonly layer: OpenKeptLayer; readonly before: Branches },
): Promise<readonly string[]> {
  if (!isRepository(root) && !isRepository(join(layer.folder, 'upper'))) return [];
  const view: WorkspaceView = { kind: 'overlay', layers: { folder: layer.folder, above: [] }, readOnly: true };
  const after = await branchesIn(sandbox, root, view);
  const lines: string[] = [];
  for (const [name, to] of after) {
    const from = before.get(name);
    if (from === to) continue;
    // A new branch is told by the commits that no branch had before.
    const known = [...new Set(from === undefined ? before.values() : [from])];
    const range = [to, ...known.map(commit => `^${commit}`)].join(' ');
    const base = from ?? known[0];
    const files = base === undefined ? `git ls-tree -r --name-only ${to}` : `git diff --name-only ${base}...${to}`;
    const said = await git(sandbox, {
      root,
      view,
      script: `git rev-list --count ${range}; ${files} | wc -l; git log -n ${MOST_NAMED} --format=%s ${range}`,
    });
    const [count = '', changed = '', ...subjects] = said.split('\n').map(line => line.trim());
    if (!/^\d+$/.test(count) || !/^\d+$/.test(changed)) continue;
    lines.push(
      `${countOf(count, 'commit')} on ${showUnseen(name)}${from ? '' : ' (new)'}, ${countOf(changed, 'file')}`,
    );
    for (const subject of subjects.filter(Boolean)) lines.push(`  ${showUnseen(subject)}`);
  }
  for (const name of before.keys()) if (!after.has(name)) lines.push(`the branch ${showUnseen(name)} is gone`);
  return lines;
}

const countOf = (count: string, noun: string): string => `${count} ${noun}${count === '1' ? '' : 's'}`;

const isRepository = (folder: string): boolean =>
  lstatSync(join(folder, '.git'), { throwIfNoEntry: false })?.isDirectory() === true;

async function branchesIn(sandbox: Sandbox, root: string, view: WorkspaceView): Promise<Branches> {
  const script = "git for-each-ref --format='%(objectname) %(refname:short)' refs/heads";
  const lines = (await git(sandbox, { root, view, script })).split('\n');
  return new Map(
    lines.flatMap(line => {
      const [commit = '', ...name] = line.split(' ');
      return COMMIT.test(commit) ? [[name.join(' '), commit] as const] : [];
    }),
  );
}

/** Runs git in the sandbox, where nothing that the repository names can do harm. What git cannot say is nothing. */
async function git(
  sandbox: Sandbox,
  { root, view, script }: { root: string; view: WorkspaceView; script: string },
): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    await sandbox.run({
      argv: ['sh', '-c', script],
      root,
      cwd: root,
      view,
      hidden: [],
      cached: false,
      env: {
        GIT_OPTIONAL_LOCKS: '0',
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'safe.directory',
        GIT_CONFIG_VALUE_0: '*',
      },
      limits: { ...wrapLimits(LONGEST), cpu: 60 },
      onOutput: (chunk, stream) => {
        if (stream === 'stdout') chunks.push(chunk);
      },
    });
  } catch {
    return '';
  }
  return Buffer.concat(chunks).toString('utf8').slice(0, MOST_READ);
}

/** Milliseconds, and characters. */
const LONGEST = 20_000;
const MOST_READ = 100_000;
