import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { PolicyInput, Rule } from '../../src/index.ts';
import { openCli } from '../support/cli/open-cli.ts';
import { some } from '../support/suite.ts';
import { openGate, type TestGate } from '../support/worlds/open-gate.ts';

const RULES: readonly Rule[] = [
  { tool: 'bash', match: 'bash dev.sh*', verdict: 'allow' },
  { effect: 'write', match: 'locked/**', verdict: 'deny' },
  { effect: 'delete', match: 'locked/**', verdict: 'deny' },
  { effect: 'write', match: '*.held', verdict: 'deny' },
  { effect: 'delete', match: 'kept.txt', verdict: 'deny' },
];

/** A command that closes a folder while nobody looks into it, and leaves it closed. */
const SHUT =
  'mkdir shut; chmod 0 shut; sleep 0.5; chmod 700 shut; mkdir shut/.vscode; echo {} > shut/.vscode/tasks.json; chmod 0 shut';

/** A workspace with a script that a rule allows, so that nobody is asked; whoever is asked says no. */
async function open(script: string, files: Record<string, string> = {}, more: Partial<PolicyInput> = {}) {
  const asked: string[] = [];
  const test = await openGate(
    { 'a.txt': 'a\n', 'locked/old.txt': 'old\n', 'kept.txt': 'kept\n', 'dev.sh': script, ...files },
    {
      policy: { extends: 'privileged', rules: RULES, ...more },
      approver: ({ reason }) => {
        asked.push(reason);
        return 'reject_once';
      },
    },
  );
  return { ...test, asked };
}

interface Ended {
  readonly output: string;
  readonly value: { readonly running: boolean; readonly return_code: number | null };
}

async function start(test: TestGate, command = 'bash dev.sh'): Promise<string> {
  const outcome = await test.gate.execute({ name: 'bash', args: { command, background: true } });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.error));
  return (outcome.value as { job: string }).job;
}

/** The output of a job, until it has ended by itself or was stopped. */
async function untilEnd(test: TestGate, job: string): Promise<string> {
  for (let said = ''; ; await sleep(50)) {
    const { output, value } = (await test.gate.execute({ name: 'bash_output', args: { job } })) as never as Ended;
    said += `${output}\n`;
    if (!value.running) return said;
  }
}

async function untilSays(test: TestGate, job: string, word: string): Promise<string> {
  for (let said = ''; ; await sleep(50)) {
    const { output } = await test.gate.execute({ name: 'bash_output', args: { job } });
    said += `${output}\n`;
    if (said.includes(word)) return said;
  }
}

const run = async (test: TestGate): Promise<string> => untilEnd(test, await start(test));

