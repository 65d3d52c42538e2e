import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { some } from '../support/suite.ts';
import { openGate } from '../support/worlds/open-gate.ts';

const CONFIG = '[core]\n\tbare = true\n\tfsmonitor = ./evil\n';

async function open(files: Record<string, string> = {}) {
  const asked: string[] = [];
  const test = await openGate(
    { 'a.txt': 'a\n', ...files },
    {
      policy: { extends: 'privileged', rules: [{ tool: 'bash', verdict: 'allow' }] },
      approver: ({ reason }) => {
        asked.push(reason);
        return 'reject_once';
      },
    },
  );
  const write = async (path: string, content = 'x\n') =>
    (await test.gate.execute({ name: 'write_file', args: { path, content, createDirs: true } })).error?.code;
  const bash = async (command: string) => (await test.gate.execute({ name: 'bash', args: { command } })).error?.code;
  return { ...test, asked, writeFile: write, bash };
}

describe('a folder that git takes for a repository', () => {
  it.each([
    ['HEAD', ['config', 'objects/info/x', 'refs/heads/main', 'HEAD']],
    ['refs', ['HEAD', 'objects/info/x', 'config', 'refs/heads/main']],
    ['objects', ['HEAD', 'refs/heads/main', 'config', 'objects/info/x']],
    ['commondir', ['HEAD', 'config', 'commondir']],
  ])(
    'a folder that git takes for a repository is not made unasked when its parts come one by one, %s last',
    async (_, parts) => {
      const test = await open();
      const codes: unknown[] = [];
      for (const part of parts) codes.push(await test.writeFile(`docs/r/${part}`, part === 'config' ? CONFIG : 'x\n'));
      expect(codes).toEqual([...parts.slice(1).map(() => undefined), 'APPROVAL_DENIED']);
      expect(test.asked).toEqual([expect.stringContaining('runs later by itself')]);
    },
  );

  it.each([
    ['made at once', 'mkdir -p r/objects r/refs; echo "ref: refs/heads/x" > r/HEAD; echo > r/config'],
    ['made by git', 'git init -q --bare r; git -C r config core.fsmonitor ./evil'],
    ['moved to its name', 'mkdir -p t/objects t/refs; echo x > t/objects/a; echo x > t/refs/b; echo > t/HEAD; mv t r'],
  ])('a folder that git takes for a repository is not made unasked by a command: %s', async (_, command) => {
    const test = await open();
    expect(await test.bash(command)).toBe('APPROVAL_DENIED');
    expect(test.asked).toEqual([expect.stringMatching(/runs later by itself/)]);
    expect(test.exists('r')).toBe(false);
  });

  it('a folder that git takes for a repository that is there already gets no config and no hook unasked, and its objects are nobody’s business', async () => {
    const test = await open({ 'r/HEAD': 'ref: refs/heads/main\n', 'r/objects/a': '', 'r/refs/b': '', 'r/config': '' });
    expect(await test.writeFile('r/hooks/post-update')).toBe('APPROVAL_DENIED');
    expect(await test.bash('echo x >> r/config')).toBe('APPROVAL_DENIED');
    expect(await test.writeFile('r/refs/heads/other')).toBeUndefined();
  });

  it('a file that only shares a name with a part is written unasked', async () => {
    const test = await open();
    for (const path of ['src/config', 'src/objects/a.ts', 'src/refs/b.ts', 'components/head/index.ts'])
      expect(await test.writeFile(path)).toBeUndefined();
    expect(test.asked).toEqual([]);
  });
});

it('what the config of git includes or runs is not written unasked', async () => {
  const test = await open({ 'scripts/hooks/pre-commit': 'true\n', 'shared.gitconfig': '' });
  execFileSync('git', ['init', '-q', test.root]);
  execFileSync('git', ['-C', test.root, 'config', 'core.hooksPath', 'scripts/hooks']);
  execFileSync('git', ['-C', test.root, 'config', 'include.path', '../shared.gitconfig']);
  expect(await test.writeFile('scripts/hooks/post-commit')).toBe('APPROVAL_DENIED');
  expect(await test.bash('echo x >> shared.gitconfig')).toBe('APPROVAL_DENIED');
  expect(await test.writeFile('scripts/build')).toBeUndefined();
});

