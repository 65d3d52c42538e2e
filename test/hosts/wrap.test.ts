import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type OpenCli, openCli } from '../support/cli/open-cli.ts';
import { sayYes } from '../support/cli/open-terminal.ts';

/** A wrap of a shell script, without a terminal. */
const wrap = (cli: OpenCli, script: string, ...options: string[]) =>
  cli.run(['wrap', ...options, '--', 'sh', '-c', script]);

/** The id of the only set that waits. */
function pendingOf(cli: OpenCli): string {
  const { pending } = JSON.parse(cli.run(['changes', '--json']).stdout) as { pending: { id: string }[] };
  expect(pending).toHaveLength(1);
  return pending[0]!.id;
}

const isThere = (cli: OpenCli, path: string): boolean => existsSync(join(cli.root, path));

/** A program that is taken for a known agent. */
function putAgent(cli: OpenCli, script: string): Readonly<Record<string, string>> {
  const folder = join(cli.folder, 'programs', 'bin');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'claude'), `#!/bin/sh\n${script}`);
  chmodSync(join(folder, 'claude'), 0o755);
  return { PATH: `${folder}:${process.env.PATH}` };
}

test('a wrapped agent changes no file, its exit code and its streams are as they are, and what it did waits', async () => {
  const cli = openCli({ 'a.txt': 'one\n', 'gone.txt': 'x\n' });
  const ran = wrap(
    cli,
    'cat; echo out; echo err >&2; echo two >> a.txt; mkdir d; echo new > d/new; rm gone.txt; exit 7',
  );
  expect(ran.status).toBe(7);
  expect(ran.stdout).toBe('out\n');
  expect(ran.stderr).toContain('err\n');
  expect(cli.read('a.txt')).toBe('one\n');
  expect(isThere(cli, 'd')).toBe(false);
  const id = pendingOf(cli);
  expect(ran.stderr).toContain(`toolgate changes apply ${id}`);

  expect((await sayYes(cli, ['changes', 'apply', id])).code).toBe(0);
  expect(cli.read('a.txt')).toBe('one\ntwo\n');
  expect(cli.read('d/new')).toBe('new\n');
  expect(isThere(cli, 'gone.txt')).toBe(false);
  expect(cli.run(['undo']).status).toBe(0);
  expect(cli.read('a.txt')).toBe('one\n');
  expect(cli.read('gone.txt')).toBe('x\n');
  expect(isThere(cli, 'd')).toBe(false);
});

test('--apply writes it as one change set that undo takes back, folders outside of undo too', () => {
  const cli = openCli({ 'package.json': '{}', 'package-lock.json': '{}' });
  const ran = wrap(
    cli,
    'echo x > x.txt; echo y > y.txt; mkdir -p node_modules/p; echo p > node_modules/p/index.js',
    '--apply',
  );
  expect(ran.status, ran.stderr).toBe(0);
  expect([cli.read('x.txt'), cli.read('y.txt'), cli.read('node_modules/p/index.js')]).toEqual(['x\n', 'y\n', 'p\n']);
  expect(cli.run(['undo']).status).toBe(0);
  expect(isThere(cli, 'x.txt') || isThere(cli, 'y.txt')).toBe(false);
});

test('a wrapped agent that ends by a signal is told as a shell tells it, and nothing of it is left', () => {
  const cli = openCli();
  expect(wrap(cli, 'kill -TERM $$').status).toBe(143);
  expect(wrap(cli, 'exit 3', '--apply').status).toBe(3);
  expect(cli.run(['wrap', '--', 'no-such-agent']).status).toBe(2);
  expect(cli.run(['wrap']).status).toBe(2);
});