describe('a command in the background', () => {
  it.each([
    ['.vscode', 'mkdir code; echo {} > code/tasks.json; ln -s code .vscode'],
    ['.cargo', 'mkdir code; ln -s code .cargo; echo x > code/config.toml'],
    [join('d', '.vscode', 'tasks.json'), 'mkdir -p d/.vscode; echo {} > d/.vscode/tasks.json'],
    [join('shut', '.vscode', 'tasks.json'), SHUT],
  ])('a command in the background cannot put something that runs later at %s: %s', async (path, command) => {
    const test = await open(`${command}; sleep 0.5`);
    expect(await run(test)).toContain('Taken away');
    expect([test.asked, existsSync(join(test.root, path))]).toEqual([[], false]);
  });

  it('a command in the background cannot put something that runs later into a folder whose name is no text, made before or by it', async () => {
    const test = await open(
      "mkdir new$'\\xff'; for d in $'old\\xff' $'new\\xff'; do echo x > $d/conftest.py; done; sleep 0.5",
    );
    mkdirSync(Buffer.concat([Buffer.from(join(test.root, 'old')), Buffer.from([0xff])]));
    writeFileSync(
      Buffer.concat([Buffer.from(join(test.root, 'old')), Buffer.from([0xff]), Buffer.from('/conftest.py')]),
      'old',
    );
    expect(await run(test)).toContain('Taken away, for the policy does not let it write there: new\\xff/conftest.py');
    expect(execFileSync('sh', ['-c', 'cat */conftest.py'], { cwd: test.root, encoding: 'utf8' })).toBe('old');
  });

  it('a command in the background cannot complete a repository of which people or calls have made the other parts', async () => {
    const test = await open('mkdir p/refs c/refs c/objects; sleep 0.5', { 'p/HEAD': 'ref: x\n', 'p/objects/a': '' });
    const write = (path: string) =>
      test.gate.execute({ name: 'write_file', args: { path, content: 'x\n', createDirs: true } });
    for (const path of ['c/HEAD', 'c/config']) expect((await write(path)).ok).toBe(true);
    expect(await run(test)).toContain('Taken away');
    expect(['p/refs', 'c/refs', 'c/objects'].map(test.exists)).toEqual([false, false, false]);
    expect(['p/HEAD', 'p/objects/a', 'c/HEAD', 'c/config'].map(test.exists)).toEqual([true, true, true, true]);
  });

  it('a command in the background cannot write where a link of a protected name leads', async () => {
    const test = await open('echo evil > tools/pre-commit; echo done', { 'tools/pre-commit': 'old\n' });
    symlinkSync('tools', join(test.root, '.husky'));
    expect(await run(test)).toContain('done');
    expect(test.read('.husky/pre-commit')).toBe('old\n');
  });

  it('a command in the background cannot write where links of protected names lead that lie deep in folders, nor make anything there', async () => {
    const test = await open('echo evil > tools/pre-commit; echo evil > conf/env; echo done', {
      'tools/pre-commit': 'old\n',
      'conf/env': 'old\n',
      'a/b/x': '',
    });
    symlinkSync('../../tools', join(test.root, 'a/b/.husky'));
    symlinkSync('../../conf/env', join(test.root, 'a/b/.envrc'));
    expect(await run(test)).toContain('done');
    expect([test.read('tools/pre-commit'), test.read('conf/env')]).toEqual(['old\n', 'old\n']);
    const making = await open('mkdir -p code; echo x > code/tasks.json; sleep 20', { 'a/x': '', 'code/y': '' });
    symlinkSync('../code', join(making.root, 'a/.vscode'));
    expect(await run(making)).toContain('Taken away');
    expect(making.exists('code/tasks.json')).toBe(false);
  });

  it.each(['node_modules/tool/hooks', 'vendor/node_modules/.bin/hooks'])(
    'a command in the background cannot write hooks in %s, where the config of git names it',
    async hooks => {
      const test = await open(
        `echo evil > ${hooks}/pre-commit; mkdir -p ${hooks}/new; echo evil > ${hooks}/pre-push; echo done; sleep 0.5`,
        { [`${hooks}/pre-commit`]: 'old\n', 'node_modules/other/x': '' },
        // A rule about paths would have all folders looked at anyway.
        { rules: RULES.slice(0, 1) },
      );
      execFileSync('git', ['init', '-q'], { cwd: test.root });
      execFileSync('git', ['config', 'core.hooksPath', hooks], { cwd: test.root });
      await run(test);
      expect([test.read(`${hooks}/pre-commit`), test.exists(`${hooks}/pre-push`)]).toEqual(['old\n', false]);
    },
  );

  it('a command in the background leaves no pipe under a name that is held', async () => {
    const test = await open('mkfifo .envrc; mkdir -p s/.husky; mkfifo s/.husky/pre-commit; sleep 20');
    expect(await run(test)).toContain('Taken away');
    expect([test.exists('.envrc'), test.exists('s/.husky/pre-commit')]).toEqual([false, false]);
  });

  it('a command in the background cannot write, make or delete what a rule forbids, and goes on', async () => {
    const script = `
      echo x > locked/new.txt; echo x >> locked/old.txt; rm locked/old.txt; mkdir -p locked/deep/er
      mv locked free; mv a.txt locked/a.txt; rm kept.txt; mv kept.txt other.txt
      echo more >> kept.txt; echo out > out.txt; echo done`;
    const test = await open(script);
    expect(await run(test)).toContain('done');
    expect(test.asked).toEqual([]);
    expect([test.read('locked/old.txt'), test.exists('locked/new.txt'), test.exists('locked/deep')]).toEqual([
      'old\n',
      false,
      false,
    ]);
    expect([test.exists('free'), test.read('a.txt'), test.read('kept.txt'), test.read('out.txt')]).toEqual([
      false,
      'a\n',
      'kept\nmore\n',
      'out\n',
    ]);
  });

  it('a command in the background cannot plant a hook or change the config of git, by whichever way', async () => {
    const script = `
      echo evil > .git/hooks/post-commit; echo evil >> .git/config; git config core.fsmonitor ./evil
      mv .git git2; mv .git/hooks .git/h2; rm -rf .git/hooks; echo x > .git/config.worktree
      ln .git/config c2 && echo evil >> c2; echo done`;
    const test = await open(script);
    execFileSync('git', ['init', '-q', test.root]);
    const config = test.read('.git/config');
    expect(await run(test)).toContain('done');
    expect(test.read('.git/config')).toBe(config);
    expect(['.git/hooks/post-commit', '.git/config.worktree', 'git2', '.git/h2', 'c2'].map(test.exists)).toEqual(
      new Array(5).fill(false),
    );
    expect(test.asked).toEqual([]);
  });

  it.each(
    some([
      ['a file that a rule forbids', 'echo x > sub/new.held', 'sub/new.held'],
      ['a folder that a rule forbids', 'mkdir -p locked2 && mv locked2 gone && mkdir gone/x.held', 'gone/x.held'],
      ['a file that runs later by itself', 'echo x > sub/.envrc', 'sub/.envrc'],
      ['a folder of such files', 'mkdir sub/.husky && echo x > sub/.husky/pre-commit', 'sub/.husky/pre-commit'],
      ['a link of such a name', 'ln -s a.txt .npmrc', '.npmrc'],
      ['a file that got its name later', 'echo x > plain; mv plain sub/.envrc', 'sub/.envrc'],
      ['a repository', 'git init -q sub/inner', 'sub/inner/.git'],
      ['what git takes for one', 'git init -q --bare sub/b; git -C sub/b config core.fsmonitor ./evil', 'sub/b/HEAD'],
      ['its parts one by one', 'cd sub; mkdir r; echo > r/config; mkdir r/objects r/refs; echo > r/HEAD', 'sub/r/HEAD'],
    ]),
  )(
    'a command in the background that makes %s is stopped, and that is taken away and kept on record',
    async (_, command, path) => {
      const test = await open(`${command}; sleep 1000`, { 'sub/a.txt': 'a\n' });
      const said = await run(test);
      expect(said).toMatch(/It was stopped: it made .*which the policy does not let it write/);
      expect(said).toContain('Taken away');
      expect(() => readlinkSync(join(test.root, path))).toThrow();
      expect(test.exists(path)).toBe(false);
    },
  );

  it('a command in the background that makes such a file and ends at once leaves none behind either, and a person can have it again', async () => {
    const test = await open('echo x > .envrc; echo y > b.txt');
    expect(await run(test)).toContain('Taken away, for the policy does not let it write there: .envrc');
    expect([test.exists('.envrc'), test.read('b.txt')]).toEqual([false, 'y\n']);
    const sets = await test.gate.journal.list({ limit: 10 });
    const set = sets.find(({ title }) => title.startsWith('Taken away'))?.id;
    const person = await test.again({ approver: () => 'allow_once' });
    expect((await person.gate.execute({ name: 'undo_turn', args: { set } })).ok).toBe(true);
    expect(test.read('.envrc')).toBe('x\n');
  });

  it('a command in the background cannot write by another name of the same file, nor through a link', async () => {
    const test = await open('echo evil >> twin; echo evil > link/new.txt; echo done');
    linkSync(join(test.root, 'locked/old.txt'), join(test.root, 'twin'));
    symlinkSync('locked', join(test.root, 'link'));
    expect(await run(test)).toContain('done');
    expect([test.read('locked/old.txt'), test.exists('locked/new.txt')]).toEqual(['old\n', false]);
  });

  it('a command in the background can write nothing at all where the policy grants no writing', async () => {
    const test = await open('echo x > b.txt; echo x >> a.txt; echo done', {}, { capabilities: ['read', 'execute'] });
    expect(await run(test)).toContain('done');
    expect([test.exists('b.txt'), test.read('a.txt')]).toEqual([false, 'a\n']);
  });

  it('a command in the background goes on while a person checks out files that run later, and these stay', async () => {
    const script = 'echo begun; until [ -e stop ]; do sleep 0.1; done; echo done';
    const test = await open(script, { 'conftest.py': 'theirs\n', 'tests/.vscode/tasks.json': '{}\n' });
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', test.root, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args]);
    git('init', '-q', '-b', 'first');
    git('add', 'conftest.py', 'tests');
    git('commit', '-qm', 'first');
    git('checkout', '-q', '--orphan', 'other');
    git('rm', '-rqf', '.');
    git('commit', '-q', '--allow-empty', '-m', 'second');
    const job = await start(test);
    await untilSays(test, job, 'begun');
    git('checkout', '-q', 'first');
    await sleep(500);
    writeFileSync(join(test.root, 'stop'), '');
    const said = await untilEnd(test, job);
    expect(said).toContain('done');
    expect(said).not.toContain('Taken away');
    expect([test.read('conftest.py'), test.read('tests/.vscode/tasks.json')]).toEqual(['theirs\n', '{}\n']);
  });

  it('a command in the background that lists what it made in a repository of its own does not keep it', async () => {
    const script = 'mkdir -p own; cd own; git init -q; echo evil > conftest.py; git add conftest.py; sleep 1';
    const test = await open(script);
    expect(await run(test)).toContain('Taken away');
    expect([test.exists('own/conftest.py'), test.exists('own/.git/HEAD')]).toEqual([false, false]);
  });

  it('people are told how to have again what came to be where a command in the background may not write', async () => {
    const cli = openCli({ 'dev.sh': 'echo mine > .envrc; sleep 5' });
    const call = { name: 'bash', arguments: { command: 'bash dev.sh', background: true } };
    const wait = { name: 'bash', arguments: { command: 'sleep 3' } };
    const { stderr } = cli.run(['exec', '--jsonl', '--yes', '--policy', 'privileged'], {
      input: `${JSON.stringify(call)}\n${JSON.stringify(wait)}\n`,
    });
    expect(stderr).toContain(`toolgate undo .envrc --workspace ${cli.root}`);
    expect(existsSync(join(cli.root, '.envrc'))).toBe(false);
    expect(cli.run(['undo', '.envrc']).status).toBe(0);
    expect(readFileSync(join(cli.root, '.envrc'), 'utf8')).toBe('mine\n');
  });

  it('a command in the background may write the very path that a person was asked about', async () => {
    const test = await open('true', { '.npmrc': 'x=1\n' });
    const person = await test.again({ approver: () => 'allow_once' });
    const said = await untilEnd(person, await start(person, 'echo y=2 >> .npmrc; echo use > .envrc; echo z > .yarnrc'));
    expect(said).not.toContain('Taken away');
    expect([test.read('.npmrc'), test.read('.envrc'), test.read('.yarnrc')]).toEqual(['x=1\ny=2\n', 'use\n', 'z\n']);
  });

  it('a command in the background sees what others write meanwhile, and is not blamed for what a call wrote that was judged by itself', async () => {
    const test = await open('echo up; while ! grep -q new a.txt; do sleep 0.1; done; echo saw; sleep 1000');
    const job = await start(test);
    await untilSays(test, job, 'up');
    const person = await test.again({ approver: () => 'allow_once' });
    for (const path of ['a.txt', '.envrc']) {
      const args = { path, content: 'new\n' };
      expect((await person.gate.execute({ name: 'write_file', args })).ok).toBe(true);
    }
    await untilSays(test, job, 'saw');
    await sleep(500);
    const killed = await test.gate.execute({ name: 'bash_kill', args: { job } });
    expect(killed.output).not.toContain('It was stopped');
    expect([test.read('a.txt'), test.read('.envrc')]).toEqual(['new\n', 'new\n']);
  });

  it('a command in the background is stopped when a file that is held is replaced from outside, for nothing would hold the new one', async () => {
    const test = await open('echo up; sleep 1000', { 'x.held': '1\n' });
    const job = await start(test);
    await untilSays(test, job, 'up');
    writeFileSync(join(test.root, 'new'), '2\n');
    execFileSync('mv', [join(test.root, 'new'), join(test.root, 'x.held')]);
    expect(await untilEnd(test, job)).toContain('It was stopped: x.held was replaced from outside');
    expect(test.read('x.held')).toBe('2\n');
  });
});

