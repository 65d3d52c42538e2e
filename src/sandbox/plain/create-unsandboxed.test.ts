import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { removeTree } from '../../system/remove-tree.ts';
import { type JobEnd, type JobLimits, PROGRAM, type SandboxJob } from '../port.ts';
import { createUnsandboxed } from './create-unsandboxed.ts';

const MIB = 1024 * 1024;
const LIMITS: JobLimits = {
  time: 50_000,
  cpu: 50,
  memory: 1024 * MIB,
  processes: 100,
  fileSize: 64 * MIB,
  disk: 1024 * MIB,
  files: 256,
};

interface Ran extends JobEnd {
  readonly stdout: string;
  readonly stderr: string;
  readonly root: string;
}

interface Options extends Partial<Pick<SandboxJob, 'signal' | 'argv' | 'program'>> {
  readonly limits?: Partial<JobLimits>;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly cache?: boolean;
  readonly onOutput?: () => void;
}

/** Runs a harmless command in a folder of its own: nothing holds it. */
async function run(command: string, options: Options = {}): Promise<Ran> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'toolgate-off-')));
  onTestFinished(() => removeTree(folder));
  const root = join(folder, 'work space');
  mkdirSync(root);
  const said = { stdout: '', stderr: '' };
  const env = { PATH: process.env.PATH, TZ: 'UTC', SECRET_TOKEN: 'not-for-commands', ...options.env };
  const sandbox = createUnsandboxed({ env, ...(options.cache ? { cache: join(folder, 'cache') } : {}) });
  expect(sandbox).toMatchObject({ kind: 'off', proved: false, overlay: false });
  const ended = await sandbox.run({
    argv: options.argv ?? ['bash', '-c', command],
    ...(options.program === undefined ? {} : { program: options.program }),
    root,
    cwd: join(root, options.cwd ?? '.'),
    view: { kind: 'real' },
    hidden: [],
    env: {},
    limits: { ...LIMITS, ...options.limits },
    ...(options.signal ? { signal: options.signal } : {}),
    onOutput: (chunk, stream) => {
      said[stream] += chunk.toString();
      options.onOutput?.();
    },
  });
  return { ...ended, ...said, root };
}

/** A number of seconds that nobody else sleeps. */
const uniqueSleep = (): string => `${100_000 + Math.floor(Math.random() * 900_000)}.${process.pid}`;

const isRunning = (mark: string): boolean =>
  readdirSync('/proc').some(pid => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0').includes(mark);
    } catch {
      return false;
    }
  });

const foldersOfThisProcess = (): readonly string[] =>
  readdirSync(tmpdir()).filter(name => name.startsWith(`tg-${process.pid}-`));

