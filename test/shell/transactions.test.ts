import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { ToolgateOptions } from '../../src/index.ts';
import { some } from '../support/suite.ts';
import { openGate, type TestGate } from '../support/worlds/open-gate.ts';

const privileged: Partial<ToolgateOptions> = { policy: 'privileged', approver: () => 'allow_once' };

/** Everything below a folder: kinds, modes, contents, targets; times aside. */
function snapshot(root: string, at = '.'): Record<string, string> {
  const all: Record<string, string> = {};
  for (const name of readdirSync(join(root, at)).sort()) {
    const path = at === '.' ? name : `${at}/${name}`;
    const stats = lstatSync(join(root, path));
    const mode = (stats.mode & 0o7777).toString(8);
    if (stats.isSymbolicLink()) all[path] = `link ${readlinkSync(join(root, path))}`;
    else if (stats.isDirectory()) Object.assign(all, { [path]: `folder ${mode}` }, snapshot(root, path));
    else all[path] = `file ${mode} ${readFileSync(join(root, path), 'base64')}`;
  }
  return all;
}

const FILES = {
  'README.md': '# Hello\n',
  'src/a.ts': 'export const a = 1;\n',
  'src/deep/b.ts': 'export const b = 2;\n',
  'tool.sh': '#!/bin/sh\n',
};

async function open(options: Partial<ToolgateOptions> = {}): Promise<TestGate> {
  const test = await openGate(FILES, { ...privileged, ...options });
  chmodSync(join(test.root, 'tool.sh'), 0o755);
  mkdirSync(join(test.root, 'empty'));
  symlinkSync('src/a.ts', join(test.root, 'link'));
  writeFileSync(join(test.root, 'blob.bin'), Buffer.from([0, 255, 1, 254]));
  return test;
}

const bash = (test: TestGate, command: string, more: object = {}) => test.run('bash', { command, ...more });

describe('what a command changes is one change set, and undo takes all of it back', () => {
  it.each(
    some([
      'echo a > a.txt; rm README.md; mkdir d; ln -s /etc/passwd p',
      'mv src lib',
      'rm -rf src && mkdir src && echo new > src/new.ts',
      'chmod 600 README.md; chmod 700 src; chmod -x tool.sh',
      'rm link; echo now a file > link',
      'rm -r src; echo a file > src',
      'rm README.md; mkdir README.md; echo x > README.md/x',
      'rmdir empty; printf "\\0\\377" > blob.bin',
      'ln README.md hard; echo more >> hard',
      'mkdir -p x/y/z; touch x/y/z/.keep "name with space" "ümlaut" "new\nline"',
      'rm -rf ./* .[a-z]* 2> /dev/null; echo gone',
      'sed -i s/1/2/ src/a.ts; cp -a src copy; touch README.md',
    ]),
  )('undo takes back all that a command changed: %s', async command => {
    const test = await open();
    const before = snapshot(test.root);
    const ran = await bash(test, command);
    expect(ran).toMatchObject({ ok: true });
    const after = snapshot(test.root);
    expect(after).not.toEqual(before);
    expect((await test.run('undo_turn', {})).error).toBeUndefined();
    expect(snapshot(test.root)).toEqual(before);
    expect((await test.run('redo', {})).error).toBeUndefined();
    expect(snapshot(test.root)).toEqual(after);
  });

  it('undo takes back what a command changed in a git repository, a commit as well', async () => {
    const test = await open();
    const git = (...args: string[]) => execFileSync('git', args, { cwd: test.root, encoding: 'utf8' });
    git('init', '-q');
    git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-q', '--allow-empty', '-m', 'first');
    const before = snapshot(test.root);
    const ran = await bash(test, 'git add README.md && git -c user.name=a -c user.email=a@b commit -qm second');
    expect(ran.output).toContain('Exit code 0');
    expect(git('log', '--oneline').trim().split('\n')).toHaveLength(2);
    expect((await test.run('undo_turn', {})).error).toBeUndefined();
    expect(snapshot(test.root)).toEqual(before);
  });

  it('a command that only reads makes no change set', async () => {
    const test = await open();
    const ran = await bash(test, 'cat README.md; ls -R > /dev/null; touch /tmp/x');
    expect(ran.metadata.changeSetID).toBeUndefined();
    expect((await test.run('list_changes', {})).output).not.toContain('cat');
  });
});

describe('a dry run', () => {
  it('a dry run of a command gives the diff and touches nothing', async () => {
    const test = await open();
    const before = snapshot(test.root);
    const ran = await bash(test, 'echo new > README.md; rm src/a.ts', { dryRun: true });
    expect(ran.output).toContain('-# Hello\n+new');
    expect(ran.output).toContain('--- a/src/a.ts');
    expect(snapshot(test.root)).toEqual(before);
  });
});