it('a filter, a helper or a hook that the config of git names is not written unasked, nor what an included config names', async () => {
  const test = await open({ 'shared.gitconfig': '[core]\n\thooksPath = "my hooks" # ours\n' });
  execFileSync('git', ['init', '-q', test.root]);
  for (const [key, value] of [
    ['filter.x.clean', './tools/clean.sh %f'],
    ['diff.x.textconv', 'python3 show.py'],
    ['alias.go', '!sh tools/go'],
    ['core.editor', 'code --wait'],
    ['include.path', '../shared.gitconfig'],
  ] as const)
    execFileSync('git', ['-C', test.root, 'config', key, value]);
  for (const path of ['tools/clean.sh', 'show.py', 'tools/go', 'my hooks/pre-commit'])
    expect([path, await test.writeFile(path)]).toEqual([path, 'APPROVAL_DENIED']);
  for (const path of ['tools/other.sh', 'code/a.ts']) expect(await test.writeFile(path)).toBeUndefined();
});

it('in a worktree and below the top of a repository files are written, and what its config names asks', async () => {
  const test = await open();
  const main = `${test.root}/../main`;
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', main, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args]);
  execFileSync('git', ['init', '-q', main]);
  git('config', 'core.hooksPath', 'hooks');
  git('commit', '-q', '--allow-empty', '-m', 'first');
  git('worktree', 'add', '-q', '../tree');
  const tree = await test.again({ workspace: `${test.root}/../tree` });
  const below = await test.again({ workspace: test.root });
  execFileSync('git', ['init', '-q', `${test.root}/..`]);
  execFileSync('git', ['-C', `${test.root}/..`, 'config', 'core.hooksPath', 'workspace/hooks']);
  for (const { gate } of [tree, below]) {
    const write = async (path: string) =>
      (await gate.execute({ name: 'write_file', args: { path, content: 'x\n', createDirs: true } })).error?.code;
    expect([await write('b.txt'), await write('hooks/pre-commit')]).toEqual([undefined, 'APPROVAL_DENIED']);
    expect((await gate.execute({ name: 'bash', args: { command: 'echo x > c.txt' } })).error).toBeUndefined();
  }
});

it('a link that puts a folder where things run later is not made unasked, nor is what lies behind one written', async () => {
  const test = await open({ 'tools/pre-commit': 'old\n', 'code/tasks.json': '{}\n' });
  symlinkSync('tools', join(test.root, '.husky'));
  expect(await test.bash('ln -s code .vscode')).toBe('APPROVAL_DENIED');
  expect(await test.bash('mkdir -p deep; ln -s ../code deep/.cargo')).toBe('APPROVAL_DENIED');
  expect(await test.bash('echo evil > tools/pre-commit')).toBe('APPROVAL_DENIED');
  expect(await test.writeFile('tools/post-commit')).toBe('APPROVAL_DENIED');
  expect(test.asked.map(reason => reason.includes('runs later by itself'))).toEqual([true, true, true, true]);
  expect(await test.bash('ln -s code other; mkdir .vscode; ln -s ../code .vscode/snippets')).toBeUndefined();
});

describe('what runs later by itself is not written unasked', () => {
  it.each(
    some([
      ...['.envrc', '.vscode/tasks.json', '.idea/modules.xml', '.husky/pre-push', '.pre-commit-config.yaml'],
      ...['lefthook.yml', 'tests/conftest.py', 'sitecustomize.py', 'lib/site-packages/x.pth', '.npmrc', '.yarnrc.yml'],
      ...['.pnpmfile.cjs', '.gitattributes', '.gitmodules', '.mise.toml', '.bazelrc', '.cargo/config.toml'],
      ...[
        '.devcontainer/devcontainer.json',
        '.claude/settings.json',
        '.mcp.json',
        'sub/.bashrc',
        'rust-toolchain.toml',
      ],
      ...['.EnvRC', '.hu\u017fky/pre-push', '.g\u200cit/hooks/pre-commit', '.\u212aiRO/x'],
    ]),
  )('%s, by a tool or a command', async path => {
    const test = await open();
    expect(await test.writeFile(path)).toBe('APPROVAL_DENIED');
    const quoted = `'${path}'`;
    expect(await test.bash(`mkdir -p "$(dirname ${quoted})"; cp a.txt ${quoted}`)).toBe('APPROVAL_DENIED');
    expect(await test.bash(`perl -e 1 && bash -c 'p=${path}; mkdir -p "$(dirname "$p")"; cp a.txt "$p"'`)).toBe(
      'APPROVAL_DENIED',
    );
    expect(test.asked.map(reason => reason.includes('runs later by itself'))).toEqual([true, true, true]);
    expect(test.exists(path)).toBe(false);
  });

  it.each(['AGENTS.md', 'Makefile', 'package.json', 'src/test_a.py', 'weights/model.pth'])(
    '%s runs later by itself, and is not written unasked',
    async path => {
      const test = await open();
      expect(await test.writeFile(path)).toBeUndefined();
      expect(test.asked).toEqual([]);
    },
  );
});
