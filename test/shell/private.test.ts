import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { some } from '../support/suite.ts';
import { openGate } from '../support/worlds/open-gate.ts';
import { openTainted } from '../support/worlds/open-tainted.ts';

const KEY = 'hunter2hunter2';
/** Private values; not the digits inside of a checksum or a hash. */
const SHOWN = /hunter2|(?<![\da-f])4711(?![\da-f])|c2VydmVyLWtl/;
const FILES = {
  '.env': `API_KEY=${KEY}\nPIN_TOKEN=4711\nMODE=development\n`,
  'deep/keys/server.key': 'c2VydmVyLWtleS1ib2R5LTEyMzQ1Njc4OTA=\n',
  'a.txt': 'plain\n',
  'print.sh': 'cat .env\n',
  'print.pl': "open F, '.e' . 'nv'; print <F>;\n",
};

async function open(answer: 'allow_once' | 'reject_once' = 'reject_once') {
  const asked: string[] = [];
  const test = await openGate(FILES, {
    policy: 'privileged',
    approver: ({ reason }) => {
      asked.push(reason);
      return answer;
    },
  });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: test.root });
  return { ...test, asked, git, bash: (command: string) => test.run('bash', { command }) };
}

describe('a command that only reads', () => {
  it.each(
    some([
      'grep -r . .',
      'grep -rn KEY .; cat a.txt',
      'find . -type f -exec cat {} +',
      'find . -type f | xargs cat',
      'tar c . | base64',
      'tar c . | strings',
      'tar cz . | base64 -w0',
      'diff -rN . /tmp',
    ]),
  )(
    'a command that only reads finds private files that it does not name empty, unasked, and is told so: %s',
    async command => {
      const test = await open();
      const { output, error } = await test.bash(command);
      expect(error).toBeUndefined();
      expect(output).toMatch(/\[2 private files left out \(empty to this command\)\. .*name it/);
      const shown = `${output}${Buffer.from(output.replace(/\s|\[.*/g, ''), 'base64').toString('latin1')}`;
      expect(shown).not.toMatch(SHOWN);
      expect(test.asked).toEqual([]);
      expect(test.read('.env')).toBe(FILES['.env']);
    },
  );

  it.each([
    `cat .\${x+y}env`,
    `awk 'BEGIN{f="." "env"; while((getline l < f)>0) print l}'`,
    "node -p \"fs.readdirSync('.').filter(f => f[0] === '.').map(f => fs.readFileSync(f, 'utf8'))\"",
  ])('a command that only reads finds private files empty also where it puts the name together: %s', async command => {
    const test = await open();
    const { output, error } = await test.bash(command);
    expect([error, test.asked]).toEqual([undefined, []]);
    expect(output).not.toMatch(SHOWN);
  });

  it('a command that only reads is told nothing where there is none in what it reads', async () => {
    const test = await open();
    for (const command of [
      'cat a.txt',
      'wc -l print.sh',
      'grep -r x deep/other',
      'cat *.txt',
      'head -1 print.* d*/*.md',
    ]) {
      expect((await test.bash(command)).output).not.toContain('left out');
    }
  });

  it('a command that only reads is told of those that its patterns pick', async () => {
    const test = await open();
    for (const command of ['cat d*/*/*', 'grep -r . d*', 'cat *.txt deep/*/*'])
      expect((await test.bash(command)).output).toContain('1 private file left out');
  });

  it('a command that only reads sees the names and the sizes where it only looks', async () => {
    const test = await open();
    const { output } = await test.bash('ls -lA; test -s .env && echo filled; find . -name "*.key"');
    expect(output).toMatch(/\.env/);
    expect(output).toMatch(/filled\n\.\/deep\/keys\/server\.key\n/);
    expect(output).not.toContain('left out');
  });

  it('a command that only reads reads the private file that it names and a person allows, and no other', async () => {
    const test = await open('allow_once');
    const { output } = await test.bash('cat .env; grep -r . deep');
    expect(test.asked).toHaveLength(1);
    expect(output).toContain(KEY);
    expect(output).not.toContain('c2VydmVy');
    expect(output).toContain('1 private file left out');
  });
});

describe('any other command', () => {
  it.each([
    'sh print.sh',
    'perl print.pl',
    `perl -e 'opendir D, "."; for $name (grep /nv$/, readdir D) { open F, $name; print <F> }'`,
    'mkdir copy; tar c --exclude=./copy . | tar x -C copy; cat copy/.[e]nv; rm -r copy',
  ])('any other command may read them, and their values are masked: %s', async command => {
    const test = await open('allow_once');
    const { output } = await test.bash(command);
    expect(output).toContain('API_KEY=***');
    expect(output).toContain('MODE=development');
    expect(output).toContain('PIN_TOKEN=***');
    expect(output).toContain('[Values of private files are masked (***). To read one, name it: a person is asked.]');
  });

  it.each(
    some([
      'git log -p',
      'git show',
      'git grep KEY',
      'git grep KEY HEAD',
      'git diff HEAD~1',
      'git archive HEAD | strings',
    ]),
  )('a command masks the values that git has kept: %s', async command => {
    const test = await open();
    test.git('init', '-q');
    test.git('commit', '-q', '--allow-empty', '-m', 'begin');
    test.git('add', '.');
    test.git('commit', '-q', '-m', 'all');
    const { output } = await test.bash(command);
    expect(output).toContain('***');
    expect(output).not.toMatch(SHOWN);
    expect(test.asked).toEqual([]);
  });

  it.each(['git log -p', 'git grep -n KEY HEAD~1', 'git show HEAD~1', 'git diff HEAD~1'])(
    'a command masks what a private file held before, which no file holds now: %s',
    async command => {
      const test = await open();
      test.git('init', '-q');
      test.git('add', '.');
      test.git('commit', '-q', '-m', 'all');
      test.write('.env', 'API_KEY=otherotherother\n');
      test.git('commit', '-qam', 'changed');
      const { output } = await test.bash(command);
      expect(output).toContain('.env');
      expect(output).toContain('***');
      expect(output).not.toMatch(/hunter2|otherother/);
    },
  );

  it('a command counts as having read private data once a value was masked', async () => {
    const test = await openTainted({ '.env': FILES['.env'] });
    execFileSync('sh', ['-c', 'git init -q; git add .; git -c user.name=a -c user.email=a@b.c commit -qm all'], {
      cwd: test.root,
    });
    await test.taint();
    await test.bash('git log --oneline');
    expect(await test.why(`${test.curl}1`)).toBeUndefined();
    expect((await test.bash('git log -p')).output).toContain('***');
    expect(await test.why(`${test.curl}1`)).toContain('this session has read some');
  });

  it('a command leaves what it streams, records and keeps without the values', async () => {
    const test = await open();
    const chunks: string[] = [];
    test.gate.activity.subscribe('*', event => void chunks.push(JSON.stringify(event)));
    const { output, callID } = await test.bash('sh print.sh; seq 1 200000; sh print.sh');
    const kept = await test.run('read_file', { path: `output:${callID}` });
    for (const text of [output, kept.output, chunks.join()]) expect(text).not.toContain(KEY);
    expect(kept.output).toContain('API_KEY=***');
  });

  it('private values are masked in what a command in the background prints', async () => {
    const test = await open('allow_once');
    const { metadata } = await test.run('bash', { command: 'sh print.sh', background: true });
    const job = (metadata as { job: string }).job;
    let output = '';
    for (let tries = 0; tries < 200 && !output.includes('MODE'); tries++)
      output += (await test.run('bash_output', { job })).output;
    expect(output).toContain('API_KEY=***');
    expect(output).not.toContain(KEY);
  });
});

describe('tools that tell what programs said', () => {
  const LONG = `${'word '.repeat(238)}${KEY}`;

  it.each([
    ['run_tests', { runner: 'node' }, 'ends with'],
    ['git_log', { files: true }, 'has the key'],
    ['git_diff', { ref: 'HEAD~1' }, '+key = ***'],
    ['git_branch', { action: 'list' }, 'has the key'],
    ['git_commit', { message: `one more with ${KEY}`, all: true }, 'one more with ***'],
    ['git_branch', { action: 'switch', name: 'other' }, 'could not'],
    ['run_code', { language: 'python', code: `print(open('.e' + 'nv').read())` }, 'API_KEY=***'],
  ])('mask the values of private files: %s %j', async (tool, args, text) => {
    const test = await open('allow_once');
    test.write('.gitignore', '.env\n');
    test.git('init', '-q');
    test.git('add', '.gitignore');
    test.git('commit', '-qm', 'begin');
    test.git('branch', 'other');
    test.write(`notes-${KEY}.txt`, `key = ${KEY}\n`);
    test.git('add', '.');
    test.git('commit', '-qm', `has the key ${KEY}`);
    test.git('switch', '-q', 'other');
    test.git('switch', '-q', '-');
    test.write(`notes-${KEY}.txt`, `key = ${KEY} \n`);
    test.write(
      'a.test.mjs',
      [
        "import test from 'node:test'; import { readFileSync } from 'node:fs';",
        `test('a ${KEY}', () => { throw new Error('ends with ' + readFileSync('.env', 'utf8')); });`,
        `test('b', () => { throw new Error('${LONG}'); });`,
      ].join('\n'),
    );
    const { output, value, error, title } = await test.run(tool, args);
    expect(`${output} ${error?.message}`).toContain(text);
    expect(JSON.stringify([output, value, error, title])).not.toMatch(/hunter2/);
    expect(output).toContain('[Values of private files are masked (***). To read one, name it: a person is asked.]');
  });
});

const UNNAMED = readFileSync(`${import.meta.dirname}/../cases/shell/ways/unnamed.txt`, 'utf8')
  .split('\n')
  .filter(line => line !== '');

it('no way to read a private file without its name shows what is in it, unless a person is asked', async () => {
  const test = await open();
  test.git('init', '-q');
  test.git('commit', '-q', '--allow-empty', '-m', 'begin');
  test.git('add', '.');
  test.git('commit', '-q', '-m', 'all');
  const shown: string[] = [];
  for (const command of some(UNNAMED)) {
    const { output, value } = await test.run('bash', { command, timeout: 20 });
    const plain = `${output} ${JSON.stringify(value)}`;
    const decoded = (output.match(/[A-Za-z0-9+/\n]{40,}=*/g) ?? []).map(part => Buffer.from(part, 'base64').toString());
    if (SHOWN.test(`${plain}${decoded}`)) shown.push(command);
  }
  expect(shown).toEqual([]);
});
