import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { JobLimits, SandboxFinding } from '../../src/sandbox/port.ts';
import { removeTree } from '../../src/system/remove-tree.ts';
import { programPath } from '../support/program-path.ts';
import { USERS } from '../support/suite.ts';

const MIB = 1024 * 1024;
const LIMITS: JobLimits = {
  time: 20_000,
  cpu: 20,
  memory: 256 * MIB,
  processes: 64,
  fileSize: 64 * MIB,
  disk: 64 * MIB,
  files: 256,
};

interface Result {
  readonly code: number;
  readonly stopped?: string;
  readonly output: string;
  readonly error?: string;
}

interface Report {
  readonly findings: readonly SandboxFinding[];
  readonly overlay: boolean;
  readonly results: readonly Result[];
}

/** Runs commands in a sandbox of their own process, as root or as an ordinary user. */
function sandboxed(
  uid: number,
  commands: readonly string[],
  options: {
    limits?: Partial<JobLimits>;
    overlay?: boolean;
    /** The workspace's name. */
    name?: string;
    env?: Record<string, string>;
    hidden?: readonly string[];
    hosts?: readonly string[];
    cached?: boolean;
    atOnce?: number;
    prepare?: (root: string) => void;
  } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'toolgate-sandbox-'));
  onTestFinished(() => removeTree(folder));
  const root = join(folder, options.name ?? 'workspace');
  mkdirSync(root);
  writeFileSync(join(root, 'file.txt'), 'inside\n');
  writeFileSync(join(folder, 'outside.txt'), 'outside\n');
  if (process.getuid?.() === 0)
    for (const path of [folder, root, join(root, 'file.txt'), join(folder, 'outside.txt')]) chownSync(path, uid, uid);
  chmodSync(folder, 0o755);
  options.prepare?.(root);
  const order = {
    ...(process.getuid?.() === 0 ? { uid } : {}),
    folder,
    root,
    overlay: options.overlay ?? true,
    limits: { ...LIMITS, ...options.limits },
    commands,
    env: options.env ?? {},
    hidden: (options.hidden ?? []).map(path => join(root, path)),
    keep: true,
    hosts: options.hosts,
    cached: options.cached,
    atOnce: options.atOnce,
  };
  const child = spawnSync(process.execPath, [programPath('sandbox-child')], {
    input: JSON.stringify(order),
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: folder, SECRET_TOKEN: 'tok-in-the-environment' },
  });
  if (child.status !== 0) throw new Error(child.stderr);
  return { ...(JSON.parse(child.stdout) as Report), folder, root };
}