test('homes, denied files and what is private are hidden from a wrapped agent; its id is no root, and its temp folder its own', () => {
  const cli = openCli({ '.env': 'TOKEN=hidden-4711\n', 'vault/key': 'hidden-4712\n' });
  writeFileSync(join(cli.folder, '.netrc'), 'hidden-4713');
  mkdirSync(join(cli.folder, 'config/toolgate'), { recursive: true });
  const policy = { extends: 'privileged', rules: [{ effect: 'read', match: 'vault/**', verdict: 'deny' }] };
  writeFileSync(join(cli.folder, 'config/toolgate/config.json'), JSON.stringify({ policy }));
  const script =
    'cat .env ~/.netrc vault/key; grep -r hidden- . ~ /tmp 2>/dev/null; echo "[$AWS_SECRET][$TMPDIR][$(id -u)]"; ls ~';
  const ran = cli.run(['wrap', '--', 'sh', '-c', script], { env: { AWS_SECRET: 'hidden-4714', TMPDIR: '/var/tmp' } });
  expect(ran.stdout + ran.stderr).not.toContain('hidden-47');
  expect(ran.stdout).toMatch(/^\[\]\[\/tmp\]\[[1-9]\d*\]$/m);
});

test('a known agent writes to its own folder as it is, and cannot change what that says to run later', () => {
  const cli = openCli();
  const env = putAgent(
    cli,
    'echo kept > ~/.claude/session; echo x > ~/.claude/settings.json; echo x > ~/.claude/hooks/h; mv ~/.claude/hooks ~/.claude/h2; echo "$ANTHROPIC_API_KEY"; exit 0\n',
  );
  writeFileSync(join(cli.folder, '.claude.json'), '{"signed":"in"}');
  const ran = cli.run(['wrap', '--keep', '--', 'claude'], { env: { ...env, ANTHROPIC_API_KEY: 'the-key' } });
  const at = (path: string) => join(cli.folder, '.claude', path);
  expect(readFileSync(at('session'), 'utf8')).toBe('kept\n');
  expect(readFileSync(at('settings.json'), 'utf8')).toBe('{}\n');
  expect(existsSync(at('hooks/h')) || existsSync(at('h2'))).toBe(false);
  expect(readFileSync(at('.claude.json'), 'utf8')).toBe('{"signed":"in"}');
  expect(ran.stdout).toContain('the-key');
  // What is reachable is said before anything runs.
  expect(ran.stderr).toMatch(
    /Writes as it is: ~\/\.claude, with the credentials in there; read-only: .*settings\.json/,
  );
  expect(ran.stderr).toContain('Reaches: api.anthropic.com');
  expect(ran.stderr).toContain('ANTHROPIC_API_KEY');
});

test('the end of a turn takes over what was done until then, while the agent goes on', async () => {
  const cli = openCli();
  const turn = '/run/toolgate/node /run/toolgate/turn.cjs';
  const env = putAgent(
    cli,
    `echo 1 > one; echo 1 > both; ${turn}; echo 2 > two; echo 2 >> both; rm one; ${turn}; echo 3 > three\n`,
  );
  const ran = cli.run(['wrap', '--apply', '--', 'claude'], { env });
  expect(ran.status, ran.stderr).toBe(0);
  expect([isThere(cli, 'one'), cli.read('both'), cli.read('three')]).toEqual([false, '1\n2\n', '3\n']);
  const { changes } = JSON.parse(cli.run(['changes', '--json']).stdout) as { changes: unknown[] };
  expect(changes).toHaveLength(3);
  expect(cli.run(['undo']).status).toBe(0);
  expect(cli.run(['undo']).status).toBe(0);
  expect([isThere(cli, 'two'), cli.read('one'), cli.read('both')]).toEqual([false, '1\n', '1\n']);
});

test('without --apply a turn waits where others see it, and each takes the place of the last', () => {
  const cli = openCli();
  const env = putAgent(cli, 'echo 1 > one; /run/toolgate/node /run/toolgate/turn.cjs; echo 2 > two\n');
  expect(cli.run(['wrap', '--keep', '--', 'claude'], { env }).status).toBe(0);
  const id = pendingOf(cli);
  const [set] = (
    JSON.parse(cli.run(['changes', '--json']).stdout) as { pending: { id: string; changes: { path: string }[] }[] }
  ).pending;
  expect([set?.id, set?.changes.map(({ path }) => path)]).toEqual([id, ['one', 'two']]);
});

