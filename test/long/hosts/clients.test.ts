import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { hookPlace } from '../../../src/hosts/client/place.ts';
import { isProcessAlive } from '../../../src/system/process-identity.ts';

const HOOK = [process.execPath, join(inject('programs'), 'hook.cjs')];
const PERL = ['/usr/bin/perl', join(inject('programs'), 'assets/client-hook.pl')];

/** All programs of the system but Perl, as where none is installed. */
function pathWithoutPerl(): string {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-no-perl-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of readdirSync('/usr/bin'))
    if (!name.startsWith('perl')) symlinkSync(join('/usr/bin', name), join(folder, name));
  return folder;
}

type Kind = 'Node' | 'Perl';

function openProject(kind: Kind) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-clients-')));
  const [project, home] = [join(folder, 'it\'s "ä"'), join(folder, 'h')];
  for (const each of [project, home]) mkdirSync(each);
  const env = {
    PATH: kind === 'Perl' ? process.env.PATH : pathWithoutPerl(),
    HOME: home,
    XDG_STATE_HOME: join(home, 's'),
    XDG_CONFIG_HOME: join(home, 'c'),
    ODD: 'two\nlines "\\ \x01',
  };
  const place = hookPlace(project, env);
  const pids = () =>
    globSync(join(place.folder, 'pid'))
      .map(file => Number(readFileSync(file, 'utf8')))
      .filter(isProcessAlive);
  onTestFinished(async () => {
    for (const pid of pids()) process.kill(pid, 'SIGTERM');
    await expect.poll(pids).toEqual([]);
    rmSync(folder, { recursive: true, force: true });
    if (!place.folder.startsWith(folder)) rmSync(dirname(place.folder), { recursive: true, force: true });
  });
  let calls = 0;
  const event = (command: string) =>
    JSON.stringify({
      hook_event_name: 'PreToolUse',
      session_id: 's',
      cwd: project,
      prompt_id: 'p',
      tool_name: 'Bash',
      tool_use_id: `call-${calls++}`,
      tool_input: { command },
    });
  const [program, ...args] = (kind === 'Perl' ? [...PERL, ...HOOK] : HOOK) as [string, ...string[]];
  return {
    project,
    env,
    place,
    pids,
    event,
    program,
    args: [...args, 'claude', 'before'],
    hook: (input: string, ...words: readonly string[]) =>
      spawnSync(program, [...args, ...(words.length > 0 ? words : ['claude', 'before'])], {
        cwd: project,
        env,
        input,
        encoding: 'utf8',
      }),
  };
}

const lineIn = (stdout: string): string => JSON.parse(stdout).hookSpecificOutput.updatedInput.command;

