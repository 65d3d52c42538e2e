import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCli } from '../../support/cli/open-cli.ts';
import { linesOf } from '../../support/sandbox/sandbox-attempts.ts';
import { behindBubblewrap, openOutside, tryInSandbox } from '../../support/sandbox/sandbox-world.ts';

/** None of these may end with 0, nor print what it should not know. */
const ATTEMPTS = `
cat $OUT/outside.txt
cat secret.env
mv secret.env sub/y && cat sub/y
ln secret.env sub/y
mv secret.env x && cat x
chmod 777 secret.env
touch -d 2001-01-01 secret.env
chmod 777 $OUT/outside.txt
ln -s $OUT/outside.txt l && chmod 777 l
cd $OUT && chmod 777 outside.txt
chmod 777 /proc/self/cwd/../outside.txt
touch -d 2001-01-01 $OUT
truncate -s 0 $OUT/outside.txt
mkfifo $OUT/pipe
kill -0 $PID
kill -STOP $PPID
python3 -c 'import os; os.kill(int(os.environ["PID"]), 19)'
python3 -c 'import fcntl, os, socket, sys; a, b = socket.socketpair(); fcntl.fcntl(a, 8, int(os.environ["PID"])); fcntl.fcntl(a, 10, 19); fcntl.fcntl(a, 4, 0o20000); b.send(b"x"); sys.exit(open("/proc/" + os.environ["PID"] + "/stat").read().split()[2] != "T")'
renice -n 19 $PID
taskset -pc 0 $PID
prlimit --pid $PID --nofile=1
cat /proc/$PID/environ
echo > /dev/tcp/127.0.0.1/$PORT
python3 -c 'import socket; socket.socket(socket.AF_UNIX)'
python3 -c 'import socket; socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)'
python3 -c 'import socket; socket.socketpair(socket.AF_UNIX, socket.SOCK_RAW)'
python3 -c 'import fcntl, os; fcntl.ioctl(os.open("file.txt", 0), 0x40086602, bytearray(8))'
python3 -c 'import ctypes, sys; sys.exit(ctypes.CDLL(None).inotify_init1(0) < 0)'
python3 -c 'import ctypes, sys; sys.exit(ctypes.CDLL(None).shmget(0, 4096, 0o1600) < 0)'
python3 call.py io_uring_setup 1 0
unshare -U true
chmod u+s file.txt
chown 1 file.txt
echo x > /dev/shm/x
cat /proc/*/fd/9 | grep canary
`;

/** These must end with 0: usual work, in a workspace with something hidden beside it. */
const WORK = `
cat file.txt | grep inside && cat <(echo x) && echo out > /dev/stdout && echo err > /dev/stderr
cd sub && git init -q . && git add x && git -c user.name=a -c user.email=a@b commit -qm x && git log --oneline | grep x
cd sub && printf '#!/bin/sh\\necho run\\n' > s && chmod +x s && ./s
cd sub && tar cf t.tar x && mkdir d && tar xf t.tar -C d && cp -a x y && install -m 755 x z && touch -d 2001-01-01 x
node -e 'require("child_process").execFileSync("true"); require("fs").chmodSync("file.txt", 0o600)'
env -u PERL5OPT perl -e 'utime 1, 2, "file.txt" or die; chmod 0640, "/proc/self/cwd/file.txt" or die; system("true") == 0 or die'
sleep 50 & kill $! && ! wait $!
set -m; sleep 50 & kill -- -$! && bash -c 'kill -9 0' || test $? = 137
echo new > made.txt && mv made.txt other.txt && rm other.txt
(trap 'exit 0' TERM; kill -TERM $BASHPID; exit 1)
`;

describe.each([7, 3])('behind Landlock of version %i', landlock => {
  it(`behind Landlock of version ${landlock} attempts fail, and usual work goes on`, async () => {
    const world = await openOutside(process.getuid?.() ?? 0);
    const around = behindBubblewrap(world.folder);
    const attempts = linesOf(ATTEMPTS);
    const work = linesOf(WORK);
    const commands = [...attempts, ...work];
    const order = { commands, landlock, overlay: false, atOnce: 2, around, env: { ...world.env, PERL5OPT: '-Mevil' } };
    const results = await tryInSandbox(world, process.getuid?.() ?? 0, order);
    const wrong = commands.flatMap((command, index) => {
      const { code, output, error } = results[index] ?? { output: '' };
      const failed = code !== 0 && error === undefined && !output.includes('canary-');
      return failed === index < attempts.length ? [] : [{ command, code, output, error }];
    });
    expect(wrong).toEqual([]);
    expect(world.reached()).toBe(0);
    expect(world.process.exitCode ?? world.process.signalCode).toBeNull();
    expect(readFileSync(join(world.folder, 'outside.txt'), 'utf8')).toBe('canary-outside\n');
  });

  it(`behind Landlock of version ${landlock} nothing outlives its command, and the code is the command's`, async () => {
    const world = await openOutside(process.getuid?.() ?? 0);
    const away = `env -i setsid bash -c 'exec <&- >&- 2>&- 3>&- 4>&- 5>&- 6>&- 7>&- 8>&-; (sleep 4321.5 &)'`;
    const left = `for each in /proc/[0-9]*; do tr '\\0' ' ' < $each/cmdline; done 2> /dev/null | grep -x 'sleep 4321.5 '`;
    const stopped = `${away}; trap "" TERM HUP; sleep 4321.5`;
    const commands = [`(${away} &); exit 7`, 'kill -9 $$', `sleep 100 & kill -STOP $!; exit 3`, stopped, left];
    const limits = {
      time: 4000,
      cpu: 20,
      memory: 2 ** 30,
      processes: 64,
      fileSize: 2 ** 20,
      disk: 2 ** 24,
      files: 256,
    };
    const order = { commands, landlock, overlay: false, limits, around: behindBubblewrap(world.folder) };
    const results = await tryInSandbox(world, process.getuid?.() ?? 0, order);
    expect(results.map(({ code, stopped: why, error }) => error ?? why ?? code)).toEqual([7, 137, 3, 'time', 1]);
  });
});