test('what nobody may write unasked waits for a person, also with --apply', () => {
  const cli = openCli({ '.env': 'A=1\n' });
  const ran = wrap(cli, 'mkdir -p .claude; echo {} > .claude/settings.json; echo x > plain.txt', '--apply');
  expect(ran.stderr).toContain('not written without a person');
  expect(isThere(cli, '.claude') || isThere(cli, 'plain.txt')).toBe(false);
  expect(wrap(cli, 'rm -f .env; echo B=2 > .env', '--apply').stderr).toContain('it was empty to the agent');
  expect(cli.read('.env')).toBe('A=1\n');
});

test('one path that is denied does not take the rest of the work with it', async () => {
  const cli = openCli();
  mkdirSync(join(cli.folder, 'config/toolgate'), { recursive: true });
  const rules = [
    { effect: 'write', match: 'infra/**', verdict: 'deny' },
    { effect: 'read', match: 'vault/**', verdict: 'deny' },
  ];
  writeFileSync(
    join(cli.folder, 'config/toolgate/config.json'),
    JSON.stringify({ policy: { extends: 'privileged', rules } }),
  );
  const ran = wrap(cli, 'mkdir infra vault; echo x > infra/x; echo y > y.txt; echo z > vault/z', '--apply');
  expect(ran.stderr).toMatch(/left out vault\/z, which the policy hides/);
  const id = pendingOf(cli);
  expect((await sayYes(cli, ['changes', 'apply', id])).screen).toMatch(/denied|deny/i);
  expect((await sayYes(cli, ['changes', 'apply', id, 'y.txt'])).code).toBe(0);
  expect([cli.read('y.txt'), isThere(cli, 'infra')]).toEqual(['y\n', false]);
});

test('a wrapped agent reaches the hosts that are named for it, and no others', async () => {
  const server = createServer((_, response) => response.end('the answer'));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const cli = openCli();
  const fetched = `/run/toolgate/node -e "fetch('${url}').then(r => r.text()).then(console.log, () => console.log('no way'))"`;
  const run = async (...options: string[]) => {
    const started = cli.start(['wrap', ...options, '--', 'sh', '-c', fetched]);
    await started.ended();
    return started.said();
  };
  expect(await run()).toContain('no way');
  expect(await run('--allow', '127.0.0.1')).toContain('the answer');
  expect(await run('--allow', 'example.org')).not.toContain('the answer');
});

test('a wrap that could hide or hold nothing does not begin', () => {
  const cli = openCli();
  const env = putAgent(cli, 'echo begun\n');
  const refused = (args: readonly string[], more: Record<string, string> = {}) => {
    const { status, stdout, stderr } = cli.run(['wrap', ...args], { env: { ...env, ...more } });
    expect([status, stdout]).toEqual([2, '']);
    return stderr;
  };
  expect(refused(['--home', cli.folder, '--', 'true'])).toContain('it is your home');
  expect(refused(['--home', cli.root, '--', 'true'])).toContain('the workspace');
  expect(refused(['--home', '/', '--', 'true'])).toContain('cannot be a folder');
  expect(refused(['--', 'true'], { HOME: join(cli.root) })).toContain('holds your home');
  expect(refused(['--allow', 'no host/', '--', 'true'])).toContain('--allow');
  expect(refused(['--host', 'nobody', '--', 'true'])).toContain('Those that are');
  expect(cli.run(['wrap', '--json', '--', 'true']).stdout).toContain('wrap has no --json');
  expect(cli.run(['wrap', '--policy', 'standard', '--', 'true']).status).toBe(3);
  mkdirSync(join(cli.folder, '.claude'));
  symlinkSync('/etc/hosts', join(cli.folder, '.claude', 'settings.json'));
  expect(refused(['--', 'claude'])).toContain('symbolic link');
});