describe('taking back', () => {
  it('taking back is not refused by a rule that forbids writing there: a model is asked, a person just does it', async () => {
    const test = await openGate({ 'locked/b.txt': 'b\n' }, { policy: 'privileged' });
    const args = { path: 'locked/a.txt', content: 'two\n' };
    expect((await test.gate.execute({ name: 'write_file', args })).error).toBeUndefined();
    const asked: string[] = [];
    const strict = await test.again({
      policy: { extends: 'privileged', rules: RULES },
      approver: ({ reason }) => {
        asked.push(reason);
        return 'allow_once';
      },
    });
    expect((await strict.gate.execute({ name: 'write_file', args })).error?.code).toBe('POLICY_DENIED');
    const undone = await strict.gate.execute({ name: 'undo_file', args: { path: 'locked/a.txt' } });
    expect([undone.error, test.exists('locked/a.txt')]).toEqual([undefined, false]);
    expect(asked).toEqual([
      expect.stringMatching(/forbids .*writing locked\/a.txt; what was written there can be taken back/),
    ]);
    const redone = await strict.gate.execute({ name: 'redo', args: {} });
    expect([redone.error?.code, test.exists('locked/a.txt')]).toEqual(['POLICY_DENIED', false]);
  });

  it('taking back by `toolgate undo` works though the policy forbids writing there, and nobody is there to be asked', () => {
    const cli = openCli({ 'locked/b.txt': 'b\n' });
    const write = JSON.stringify({ path: 'locked/a.txt', content: 'two\n' });
    expect(cli.run(['exec', 'write_file', '--args', write]).status).toBe(0);
    writeFileSync(join(cli.root, 'toolgate.config.json'), JSON.stringify({ policy: { rules: RULES } }));
    expect(cli.run(['exec', 'write_file', '--args', write]).stderr).toContain('deny write locked/**');
    expect(cli.run(['undo', 'locked/a.txt']).status).toBe(0);
    expect(existsSync(join(cli.root, 'locked/a.txt'))).toBe(false);
  });
});

it('without a sandbox what a command in the background did to what a rule forbids is put back at its end', async () => {
  const script = 'echo evil > locked/old.txt; echo x > locked/new.txt; rm -f a.txt';
  const test = await openGate(
    { 'locked/old.txt': 'old\n', 'a.txt': 'a\n', 'dev.sh': script },
    { policy: { extends: 'privileged', sandbox: 'off', rules: RULES }, approver: () => 'allow_once' },
  );
  expect(await run(test)).toContain('Taken away');
  expect(readFileSync(join(test.root, 'locked/old.txt'), 'utf8')).toBe('old\n');
  expect([existsSync(join(test.root, 'locked/new.txt')), test.exists('a.txt')]).toEqual([false, false]);
});