describe.each(USERS)('as user %i', uid => {
  it('the sandbox is proved by running something in it, with an overlay', () => {
    const { findings, overlay } = sandboxed(uid, []);
    expect(findings.map(({ part, ok }) => [part, ok])).toEqual([
      ['sandbox', true],
      ['overlay', true],
      ['memory', true],
      ['system calls', true],
    ]);
    expect(overlay).toBe(true);
  });

  it('the sandbox shows the workspace and a minimal system, and no more', () => {
    const { results, folder } = sandboxed(uid, [
      'cat file.txt; ls -A / | tr "\\n" " "',
      `cat ${'$'}{PWD%/*}/outside.txt; ls -A ${'$'}{PWD%/*}`,
      'ls -A ~ /home; cat /etc/shadow /etc/hostname; ls /root /var /run /sys /boot 2>&1',
      'env',
    ]);
    const top = results[0]?.output.trim().split(/\s+/) ?? [];
    expect(top).toEqual(expect.arrayContaining(['inside', 'bin', 'dev', 'etc', 'home', 'proc', 'run', 'tmp']));
    // Node itself may lie anywhere: the way to it is shown too, and nothing else beside the system.
    const [, nodeLiesIn] = process.execPath.split('/');
    const beside = ['boot', 'media', 'mnt', 'opt', 'srv', 'sys', 'var'].filter(name => name !== nodeLiesIn);
    expect(beside.filter(name => top.includes(name))).toEqual([]);
    expect(results[1]?.output).not.toContain('outside\n');
    expect(results[1]?.output).toContain('workspace');
    expect(results[2]?.output).not.toMatch(/^root:[^\n]/m);
    expect(results[3]?.output).not.toContain('tok-in-the-environment');
    expect(readFileSync(join(folder, 'outside.txt'), 'utf8')).toBe('outside\n');
  });

  it.each([true, false])(
    'the sandbox tells by no mount where the folders of Toolgate lie, with an overlay: %s',
    overlay => {
      const { results, folder } = sandboxed(
        uid,
        ['cat /proc/self/mountinfo /proc/mounts', 'cat /run/toolgate/bridge.cjs'],
        {
          overlay,
          cached: true,
          hosts: ['a.example'],
          env: { HOME: '/home/user' },
        },
      );
      const beside = new RegExp(`${folder}/(?!workspace)`);
      expect(results[0]?.output.split('\n').filter(line => beside.test(line))).toEqual([]);
      expect(results.map(({ output }) => output)).toEqual([
        expect.stringContaining('/home/user/.cache'),
        expect.stringContaining('require'),
      ]);
    },
  );

  it('the sandbox gives jobs that come one after the other one cache, and those at once one each', () => {
    const { results } = sandboxed(
      uid,
      ['echo one >> ~/.cache/a; cat ~/.cache/a', 'echo two >> ~/.cache/a; cat ~/.cache/a'],
      {
        cached: true,
        atOnce: 1,
      },
    );
    expect(results.map(({ output }) => output)).toEqual(['one\n', 'one\ntwo\n']);
    const both = sandboxed(uid, Array(4).fill('echo x >> ~/.cache/a; sleep 1; cat ~/.cache/a'), {
      cached: true,
      atOnce: 4,
    });
    expect(both.results.map(({ output }) => output)).toEqual(Array(4).fill('x\n'));
    expect(readdirSync(join(both.folder, 'cache')).sort()).toEqual(['free-0', 'free-1', 'free-2', 'free-3']);
  });

  it('the sandbox refuses to reach out, to gain rights, to change the machine', () => {
    const commands = [
      'echo x > /proc/sys/kernel/core_pattern',
      'echo b > /proc/sysrq-trigger',
      'echo x > /etc/passwd',
      'echo x > /usr/bin/x',
      'touch /x',
      'mount -t tmpfs x /tmp',
      'unshare -Urm true',
      'chroot / true',
      'mknod /tmp/m b 8 0 && cat /tmp/m',
      'kill -9 1 && kill -0 1 && false',
      'echo > /dev/tcp/127.0.0.1/22',
      'echo > /dev/tcp/1.1.1.1/53',
      // This is TIOCSTI, which types at a terminal.
      `perl -e 'exit !ioctl(STDIN, 0x5412, my $key = "x")'`,
    ];
    const { results } = sandboxed(
      uid,
      commands.map(command => `${command}; echo "code $?"`),
    );
    const succeeded = commands.filter((_, index) => /code 0\n$/.test(results[index]?.output ?? ''));
    expect(succeeded).toEqual([]);
    expect(results.filter(({ error }) => error !== undefined)).toEqual([]);
  });

  it.each([true, false])('the sandbox takes any name of a workspace and of hidden files (overlay: %s)', overlay => {
    const odd = 'a b,c:d"e\'f\\g\nh$(x){}*ü=';
    const { results, root } = sandboxed(uid, ['pwd; cat file.txt; cat sub/*; echo new > new'], {
      overlay,
      name: `-${odd}`,
      hidden: [`sub/${odd}`, 'sub/.env', 'sub/.env', 'closed', 'closed/in/it'],
      prepare: place => {
        mkdirSync(join(place, 'sub'));
        mkdirSync(join(place, 'closed/in/it'), { recursive: true });
        for (const name of [odd, '.env']) writeFileSync(join(place, 'sub', name), 'not to be seen');
      },
    });
    expect(results[0]?.error).toBeUndefined();
    expect(results[0]?.output).toContain(`${root}\ninside\n`);
    expect(results[0]?.output).not.toContain('not to be seen');
    expect(results[0]?.code).toBe(0);
  });

  it('the sandbox is not talked into other arguments by a variable', () => {
    const injected = sandboxed(uid, ['ls /mnt'], { env: { A: 'x\0--bind\0/\0/mnt' } });
    expect(injected.results[0]?.error).toContain('NUL');
    const named = sandboxed(uid, ['env'], { env: { 'A=B': 'x' } });
    expect(named.results[0]?.error).toContain('no name of a variable');
  });

  it('a link that is put below the workspace leads no mount outside', () => {
    const { results, folder } = sandboxed(uid, ['cat away/.env; ls -A away'], {
      overlay: false,
      hidden: ['away/.env', 'old/.env'],
      prepare: root => {
        mkdirSync(join(root, '..', 'other'));
        symlinkSync('../other', join(root, 'away'));
        symlinkSync('/oldroot/etc', join(root, 'old'));
        writeFileSync(join(root, '..', 'other', '.env'), 'outside');
      },
    });
    expect(results[0]?.output).not.toContain('outside\n');
    expect(readFileSync(join(folder, 'other', '.env'), 'utf8')).toBe('outside');
    expect(readdirSync(join(folder, 'other'))).toEqual(['.env']);
  });

  it('the sandbox holds a fork bomb', () => {
    const { results } = sandboxed(uid, [':(){ :|:& };:; sleep 2; echo survived'], { limits: { time: 8000 } });
    expect(results[0]?.error).toBeUndefined();
  });

  it('the sandbox holds a memory bomb, of one process and of many', () => {
    const grow = `perl -e 'for (1 .. 40) { push @x, "x" x (32 << 20); select undef, undef, undef, 0.05 } print "gro", "wn"'`;
    const many = `for n in 1 2 3 4 5 6; do perl -e '$x = "x" x (90 << 20); sleep 3' & done; wait; echo all done`;
    const { results } = sandboxed(uid, [grow, many]);
    expect(results[0]?.output).not.toContain('grown');
    const stopped = results[1]?.stopped === 'memory' || /Killed|Out of memory/.test(results[1]?.output ?? '');
    expect(stopped || !results[1]?.output.includes('all done')).toBe(true);
  });

  it('the sandbox holds a disk bomb in the workspace, in the temp folder and in shared memory', () => {
    const write = (path: string) =>
      `head -c 300000000 /dev/zero > ${path}; head -c 300000000 /dev/zero > ${path}2; stat -c %s ${path} ${path}2`;
    const { results } = sandboxed(uid, [
      write('big'),
      write('/tmp/big'),
      write('/dev/shm/big'),
      'for n in $(seq 1 100); do head -c 10000000 /dev/zero > f$n || exit; done; echo all written; sleep 5',
    ]);
    for (const { output } of results.slice(0, 3)) {
      const sizes = [...output.matchAll(/^(\d+)$/gm)].map(([, size]) => Number(size));
      expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(64 * MIB);
    }
    expect(results[3]?.stopped).toBe('disk');
  });

  it('the sandbox ends what uses the processor for too long', () => {
    const { results } = sandboxed(uid, ['while :; do :; done'], { limits: { cpu: 1 } });
    expect(results[0]?.code).toBeGreaterThan(128);
  });

  it('a command that begins in a sandbox made before has the files, the mask, the program and the limits of its own', () => {
    const { results: all, root } = sandboxed(
      uid,
      [
        'true',
        'echo one; touch made',
        'cat file.txt hidden.txt 2> /dev/null; ls; pwd; echo changed > file.txt',
        'ls; cat file.txt; tail -n +2 /run/toolgate/program\n# the rest of the program',
        'cat /proc/self/mountinfo',
        'for n in $(seq 200); do sleep 2 & done; wait',
      ],
      { hidden: ['hidden.txt'], prepare: root => writeFileSync(join(root, 'hidden.txt'), 'canary\n') },
    );
    expect(all.map(({ error }) => error)).toEqual(Array(6).fill(undefined));
    // The first two have the same outfit: it is made ahead for those that follow.
    const [, ...results] = all;
    expect(results[0]).toMatchObject({ code: 0, output: 'one\n' });
    // Nothing of the command before is there: its layer was its own.
    expect(results[1]?.output).toMatch(/^inside\n/);
    expect(results[1]?.output).toContain(`file.txt\n${root}\n`);
    expect(results[1]?.output).not.toContain('canary');
    expect(results[2]?.output).toMatch(/^file.txt\ninside\n/);
    expect(results[2]?.output).not.toContain('echo changed');
    const mounts = results[3]?.output.split('\n') ?? [];
    const at = mounts.filter(line => line.split(' ')[4] === root);
    expect(at.at(-1)).toContain(' - overlay ');
    for (const line of at) expect(line).toMatch(/ (?:ro|rw),nosuid,nodev,/);
    expect(results[4]?.output).toContain('fork');
  });

  it('the sandbox writes the real files only where it is told to, and nothing is mounted afterwards', () => {
    const over = sandboxed(uid, ['echo changed > file.txt']);
    expect(readFileSync(join(over.root, 'file.txt'), 'utf8')).toBe('inside\n');
    const real = sandboxed(uid, ['echo changed > file.txt'], { overlay: false });
    expect(readFileSync(join(real.root, 'file.txt'), 'utf8')).toBe('changed\n');
    expect(readFileSync('/proc/mounts', 'utf8')).not.toContain(over.folder);
    expect(readdirSync(join(over.folder, 'layer-0', 'upper'))).toEqual(['file.txt']);
    expect(readdirSync(join(over.folder, 'sandbox', 'running'))).toEqual([]);
  });
});

it.each(USERS.filter(uid => uid !== process.getuid?.()))(
  'the sandbox says to user %i why a file of a foreign group cannot be changed',
  uid => {
    const { results } = sandboxed(
      uid,
      ['echo more >> shared.txt; echo code $?', 'echo new > x && mv x shared.txt && cat shared.txt'],
      {
        prepare: root => {
          writeFileSync(join(root, 'shared.txt'), 'shared\n');
          chownSync(join(root, 'shared.txt'), uid, 12_345);
        },
      },
    );
    expect(results[0]?.output).toMatch(/Value too large[\s\S]*toolgate: a file or folder here belongs to a group/);
    expect(results[1]?.output).toBe('new\n');
  },
);