describe.each<Kind>(['Node', 'Perl'])('by %s', kind => {
  it('hooks that come at once start one Toolgate, and each is answered', async () => {
    const { project, env, event, program, args, pids } = openProject(kind);
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map(async name => {
        const child = spawn(program, args, { cwd: project, env, stdio: ['pipe', 'pipe', 'inherit'] });
        child.stdin.end(event(`echo ${name}`));
        let text = '';
        child.stdout.on('data', piece => {
          text += piece;
        });
        await once(child, 'close');
        return spawnSync('bash', ['-c', lineIn(text)], { cwd: project, env, encoding: 'utf8' }).stdout;
      }),
    );
    expect(answers).toEqual(['a\n', 'b\n', 'c\n', 'd\n']);
    expect(pids()).toHaveLength(1);
  });

  it('a folder that the command ends in, and its code, hold in the shell of the host', () => {
    const { project, env, event, hook } = openProject(kind);
    const { stdout } = hook(event('mkdir -p "it\'s" && cd "it\'s" && exit 4'));
    const ran = spawnSync('bash', ['-c', `${lineIn(stdout)}; echo "$? $PWD"`], { cwd: project, env, encoding: 'utf8' });
    expect(ran.stdout).toBe(`4 ${project}/it's\n`);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
    'a host that stops its shell by %s stops the command',
    async signal => {
      const { project, env, event, hook } = openProject(kind);
      const seconds = `${1000 + Math.floor(Math.random() * 1e6)}`;
      const isThere = () =>
        globSync('/proc/[0-9]*/cmdline').some(file => {
          try {
            return readFileSync(file, 'latin1').split('\0').includes(seconds);
          } catch {
            return false;
          }
        });
      const line = lineIn(hook(event(`sleep ${seconds}`)).stdout);
      const shell = spawn('bash', ['-c', line], { cwd: project, env, detached: true, stdio: 'ignore' });
      await expect.poll(isThere).toBe(true);
      process.kill(-shell.pid!, signal);
      await expect.poll(isThere).toBe(false);
    },
  );

  it.each([
    ['no JSON', 'no event', ['claude', 'before']],
    ['an event of another form', '{}', ['claude', 'before']],
    ['a host that nobody knows', '{"hook_event_name":"PreToolUse"}', ['nobody', 'before']],
  ])('the hook blocks with words for %s', (_, input, words) => {
    const { hook } = openProject(kind);
    const ran = hook(input, ...words);
    expect([ran.status, ran.stdout, ran.stderr]).toEqual([2, '', expect.stringContaining('so it is blocked')]);
  });

  it('the hook does not trust a folder that others can open', () => {
    const { place, hook, event } = openProject(kind);
    mkdirSync(place.folder, { recursive: true });
    chmodSync(place.folder, 0o755);
    const ran = hook(event('true'), 'claude', 'after');
    expect([ran.status, ran.stdout]).toEqual([0, '{}\n']);
  });

  it.each(['o{"hookSpecificOutput":{}}', 'o', ''])('the hook blocks where the answer is cut off: %j', async answer => {
    const { project, env, place, event, program, args } = openProject(kind);
    mkdirSync(place.folder, { recursive: true, mode: 0o700 });
    chmodSync(dirname(place.folder), 0o700);
    const server = createServer(socket => socket.once('data', () => socket.end(answer))).listen(place.socket);
    onTestFinished(() => void server.close());
    const child = spawn(program, args, { cwd: project, env, stdio: ['pipe', 'ignore', 'ignore'] });
    child.stdin.end(event('true'));
    const [code] = (await once(child, 'close')) as [number];
    expect(code).toBe(2);
  });

  it('all that a command prints comes out, byte by byte', () => {
    const { project, env, event, hook } = openProject(kind);
    const bytes = Buffer.from('\xff\x00ä\n', 'latin1');
    const command = "yes 0123456789 | head -n 100000; printf '\\377\\000\\344\\n' >&2; exit 3";
    const line = lineIn(hook(event(command)).stdout);
    const ran = spawnSync('bash', ['-c', line], { cwd: project, env, maxBuffer: 1e7 });
    expect([ran.status, ran.stdout.toString(), ran.stderr]).toEqual([3, '0123456789\n'.repeat(100_000), bytes]);
  });
});

it('Perl needs no Node where a Toolgate runs, and leaves all else to it', () => {
  const { project, env, event, hook } = openProject('Perl');
  const alone = (input: string) =>
    spawnSync(PERL[0]!, [PERL[1]!, '/nonexistent/node', 'none', 'claude', 'before'], {
      cwd: project,
      env,
      input,
      encoding: 'utf8',
    });
  expect(alone(event('true')).status).toBe(1);
  hook(event('true'));
  const command = 'echo "ä\ttwo\nlines" # 𝄞';
  const { stdout } = alone(JSON.stringify(JSON.parse(event(command)), undefined, '\r\n  '));
  const ran = spawnSync('bash', ['-c', lineIn(stdout)], { cwd: project, env, encoding: 'utf8' });
  expect(ran.stdout).toBe('ä\ttwo\nlines\n');
  const problem = alone('no event');
  expect([problem.status, problem.stderr]).toEqual([2, expect.stringContaining('so it is blocked')]);
});
