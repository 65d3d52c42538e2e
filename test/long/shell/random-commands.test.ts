import { execFile, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ToolgateOptions } from '../../../src/index.ts';
import { removeTree } from '../../../src/system/remove-tree.ts';
import type { Order } from '../../support/children/commands/random-commands.ts';
import { openCli } from '../../support/cli/open-cli.ts';
import { programPath } from '../../support/program-path.ts';
import { USERS } from '../../support/suite.ts';
import { treeOf } from '../../support/tree.ts';
import { openGate, type TestGate } from '../../support/worlds/open-gate.ts';

const privileged: Partial<ToolgateOptions> = { policy: 'privileged', approver: () => 'allow_once' };
const IS_ROOT = process.getuid?.() === 0;

const execute = promisify(execFile);

const bash = (test: TestGate, command: string) => test.run('bash', { command });

describe('folders outside of undo', () => {
  const FILES = {
    'package-lock.json': '{"packages":{"node_modules/old":{}}}',
    'dist/deep/old.js': 'old',
    'target/old.o': 'old',
    'src/a.ts': 'a',
  };
  const COMMAND =
    'rm -r dist target src node_modules; mkdir -p dist/deep target src node_modules; ' +
    'for each in dist/deep target src node_modules; do echo new > $each/new; done';

  /** What of the folders is as before when a command has changed all of them and was taken back. */
  async function takenBack(outsideUndo?: ToolgateOptions['outsideUndo']): Promise<readonly string[]> {
    const more = outsideUndo === undefined ? {} : { outsideUndo };
    const test = await openGate({ ...FILES, 'node_modules/old/package.json': '{}' }, { ...privileged, ...more });
    const before = treeOf(test.root);
    expect((await bash(test, COMMAND)).error).toBeUndefined();
    await test.run('undo_turn', {});
    const after = treeOf(test.root);
    const isSame = (folder: string) =>
      Object.entries({ ...before, ...after }).every(
        ([path]) => !path.startsWith(`${folder}/`) || before[path] === after[path],
      );
    return ['dist', 'target', 'src', 'node_modules'].filter(isSame);
  }

  it('folders outside of undo can be taken in, and others out, by the one who opens the gate', async () => {
    expect(await takenBack()).toEqual(['dist', 'target', 'src']);
    expect(await takenBack(['target/'])).toEqual(['dist', 'src']);
    expect(await takenBack(['!node_modules/', '/src'])).toEqual(['dist', 'target', 'node_modules']);
    expect(await takenBack(false)).toEqual(['dist', 'target', 'src', 'node_modules']);
  });

  it('folders outside of undo are set in the config of the user, by workspace too, and a project only takes in', () => {
    const cli = openCli({ ...FILES, 'lib/a.js': 'a' });
    const config = (value: object) => {
      mkdirSync(join(dirname(cli.root), 'config', 'toolgate'), { recursive: true });
      writeFileSync(join(dirname(cli.root), 'config', 'toolgate', 'config.json'), JSON.stringify(value));
    };
    const outside = () => {
      const command = 'for each in dist target src lib; do echo new > $each/new; done';
      const args = ['exec', 'bash', '--args', JSON.stringify({ command }), '--yes', '--policy', 'privileged'];
      const ran = cli.run(args);
      expect(ran.status, ran.stderr).toBe(0);
      cli.run(['undo', '--yes']);
      return {
        left: ['dist', 'target', 'src', 'lib'].filter(folder => readdirSync(join(cli.root, folder)).includes('new')),
        said: ran.stderr,
      };
    };
    expect(outside().left).toEqual([]);
    config({ outsideUndo: ['dist/'] });
    expect(outside().left).toEqual(['dist']);
    spawnSync('rm', ['dist/new'], { cwd: cli.root });
    config({ outsideUndo: ['target/'], workspaces: { [cli.root]: { outsideUndo: ['!dist/', 'lib/'] } } });
    expect(outside().left).toEqual(['lib']);
    spawnSync('rm', ['lib/new'], { cwd: cli.root });
    cli.write('toolgate.config.json', JSON.stringify({ outsideUndo: ['src/', '!lib/', '*'] }));
    const hostile = outside();
    expect(hostile.left).toEqual([]);
    expect(hostile.said).toContain('takes no folder out of undo, so this has no effect: src/, *');
  });
});

