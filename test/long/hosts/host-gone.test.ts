import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { isProcessAlive } from '../../../src/system/process-identity.ts';
import { isRunning } from '../../hosts/is-running.ts';

const NODE = [process.execPath, join(inject('programs'), 'hook.cjs')];
const HOOKS = { Node: NODE, Perl: ['/usr/bin/perl', join(inject('programs'), 'assets/client-hook.pl'), ...NODE] };

/** A project, and hosts in it that run one command; each is started by another process, which waits for it. */
function openProject(kind: keyof typeof HOOKS) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-host-gone-')));
  const [project, home] = [join(folder, 'p'), join(folder, 'h')];
  for (const each of [project, home]) mkdirSync(each);
  const env = { PATH: process.env.PATH, HOME: home, XDG_STATE_HOME: join(home, 's'), XDG_CONFIG_HOME: join(home, 'c') };
  const toolgates = () =>
    globSync('s/toolgate/hooks/*/pid', { cwd: home })
      .map(file => Number(readFileSync(join(home, file), 'utf8')))
      .filter(isProcessAlive);
  const launchers: ChildProcess[] = [];
  onTestFinished(async () => {
    for (const launcher of launchers) launcher.kill('SIGKILL');
    for (const pid of toolgates()) process.kill(pid, 'SIGTERM');
    await expect.poll(toolgates).toEqual([]);
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    project,
    files: () => globSync('**/*', { cwd: project }).sort(),
    async start(command: string) {
      const event = JSON.stringify({
        hook_event_name: 'PreToolUse',
        session_id: 's',
        cwd: project,
        prompt_id: 'p',
        tool_name: 'Bash',
        tool_use_id: command,
        tool_input: { command },
      });
      const host = [
        process.execPath,
        join(inject('programs'), 'plain-host.js'),
        event,
        ...HOOKS[kind],
        'claude',
        'before',
      ];
      const launcher = spawn('bash', ['-c', '"$@" & echo $!; wait', 'launcher', ...host], {
        cwd: project,
        env,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      launchers.push(launcher);
      const [said] = (await once(launcher.stdout, 'data')) as [Buffer];
      return { launcher, pid: Number(said.toString()) };
    },
  };
}

it.each(['Node', 'Perl'] as const)(
  'a command ends with its host, though its shell is left behind, and nothing of it is written (%s)',
  async kind => {
    const { project, start, files } = openProject(kind);
    const { pid } = await start('echo begun > begun.txt; sleep 301.7; echo late > late.txt');
    await expect.poll(() => isRunning('sleep 301.7', project)).toBe(true);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => isRunning('sleep 301.7', project)).toBe(false);
    expect(files()).toEqual([]);
  },
);

it.each(['Node', 'Perl'] as const)(
  'a command goes on to its end where what started its host is gone (%s)',
  async kind => {
    const { project, start, files } = openProject(kind);
    const { launcher } = await start('sleep 3.7; echo kept > kept.txt');
    await expect.poll(() => isRunning('sleep 3.7', project)).toBe(true);
    launcher.kill('SIGKILL');
    await expect.poll(files).toEqual(['kept.txt']);
  },
);
