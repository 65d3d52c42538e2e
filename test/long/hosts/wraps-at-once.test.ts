import { execFileSync } from 'node:child_process';
import { existsSync, globSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type OpenCli, openCli, type Started } from '../../support/cli/open-cli.ts';
import { openTerminal, sayYes } from '../../support/cli/open-terminal.ts';

interface ListedSet {
  readonly id: string;
  readonly title: string;
  readonly changes: readonly { readonly path: string }[];
}

const listed = (cli: OpenCli) =>
  JSON.parse(cli.run(['changes', '--json']).stdout) as { changes: ListedSet[]; pending: ListedSet[] };

/** A wrapped script that says when it runs, and goes on when its file is there: it sees what is put beside the project. */
function startWrap(cli: OpenCli, name: string, script: string): Started & { goOn(): void } {
  const go = join(cli.folder, 'go', name);
  execFileSync('mkdir', ['-p', go]);
  const waits = `echo ready-${name}; while [ ! -e ${go}/on ]; do sleep 0.05; done; ${script}`;
  const started = cli.start(['wrap', '--apply', '--home', go, '--', 'sh', '-c', waits]);
  return { ...started, goOn: () => writeFileSync(join(go, 'on'), '') };
}

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\n`).join('');

test('two wrapped agents change one tree at once: nothing is lost, conflicts are shown, and both can be undone', async () => {
  const cli = openCli({ 'shared.txt': lines(1, 20), 'fought.txt': 'first\n', 'edited.txt': 'x\n' });
  const before = cli.read('shared.txt');
  const one = startWrap(
    cli,
    'one',
    "sed -i 's/^2$/two/' shared.txt; echo one > fought.txt; echo 1 > one.txt; rm edited.txt",
  );
  const two = startWrap(
    cli,
    'two',
    "sed -i 's/^18$/eighteen/' shared.txt; echo two > fought.txt; echo 2 > two.txt; echo y > edited.txt",
  );
  await Promise.all([one.until('ready-one'), two.until('ready-two')]);
  one.goOn();
  expect(await one.ended(), one.said()).toBe(0);
  expect(cli.read('fought.txt')).toBe('one\n');
  two.goOn();
  expect(await two.ended(), two.said()).toBe(0);

  // What the second did waits as a whole, and says where it met the first.
  expect(two.said()).toContain('CONFLICT fought.txt');
  expect(two.said()).toContain('CONFLICT edited.txt');
  expect(two.said()).toContain('merged shared.txt');
  expect([cli.read('fought.txt'), cli.read('one.txt')]).toEqual(['one\n', '1\n']);
  expect(existsSync(join(cli.root, 'two.txt'))).toBe(false);
  const [set] = listed(cli).pending;
  expect(two.said()).toContain('not written without a person: it met the work of others');
  expect(set?.changes.map(({ path }) => path).sort()).toEqual(['edited.txt', 'fought.txt', 'shared.txt', 'two.txt']);

  // A file of it, then the rest over what is there: the question names what would be overwritten.
  expect((await sayYes(cli, ['changes', 'apply', set!.id, 'shared.txt', 'two.txt'])).code).toBe(0);
  expect(cli.read('shared.txt')).toBe(before.replace('\n2\n', '\ntwo\n').replace('\n18\n', '\neighteen\n'));
  expect(cli.read('fought.txt')).toBe('one\n');
  const over = await sayYes(cli, ['changes', 'apply', set!.id]);
  expect(over.screen.replace(/\s+/g, ' ')).toContain('Others have changed edited.txt, fought.txt meanwhile');
  expect([cli.read('fought.txt'), cli.read('edited.txt')]).toEqual(['two\n', 'y\n']);

  // The second is taken back, and the first stands; then that too.
  expect(cli.run(['undo']).status).toBe(0);
  expect([cli.read('fought.txt'), cli.read('one.txt')]).toEqual(['one\n', '1\n']);
  expect(cli.read('shared.txt')).toBe(before.replace('\n2\n', '\ntwo\n'));
  expect(existsSync(join(cli.root, 'edited.txt')) || existsSync(join(cli.root, 'two.txt'))).toBe(false);
  expect(cli.run(['undo']).status).toBe(0);
  expect([cli.read('fought.txt'), cli.read('shared.txt'), cli.read('edited.txt')]).toEqual(['first\n', before, 'x\n']);
  expect(existsSync(join(cli.root, 'one.txt'))).toBe(false);
});

test('two that both wait are written into each other where their lines do not meet', async () => {
  const cli = openCli({ 'shared.txt': lines(1, 20), 'fought.txt': 'first\n' });
  const keep = (script: string) => cli.run(['wrap', '--keep', '--', 'sh', '-c', script]);
  keep("sed -i 's/^2$/two/' shared.txt; echo one > fought.txt");
  keep("sed -i 's/^18$/eighteen/' shared.txt; echo two > fought.txt");
  const [later, earlier] = listed(cli).pending;
  expect((await sayYes(cli, ['changes', 'apply', earlier!.id])).code).toBe(0);
  expect(cli.run(['changes']).stdout).toContain('CONFLICT fought.txt');
  expect(cli.run(['changes']).stdout).not.toContain('CONFLICT shared.txt');
  expect((await sayYes(cli, ['changes', 'apply', later!.id])).code).toBe(0);
  expect(cli.read('shared.txt')).toBe(lines(1, 20).replace('\n2\n', '\ntwo\n').replace('\n18\n', '\neighteen\n'));
  expect(cli.read('fought.txt')).toBe('two\n');
  expect(cli.run(['undo']).status).toBe(0);
  expect([cli.read('fought.txt'), cli.read('shared.txt').includes('eighteen')]).toEqual(['one\n', false]);
});

test('what a person changed while an agent was wrapped is not overwritten by itself', async () => {
  const cli = openCli({ 'a.txt': 'a\n' });
  const agent = startWrap(cli, 'agent', 'echo agent > a.txt');
  await agent.until('ready-agent');
  cli.write('a.txt', 'person\n');
  agent.goOn();
  await agent.ended();
  expect(cli.read('a.txt')).toBe('person\n');
  expect(agent.said()).toContain('CONFLICT a.txt');
});

test('a wrap that is killed leaves the project as it was, and what the agent did waits from the next start on', async () => {
  const cli = openCli({ 'a.txt': 'a\n' });
  const script = `echo lost > b.txt; rm a.txt; mkdir -p deep; echo x > deep/x; echo written; sleep 30.4`;
  const agent = cli.start(['wrap', '--', 'sh', '-c', script]);
  await agent.until('written');
  agent.child.kill('SIGKILL');
  await agent.ended();
  expect([cli.read('a.txt'), existsSync(join(cli.root, 'b.txt'))]).toEqual(['a\n', false]);
  const [set] = listed(cli).pending;
  expect(set?.changes.map(({ path }) => path).sort()).toEqual(['a.txt', 'b.txt', 'deep', 'deep/x']);
  expect(listed(cli).pending).toHaveLength(1);
  expect(globSync('state/toolgate/*/jobs/*', { cwd: cli.folder })).toEqual([]);
  expect((await sayYes(cli, ['changes', 'apply', set!.id])).code).toBe(0);
  expect([cli.read('b.txt'), existsSync(join(cli.root, 'a.txt'))]).toEqual(['lost\n', false]);
});

test('a repository is shown as commits, and taken over as one', async () => {
  const cli = openCli({ 'a.txt': 'a\n' });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=e', ...args], { cwd: cli.root, encoding: 'utf8' });
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-qm', 'first');
  const before = git('rev-parse', 'HEAD');
  writeFileSync(
    join(cli.folder, '.gitconfig'),
    '[user]\n name = Person\n email = p@example.org\n[credential]\n helper = x\n',
  );
  const script =
    'echo b > b.txt; git add .; git commit -qm second; echo c >> a.txt; git commit -qam third; git config --global --list';
  const ran = cli.run(['wrap', '--', 'sh', '-c', script]);
  expect(ran.stderr).toContain('2 commits on main, 2 files\n  third\n  second');
  expect(ran.stdout).toBe('user.name=Person\nuser.email=p@example.org\n');
  expect(git('rev-parse', 'HEAD')).toBe(before);
  const [set] = listed(cli).pending;

  // One file of the repository's own brings all of them, and none of the others.
  expect((await sayYes(cli, ['changes', 'apply', set!.id, '.git/refs/heads/main'])).code).toBe(0);
  expect(git('log', '--format=%an %s')).toBe('Person third\nPerson second\nn first\n');
  expect(existsSync(join(cli.root, 'b.txt'))).toBe(false);
  expect(cli.run(['undo']).status).toBe(0);
  expect(git('rev-parse', 'HEAD')).toBe(before);
  expect(git('fsck')).toBe('');
});

test('a person chooses files of what a wrapped agent did at the terminal', async () => {
  const cli = openCli();
  const terminal = openTerminal(cli, ['wrap', '--', 'sh', '-c', 'echo 1 > one; echo 2 > two'], {
    size: { columns: 120, rows: 40 },
  });
  await terminal.until('What becomes of it?');
  terminal.type('\x1b[B\x1b[B\r');
  await terminal.until('Which?');
  terminal.type('\x1b[B \r');
  expect(await terminal.ended()).toBe(0);
  expect([existsSync(join(cli.root, 'one')), cli.read('two')]).toEqual([false, '2\n']);
  expect(listed(cli).pending[0]?.changes.map(({ path }) => path)).toEqual(['one']);
  rmSync(join(cli.root, 'two'));
});
