import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { ROOT } from '../../../scripts/bundle/bundle.ts';
import { hookPlace } from '../../../src/hosts/client/place.ts';
import type { HostService } from '../../../src/hosts/service/host-service.ts';
import { listenForHosts, takePlace } from '../../../src/hosts/service/listen.ts';
import { isProcessAlive } from '../../../src/system/process-identity.ts';

const KINDS = ['Node', 'Perl'] as const;
type Kind = (typeof KINDS)[number];

function openFolder(): { folder: string; project: string; env: Record<string, string | undefined> } {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-update-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const [project, home] = [join(folder, 'p'), join(folder, 'h')];
  for (const each of [project, home]) mkdirSync(each);
  const env = { PATH: process.env.PATH, HOME: home, XDG_STATE_HOME: join(home, 's'), XDG_CONFIG_HOME: join(home, 'c') };
  return { folder, project, env };
}

/** A project, and an installation of Toolgate that can be updated. */
function openInstalled(kind: Kind) {
  const { folder, project, env } = openFolder();
  const packages = join(folder, 'i/node_modules');
  const programs = join(packages, '.cache/programs');
  mkdirSync(packages, { recursive: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (!name.startsWith('.')) symlinkSync(join(ROOT, 'node_modules', name), join(packages, name));
  cpSync(inject('programs'), programs, { recursive: true });
  const about = join(folder, 'i/package.json');
  const install = (version: string) => writeFileSync(about, JSON.stringify({ version }));
  install('1.0.0');
  const { folder: place } = hookPlace(project, env);
  const pid = () => Number(readFileSync(join(place, 'pid'), 'utf8'));
  const seen = new Set<number>();
  onTestFinished(async () => {
    const left = () => [...seen].filter(isProcessAlive);
    for (const each of left()) process.kill(each, 'SIGTERM');
    await expect.poll(left).toEqual([]);
  });
  const node = [process.execPath, join(programs, 'hook.cjs')];
  const words = kind === 'Perl' ? ['/usr/bin/perl', join(programs, 'assets/client-hook.pl'), ...node] : node;
  const [program, ...args] = words as [string, ...string[]];
  const hook = async (event: object, phase = 'before') => {
    const child = spawn(program, [...args, 'claude', phase], { cwd: project, env });
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].on('data', piece => {
        said[name] += piece;
      });
    child.stdin.end(JSON.stringify({ session_id: 's', cwd: project, prompt_id: 'p', ...event }));
    const [status] = (await once(child, 'close')) as [number];
    if (existsSync(join(place, 'pid'))) seen.add(pid());
    return { status, ...said };
  };
  let calls = 0;
  const before = (tool_name: string, tool_input: object) =>
    hook({ hook_event_name: 'PreToolUse', tool_name, tool_use_id: `call-${calls++}`, tool_input });
  return {
    project,
    env,
    programs,
    about,
    install,
    pid,
    hook,
    before,
    at: (path: string) => join(project, path),
    cli: (...words: readonly string[]) =>
      spawnSync(process.execPath, [join(programs, 'cli.js'), ...words], { cwd: project, env, encoding: 'utf8' }),
  };
}

const lineIn = (stdout: string): string => JSON.parse(stdout).hookSpecificOutput.updatedInput.command;

describe.each(KINDS)('by %s', kind => {
  it('after an update the next call is judged by the new version, and a command that runs comes to its end', async () => {
    const { project, env, install, pid, before, at } = openInstalled(kind);
    const long = lineIn((await before('Bash', { command: 'sleep 8; echo kept | tee kept.txt' })).stdout);
    const old = pid();
    const shell = spawn('bash', ['-c', long], { cwd: project, env, stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    shell.stdout.on('data', piece => {
      printed += piece;
    });
    const ended = once(shell, 'close');
    const again = lineIn((await before('Bash', { command: 'echo same' })).stdout);
    expect(pid()).toBe(old);
    expect(spawnSync('bash', ['-c', again], { cwd: project, env, encoding: 'utf8' }).stdout).toBe('same\n');
    install('2.0.0');
    const next = await before('Bash', { command: 'echo "ä new"' });
    expect([next.status, next.stderr]).toEqual([0, '']);
    expect(pid()).not.toBe(old);
    const ran = spawnSync('bash', ['-c', lineIn(next.stdout)], { cwd: project, env, encoding: 'utf8' });
    expect([ran.status, ran.stdout, ran.stderr]).toEqual([0, 'ä new\n', '']);
    expect(await ended).toEqual([0, null]);
    expect([printed, readFileSync(at('kept.txt'), 'utf8')]).toEqual(['kept\n', 'kept\n']);
    await expect.poll(() => isProcessAlive(old)).toBe(false);
    expect(isProcessAlive(pid())).toBe(true);
  });

  it('a package that was built and installed again judges the next call, although its version is the same', async () => {
    const { about, install, hook, pid } = openInstalled(kind);
    const begin = () => hook({ hook_event_name: 'UserPromptSubmit', prompt: 'go' }, 'begin');
    await begin();
    const old = pid();
    await expect.poll(() => Date.now() - statSync(about).ctimeMs).toBeGreaterThan(1000);
    install('1.0.0');
    await begin();
    const fresh = pid();
    expect(fresh).not.toBe(old);
    await begin();
    expect(pid()).toBe(fresh);
  });

  it('a call that its host never made is over with the next turn, and holds up no update', async () => {
    const { install, hook, before, pid } = openInstalled(kind);
    await before('Bash', { command: 'true' });
    const old = pid();
    install('2.0.0');
    await hook({ hook_event_name: 'UserPromptSubmit', prompt: 'go' }, 'begin');
    expect(pid()).not.toBe(old);
  });

  it('what a host was let do before an update is on record, and so is what nobody was seen to do', async () => {
    const { install, hook, before, at, cli, pid } = openInstalled(kind);
    await hook({ hook_event_name: 'UserPromptSubmit', prompt: 'go' }, 'begin');
    const input = { file_path: at('by-host.txt'), content: 'x' };
    expect((await before('Write', input)).status).toBe(0);
    const old = pid();
    install('2.0.0');
    let answered = false;
    const next = before('Bash', { command: 'true' }).finally(() => {
      answered = true;
    });
    writeFileSync(at('by-host.txt'), 'x');
    writeFileSync(at('by-nobody.txt'), 'y');
    const call = { tool_name: 'Write', tool_use_id: 'call-0', tool_input: input };
    expect([answered, pid()]).toEqual([false, old]);
    await hook({ hook_event_name: 'PostToolUse', ...call, tool_response: {} }, 'after');
    expect((await next).status).toBe(0);
    expect(pid()).not.toBe(old);
    const changes = cli('changes').stdout;
    expect(changes).toMatch(/claude.*by-host\.txt/s);
    expect(changes).toMatch(/someone else.*by-nobody\.txt|by-nobody\.txt.*someone else/s);
  });

  it('a call is blocked where the new version does not start, and the words say so', async () => {
    const { install, hook, before, programs } = openInstalled(kind);
    await hook({ hook_event_name: 'UserPromptSubmit', prompt: 'go' }, 'begin');
    install('2.0.0');
    writeFileSync(join(programs, 'cli.js'), 'process.exit(1)');
    const ran = await before('Bash', { command: 'true' });
    expect([ran.status, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toContain('Toolgate 1.0.0 has made room for 2.0.0, and no Toolgate could be started');
  });

  it('what goes wrong with a shell call is said where the host reads it', async () => {
    const { project, env } = openFolder();
    const place = hookPlace(project, env);
    const taken = takePlace(place)!;
    const service = {
      isBusy: false,
      run: () => Promise.reject(new Error('the journal cannot be written')),
      close: async () => {},
    } as unknown as HostService;
    const options = { place, project, version: '1.0.0', idle: 60_000, giveWay: () => taken.give() };
    const listener = await listenForHosts(service, options);
    onTestFinished(() => listener.close());
    const words = {
      Node: [process.execPath, join(inject('programs'), 'shell-call.cjs')],
      Perl: ['/usr/bin/perl', join(inject('programs'), 'assets/client-shell-call.pl')],
    }[kind] as [string, string];
    const child = spawn(words[0], [words[1], place.socket, 'id'], { cwd: project, env });
    let said = '';
    child.stderr.on('data', piece => {
      said += piece;
    });
    const [status] = (await once(child, 'close')) as [number];
    expect([status, said]).toEqual([126, 'toolgate: the journal cannot be written\n']);
  });
});