describe.each(USERS)('as user %i, what random commands do', uid => {
  const run = async (order: Partial<Order>): Promise<unknown> => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-folders-')));
    onTestFinished(() => removeTree(folder));
    chmodSync(folder, 0o755);
    if (IS_ROOT) chownSync(folder, uid, uid);
    // The same seeds each time, so that a failure tells which change broke it; by hand many more are tried.
    const whole: Order = { uid, from: 1, count: 8, way: 'overlay', folder, ...order };
    const child = programPath('random-commands');
    const { stdout } = await execute(process.execPath, [child, JSON.stringify(whole)], {
      env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder },
      maxBuffer: 64 * 1024 * 1024,
    });
    return JSON.parse(stdout);
  };

  it('is what plain bash does; undo and redo give all of it back', async () => {
    expect(await run({ way: 'overlay' })).toEqual([]);
  });

  it.each(['overlay', 'place', 'plan'] as const)('is right in cases that are easily got wrong (%s)', async way => {
    const scripts = [
      'mkdir locked; touch locked/x; chmod 000 locked',
      'mkdir -p out/in/most; echo x > out/in/most/x; chmod 000 out/in/most out/in out',
      'ln weak second; ln key third; echo more >> weak',
      'rm -r src; ln -s README.md src; rm README.md; mkdir README.md; echo x > README.md/x',
      'chmod 700 shut; chmod 700 shut/in; echo new > shut/in/new; rm shut/in/c; chmod 000 shut/in; chmod 500 shut',
      'chmod -R u+rwX shut; rm -rf shut; echo a file > shut',
      'rm -f key weak; echo new > key; mkdir -m 111 weak',
      'chmod 600 key; chmod 000 src/a README.md; chmod 444 src/deep; chmod 1711 empty',
      'mkdir -m 000 none; mkdir -m 1777 sticky; echo x > sticky/x; rmdir empty; echo x > empty',
      'rm -rf src link; mkdir -p link/src; mv README.md link/src/; ln -s link/src src',
    ];
    expect(await run({ way, scripts, count: scripts.length })).toEqual([]);
  });

  it('is the same on the real files, where there is no overlay', async () => {
    expect(await run({ way: 'place', count: 15 })).toEqual([]);
  });

  it('is the same when it was planned and applied', async () => {
    expect(await run({ way: 'plan', count: 4 })).toEqual([]);
  });

  it('is nothing in a dry run', async () => {
    expect(await run({ way: 'dry', count: 4 })).toEqual([]);
  });
});

describe('a command', () => {
  it('a command leaves files with the times that it gave them', async () => {
    const test = await openGate({ 'a.txt': 'a' }, privileged);
    await bash(test, 'echo old > old; touch -d 2001-02-03T04:05:06Z old');
    expect(statSync(join(test.root, 'old')).mtimeMs).toBe(Date.UTC(2001, 1, 3, 4, 5, 6));
  });

  it('a command leaves a folder with its mode, also one that holds what a rule hides', async () => {
    const rules = [{ effect: 'read', match: '**/.env', verdict: 'deny' }] as const;
    const test = await openGate({ 'conf/.env': 's' }, { ...privileged, policy: { extends: 'privileged', rules } });
    chmodSync(join(test.root, 'conf'), 0o1775);
    expect((await bash(test, 'echo new > conf/new')).error).toBeUndefined();
    expect(statSync(join(test.root, 'conf')).mode & 0o7777).toBe(0o1775);
  });

  it('a command that makes a repository is not told of errors in its samples', async () => {
    const test = await openGate({}, privileged);
    const ran = await bash(test, 'git init -q; echo "if true" > broken.sh');
    expect(ran.output).toContain('broken.sh');
    expect(ran.output).not.toContain('.sample');
  });

  it('a command that goes deeper than a path can say is taken back', async () => {
    const test = await openGate({}, privileged);
    const deep = `for each in $(seq 30); do mkdir ${'d'.repeat(200)}; cd ${'d'.repeat(200)}; done; echo x > x`;
    expect(spawnSync('bash', ['-c', deep], { cwd: test.root }).status).toBe(0);
    const count = () =>
      spawnSync('find', ['.', '-depth'], { cwd: test.root, encoding: 'utf8' }).stdout.split('\n').length;
    const before = count();
    expect((await bash(test, 'rm -rf ddd*')).error).toBeUndefined();
    expect(readdirSync(test.root)).toEqual([]);
    expect((await test.run('undo_turn', {})).error).toBeUndefined();
    expect(count()).toBe(before);
  });

  it('a command runs where the state lies in the workspace, and does not see it', async () => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-inside-')));
    onTestFinished(() => removeTree(home));
    const test = await openGate({}, { ...privileged, workspace: home, store: join(home, '.state', 'toolgate.db') });
    const ran = await bash(test, 'ls -A .state; echo x > x; cp -r . /tmp/all; find /tmp/all -name "*.db"');
    expect(ran).toMatchObject({ ok: true, value: { stdout: '' } });
    expect(readdirSync(home).sort()).toEqual(['.state', 'x']);
    expect((await test.run('undo_turn', {})).error).toBeUndefined();
    expect(readdirSync(home)).toEqual(['.state']);
  });
});