/** A machine that allows no namespaces, as most containers. */
const WITHOUT_NAMESPACES = [
  ...['unshare', '-Ur', 'sh', '-c'],
  'echo 0 > /proc/sys/user/max_user_namespaces; exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all --ambient-caps=-all "$@"',
  'sh',
];

describe('where there may be no namespaces', () => {
  const FILES = {
    'a.txt': 'a\n',
    'notes/keys': 'canary\n',
    'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages: { 'node_modules/a': {} } }),
    'node_modules/a/package.json': '{}',
    'node_modules/a/keys': 'canary\n',
    'toolgate.policy.json': JSON.stringify({
      extends: 'privileged',
      rules: [
        { effect: 'read', match: 'notes/keys', verdict: 'deny' },
        { effect: 'read', match: 'node_modules/a/keys', verdict: 'deny' },
        { effect: 'write', match: 'look.sh', verdict: 'deny' },
      ],
    }),
    // The policy reads a command's text; what runs is looked at by nobody but the kernel.
    'look.sh':
      'f=notes/$(echo syek | rev); case $1 in read) cat $f;; move) mv $f notes/x;; write) echo x > $f;; ' +
      'away) cd node_modules/a; mv $(echo syek | rev) x;; folder) mv node_modules/a node_modules/b;; esac',
  };
  const open = () => {
    const cli = openCli(FILES);
    const through = WITHOUT_NAMESPACES;
    const bash = (command: string) => {
      const args = ['--args', JSON.stringify({ command }), '--policy', join(cli.root, 'toolgate.policy.json'), '--yes'];
      const ran = cli.run(['exec', 'bash', ...args], { through });
      return `${ran.stdout}${ran.stderr}`;
    };
    return { ...cli, bash, gate: (...args: readonly string[]) => cli.run(args, { through }) };
  };

  it('a command runs behind Landlock, and undo takes back what it changed', () => {
    const { bash, gate, read } = open();
    expect(bash('echo b > a.txt; chmod 600 a.txt; cat a.txt')).toContain('b\n');
    expect(read('a.txt')).toBe('b\n');
    expect(gate('undo', '--yes').status).toBe(0);
    expect(read('a.txt')).toBe('a\n');
  });

  it.each([
    ['read', 'Permission denied'],
    ['write', 'POLICY_DENIED'],
    ['move', 'POLICY_DENIED'],
  ])('where there may be no namespaces behind Landlock a hidden file stays as it is, and unread: %s', (what, said) => {
    const { bash, read } = open();
    const output = bash(`echo b > a.txt; sh look.sh ${what}`);
    expect(output).toContain(said);
    expect(output + bash('cat notes/x')).not.toContain('canary');
    expect(read('notes/keys')).toBe('canary\n');
  });

  it.each([
    ['away', 'node_modules/a/x'],
    ['folder', 'node_modules/b/keys'],
  ])(
    'where there may be no namespaces behind Landlock a hidden file in a folder left out of undo gets no other name: %s',
    (what, name) => {
      const { bash, read } = open();
      expect(bash(`sh look.sh ${what}`)).toContain('POLICY_DENIED');
      expect(bash(`cat ${name}`)).not.toContain('canary');
      expect(read('node_modules/a/keys')).toBe('canary\n');
    },
  );

  it('where there may be no namespaces behind Landlock what a rule denies to write is put back, with all the rest', () => {
    const { bash, read } = open();
    expect(bash('echo b > a.txt; name=look; echo x > "$(echo $name).sh"')).toContain('POLICY_DENIED');
    expect([read('a.txt'), read('look.sh')]).toEqual(['a\n', FILES['look.sh']]);
  });

  it('where there may be no namespaces behind Landlock there is no network', () => {
    const { bash } = open();
    expect(bash('echo > /dev/tcp/127.0.0.1/9 || echo none')).toMatch(/Address family not supported[\s\S]*none/);
  });

  it('doctor says that Landlock holds, why bubblewrap does not, and what is missing', () => {
    const { stdout } = open().gate('doctor');
    expect(stdout).toMatch(/^ok +sandbox +Landlock holds: tried/m);
    expect(stdout).toMatch(/^-- +overlay +Landlock has none/m);
    expect(stdout).toMatch(/^-- +bubblewrap +not to be had here: .*user\.max_user_namespaces/m);
    expect(stdout).toMatch(/^-- +network +commands reach no host at all/m);
  });
});