describe('a command without a sandbox', () => {
  it('a command without a sandbox works on the real files, tells where it ended, and leaves its exit code', async () => {
    const { root, ...ended } = await run('mkdir sub; cd sub; echo out; echo err >&2; pwd >&6; exit 3');
    expect(ended).toMatchObject({ code: 3, stdout: 'out\n', stderr: 'err\n', told: `${root}/sub\n` });
    expect(statSync(join(root, 'sub')).isDirectory()).toBe(true);
    expect(foldersOfThisProcess()).toEqual([]);
  });

  it.each([
    [
      'bash',
      ['bash', '-c', `eval "$(< ${PROGRAM})"`, 'bash', 'arg'],
      `x='a "quoted" $1'; echo "$x $1"`,
      'a "quoted" $1 arg\n',
    ],
    ['perl', ['perl', '-e', `open F, '${PROGRAM}'; eval join '', <F>`], 'print "perl\\n"', 'perl\n'],
  ])('a command without a sandbox finds its program, of any length: %s', async (_, argv, text, expected) => {
    const program = `${text}\n#${'x'.repeat(300_000)}`;
    expect(await run('', { argv, program })).toMatchObject({ code: 0, stdout: expected });
  });

  it('a command without a sandbox has an environment from the allowlist, a home and a temp folder of its own, and no input', async () => {
    const { stdout } = await run('env; ls -A ~ "$TMPDIR"; touch ~/x "$TMPDIR/y"; cat; echo end', { cache: true });
    expect(stdout).not.toMatch(/SECRET|not-for-commands|OLDPWD/);
    expect(stdout).toMatch(/^TZ=UTC$/m);
    expect(stdout).toMatch(/^GIT_TERMINAL_PROMPT=0$/m);
    expect(stdout).not.toContain(`HOME=${process.env.HOME}\n`);
    expect(stdout.endsWith('end\n')).toBe(true);
    expect(foldersOfThisProcess()).toEqual([]);
  });

  it('a command without a sandbox keeps a cache from call to call', async () => {
    const { root } = await run('echo kept > "$XDG_CACHE_HOME/file"', { cache: true });
    expect(readFileSync(join(root, '..', 'cache', 'file'), 'utf8')).toBe('kept\n');
  });

  it('a command without a sandbox has real pipes for its output, and no terminal', async () => {
    const { stdout, code } = await run(
      'echo x > /dev/stdout; cat <(echo y); test -t 1 || echo none; cut -d" " -f7 /proc/$$/stat',
    );
    expect([stdout, code]).toEqual(['x\ny\nnone\n0\n', 0]);
  });

  it.each([
    ['a signal', 'kill -9 $$', 137],
    ['a program that is not there', 'none-such-program', 127],
  ])('a command without a sandbox ends by %s with the code that a shell gives it', async (_, command, code) => {
    expect((await run(command)).code).toBe(code);
  });

  it.each([
    ['in the background', 'sleep N & echo hi'],
    ['in another session', 'setsid sleep N & echo hi'],
    ['forked twice, and silent', '(setsid sleep N > /dev/null 2>&1 &); echo hi'],
    ['without its environment', 'env -i setsid sleep N & disown; echo hi'],
    ['that ignores signals', '(trap "" TERM HUP INT; sleep N) & echo hi'],
    ['that is stopped', 'sleep N & kill -STOP $!; echo hi'],
    ['that keeps starting others', '(while :; do sleep N & sleep 0.01; done) & sleep 0.2; echo hi'],
  ])('a command without a sandbox is over when it ends, and what it has left %s is dead', async (_, command) => {
    const mark = uniqueSleep();
    const { code, stdout, stopped } = await run(command.replaceAll('N', mark));
    expect({ code, stdout, stopped }).toEqual({ code: 0, stdout: 'hi\n', stopped: undefined });
    expect(isRunning(mark)).toBe(false);
  });

  it('a command without a sandbox that takes too long is stopped, also when it ignores that, and what it said is kept', async () => {
    const mark = uniqueSleep();
    const command = `trap "" TERM; (trap "" TERM; setsid sleep ${mark}) & echo before; sleep ${mark}`;
    expect(await run(command, { limits: { time: 3000 } })).toMatchObject({ stopped: 'time', stdout: 'before\n' });
    expect(isRunning(mark)).toBe(false);
  });

  it('a command without a sandbox that is aborted is gone, and one that is aborted already does nothing', async () => {
    const mark = uniqueSleep();
    const abort = new AbortController();
    const running = run(`echo go; sleep ${mark}`, { signal: abort.signal, onOutput: () => abort.abort() });
    expect(await running).toMatchObject({ stopped: 'aborted' });
    expect(isRunning(mark)).toBe(false);
    expect(await run(`sleep ${mark}`, { signal: AbortSignal.abort() })).toMatchObject({ stopped: 'aborted' });
    expect(isRunning(mark)).toBe(false);
  });

  it('a command without a sandbox may write no larger file than allowed', async () => {
    const { root } = await run('head -c 3000000 /dev/zero > big', { limits: { fileSize: MIB } });
    expect(statSync(join(root, 'big')).size).toBeLessThanOrEqual(MIB);
  });

  it('a command without a sandbox that takes too much memory, or starts too many processes, is stopped', async () => {
    const mark = uniqueSleep();
    const hungry = `perl -e 'vec($x, 200 << 20, 8) = 1; sleep 60'`;
    expect(await run(hungry, { limits: { memory: 100 * MIB } })).toMatchObject({ stopped: 'memory' });
    const many = `for i in $(seq 30); do sleep ${mark} & done; wait`;
    expect(await run(many, { limits: { processes: 10 } })).toMatchObject({ stopped: 'processes' });
    expect(isRunning(mark)).toBe(false);
  });

  it('a command without a sandbox may print without end, and all that comes is handed on', async () => {
    let bytes = 0;
    const { code, stdout } = await run('head -c 20000000 /dev/zero | tr "\\0" x', { onOutput: () => bytes++ });
    expect([code, stdout.length, bytes > 0]).toEqual([0, 20_000_000, true]);
  });

  it('a command without a sandbox in a folder that is gone, or on the machine itself, does not begin', async () => {
    await expect(run('echo x', { cwd: 'none' })).rejects.toMatchObject({ code: 'SANDBOX_UNAVAILABLE' });
    const sandbox = createUnsandboxed({ env: {} });
    const job = { argv: ['true'], root: '/', cwd: '/', view: { kind: 'real' }, hidden: [], env: {} } as const;
    await expect(sandbox.run({ ...job, limits: LIMITS, onOutput: () => undefined })).rejects.toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
    });
    expect(foldersOfThisProcess()).toEqual([]);
  });
});
