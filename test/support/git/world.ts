import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ToolgateOptions } from '../../../src/index.ts';
import { removeTree } from '../../../src/system/remove-tree.ts';
import { openGate, type TestGate } from '../worlds/open-gate.ts';

/** A folder beside everything, gone after the test. */
export function openFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-git-')));
  onTestFinished(() => removeTree(folder));
  return folder;
}

/** The environment of a user who has a home with a git config, and nothing else of the machine's. */
export function openHome(config = '[user]\n\tname = Ada\n\temail = ada@example.org\n'): Record<string, string> {
  const home = openFolder();
  writeFileSync(join(home, '.gitconfig'), config);
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
}

const FIXED = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Bob',
  GIT_AUTHOR_EMAIL: 'bob@example.org',
  GIT_COMMITTER_NAME: 'Bob',
  GIT_COMMITTER_EMAIL: 'bob@example.org',
  GIT_AUTHOR_DATE: '2024-01-02T03:04:05Z',
  GIT_COMMITTER_DATE: '2024-01-02T03:04:05Z',
};

/** Runs the real git in a folder, to make what the tools are to find. Never where a repository is hostile. */
export function git(folder: string, ...args: readonly string[]): string {
  const { PATH = '/usr/bin:/bin' } = process.env;
  return execFileSync('git', args, {
    cwd: folder,
    env: { PATH, HOME: folder, ...FIXED },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export function put(folder: string, path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

/** A repository with one commit of these files, on the branch main. */
export function initialise(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  git(folder, 'init', '--quiet', '--initial-branch=main');
  for (const [path, text] of Object.entries(files)) put(folder, path, text);
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--allow-empty', '--message=first');
}

export interface GitWorld extends TestGate {
  git(...args: readonly string[]): string;
}

/** A gate on a workspace that is a repository; whoever is asked says yes. */
export async function openWorld(
  files: Readonly<Record<string, string>> = { 'a.txt': 'one\n' },
  options: Partial<ToolgateOptions> = {},
): Promise<GitWorld> {
  const test = await openGate({}, { policy: 'privileged', approver: () => 'allow_once', env: openHome(), ...options });
  initialise(test.root, files);
  return { ...test, git: (...args) => git(test.root, ...args) };
}
