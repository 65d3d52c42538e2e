import { spawn } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CALLS, LIVE, NOT_LIVE } from '../../support/git/live.ts';
import { fired, makeHostile, trapsIn } from '../../support/git/traps.ts';
import { git } from '../../support/git/world.ts';
import { programPath } from '../../support/program-path.ts';
import { openGate } from '../../support/worlds/open-gate.ts';

const CHILD = programPath('git-calls');
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

interface Ended {
  readonly tool: string;
  readonly args: object;
  readonly ok: boolean;
  readonly code?: string;
  readonly message?: string;
}

/** Every call in a process of its own, which is the user's as far as the tools can tell. */
function makeCalls(root: string, sandbox: 'required' | 'off'): Promise<readonly Ended[]> {
  const folder = dirname(root);
  const [home, temp] = [join(folder, 'home'), join(folder, 'temp')];
  for (const each of [home, temp]) mkdirSync(each, { recursive: true });
  cpSync(join(root, 'traps/lists/home'), join(home, '.gitconfig'));
  const child = [process.execPath, CHILD, root, sandbox, JSON.stringify(CALLS)];
  // Without a sandbox it is run in one of ours, where it can write nothing but this folder and reach nobody.
  const around = [
    'bwrap',
    '--die-with-parent',
    '--unshare-user',
    '--unshare-net',
    '--unshare-ipc',
    '--ro-bind',
    '/',
    '/',
  ];
  const writable = ['--dev', '/dev', '--bind', folder, folder, '--'];
  const [program, ...args] = sandbox === 'off' ? [...around, ...writable, ...child] : child;
  // Programs of the repository come first for this user.
  const env = { PATH: `${root}/traps/bin:${process.env.PATH}`, HOME: home, TMPDIR: temp, GIT_CONFIG_NOSYSTEM: '1' };
  return new Promise((resolve, reject) => {
    const started = spawn(program!, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const said = { out: '', err: '' };
    started.stdout.on('data', chunk => (said.out += chunk));
    started.stderr.on('data', chunk => (said.err += chunk));
    started.on('error', reject);
    started.on('close', code => {
      if (code === 0)
        resolve(
          said.out
            .trim()
            .split('\n')
            .map(line => JSON.parse(line)),
        );
      else reject(new Error(`${code}: ${said.err}`));
    });
  });
}

describe('a hostile repository', () => {
  // Without a sandbox there is but one wall, and nothing hides what got through it.
  it.each(['required', 'off'] as const)(
    'a hostile repository runs nothing through any tool; sandbox: %s',
    async sandbox => {
      const { root } = await openGate();
      const bare = join(root, '../bare.git');
      makeHostile(root, bare);
      const ended = await makeCalls(root, sandbox);
      expect(ended.map(({ tool, args }) => [tool, args])).toEqual(CALLS);
      expect(fired(root)).toEqual([]);
      const codes = ended.map(({ code }) => code);
      for (const code of ['UNKNOWN_TOOL', 'INVALID_OUTPUT', 'SANDBOX_UNAVAILABLE', 'TIMEOUT'])
        expect(codes).not.toContain(code);
      // They did their work all the same.
      const worked = new Set(ended.filter(({ ok }) => ok).map(({ tool }) => tool));
      expect([...worked].sort()).toEqual([...new Set(CALLS.map(([tool]) => tool))].sort());
      expect(git(bare, 'log', '--format=%s', 'main')).toContain('again');
    },
  );

  it('a hostile repository has traps that are live: plain git in the sandbox runs into each', async () => {
    const { gate, root } = await openGate({}, { policy: 'privileged', approver: () => 'allow_once' });
    makeHostile(root, join(root, 'bare.git'));
    expect(trapsIn(root).sort()).toEqual([...Object.keys(LIVE), ...Object.keys(NOT_LIVE)].sort());
    const lines = Object.entries(LIVE).map(
      ([name, command]) =>
        `echo '== ${name}'; rm -rf /tmp/copy; cp -a "$root" /tmp/copy; cd /tmp/copy; timeout 10 bash -c ${quoted(command)} < /dev/null`,
    );
    const command = `unset GIT_PAGER GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_ASKPASS GIT_TERMINAL_PROMPT
export GIT_WORK_TREE=/tmp/copy GIT_ALLOW_PROTOCOL=ext:file:git:ssh:https:trap
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b root=$PWD
${lines.join('\n')}`;
    const { ok, output } = await gate.execute({ name: 'bash', args: { command, timeout: 250 } });
    expect(ok).toBe(true);
    if (process.env.SHOW) console.log(output);
    const sprung = new Set(fired(root));
    expect(Object.keys(LIVE).filter(name => !sprung.has(name))).toEqual([]);
  });
});
