import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { ToolgateOptions } from '../../src/index.ts';
import { treeOf } from '../support/tree.ts';
import { openGate, type TestGate } from '../support/worlds/open-gate.ts';

const privileged: Partial<ToolgateOptions> = { policy: 'privileged', approver: () => 'allow_once' };

const LOCK = '{"packages":{"node_modules/dep":{},"node_modules/@org/one":{}}}';
const MODULES = {
  'package-lock.json': LOCK,
  'node_modules/.bin/dep': 'x',
  'node_modules/dep/package.json': '{}',
  'node_modules/@org/one/package.json': '{}',
};

async function open(files: Record<string, string>, options: Partial<ToolgateOptions> = {}): Promise<TestGate> {
  return openGate(files, { ...privileged, ...options });
}

/** Runs a command as a person does it, beside the gate. */
function byHand(test: TestGate, command: string): void {
  const env = { PATH: process.env.PATH, HOME: test.root, GIT_CONFIG_NOSYSTEM: '1' };
  const { status, stderr } = spawnSync('bash', ['-ec', command], { cwd: test.root, env, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
}

async function bash(test: TestGate, command: string): Promise<string> {
  const ran = await test.run('bash', { command });
  expect(ran.error).toBeUndefined();
  return ran.output;
}

/** Whether the last turn can be taken back so that all below the folder is as before. */
async function comesBack(test: TestGate, folder: string, command: string): Promise<boolean> {
  const below = () => Object.entries(treeOf(test.root)).filter(([path]) => path.startsWith(`${folder}/`));
  const before = below();
  expect(before).not.toEqual([]);
  await bash(test, command);
  await test.run('undo_turn', {});
  return JSON.stringify(below()) === JSON.stringify(before);
}

describe('what undo leaves out', () => {
  it('what undo leaves out is not what a model names in a .gitignore, by a tool or by a command', async () => {
    for (const folder of ['data', 'dist']) {
      const test = await open({ [`${folder}/a.txt`]: 'mine' });
      byHand(test, 'git init -q');
      await test.run('write_file', { path: '.gitignore', content: 'data/\ndist/\n' });
      expect(await comesBack(test, folder, `rm -rf ${folder}`)).toBe(true);
      await bash(test, 'printf "*\\n" > .gitignore');
      expect(await comesBack(test, folder, `rm -rf ${folder}`)).toBe(true);
    }
  });

  it('what undo leaves out is not a folder that a .gitignore names and nothing makes again', async () => {
    const test = await open({ '.gitignore': 'data/\nbuild/\n', 'data/deep/a.csv': '1,2', 'src/a.ts': 'a' });
    byHand(test, 'git init -q && git add .');
    for (const command of ['rm -rf data', 'git clean -fdxq', 'mv data elsewhere', 'find data -delete'])
      expect(await comesBack(test, 'data', command), command).toBe(true);
  });

  it('what undo leaves out is build output that git ignores and does not track, and never what it tracks', async () => {
    const files = {
      '.gitignore': '.next/\nbuild/\n',
      '.next/a.js': 'made',
      'build/kept.js': 'tracked',
      'build/x/.next/y.o': 'o',
    };
    const test = await open(files);
    byHand(test, 'git init -q && git add -f . && git rm -rq --cached .next build/x');
    expect(await comesBack(test, '.next', 'rm -rf .next')).toBe(false);
    expect(await comesBack(test, 'build', 'rm build/kept.js')).toBe(true);
    expect(await bash(test, 'rm -rf build')).toContain('Outside of undo: build/x/.next.');
    await test.run('undo_turn', {});
    expect([test.read('build/kept.js'), test.exists('build/x/.next')]).toEqual(['tracked', false]);
  });

  it('what undo leaves out is not what a command takes out of the index, nor what an index that cannot be read may hold', async () => {
    const test = await open({ '.gitignore': 'dist/\n', 'dist/a.js': 'tracked' });
    byHand(test, 'git init -q && git add -f .');
    await bash(test, 'git rm -rq --cached dist');
    expect(await comesBack(test, 'dist', 'rm -rf dist')).toBe(true);

    const broken = await open({ '.gitignore': 'dist/\n', 'dist/a.js': 'x' });
    byHand(broken, 'git init -q && printf broken > .git/index');
    expect(await comesBack(broken, 'dist', 'rm -rf dist')).toBe(true);
  });

  it('what undo leaves out is not told by a repository that a command has made', async () => {
    const test = await open({ '.gitignore': 'dist/\n', 'dist/a.js': 'x' });
    await bash(test, 'git init -q');
    expect(await comesBack(test, 'dist', 'rm -rf dist')).toBe(true);

    const nested = await open({ '.gitignore': 'dist/\n', 'sub/dist/a.js': 'tracked' });
    byHand(nested, 'git init -q && git add -f .');
    await bash(nested, 'cd sub && git init -q');
    expect(await comesBack(nested, 'sub/dist', 'rm -rf sub/dist')).toBe(true);
  });

  it('what undo leaves out is told by the index of a repository above the workspace too', async () => {
    const test = await open({ 'app/.gitignore': '.next/\n', 'app/.next/a.js': 'x', 'app/.next/b/c.js': 'x' });
    byHand(test, 'git init -q && git add -f app/.next/a.js');
    const inside = await test.again({ workspace: join(test.root, 'app'), store: 'memory' });
    expect(await bash({ ...test, ...inside }, 'rm -rf .next')).toContain('Outside of undo: .next/b.');
    await inside.run('undo_turn', {});
    expect([test.exists('app/.next/a.js'), test.exists('app/.next/b')]).toEqual([true, false]);
  });

  it('what undo leaves out is what a lockfile names, beside the folder or above it', async () => {
    const test = await open({ ...MODULES, 'packages/a/node_modules/dep/package.json': '{}' });
    expect(await comesBack(test, 'node_modules', 'rm -rf node_modules')).toBe(false);
    expect(await comesBack(test, 'packages/a/node_modules', 'rm -rf packages')).toBe(false);
  });

  it('what undo leaves out is not what has no lockfile, or one that a model has made', async () => {
    const { 'package-lock.json': _, ...files } = MODULES;
    const test = await open({ ...files, 'target/CACHEDIR.TAG': 'x', '.venv/pyvenv.cfg': '' });
    for (const folder of ['node_modules', 'target', '.venv'])
      expect(await comesBack(test, folder, `rm -rf ${folder}`)).toBe(true);
    await test.run('write_file', { path: 'package-lock.json', content: LOCK });
    await bash(test, 'touch Cargo.lock requirements.txt');
    const later = await test.again();
    for (const folder of ['node_modules', 'target', '.venv'])
      expect(await comesBack(later, folder, `rm -rf ${folder}`)).toBe(true);
  });

  it('what undo leaves out is not what somebody has put into a folder of dependencies', async () => {
    const mine = {
      'node_modules/mine/a.js': 'mine',
      'node_modules/notes.txt': 'mine',
      'node_modules/own/package.json': '{}',
    };
    const test = await open({ ...MODULES, ...mine });
    await bash(test, 'rm -rf node_modules');
    await test.run('undo_turn', {});
    expect(Object.keys(mine).map(path => test.exists(path))).toEqual([true, true, true]);
    expect(test.exists('node_modules/dep')).toBe(false);

    const cloned = await open({ ...MODULES, 'node_modules/dep/.git/HEAD': 'mine' });
    expect(await comesBack(cloned, 'node_modules/dep', 'rm -rf node_modules')).toBe(true);
  });

  it('what undo leaves out is not what a model has added to a lockfile that was there', async () => {
    const test = await open({ ...MODULES, 'node_modules/mine/package.json': '{}', 'node_modules/mine/a.js': 'mine' });
    await test.run('write_file', { path: 'package-lock.json', content: LOCK.replace('dep', 'mine'), overwrite: true });
    expect(await comesBack(test, 'node_modules/mine', 'rm -rf node_modules')).toBe(true);
    await bash(test, `sed -i 's/dep/mine/' package-lock.json`);
    expect(await comesBack(test, 'node_modules/mine', 'rm -rf node_modules')).toBe(true);
  });

  it('what undo leaves out is a folder of dependencies that calls have made, with its lockfile, for as long as it is that one', async () => {
    const test = await open({});
    const install = `mkdir -p node_modules/dep; echo '{}' > node_modules/dep/package.json; echo '${LOCK}' > package-lock.json`;
    expect(await bash(test, install)).toContain('Outside of undo: node_modules.');
    const later = await test.again();
    expect(await bash(later, 'touch node_modules/dep/new')).toContain('Outside of undo: node_modules.');
    byHand(test, 'rm -rf node_modules && mkdir -p node_modules/dep && echo {} > node_modules/dep/package.json');
    expect(await comesBack(later, 'node_modules', 'rm -rf node_modules')).toBe(true);
  });

  it('what undo leaves out is the same for a command in the background', async () => {
    const test = await open({ '.gitignore': 'data/\n', 'data/a.csv': '1', ...MODULES });
    byHand(test, 'git init -q');
    const command = 'echo "*" >> .gitignore; rm -rf data node_modules; echo x > new';
    const started = await test.run('bash', { command, background: true });
    const { job } = started.value as { job: string };
    for (let running = true; running; ) {
      const read = await test.run('bash_output', { job });
      running = (read.value as { running: boolean }).running;
    }
    await test.run('undo_turn', {});
    expect([test.exists('data/a.csv'), test.exists('new'), test.exists('node_modules')]).toEqual([true, false, false]);
  });

  it('what undo leaves out is not told by what a command in the background has written while it still runs', async () => {
    const { 'package-lock.json': _, ...files } = MODULES;
    const test = await open(files);
    const command = `echo '${LOCK}' > package-lock.json; echo written; sleep 60`;
    const started = await test.run('bash', { command, background: true });
    const { job } = started.value as { job: string };
    await vi.waitUntil(() => test.exists('package-lock.json'), { timeout: 120_000 });
    expect(await comesBack(test, 'node_modules', 'rm -rf node_modules')).toBe(true);
    await test.run('bash_kill', { job });
  });

  it('what undo leaves out is asked about where it is too large to be kept', async () => {
    const asked: string[] = [];
    const policy = { extends: 'privileged', limits: { disk: 4 * 1024 * 1024 } } as const;
    const approver: ToolgateOptions['approver'] = request => {
      asked.push(JSON.stringify(request));
      return 'deny';
    };
    const test = await open({ 'src/a.ts': 'a' }, { policy, approver });
    mkdirSync(join(test.root, 'data'));
    for (const each of ['a', 'b', 'c', 'd'])
      writeFileSync(join(test.root, 'data', each), Buffer.alloc(1024 * 1024, each));
    const ran = await test.run('bash', { command: 'mv data/a data/e; rm -r data' });
    expect([ran.error?.code, test.exists('data/a')]).toEqual(['APPROVAL_DENIED', true]);
    expect(asked.join()).toContain(
      'it deletes or overwrites data/: 2 files, 2 MB (data/c 1 MB, data/d 1 MB): not covered by undo',
    );
  });
});