describe('what a rule denies', () => {
  const rules = [{ effect: 'read', match: '**/.env*', verdict: 'deny' }] as const;
  const open = async () => {
    const test = await openGate(
      { '.env': 'SECRET=hunter2hunter2\n', 'conf/.env.local': 'KEY=hunter2hunter2\n', 'a.txt': 'a\n' },
      { approver: () => 'allow_once', policy: { extends: 'privileged', rules } },
    );
    linkSync(join(test.root, '.env'), join(test.root, 'other-name'));
    symlinkSync('.env', join(test.root, 'pointer'));
    return test;
  };

  it.each(
    some([
      'cat .env conf/.env.local',
      'cat ./.e*; cat .e??; head -c 100 conf/../.env',
      'cat other-name pointer',
      'find . -type f -exec cat {} +',
      'tar c . | tar xO; cp -r . /tmp/all; cat /tmp/all/.env',
      `node -e 'for (const f of fs.readdirSync(".", { recursive: true })) try { console.log(fs.readFileSync(f, "utf8")) } catch {}'`,
      'x=.e; cat "$x"nv; cat <(cat .env); exec 3< .env; cat <&3',
      'ln .env new; mv .env new; ls -la; cat new',
    ]),
  )('what a rule denies cannot be printed: %s', async command => {
    const test = await open();
    const ran = await test.gate.execute({ name: 'bash', args: { command } });
    expect(JSON.stringify(ran)).not.toContain('hunter2hunter2');
    expect(test.read('.env')).toBe('SECRET=hunter2hunter2\n');
  });

  it('what a rule denies cannot be written blindly: the whole set is dropped', async () => {
    const test = await open();
    const ran = await test.gate.execute({ name: 'bash', args: { command: 'echo b > a.txt; x=.env; echo x > $x' } });
    expect(ran.error?.code).toBe('POLICY_DENIED');
    expect([test.read('a.txt'), test.read('.env')]).toEqual(['a\n', 'SECRET=hunter2hunter2\n']);
  });
});

describe('work of others meanwhile', () => {
  it('work of others meanwhile keeps the set pending, and it can be applied', async () => {
    const test = await open();
    const running = bash(test, 'echo by the command > README.md; echo new > new.txt; sleep 2');
    const jobs = join(dirname(test.storeFile), 'jobs');
    const hasWritten = () => existsSync(jobs) && globSync(`${jobs}/*/upper/new.txt`).length > 0;
    await vi.waitUntil(hasWritten, { timeout: 120_000 });
    writeFileSync(join(test.root, 'README.md'), 'by hand\n');
    const ran = await running;
    expect(ran.error).toMatchObject({ code: 'STALE_FILE', details: { pending: expect.any(String) } });
    expect([test.read('README.md'), test.exists('new.txt')]).toEqual(['by hand\n', false]);
    const [id] = await test.gate.workspace.pending.list();
    await test.gate.workspace.pending.apply(id!);
    expect([test.read('README.md'), test.read('new.txt')]).toEqual(['by the command\n', 'new\n']);
    expect(await test.gate.workspace.pending.list()).toEqual([]);
    await test.run('undo_turn', {});
    expect([test.read('README.md'), test.exists('new.txt')]).toEqual(['by hand\n', false]);
  });
});

describe('folders outside of undo', () => {
  it('folders outside of undo are taken over, said to be so, and left alone by a dry run', async () => {
    const test = await open({ outsideUndo: ['dist/', 'node_modules/', '*.log'] });
    test.write('dist/old.js', 'old');
    test.write('dist/same.js', 'same');
    const command =
      'rm dist/old.js; echo new > dist/new.js; mkdir -p dist/x; echo y > dist/x/y; echo l > a.log; mkdir node_modules; echo m > node_modules/m';
    await bash(test, command, { dryRun: true });
    expect([test.exists('dist/new.js'), test.exists('dist/old.js')]).toEqual([false, true]);
    const ran = await bash(test, command);
    expect(ran.output).toContain('Outside of undo: dist and node_modules');
    const dist = () => readdirSync(join(test.root, 'dist')).sort();
    expect([dist(), test.read('node_modules/m')]).toEqual([['new.js', 'same.js', 'x'], 'm\n']);
    await test.run('undo_turn', {});
    expect(test.exists('a.log')).toBe(false);
    expect([dist(), test.exists('node_modules/m')]).toEqual([['new.js', 'old.js', 'same.js', 'x'], true]);
  });
});

describe('plan mode', () => {
  it('commands in plan mode see what is planned, add to it, and nothing is written until it is applied', async () => {
    const test = await open({ mode: 'plan' });
    const before = snapshot(test.root);
    await test.run('write_file', { path: 'planned.txt', content: 'planned\n' });
    await test.run('delete_file', { path: 'src/a.ts' });
    const ran = await bash(test, 'cat planned.txt; ls src; echo more >> planned.txt; rm README.md');
    expect(ran.output).toContain('planned\n');
    expect(ran.output).not.toContain('a.ts');
    expect(snapshot(test.root)).toEqual(before);
    const again = (await bash(test, 'cat planned.txt; ls')).output;
    expect(again).toContain('planned\nmore\n');
    expect(again).not.toContain('README');
    expect((await test.gate.plan.show()).diff).toContain('+more');
    await test.gate.plan.apply();
    expect(test.read('planned.txt')).toBe('planned\nmore\n');
    expect([test.exists('README.md'), test.exists('src/a.ts')]).toEqual([false, false]);
  });
});

it('commands leave no folder of a job behind', async () => {
  const test = await open();
  await bash(test, 'echo x > x; mkdir -m 000 closed; false');
  const jobs = join(dirname(test.storeFile), 'jobs');
  await expect.poll(() => (existsSync(jobs) ? readdirSync(jobs) : [])).toEqual([]);
});
